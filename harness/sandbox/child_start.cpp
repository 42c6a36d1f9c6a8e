#include "sandbox/child_start.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <grp.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace bankcheck::sandbox {
namespace {

/// The child's own numbers for its files.
constexpr int kStatusFile = 3;
constexpr int kReportFile = 4;
constexpr int kFirstSpareFile = 5;
/// Where files are parked while 0 to 4 are filled.
constexpr int kParking = 16;

enum class Step : int { kFiles, kLimits, kFolder, kUser, kExecute };
constexpr std::array kStepNames = {"its files could not be set up", "its limits could not be set",
                                   "its working folder could not be entered",
                                   "its user could not be changed", "it could not be executed"};

struct StepFailure {
  Step step;
  int error;
};

struct Pipes {
  Pipe output, error_output, status, report;
};

bool open_pipes(Pipes* pipes, bool with_status) {
  return open_pipe(&pipes->output) && open_pipe(&pipes->error_output) &&
         open_pipe(&pipes->report) && (!with_status || open_pipe(&pipes->status));
}

std::vector<char*> pointers(const std::vector<std::string>& strings) {
  std::vector<char*> result;
  result.reserve(strings.size() + 1);
  for (const std::string& text : strings) result.push_back(const_cast<char*>(text.c_str()));
  result.push_back(nullptr);
  return result;
}

/// What the child needs, laid out before the fork.
struct Orders {
  const ChildPlan& plan;
  const Pipes& pipes;
  std::vector<char*> argv;
  std::vector<char*> environment;
  pid_t parent;
};

bool place_files(const Pipes& pipes) {
  const int null = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (null < 0) return false;
  const std::array sources = {null, pipes.output.write_end.number(),
                              pipes.error_output.write_end.number(),
                              pipes.status.write_end.number(), pipes.report.write_end.number()};
  std::array<int, sources.size()> parked;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    parked[i] = sources[i] < 0 ? -1 : ::fcntl(sources[i], F_DUPFD_CLOEXEC, kParking);
    if (sources[i] >= 0 && parked[i] < 0) return false;
  }
  for (std::size_t i = 0; i < parked.size(); ++i) {
    if (parked[i] < 0) {
      ::close(static_cast<int>(i));
    } else if (::dup2(parked[i], static_cast<int>(i)) < 0) {
      return false;
    }
  }
  close_files_from(kFirstSpareFile);
  return ::fcntl(kReportFile, F_SETFD, FD_CLOEXEC) == 0;
}

bool become(unsigned user) {
  return ::setgroups(0, nullptr) == 0 && ::setresgid(user, user, user) == 0 &&
         ::setresuid(user, user, user) == 0;
}

[[noreturn]] void give_up(int report, Step step) {
  const StepFailure failure{step, errno};
  [[maybe_unused]] const ssize_t written = ::write(report, &failure, sizeof failure);
  ::_exit(127);
}

[[noreturn]] void become_program(const Orders& orders) {
  ::setsid();
  reset_signals();
  ::umask(022);
  if (!place_files(orders.pipes)) give_up(orders.pipes.report.write_end.number(), Step::kFiles);
  if (!set_process_limits(orders.plan.limits, orders.plan.limit_processes)) {
    give_up(kReportFile, Step::kLimits);
  }
  const std::string& folder = orders.plan.working_directory;
  if (!folder.empty() && ::chdir(folder.c_str()) != 0) give_up(kReportFile, Step::kFolder);
  if (orders.plan.user && !become(*orders.plan.user)) give_up(kReportFile, Step::kUser);
  // After the change of user, which would clear it. A parent that died before this line is noticed.
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != orders.parent) ::_exit(127);
  ::execve(orders.argv[0], orders.argv.data(), orders.environment.data());
  give_up(kReportFile, Step::kExecute);
}

/// What the child could not do; empty when it executes the program.
std::string read_report(const FileDescriptor& report, const std::string& program) {
  StepFailure failure{};
  const ssize_t count =
      uninterrupted([&] { return ::read(report.number(), &failure, sizeof failure); });
  if (count != static_cast<ssize_t>(sizeof failure)) return {};
  return fmt::format("{}: {}: {}", program, kStepNames[static_cast<std::size_t>(failure.step)],
                     std::generic_category().message(failure.error));
}

}  // namespace

bool open_pipe(Pipe* pipe) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return false;
  pipe->read_end = FileDescriptor(ends[0]);
  pipe->write_end = FileDescriptor(ends[1]);
  return true;
}

void close_files_from(int first) {
#ifdef SYS_close_range
  if (::syscall(SYS_close_range, static_cast<unsigned>(first), ~0u, 0u) == 0) return;
#endif
  rlimit limit{};
  ::getrlimit(RLIMIT_NOFILE, &limit);
  const rlim_t end = limit.rlim_cur < (1u << 20) ? limit.rlim_cur : (1u << 20);
  for (rlim_t file = static_cast<rlim_t>(first); file < end; ++file) {
    ::close(static_cast<int>(file));
  }
}

bool set_process_limits(const CommandLimits& limits, bool limit_processes) {
  const auto set = [](auto resource, rlim_t soft, rlim_t hard) {
    const rlimit limit{soft, hard};
    return ::setrlimit(resource, &limit) == 0;
  };
  // One second between the soft and the hard limit: SIGXCPU says what happened, SIGKILL does not.
  const auto cpu = static_cast<rlim_t>(limits.cpu_seconds < 1 ? 1 : limits.cpu_seconds);
  return set(RLIMIT_CPU, cpu, cpu + 1) &&
         set(RLIMIT_AS, limits.memory_bytes, limits.memory_bytes) &&
         set(RLIMIT_FSIZE, limits.file_bytes, limits.file_bytes) &&
         set(RLIMIT_NOFILE, limits.open_files, limits.open_files) && set(RLIMIT_CORE, 0, 0) &&
         (!limit_processes || set(RLIMIT_NPROC, limits.processes, limits.processes));
}

void reset_signals() {
  struct sigaction action {};
  action.sa_handler = SIG_DFL;
  for (int number = 1; number < NSIG; ++number) ::sigaction(number, &action, nullptr);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

StartedChild start_child(const ChildPlan& plan) {
  StartedChild child;
  Pipes pipes;
  if (!open_pipes(&pipes, plan.status_pipe)) {
    child.trouble = "no pipe: " + std::generic_category().message(errno);
    return child;
  }
  const Orders orders{plan, pipes, pointers(plan.argv), pointers(plan.environment), ::getpid()};
  child.pid = ::fork();
  if (child.pid == 0) become_program(orders);
  if (child.pid < 0) {
    child.trouble = "no new process: " + std::generic_category().message(errno);
    return child;
  }
  pipes.report.write_end.close();
  child.trouble = read_report(pipes.report.read_end, plan.argv.front());
  if (!child.trouble.empty()) {
    uninterrupted([&] { return ::waitpid(child.pid, nullptr, 0); });
    return child;
  }
  child.output = std::move(pipes.output.read_end);
  child.error_output = std::move(pipes.error_output.read_end);
  child.status = std::move(pipes.status.read_end);
  return child;
}

}  // namespace bankcheck::sandbox
