#include "gpu/worker_process.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace bankcheck::gpu {
namespace {

using namespace std::chrono_literals;

/// Runs a shell script in the place of a worker; what it wrote to the file `seen`.
class WorkerProcessTest : public testing::Test {
 protected:
  WorkerProcessTest() {
    std::string pattern = testing::TempDir() + "bankcheck-worker-XXXXXX";
    folder = mkdtemp(pattern.data());
  }
  ~WorkerProcessTest() override { std::filesystem::remove_all(folder); }

  WorkerCommand script(const std::string& lines) {
    const std::string path = folder + "/program";
    std::ofstream(path) << "#!/bin/sh\nexec >" << folder << "/seen\n" << lines;
    chmod(path.c_str(), 0700);
    return {path, 7, {"LD_LIBRARY_PATH=/nowhere", "PATH=/usr/bin:/bin"}};
  }

  std::string seen() const {
    std::ostringstream text;
    text << std::ifstream(folder + "/seen").rdbuf();
    return text.str();
  }

  std::string folder;
};

TEST_F(WorkerProcessTest, GetsTheSubcommandTheCardAndTheEnvironmentThatItIsGivenOnly) {
  setenv("BANKCHECK_SECRET", "text", 1);
  auto worker = start_worker(script("echo \"$@\"; env | sort | grep -v -e ^PWD -e ^_; pwd\n"));
  ASSERT_TRUE(worker);
  EXPECT_EQ(worker.value().end(10s), "exited with status 0");
  EXPECT_EQ(seen(), "__gpu-worker 7\nLD_LIBRARY_PATH=/nowhere\nPATH=/usr/bin:/bin\n/\n");
  unsetenv("BANKCHECK_SECRET");
}

TEST_F(WorkerProcessTest, InheritsTheChannelAndTheArenaAndNoOtherFile) {
  std::vector<base::FileDescriptor> strays;  // inheritable, and enough to reach number 9
  for (int i = 0; i < 8; ++i) strays.emplace_back(open("/dev/null", O_RDONLY));
  // The shell keeps its script open as 10 or above.
  auto worker = start_worker(
      script("for f in 0 1 2 3 4 5 6 7 8 9; do readlink /proc/$$/fd/$f; done; true\n"));
  ASSERT_TRUE(worker);
  EXPECT_EQ(worker.value().end(10s), "exited with status 0");
  const std::string kinds = std::regex_replace(seen(), std::regex(":.*"), "");
  EXPECT_EQ(kinds, "/dev/null\n" + folder + "/seen\n/dev/null\nsocket\n/memfd\n");
}

TEST_F(WorkerProcessTest, CannotOpenTheMemoryOfItsOwner) {
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "the search for leaks needs it open";
#endif
  prctl(PR_SET_DUMPABLE, 1, 0, 0, 0);
  ASSERT_TRUE(start_worker(script("true\n")));
  EXPECT_EQ(prctl(PR_GET_DUMPABLE, 0, 0, 0, 0), 0);
}

TEST_F(WorkerProcessTest, IsEndedWithItsOwner) {
  pid_t process = -1;
  {
    auto worker = start_worker(script("exec sleep 1000\n"));
    ASSERT_TRUE(worker);
    process = worker.value().process();
    EXPECT_EQ(kill(process, 0), 0);
  }
  EXPECT_EQ(kill(process, 0), -1);
}

TEST_F(WorkerProcessTest, IsNotStartedByAProgramThatWasStartedAsOneAndIsNone) {
  const pid_t child = fork();
  if (child == 0) {
    const Arena arena = Arena::create();
    dup2(arena.descriptor(), 4);
    const auto worker = start_worker(script("true\n"));
    const bool is_refused = !worker && worker.errors().front().text ==
                                           "this program was started as a GPU worker and is none";
    _exit(is_refused ? 0 : 1);
  }
  int status = -1;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
}

TEST_F(WorkerProcessTest, SaysByWhichSignalItEnded) {
  auto worker = start_worker(script("kill -11 $$\n"));
  ASSERT_TRUE(worker);
  EXPECT_EQ(worker.value().end(10s), "was killed by signal 11");
  EXPECT_EQ(worker.value().end(), "was not running");
}

TEST(Arena, CannotBeShrunkUnderTheOtherSide) {
  Arena arena = Arena::create();
  ASSERT_TRUE(arena.grow(1 << 16));
  ASSERT_TRUE(arena.map(1 << 16));
  EXPECT_EQ(ftruncate(arena.descriptor(), 0), -1);
  arena.bytes()[65535] = std::byte{1};
}

TEST(Arena, WhatOneSideWritesTheOtherReads) {
  Arena ours = Arena::create();
  ASSERT_TRUE(ours.grow(4096));
  ASSERT_TRUE(ours.map(4096));
  Arena theirs(base::FileDescriptor(dup(ours.descriptor())));
  ASSERT_TRUE(theirs.map(4096));
  ours.bytes()[17] = std::byte{42};
  EXPECT_EQ(theirs.bytes()[17], std::byte{42});
  EXPECT_FALSE(theirs.map(8192));
}

}  // namespace
}  // namespace bankcheck::gpu
