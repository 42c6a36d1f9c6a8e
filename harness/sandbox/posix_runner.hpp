// Commands with limits but without a sandbox: they see the file system as their user does.
#pragma once

#include "sandbox/command.hpp"

namespace bankcheck::sandbox {

/// Root's commands run as a user that owns nothing but `writable_path`.
class PosixRunner : public CommandRunner {
 public:
  CommandResult run(const Command& command) override;
  Isolation isolation() const override { return Isolation::kLimitsOnly; }
};

}  // namespace bankcheck::sandbox
