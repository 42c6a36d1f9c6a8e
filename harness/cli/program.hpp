// The program: reads the command line, runs one subcommand.
#pragma once

namespace bankcheck::cli {

/// Returns the exit status (exit_code.hpp). Nothing escapes: an exception that nobody foresaw is
/// told on stderr and is ours.
int run_program(int argc, const char* const* argv);

}  // namespace bankcheck::cli
