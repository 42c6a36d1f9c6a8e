#include "batch/process_pool.hpp"

#include <algorithm>
#include <csignal>
#include <cstring>
#include <exception>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace bankcheck::batch {
namespace {

constexpr int kThrew = 113;

[[noreturn]] void be_child(const std::function<void()>& body, pid_t parent) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(1);
  ::signal(SIGINT, SIG_DFL);
  ::signal(SIGTERM, SIG_DFL);
  try {
    body();
  } catch (const std::exception&) {
    ::_exit(kThrew);
  }
  ::_exit(0);
}

}  // namespace

std::string ending_text(int wait_status) {
  if (WIFSIGNALED(wait_status)) {
    const int number = WTERMSIG(wait_status);
    return fmt::format("was killed by signal {} ({})", number, ::strsignal(number));
  }
  return fmt::format("exited with status {}", WEXITSTATUS(wait_status));
}

ProcessPool::~ProcessPool() { kill_all(); }

void ProcessPool::start(const std::function<void()>& body, double seconds, OnEnd on_end) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) {
    return on_end("could not start: " + std::generic_category().message(errno));
  }
  base::FileDescriptor read_end(ends[0]);
  base::FileDescriptor write_end(ends[1]);
  const pid_t parent = ::getpid();
  const pid_t process = ::fork();
  if (process == 0) be_child(body, parent);
  if (process < 0) return on_end("could not start: " + std::generic_category().message(errno));
  const auto time = std::chrono::duration<double>(seconds);
  children_.push_back({process, std::move(read_end),
                       std::chrono::steady_clock::now() +
                           std::chrono::duration_cast<std::chrono::milliseconds>(time),
                       false, std::move(on_end)});
}

void ProcessPool::wait(std::chrono::milliseconds patience) {
  std::vector<pollfd> ends;
  for (const Child& child : children_) ends.push_back({child.alive.number(), 0, 0});
  ::poll(ends.data(), ends.size(), static_cast<int>(patience.count()));
  const Time now = std::chrono::steady_clock::now();
  std::vector<Child> over;
  for (std::size_t i = children_.size(); i-- > 0;) {
    Child& child = children_[i];
    if (now > child.deadline && !child.timed_out) {
      child.timed_out = true;
      ::kill(child.process, SIGKILL);
    }
    if ((ends[i].revents & (POLLHUP | POLLERR)) == 0) continue;
    over.push_back(std::move(child));
    children_.erase(children_.begin() + static_cast<std::ptrdiff_t>(i));
  }
  for (Child& child : over) reap(child);
}

void ProcessPool::reap(Child& child) {
  int status = 0;
  if (base::uninterrupted([&] { return ::waitpid(child.process, &status, 0); }) < 0) {
    return child.on_end("ended, and somebody else took its end");
  }
  if (child.timed_out) return child.on_end("took too long and was ended");
  const bool returned = WIFEXITED(status) && WEXITSTATUS(status) == 0;
  child.on_end(returned ? "" : ending_text(status));
}

void ProcessPool::kill_all() {
  for (const Child& child : children_) ::kill(child.process, SIGKILL);
  for (const Child& child : children_) {
    base::uninterrupted([&] { return ::waitpid(child.process, nullptr, 0); });
  }
  children_.clear();
}

}  // namespace bankcheck::batch
