#include "sandbox/isolated_call.hpp"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <future>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "sanitized.hpp"

namespace bankcheck::sandbox {
namespace {

using Messages = std::vector<std::string>;

void expect_forbidden(const std::function<void()>& body) {
  if (!can_filter_system_calls()) GTEST_SKIP() << "this build cannot filter system calls";
  const CallOutcome outcome = isolated_call([&](const Send& send) {
    send("before");
    body();
    send("after");
  });
  EXPECT_EQ(outcome.status, CallStatus::kForbidden) << outcome.trouble;
  EXPECT_EQ(outcome.messages, Messages{"before"});
}

TEST(IsolatedCall, BringsBackWhatTheFunctionSends) {
  const std::string captured = "world";
  const CallOutcome outcome = isolated_call([&](const Send& send) {
    send("hello");
    send("");
    send(captured + std::string(300000, '!'));
  });
  EXPECT_EQ(outcome.status, CallStatus::kFinished) << outcome.trouble;
  EXPECT_EQ(outcome.messages, (Messages{"hello", "", captured + std::string(300000, '!')}));
  EXPECT_EQ(outcome.error_output, "");
}

TEST(IsolatedCall, LeavesTheCallersMemoryAlone) {
  int value = 1;
  EXPECT_EQ(isolated_call([&](const Send&) { value = 2; }).status, CallStatus::kFinished);
  EXPECT_EQ(value, 1);
}

TEST(IsolatedCall, LetsTheFunctionStartThreads) {
  const CallOutcome outcome = isolated_call([](const Send& send) {
    std::atomic<int> sum{0};
    std::vector<std::thread> threads;
    for (int i = 1; i <= 4; ++i) threads.emplace_back([&sum, i] { sum += i; });
    for (std::thread& thread : threads) thread.join();
    send(std::to_string(sum) + (std::thread::hardware_concurrency() > 0 ? " cores" : ""));
  });
  EXPECT_EQ(outcome.status, CallStatus::kFinished) << outcome.trouble;
  EXPECT_EQ(outcome.messages, Messages{"10 cores"});
}

TEST(IsolatedCall, KeepsTheMessagesOfAFunctionThatCrashes) {
  const CallOutcome outcome = isolated_call([](const Send& send) {
    send("row 1");
    ::raise(SIGKILL);
  });
  EXPECT_EQ(outcome.status, CallStatus::kSignalled);
  EXPECT_EQ(outcome.signal, SIGKILL);
  EXPECT_EQ(outcome.messages, Messages{"row 1"});
}

TEST(IsolatedCall, BringsBackTheTextOfAnException) {
  const CallOutcome outcome =
      isolated_call([](const Send&) { throw std::runtime_error("no such kernel"); });
  EXPECT_EQ(outcome.status, CallStatus::kThrew);
  EXPECT_EQ(outcome.trouble, "no such kernel");
}

TEST(IsolatedCall, BringsBackWhatTheChildComplainsOf) {
  const CallOutcome outcome = isolated_call([](const Send&) {
    constexpr std::string_view kText = "assertion failed\n";
    [[maybe_unused]] const ssize_t written = ::write(2, kText.data(), kText.size());
    std::abort();
  });
  EXPECT_EQ(outcome.status, CallStatus::kSignalled);
  EXPECT_EQ(outcome.signal, SIGABRT);
  EXPECT_EQ(outcome.error_output, "assertion failed\n");
}

TEST(IsolatedCall, EndsAFunctionThatTakesTooLong) {
  CallLimits limits;
  limits.wall_seconds = 0.2;
  const CallOutcome outcome = isolated_call(
      [](const Send& send) {
        send("started");
        for (;;) std::this_thread::sleep_for(std::chrono::seconds(1));
      },
      limits);
  EXPECT_EQ(outcome.status, CallStatus::kTimedOut);
  EXPECT_EQ(outcome.messages, Messages{"started"});
}

TEST(IsolatedCall, EndsAFunctionWhenItIsToldToStop) {
  std::atomic<bool> stop{false};
  std::thread user([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    stop = true;
  });
  const CallOutcome outcome = isolated_call(
      [](const Send& send) {
        send("started");
        for (;;) std::this_thread::sleep_for(std::chrono::seconds(1));
      },
      {}, &stop);
  user.join();
  EXPECT_EQ(outcome.status, CallStatus::kStopped);
  EXPECT_LE(outcome.messages.size(), 1u);
}

TEST(IsolatedCall, EndsAFunctionThatUsesUpItsCpuTime) {
  CallLimits limits;
  limits.cpu_seconds = 1;
  const CallOutcome outcome = isolated_call(
      [](const Send&) {
        std::atomic<unsigned> counter{0};
        for (;;) ++counter;
      },
      limits);
  EXPECT_EQ(outcome.status, CallStatus::kOutOfLimit);
  EXPECT_EQ(outcome.trouble, "the limit on CPU time was reached");
}

TEST(IsolatedCall, EndsAFunctionThatUsesUpItsMemory) {
  if (kSanitized) GTEST_SKIP() << "the sanitizer cannot live with a limit on memory";
  CallLimits limits;
  limits.memory_bytes = 512u << 20;
  const CallOutcome outcome = isolated_call(
      [](const Send&) {
        std::vector<std::string> all;
        for (;;) all.emplace_back(1u << 20, 'x');
      },
      limits);
  EXPECT_EQ(outcome.status, CallStatus::kOutOfLimit);
  EXPECT_EQ(outcome.trouble, "the limit on memory was reached");
}

TEST(IsolatedCall, EndsAFunctionWhoseResultIsTooLarge) {
  CallLimits limits;
  limits.result_bytes = 1u << 20;
  const CallOutcome outcome = isolated_call(
      [](const Send& send) {
        for (;;) send(std::string(1000, 'x'));
      },
      limits);
  EXPECT_EQ(outcome.status, CallStatus::kOutOfLimit);
  EXPECT_EQ(outcome.trouble, "the result is too large");
}

TEST(IsolatedCall, ForbidsTheNetwork) {
  expect_forbidden([] { ::socket(AF_INET, SOCK_STREAM, 0); });
}

TEST(IsolatedCall, ForbidsOtherPrograms) {
  expect_forbidden([] { ::execl("/bin/true", "true", nullptr); });
}

TEST(IsolatedCall, ForbidsNewProcesses) {
  expect_forbidden([] {
    if (::fork() == 0) ::_exit(0);
  });
}

TEST(IsolatedCall, ForbidsSignalsToOtherProcesses) {
  expect_forbidden([] { ::kill(::getppid(), 0); });
}

TEST(IsolatedCall, ForbidsNewCode) {
  expect_forbidden(
      [] { ::mmap(nullptr, 4096, PROT_EXEC | PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); });
}

TEST(IsolatedCall, RefusesToOpenFiles) {
  if (!can_filter_system_calls()) GTEST_SKIP() << "this build cannot filter system calls";
  const CallOutcome outcome = isolated_call([](const Send& send) {
    send(::open("/etc/passwd", O_RDONLY) < 0 && errno == EACCES ? "refused" : "opened");
  });
  EXPECT_EQ(outcome.status, CallStatus::kFinished) << outcome.trouble;
  EXPECT_EQ(outcome.messages, Messages{"refused"});
}

TEST(IsolatedCall, InheritsNothingButItsPipes) {
  const int leak = ::open("/dev/null", O_RDONLY);
  CallLimits limits;
  limits.system_calls = SystemCalls::kAll;
  const CallOutcome outcome = isolated_call(
      [](const Send& send) {
        std::string open;
        for (int file = 0; file < 64; ++file) {
          if (::fcntl(file, F_GETFD) >= 0) open += std::to_string(file) + " ";
        }
        send(open);
      },
      limits);
  ::close(leak);
  EXPECT_EQ(outcome.messages, Messages{"0 1 2 3 "});
}

TEST(IsolatedCall, WorksFromSeveralThreadsThatAllocateMeanwhile) {
  if (kSanitized) GTEST_SKIP() << "the sanitizer's own locks are not safe across fork()";
  std::atomic<bool> stop{false};
  std::thread allocates([&] {
    while (!stop) std::vector<std::string>(100, std::string(100, 'x'));
  });
  std::atomic<int> finished{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int call = 0; call < 10; ++call) {
        const CallOutcome outcome =
            isolated_call([](const Send& send) { send(std::string(1000, 'y')); });
        finished += outcome.status == CallStatus::kFinished && outcome.messages.size() == 1;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  stop = true;
  allocates.join();
  EXPECT_EQ(finished, 40);
}

}  // namespace
}  // namespace bankcheck::sandbox
