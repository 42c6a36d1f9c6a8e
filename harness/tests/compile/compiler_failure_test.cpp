#include "compile/compiler_failure.hpp"

#include <csignal>

#include <gtest/gtest.h>

namespace bankcheck::compile {
namespace {

using sandbox::CommandResult;
using sandbox::CommandStatus;

CommandResult exited(int code) {
  CommandResult result;
  result.status = CommandStatus::kExited;
  result.exit_code = code;
  return result;
}

CommandResult killed(double wall_seconds) {
  CommandResult result;
  result.status = CommandStatus::kSignalled;
  result.signal = SIGKILL;
  result.wall_seconds = wall_seconds;
  return result;
}

TEST(CompilerFailure, IsALackOfTimeAfterTheWallClockOrTheCpuLimit) {
  CommandResult timed_out;
  timed_out.status = CommandStatus::kTimedOut;
  EXPECT_TRUE(ran_out_of_time(timed_out, "", 5));
  EXPECT_TRUE(ran_out_of_time(exited(4), "gcc: error: CPU time limit exceeded signal", 5));
  EXPECT_TRUE(ran_out_of_time(killed(5.1), "", 5));
  EXPECT_FALSE(ran_out_of_time(killed(1), "", 5));
  EXPECT_FALSE(ran_out_of_time(exited(1), "", 5));
}

TEST(CompilerFailure, IsNobodysFaultWhenSomebodyElseKilledIt) {
  EXPECT_TRUE(was_killed(killed(1), ""));
  EXPECT_TRUE(was_killed(exited(128 + SIGTERM), ""));
  EXPECT_TRUE(was_killed(exited(255), "nvcc error : 'cicc' died due to signal 9 (Kill signal)"));
  EXPECT_FALSE(was_killed(exited(255), "nvcc error : 'cicc' died due to signal 11 (…)"));
  EXPECT_FALSE(was_killed(exited(1), ""));
  EXPECT_FALSE(was_killed(exited(134), ""));
}

TEST(CompilerFailure, IsDescribedByWhatTheCompilerDiedOf) {
  EXPECT_EQ(describe_failure(exited(134), "LLVM ERROR: out of memory\nAborted\n"),
            "the compiler ran out of memory on this file");
  EXPECT_EQ(describe_failure(exited(255), "nvcc error: 'cicc' died: Segmentation fault\n"),
            "the compiler crashes on this file");
  EXPECT_EQ(describe_failure(killed(1), ""), "the compiler was stopped by signal 9");
  EXPECT_EQ(describe_failure(exited(0), ""), "the compiler's output is missing or too large");
  EXPECT_EQ(describe_failure(exited(3), ""),
            "the compiler failed with exit status 3 and no message");
}

}  // namespace
}  // namespace bankcheck::compile
