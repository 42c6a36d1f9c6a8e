// Which sandbox this machine has, and the command runner that uses it.
#pragma once

#include <memory>
#include <string>

#include "sandbox/command.hpp"

namespace bankcheck::sandbox {

struct IsolationSupport {
  Isolation isolation = Isolation::kLimitsOnly;
  std::string bubblewrap;  ///< path of bwrap, for kBubblewrap
  std::string reason;      ///< for kLimitsOnly: why there is no sandbox, and what to do
};

/// Proves it: a shell in the sandbox finds nothing of the system outside and can write nowhere but
/// into its output folder. Takes some ten milliseconds. `bubblewrap` is the path of bwrap; empty
/// for the usual places.
IsolationSupport detect_isolation(const std::string& bubblewrap = "");

std::unique_ptr<CommandRunner> make_runner(const IsolationSupport& support);

/// "bubblewrap" or "no sandbox", as reports say it.
const char* name(Isolation isolation);

}  // namespace bankcheck::sandbox
