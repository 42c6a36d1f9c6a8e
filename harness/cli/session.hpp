// The world as a command sees it: where it prints, what the environment says, when to stop.
#pragma once

#include <atomic>
#include <iosfwd>
#include <string>

#include "base/diagnostic.hpp"

namespace bankcheck::cli {

struct Session {
  std::ostream& out;
  std::ostream& err;
  bool colours = false;  ///< `out` is a terminal that shows them and NO_COLOR is not set
  std::string program;   ///< path of the running program
  /// Set when the user wants to stop; rows that have not begun are left out.
  const std::atomic<bool>& stop;
  bool is_terminal = false;  ///< `out` is one that can erase a line
};

/// The program's version: `0.1.0`.
const char* version();
/// Value of an environment variable; empty when it is not set.
std::string environment(const char* name);

/// Prints what is wrong with an input; returns kExitUsage.
int refuse(const Session& session, const base::Diagnostics& errors);
int refuse(const Session& session, const std::string& text);
/// Prints what is wrong with the machine; returns kExitOurs.
int give_up(const Session& session, const base::Diagnostics& errors);
/// What a path means to commands whose output may go to standard output.
inline constexpr const char* kStandardOutput = "-";
/// Writes a file whole and says why not when it cannot; returns kExitDone or kExitOurs. To
/// kStandardOutput it prints.
int write_output(const Session& session, const std::string& path, const std::string& contents);

}  // namespace bankcheck::cli
