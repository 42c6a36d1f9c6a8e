#include "sandbox/bubblewrap_runner.hpp"

#include <csignal>
#include <filesystem>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "base/atomic_file.hpp"
#include "sandbox/isolation.hpp"
#include "sandbox/scratch_folder.hpp"
#include "sandbox/shell_command.hpp"

namespace bankcheck::sandbox {
namespace {

/// Skips where bubblewrap does not work.
class Bubblewrap : public testing::Test {
 protected:
  void SetUp() override {
    const IsolationSupport support = detect_isolation();
    if (support.isolation != Isolation::kBubblewrap) GTEST_SKIP() << support.reason;
    runner_ = make_runner(support);
  }

  std::unique_ptr<CommandRunner> runner_;
};

TEST_F(Bubblewrap, GivesTheExitStatusAndBothOutputs) {
  const CommandResult result = runner_->run(shell("echo out; echo err >&2; exit 3"));
  EXPECT_EQ(result.status, CommandStatus::kExited);
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_EQ(result.output, "out\n");
  EXPECT_EQ(result.error_output, "err\n");
}

TEST_F(Bubblewrap, ShowsNothingOfTheSystemButTheToolchain) {
  EXPECT_EQ(runner_->run(shell("echo / /etc /dev; ls / /etc /dev | grep -v '^lib'")).output,
            "/ /etc /dev\n/:\nbin\ndev\netc\ntmp\nusr\n\n/dev:\nnull\n\n/etc:\nalternatives\n"
            "ld.so.cache\n");
}

TEST_F(Bubblewrap, ShowsNothingOfTheHarnessEnvironment) {
  ::setenv("BANKCHECK_SECRET", "rubric", 1);
  const CommandResult result =
      runner_->run(shell("env; cat /proc/1/environ /proc/self/environ 2> /dev/null"));
  ::unsetenv("BANKCHECK_SECRET");
  EXPECT_EQ(result.output.find("rubric"), std::string::npos) << result.output;
}

TEST_F(Bubblewrap, HasProcessNumbersOfItsOwn) {
  EXPECT_EQ(runner_->run(shell("echo $$")).output, "2\n");
}

TEST_F(Bubblewrap, HasNoNetworkButItsOwnLoopback) {
  const auto scratch = ScratchFolder::create();
  ASSERT_TRUE(scratch.ok());
  Command command = shell("sed -e 1,2d -e 's/:.*//' -e 's/ //g' /proc/self/net/dev");
  command.readable_paths = {"/proc"};  // only here, to look
  EXPECT_EQ(runner_->run(command).output, "lo\n");
}

TEST_F(Bubblewrap, LetsACommandWriteIntoItsFolderOnly) {
  const auto scratch = ScratchFolder::create();
  ASSERT_TRUE(scratch.ok());
  ASSERT_TRUE(scratch.value().write("source/in", "given").empty());
  const std::string folder = scratch.value().path();
  Command command = shell("cat source/in > out; echo no > source/in; echo no > /usr/bin/x");
  command.writable_path = command.working_directory = folder;
  command.readable_paths = {folder + "/source"};
  runner_->run(command);
  EXPECT_EQ(base::read_file(folder + "/out", 100).value(), "given");
  EXPECT_EQ(base::read_file(folder + "/source/in", 100).value(), "given");
  EXPECT_FALSE(std::filesystem::exists("/usr/bin/x"));
}

TEST_F(Bubblewrap, LimitsTheNumberOfProcesses) {
  Command command = shell("for i in 1 2 3 4 5 6 7 8 9; do sleep 100 & done; echo all");
  command.limits.processes = 5;
  const CommandResult result = runner_->run(command);
  EXPECT_EQ(result.output, "");
  EXPECT_NE(result.error_output.find("Cannot fork"), std::string::npos) << result.error_output;
}

TEST_F(Bubblewrap, EndsEverythingInsideWhenTheTimeIsOver) {
  Command command = shell("setsid sleep 1000 & sleep 1000");
  command.limits.wall_seconds = 0.3;
  EXPECT_EQ(runner_->run(command).status, CommandStatus::kTimedOut);
}

TEST_F(Bubblewrap, SaysWhichSignalEndedACommand) {
  const CommandResult result = runner_->run(shell("kill -SEGV $$"));
  EXPECT_EQ(result.status, CommandStatus::kSignalled);
  EXPECT_EQ(result.signal, SIGSEGV);
}

TEST_F(Bubblewrap, HasNoCapabilities) {
  Command command = shell("exec setpriv --dump");
  const std::string dump = runner_->run(command).output;
  EXPECT_NE(dump.find("no_new_privs: 1"), std::string::npos) << dump;
  EXPECT_NE(dump.find("Inheritable capabilities: [none]"), std::string::npos) << dump;
  EXPECT_NE(dump.find("Ambient capabilities: [none]"), std::string::npos) << dump;
  EXPECT_NE(dump.find("Capability bounding set: [none]"), std::string::npos) << dump;
  EXPECT_EQ(dump.find("uid: 0\n"), std::string::npos) << dump;
}

TEST(BubblewrapRunner, TellsItsOwnFailureFromTheCommands) {
  const CommandResult result = BubblewrapRunner("/bin/false").run(shell("exit 1"));
  EXPECT_EQ(result.status, CommandStatus::kCannotRun);
  EXPECT_EQ(result.trouble, "bubblewrap: ");
}

}  // namespace
}  // namespace bankcheck::sandbox
