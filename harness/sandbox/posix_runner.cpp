#include "sandbox/posix_runner.hpp"

#include <cerrno>
#include <system_error>

#include "sandbox/child.hpp"
#include "sandbox/unprivileged_user.hpp"

namespace bankcheck::sandbox {

CommandResult PosixRunner::run(const Command& command) {
  ChildPlan plan;
  plan.argv = command.argv;
  plan.environment = command.environment;
  plan.working_directory = command.working_directory;
  plan.limits = command.limits;
  plan.user = choose_unprivileged_user();
  plan.limit_processes = plan.user.has_value();
  if (plan.user && !hand_over_folder(command.writable_path, *plan.user)) {
    CommandResult result;
    result.trouble = command.writable_path +
                     ": its owner could not be changed: " + std::generic_category().message(errno);
    return result;
  }
  return run_child(plan).result;
}

}  // namespace bankcheck::sandbox
