// What the filter of the GPU's worker leaves to it; kComputing is tested with isolated_call().
#include "sandbox/system_call_filter.hpp"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <future>
#include <string>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

#include "sandbox/isolated_call.hpp"
#include "sandbox/process_filters.hpp"

namespace bankcheck::sandbox {
namespace {

using Messages = std::vector<std::string>;

class GpuFilter : public testing::Test {
 protected:
  void SetUp() override {
    if (!can_filter_system_calls()) GTEST_SKIP() << "this build cannot filter system calls";
  }
};

/// Neither a filter nor a limit on memory: the call sets the filter itself.
CallLimits unlimited() {
  CallLimits limits;
  limits.memory_bytes = 0;
  limits.system_calls = SystemCalls::kAll;
  return limits;
}

/// What became of a call: "done", or its error's name.
std::string word(long result) { return result >= 0 ? "done" : strerrorname_np(errno); }

TEST_F(GpuFilter, RefusesOtherProgramsButNotFiles) {
  CallLimits limits;
  limits.memory_bytes = 0;
  limits.system_calls = SystemCalls::kGpu;
  const CallOutcome outcome = isolated_call(
      [](const Send& send) {
        send(::open("/dev/null", O_RDWR) >= 0 ? "opened" : "refused");
        ::execl("/bin/true", "true", nullptr);
        send(errno == EPERM ? "refused" : "failed");
      },
      limits);
  EXPECT_EQ(outcome.status, CallStatus::kFinished) << outcome.trouble;
  EXPECT_EQ(outcome.messages, (Messages{"opened", "refused"}));
}

TEST_F(GpuFilter, LeavesAConnectedSocketAndNoOtherWayOut) {
  const CallOutcome outcome = isolated_call(
      [](const Send& send) {
        const sockaddr_un nobody{AF_UNIX, "/nobody"};
        int ends[2] = {};
        int datagrams[2] = {};
        socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
        socketpair(AF_UNIX, SOCK_DGRAM, 0, datagrams);
        send(filter_system_calls(SystemCalls::kGpu));
        send(word(::send(ends[0], "x", 1, 0)));
        send(word(::sendto(datagrams[0], "x", 1, 0, reinterpret_cast<const sockaddr*>(&nobody),
                           sizeof nobody)));
        send(word(::socket(AF_INET, SOCK_DGRAM, 0)));
      },
      unlimited());
  EXPECT_EQ(outcome.messages, (Messages{"", "done", "EPERM", "EPERM"})) << outcome.trouble;
}

TEST_F(GpuFilter, LeavesThreadsSignalsAndFilesThatAreThereAndNoOthers) {
  const CallOutcome outcome = isolated_call(
      [](const Send& send) {
        send(filter_system_calls(SystemCalls::kGpu));
        std::string seen;
        std::thread([&] { seen = word(::open("/dev/null", O_RDWR)); }).join();
        send(seen);
        send(word(::kill(::getpid(), 0)));
        send(word(::kill(::getppid(), 0)));
        send(word(::fork()));
        send(word(::syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0)));
        send(word(::syscall(SYS_io_uring_setup, 1, nullptr)));
        send(word(::open("/dev/null", O_WRONLY | O_CREAT, 0600)));
        send(word(::syscall(SYS_openat2, AT_FDCWD, "/dev/null", nullptr, 0)));
        send(word(::mkdir("/nowhere/new", 0700)));
        rlimit limit{};
        send(word(::getrlimit(RLIMIT_CPU, &limit)));
        send(word(::prlimit(::getppid(), RLIMIT_CPU, nullptr, &limit)));
        send(word(::setpriority(PRIO_PROCESS, static_cast<id_t>(::getppid()), 19)));
        send(word(::fcntl(0, F_SETOWN, ::getppid())));
        int ends[2] = {};
        send(word(::socketpair(AF_UNIX, SOCK_DGRAM, 0, ends)));
      },
      unlimited());
  EXPECT_EQ(outcome.messages,
            (Messages{"", "done", "done", "EPERM", "EPERM", "EPERM", "EPERM", "EPERM", "ENOSYS",
                      "EPERM", "done", "EPERM", "EPERM", "EPERM", "EPERM"}))
      << outcome.trouble;
}

TEST_F(GpuFilter, IsCountedOnTheThreadThatHasFewest) {
  const auto before = filters_on(::getpid());
  if (!before) GTEST_SKIP() << "this kernel does not tell";
  const CallOutcome outcome = isolated_call(
      [](const Send& send) {
        send(filter_system_calls(SystemCalls::kGpu));
        send(std::to_string(filters_on(::getpid()).value_or(-1)));
      },
      unlimited());
  EXPECT_EQ(outcome.messages, (Messages{"", std::to_string(*before + 1)})) << outcome.trouble;
  EXPECT_EQ(filters_on(-1), std::nullopt);
}

TEST_F(GpuFilter, IsOnTheThreadsThatTheDriverHasStartedToo) {
  const CallOutcome outcome = isolated_call(
      [](const Send& send) {
        std::promise<void> filtered;
        std::string seen;
        std::thread early([&] {
          filtered.get_future().wait();
          seen = word(::socket(AF_UNIX, SOCK_STREAM, 0));
        });
        send(filter_system_calls(SystemCalls::kGpu));
        filtered.set_value();
        early.join();
        send(seen);
      },
      unlimited());
  EXPECT_EQ(outcome.messages, (Messages{"", "EPERM"})) << outcome.trouble;
}

}  // namespace
}  // namespace bankcheck::sandbox
