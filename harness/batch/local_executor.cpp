#include "batch/local_executor.hpp"

#include <csignal>
#include <system_error>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file_descriptor.hpp"
#include "base/open_file.hpp"
#include "batch/process_pool.hpp"

namespace bankcheck::batch {
namespace {

/// A session of its own: Ctrl-C at the terminal is for the scheduler, which ends the worker.
[[noreturn]] void be_worker(const std::vector<char*>& arguments, int log, pid_t parent) {
  ::setsid();
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(1);
  const int null = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  ::dup2(null, STDIN_FILENO);
  ::dup2(log, STDOUT_FILENO);
  ::dup2(log, STDERR_FILENO);
  ::execv(arguments.front(), arguments.data());
  ::_exit(127);
}

}  // namespace

LocalExecutor::LocalExecutor(std::vector<std::string> command, std::filesystem::path log)
    : command_(std::move(command)), log_(std::move(log)) {}

/// A worker that is done ends by itself.
LocalExecutor::~LocalExecutor() {
  for (const auto& [number, process] : workers_) {
    base::uninterrupted([process = process] { return ::waitpid(process, nullptr, 0); });
  }
}

base::Diagnostics LocalExecutor::start(int number, const std::filesystem::path& task, std::size_t) {
  const base::FileDescriptor log(
      ::open(log_.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644));
  if (!log.is_open()) return {base::system_trouble(log_, "cannot be written", errno)};
  std::vector<std::string> command = command_;
  command.push_back(task.string());
  std::vector<char*> arguments;
  for (std::string& argument : command) arguments.push_back(argument.data());
  arguments.push_back(nullptr);
  const pid_t parent = ::getpid();
  const pid_t process = ::fork();
  if (process == 0) be_worker(arguments, log.number(), parent);
  if (process < 0) return {base::system_trouble(command.front(), "cannot be started", errno)};
  workers_.emplace(number, process);
  return {};
}

std::vector<EndedTask> LocalExecutor::ended() {
  std::vector<EndedTask> over;
  for (auto worker = workers_.begin(); worker != workers_.end();) {
    int status = 0;
    const pid_t reaped = ::waitpid(worker->second, &status, WNOHANG);
    if (reaped == 0) {
      ++worker;
      continue;
    }
    over.push_back({worker->first, reaped < 0 ? "was lost" : ending_text(status)});
    worker = workers_.erase(worker);
  }
  return over;
}

/// A worker that is told to stop kills its children first.
void LocalExecutor::cancel() {
  for (const auto& [number, process] : workers_) ::kill(process, SIGTERM);
  for (const auto& [number, process] : workers_) {
    base::uninterrupted([process = process] { return ::waitpid(process, nullptr, 0); });
  }
  workers_.clear();
}

}  // namespace bankcheck::batch
