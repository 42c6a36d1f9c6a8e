#include "gpu/worker_process.hpp"

#include <cerrno>
#include <cstring>
#include <string_view>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/diagnostic.hpp"
#include "gpu/worker.hpp"

namespace bankcheck::gpu {
namespace {

/// The worker runs as the same user: it could open the grader's memory and write there what its
/// kernels are expected to leave (proc(5), /proc/PID/mem). Root can all the same.
void shut_own_memory() {
#ifndef __SANITIZE_ADDRESS__  // whose search for leaks is shut out too
  prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
#endif
}

/// posix_spawn's two structures, released in any case.
class SpawnSettings {
 public:
  SpawnSettings() {
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID);
  }
  ~SpawnSettings() {
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
  }
  SpawnSettings(const SpawnSettings&) = delete;
  SpawnSettings& operator=(const SpawnSettings&) = delete;

  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
};

/// Whether this process was itself started as a worker. A program that does not know the subcommand
/// must not start workers in its turn, each of which would do the same without end.
bool is_worker() {
  char target[64] = {};
  const std::string own = fmt::format("/proc/self/fd/{}", kWorkerArena);
  return readlink(own.c_str(), target, sizeof target - 1) > 0 &&
         std::string_view(target).find(kArenaName) != std::string_view::npos;
}

/// A copy of `file` out of the way of the numbers that the child's descriptors get.
base::FileDescriptor moved_up(int file) {
  return base::FileDescriptor(fcntl(file, F_DUPFD_CLOEXEC, kWorkerArena + 1));
}

void set_descriptors(SpawnSettings* settings, int channel, int arena) {
  posix_spawn_file_actions_t* actions = &settings->actions;
  posix_spawn_file_actions_addopen(actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(actions, 1, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(actions, 2, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_adddup2(actions, channel, kWorkerChannel);
  posix_spawn_file_actions_adddup2(actions, arena, kWorkerArena);
  posix_spawn_file_actions_addclosefrom_np(actions, kWorkerArena + 1);
  posix_spawn_file_actions_addchdir_np(actions, "/");
}

/// Leaves the process a zombie, so that its number cannot come to mean another one.
bool has_exited(pid_t process) {
  siginfo_t info{};
  return waitid(P_PID, static_cast<id_t>(process), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
         info.si_pid == process;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> result;
  for (std::string& text : texts) result.push_back(text.data());
  result.push_back(nullptr);
  return result;
}

}  // namespace

WorkerProcess::WorkerProcess(pid_t process, Channel channel, Arena arena)
    : process_(process), channel_(std::move(channel)), arena_(std::move(arena)) {}

WorkerProcess::WorkerProcess(WorkerProcess&& other) noexcept
    : process_(std::exchange(other.process_, -1)),
      channel_(std::move(other.channel_)),
      arena_(std::move(other.arena_)) {}

WorkerProcess& WorkerProcess::operator=(WorkerProcess&& other) noexcept {
  std::swap(process_, other.process_);
  std::swap(channel_, other.channel_);
  std::swap(arena_, other.arena_);
  return *this;
}

WorkerProcess::~WorkerProcess() { end(); }

std::string WorkerProcess::end(Clock::duration patience) {
  if (process_ <= 0) return "was not running";
  channel_.close();
  const Clock::time_point deadline = Clock::now() + patience;
  bool exited = has_exited(process_);
  while (!exited && Clock::now() < deadline) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    exited = has_exited(process_);
  }
  if (!exited) kill(process_, SIGKILL);
  int status = 0;
  while (waitpid(process_, &status, 0) < 0 && errno == EINTR) {
  }
  process_ = -1;
  if (!exited) return "was ended";
  if (WIFSIGNALED(status)) return fmt::format("was killed by signal {}", WTERMSIG(status));
  return fmt::format("exited with status {}", WEXITSTATUS(status));
}

base::Result<WorkerProcess> start_worker(const WorkerCommand& command) {
  if (is_worker()) return base::plain_error("this program was started as a GPU worker and is none");
  auto [ours, theirs] = Channel::connected_pair();
  Arena arena = Arena::create();
  if (!ours.is_open() || arena.descriptor() < 0) {
    return base::plain_error(fmt::format("cannot set up a GPU worker: {}", std::strerror(errno)));
  }
  const base::FileDescriptor channel_end = moved_up(theirs.number());
  const base::FileDescriptor arena_end = moved_up(arena.descriptor());
  shut_own_memory();
  SpawnSettings settings;
  set_descriptors(&settings, channel_end.number(), arena_end.number());

  std::vector<std::string> arguments{command.program, kWorkerSubcommand,
                                     std::to_string(command.ordinal)};
  std::vector<std::string> environment = command.environment;
  pid_t process = -1;
  const int error =
      posix_spawn(&process, command.program.c_str(), &settings.actions, &settings.attributes,
                  pointers(arguments).data(), pointers(environment).data());
  if (error != 0) {
    return base::plain_error(
        fmt::format("cannot start the GPU worker {}: {}", command.program, std::strerror(error)));
  }
  return WorkerProcess(process, Channel(std::move(ours), kWorkerFrameLimit), std::move(arena));
}

}  // namespace bankcheck::gpu
