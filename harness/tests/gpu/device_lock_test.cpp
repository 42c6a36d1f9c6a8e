#include "gpu/device_lock.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace bankcheck::gpu {
namespace {

constexpr const char* kUuid = "GPU-00000000-0000-0000-0000-000000000001";

class DeviceLockTest : public testing::Test {
 protected:
  DeviceLockTest() {
    std::string pattern = testing::TempDir() + "bankcheck-lock-XXXXXX";
    folder = mkdtemp(pattern.data());
    path = lock_path(folder, kUuid);
  }
  ~DeviceLockTest() override { std::filesystem::remove_all(folder); }

  /// Tries once: "locked", "busy", or the error.
  std::string attempt() const {
    DeviceLock::Hooks hooks;
    hooks.is_cancelled = [] { return true; };
    const auto lock = DeviceLock::acquire(folder, kUuid, hooks);
    if (lock) return "locked";
    const std::string text = lock.errors().front().text;
    return text == "cancelled while another grader used the GPU" ? "busy" : text;
  }

  std::string folder;
  std::string path;
};

TEST_F(DeviceLockTest, ASecondGraderWaitsUntilTheFirstIsDone) {
  std::optional<DeviceLock> first(DeviceLock::acquire(folder, kUuid, {}).value());
  EXPECT_EQ(attempt(), "busy");
  int waits = 0;
  DeviceLock::Hooks hooks;
  hooks.on_wait = [&] {
    ++waits;
    first.reset();
  };
  EXPECT_TRUE(DeviceLock::acquire(folder, kUuid, hooks));
  EXPECT_EQ(waits, 1);
}

TEST_F(DeviceLockTest, AnotherProcessIsKeptOutAndItsDeathFreesTheCard) {
  int ready[2];
  ASSERT_EQ(pipe(ready), 0);
  const pid_t child = fork();
  if (child == 0) {
    const auto lock = DeviceLock::acquire(folder, kUuid, {});
    if (write(ready[1], "x", 1) == 1) pause();
    _exit(0);
  }
  char byte = 0;
  ASSERT_EQ(read(ready[0], &byte, 1), 1);
  EXPECT_EQ(attempt(), "busy");
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  EXPECT_EQ(attempt(), "locked");
  close(ready[0]);
  close(ready[1]);
}

TEST_F(DeviceLockTest, CardsAreLockedEachOnItsOwn) {
  const auto one = DeviceLock::acquire(folder, "GPU-1", {});
  const auto two = DeviceLock::acquire(folder, "GPU-2", {});
  EXPECT_TRUE(one);
  EXPECT_TRUE(two);
}

TEST_F(DeviceLockTest, EveryUserCanLockAFileThatAnotherCreated) {
  umask(077);
  ASSERT_EQ(attempt(), "locked");
  struct stat status {};
  ASSERT_EQ(stat(path.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0444u);
}

TEST_F(DeviceLockTest, ALinkInTheWayIsNotFollowed) {
  const std::string target = folder + "/precious";
  std::ofstream(target) << "text";
  std::filesystem::create_symlink(target, path);
  EXPECT_EQ(attempt(), "cannot lock the GPU: Too many levels of symbolic links");
}

TEST_F(DeviceLockTest, ALinkToNothingIsNotFollowedEither) {
  std::filesystem::create_symlink(folder + "/new", path);
  EXPECT_EQ(attempt(), "cannot lock the GPU: Too many levels of symbolic links");
  EXPECT_FALSE(std::filesystem::exists(folder + "/new"));
}

TEST_F(DeviceLockTest, AFifoOrAFolderInTheWayIsRefused) {
  ASSERT_EQ(mkfifo(path.c_str(), 0666), 0);
  EXPECT_EQ(attempt(), "cannot lock the GPU: this is not a regular file");
  std::filesystem::remove(path);
  std::filesystem::create_directory(path);
  EXPECT_EQ(attempt(), "cannot lock the GPU: this is not a regular file");
}

TEST_F(DeviceLockTest, AMissingFolderIsNamed) {
  const auto lock = DeviceLock::acquire(folder + "/none", kUuid, {});
  ASSERT_FALSE(lock);
  EXPECT_EQ(lock.errors().front().file, lock_path(folder + "/none", kUuid));
  EXPECT_EQ(lock.errors().front().text, "cannot lock the GPU: No such file or directory");
}

}  // namespace
}  // namespace bankcheck::gpu
