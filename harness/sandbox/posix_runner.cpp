#include "sandbox/posix_runner.hpp"

#include "sandbox/child.hpp"
#include "sandbox/unprivileged_user.hpp"

namespace bankcheck::sandbox {

CommandResult PosixRunner::run(const Command& command) {
  ChildPlan plan;
  plan.argv = command.argv;
  plan.environment = command.environment;
  plan.working_directory = command.working_directory;
  plan.limits = command.limits;
  plan.user = hand_over(command.writable_path);
  plan.limit_processes = plan.user.has_value();
  return run_child(plan).result;
}

}  // namespace bankcheck::sandbox
