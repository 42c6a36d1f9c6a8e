// Commands inside bubblewrap: no network, no /proc, and of the file system only a read-only
// toolchain, the paths that the command names, and its one output folder.
//
// Theory of operation. bubblewrap makes namespaces and mounts and drops every capability; limits
// are set before it starts. Two things it cannot do are done by util-linux inside of it:
// - Started by root it needs no user namespace, and the command would still be root, whom
//   RLIMIT_NPROC does not bind. `setpriv` makes it a user without an account.
// - Started by a user, RLIMIT_NPROC would count all that this user runs outside. `prlimit` sets it
//   inside the new user namespace, where only the sandbox's processes count (Linux 5.14 and later).
// There is no /proc: through it the environment of bubblewrap, and with it ours, could be read; and
// /dev holds null alone. bubblewrap reports the command's exit status on a pipe of its own, so its
// own failures (no namespaces here) are told from the command's.
#pragma once

#include <string>

#include "sandbox/command.hpp"

namespace bankcheck::sandbox {

class BubblewrapRunner : public CommandRunner {
 public:
  /// `program`: the path of bwrap.
  explicit BubblewrapRunner(std::string program) : program_(std::move(program)) {}

  CommandResult run(const Command& command) override;
  Isolation isolation() const override { return Isolation::kBubblewrap; }

 private:
  std::string program_;
};

}  // namespace bankcheck::sandbox
