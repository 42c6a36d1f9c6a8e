// Why a run of the compiler failed, where it gives no error at a line of the source.
#pragma once

#include <string>
#include <string_view>

#include "sandbox/command.hpp"

namespace bankcheck::compile {

/// Whether the time limit ended it: `seconds` of CPU time for one program, or the wall clock.
bool ran_out_of_time(const sandbox::CommandResult& result, std::string_view log, double seconds);

/// Whether somebody else ended it: a killer of memory hogs, a cluster that wants its node back. No
/// limit that we set sends these signals before its time is over.
bool was_killed(const sandbox::CommandResult& result, std::string_view log);

/// One sentence for the student.
std::string describe_failure(const sandbox::CommandResult& result, std::string_view log);

}  // namespace bankcheck::compile
