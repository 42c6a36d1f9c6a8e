#include "sandbox/posix_runner.hpp"

#include <chrono>
#include <csignal>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "sandbox/scratch_folder.hpp"
#include "sandbox/shell_command.hpp"

namespace bankcheck::sandbox {
namespace {

CommandResult run(const Command& command) { return PosixRunner().run(command); }

/// Whether a process of this number runs; one that is dead but not yet reaped does not.
bool runs(const std::string& pid) {
  std::ifstream stat("/proc/" + pid + "/stat");
  std::string number, name, state;
  return stat >> number >> name >> state && state != "Z";
}

/// Whether a process of this number ends soon: a killed one needs a moment to be gone.
bool dies(const std::string& pid) {
  constexpr int kAttempts = 1000;
  for (int i = 0; i < kAttempts && runs(pid); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return !runs(pid);
}

TEST(PosixRunner, GivesTheExitStatusAndBothOutputs) {
  const CommandResult result = run(shell("echo out; echo err >&2; exit 3"));
  EXPECT_EQ(result.status, CommandStatus::kExited);
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_EQ(result.output, "out\n");
  EXPECT_EQ(result.error_output, "err\n");
}

TEST(PosixRunner, PassesTheGivenEnvironmentAndNothingElse) {
  Command command;
  command.argv = {"/usr/bin/env"};
  command.environment = {"ONE=1", "TWO=2 2"};
  EXPECT_EQ(run(command).output, "ONE=1\nTWO=2 2\n");
}

TEST(PosixRunner, PassesNoOpenFile) {
  const int file = ::open("/dev/null", O_RDONLY);
  const int leak = ::fcntl(file, F_DUPFD, 77);  // not close-on-exec, on purpose
  const CommandResult result = run(shell("exec ls /proc/self/fd"));
  ::close(file);
  ::close(leak);
  EXPECT_EQ(result.output, "0\n1\n2\n3\n");  // 3 is the folder that ls reads
}

TEST(PosixRunner, GivesAnEmptyInput) { EXPECT_EQ(run(shell("cat; echo end")).output, "end\n"); }

TEST(PosixRunner, StartsInTheWorkingFolder) {
  Command command = shell("pwd");
  command.working_directory = "/usr";
  EXPECT_EQ(run(command).output, "/usr\n");
}

TEST(PosixRunner, KillsTheWholeGroupWhenTheTimeIsOver) {
  Command command = shell("sleep 1000 & echo $!; sleep 1000");
  command.limits.wall_seconds = 0.3;
  const CommandResult result = run(command);
  EXPECT_EQ(result.status, CommandStatus::kTimedOut);
  ASSERT_FALSE(result.output.empty());
  EXPECT_TRUE(dies(result.output.substr(0, result.output.size() - 1)));
}

TEST(PosixRunner, KillsWhatTheCommandLeavesBehind) {
  const CommandResult result = run(shell("sleep 1000 & echo $!"));
  EXPECT_EQ(result.status, CommandStatus::kExited);
  ASSERT_FALSE(result.output.empty());
  EXPECT_TRUE(dies(result.output.substr(0, result.output.size() - 1)));
}

TEST(PosixRunner, StopsACommandThatUsesUpItsCpuTime) {
  Command command = shell("while :; do :; done");
  command.limits.cpu_seconds = 1;
  const CommandResult result = run(command);
  EXPECT_EQ(result.status, CommandStatus::kOutOfLimit);
  EXPECT_EQ(result.trouble, "the limit on CPU time was reached");
}

TEST(PosixRunner, StopsACommandThatWritesTooLargeAFile) {
  const auto scratch = ScratchFolder::create();
  ASSERT_TRUE(scratch.ok());
  Command command = shell("exec dd if=/dev/zero of=big bs=65536 count=64 2> /dev/null");
  command.writable_path = command.working_directory = scratch.value().path();
  command.limits.file_bytes = 1 << 20;
  const CommandResult result = run(command);
  EXPECT_EQ(result.status, CommandStatus::kOutOfLimit);
  EXPECT_EQ(result.trouble, "the limit on the size of a file was reached");
}

TEST(PosixRunner, KeepsTheHeadAndTheTailOfAFlood) {
  Command command = shell("echo first; yes | head -c 5000000; echo last");
  command.limits.output_bytes = 1000;
  const CommandResult result = run(command);
  EXPECT_EQ(result.status, CommandStatus::kExited);
  EXPECT_TRUE(result.output_cut);
  EXPECT_TRUE(result.output.starts_with("first\n"));
  EXPECT_NE(result.output.find("[... 4999011 bytes left out ...]"), std::string::npos);
  EXPECT_TRUE(result.output.ends_with("last\n"));
}

TEST(PosixRunner, SaysWhichSignalEndedACommand) {
  const CommandResult result = run(shell("kill -SEGV $$"));
  EXPECT_EQ(result.status, CommandStatus::kSignalled);
  EXPECT_EQ(result.signal, SIGSEGV);
}

TEST(PosixRunner, SaysThatAProgramIsMissing) {
  Command command;
  command.argv = {"/nowhere/nvcc"};
  const CommandResult result = run(command);
  EXPECT_EQ(result.status, CommandStatus::kCannotRun);
  EXPECT_EQ(result.trouble, "/nowhere/nvcc: it could not be executed: No such file or directory");
}

TEST(PosixRunner, RunsSeveralCommandsAtOnce) {
  std::vector<std::string> outputs(8);
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    threads.emplace_back(
        [&outputs, i] { outputs[i] = run(shell("sleep 0.05; echo " + std::to_string(i))).output; });
  }
  for (std::thread& thread : threads) thread.join();
  for (std::size_t i = 0; i < outputs.size(); ++i) EXPECT_EQ(outputs[i], std::to_string(i) + "\n");
}

TEST(PosixRunner, DoesNotRunCommandsAsRoot) {
  if (::geteuid() != 0) GTEST_SKIP() << "not started by root";
  EXPECT_NE(run(shell("id -u")).output, "0\n");
}

TEST(PosixRunner, LimitsTheProcessesOfACommandOfRoot) {
  if (::geteuid() != 0) GTEST_SKIP() << "not started by root";
  Command command = shell("for i in 1 2 3 4 5 6 7 8 9; do sleep 100 & done; echo all");
  command.limits.processes = 5;
  EXPECT_EQ(run(command).output, "");
}

}  // namespace
}  // namespace bankcheck::sandbox
