#include "sandbox/child.hpp"

#include <csignal>
#include <utility>

#include <sys/wait.h>

#include "sandbox/bounded_text.hpp"
#include "sandbox/child_start.hpp"
#include "sandbox/supervision.hpp"

namespace bankcheck::sandbox {
namespace {

constexpr std::size_t kStatusBytes = 4096;

WatchedPipe keep(FileDescriptor file, BoundedText* text) {
  return {std::move(file), [text](std::string_view chunk) {
            text->append(chunk);
            return true;
          }};
}

void describe(const Ending& ending, CommandResult* result) {
  result->wall_seconds = ending.wall_seconds;
  if (!ending.reaped) {
    result->trouble = "the end of the process was taken by somebody else (SIGCHLD is ignored?)";
  } else if (ending.timed_out) {
    result->status = CommandStatus::kTimedOut;
  } else if (WIFEXITED(ending.wait_status)) {
    result->status = CommandStatus::kExited;
    result->exit_code = WEXITSTATUS(ending.wait_status);
  } else {
    set_signal(WTERMSIG(ending.wait_status), result);
  }
}

}  // namespace

void set_signal(int number, CommandResult* result) {
  result->status = CommandStatus::kSignalled;
  result->signal = number;
  if (number == SIGXCPU || number == SIGXFSZ) {
    result->status = CommandStatus::kOutOfLimit;
    result->trouble = number == SIGXCPU ? "the limit on CPU time was reached"
                                        : "the limit on the size of a file was reached";
  }
}

ChildEnd run_child(const ChildPlan& plan) {
  ChildEnd end;
  StartedChild child = start_child(plan);
  if (!child.trouble.empty()) {
    end.result.trouble = child.trouble;
    return end;
  }
  BoundedText output(plan.limits.output_bytes);
  BoundedText error_output(plan.limits.output_bytes);
  BoundedText status(kStatusBytes);
  std::vector<WatchedPipe> pipes;
  pipes.push_back(keep(std::move(child.output), &output));
  pipes.push_back(keep(std::move(child.error_output), &error_output));
  pipes.push_back(keep(std::move(child.status), &status));
  describe(supervise(child.pid, std::move(pipes), plan.limits.wall_seconds), &end.result);
  end.result.output = output.text();
  end.result.error_output = error_output.text();
  end.result.output_cut = output.cut() || error_output.cut();
  end.status_text = status.text();
  return end;
}

}  // namespace bankcheck::sandbox
