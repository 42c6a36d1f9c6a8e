#include "base/atomic_file.hpp"

#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>

namespace bankcheck::base {
namespace {

namespace fs = std::filesystem;

class AtomicFile : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "atomic_file.XXXXXX").string();
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::size_t files() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_), {}));
  }

  fs::path folder_;
};

TEST_F(AtomicFile, IsReadBackAsItWasWritten) {
  const std::string contents("two\nlines\0and a zero", 20);
  EXPECT_TRUE(write_file_whole(folder_ / "a.json", contents).empty());
  const auto read = read_file(folder_ / "a.json", 100);
  ASSERT_TRUE(read);
  EXPECT_EQ(read.value(), contents);
  EXPECT_EQ(files(), 1u);
}

TEST_F(AtomicFile, ReplacesTheOldFile) {
  ASSERT_TRUE(write_file_whole(folder_ / "a.json", "a longer old text").empty());
  ASSERT_TRUE(write_file_whole(folder_ / "a.json", "new").empty());
  EXPECT_EQ(read_file(folder_ / "a.json", 100).value(), "new");
  EXPECT_EQ(files(), 1u);
}

TEST_F(AtomicFile, FollowsTheUmask) {
  const mode_t old = ::umask(027);
  ASSERT_TRUE(write_file_whole(folder_ / "a.json", "").empty());
  ::umask(old);
  EXPECT_EQ(fs::status(folder_ / "a.json").permissions(), fs::perms(0640));
}

TEST_F(AtomicFile, KeepsTheOldFileWhenTheNewOneDoesNotFit) {
  ASSERT_TRUE(write_file_whole(folder_ / "a.json", "old").empty());
  rlimit before{};
  ::getrlimit(RLIMIT_FSIZE, &before);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit tight{1000, before.rlim_max};
  ::setrlimit(RLIMIT_FSIZE, &tight);
  const Diagnostics errors = write_file_whole(folder_ / "a.json", std::string(5000, 'x'));
  ::setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);

  ASSERT_EQ(errors.size(), 1u);
  EXPECT_EQ(errors[0].file, (folder_ / "a.json").string());
  EXPECT_EQ(errors[0].text, "cannot be written: File too large");
  EXPECT_EQ(read_file(folder_ / "a.json", 100).value(), "old");
  EXPECT_EQ(files(), 1u);
}

TEST_F(AtomicFile, ReportsAFolderThatDoesNotExist) {
  const Diagnostics errors = write_file_whole(folder_ / "none" / "a.json", "x");
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_EQ(errors[0].text, "cannot be written: No such file or directory");
}

TEST_F(AtomicFile, NeverReplacesSomethingThatIsNotARegularFile) {
  ASSERT_EQ(::mkfifo((folder_ / "pipe").c_str(), 0600), 0);
  const Diagnostics errors = write_file_whole(folder_ / "pipe", "x");
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_EQ(errors[0].text, "cannot be replaced: it is not a regular file");
  EXPECT_TRUE(fs::is_fifo(folder_ / "pipe"));
}

TEST_F(AtomicFile, PassesOverTemporaryFilesThatAKilledProcessLeft) {
  for (int i = 0; i < 50; ++i) {
    std::ofstream(folder_ /
                  (".bankcheck-" + std::to_string(::getpid()) + "-" + std::to_string(i) + ".tmp"))
        << "left";
  }
  EXPECT_TRUE(write_file_whole(folder_ / "a.json", "whole").empty());
  EXPECT_EQ(read_file(folder_ / "a.json", 100).value(), "whole");
  EXPECT_EQ(files(), 51u);
}

TEST_F(AtomicFile, TakesAPathWithoutAFolder) {
  const fs::path before = fs::current_path();
  fs::current_path(folder_);
  const Diagnostics errors = write_file_whole("a.json", "here");
  fs::current_path(before);
  EXPECT_TRUE(errors.empty());
  EXPECT_TRUE(fs::exists(folder_ / "a.json"));
}

TEST_F(AtomicFile, ReadsAtMostTheLimit) {
  ASSERT_TRUE(write_file_whole(folder_ / "a", "12345").empty());
  EXPECT_TRUE(read_file(folder_ / "a", 5));
  const auto refused = read_file(folder_ / "a", 4);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.errors()[0].text, "is larger than 4 bytes");
}

TEST_F(AtomicFile, RefusesToReadWhatIsNotARegularFile) {
  ASSERT_EQ(::mkfifo((folder_ / "pipe").c_str(), 0600), 0);
  EXPECT_EQ(read_file(folder_ / "pipe", 10).errors()[0].text, "is not a regular file");
  EXPECT_EQ(read_file("/dev/zero", 10).errors()[0].text, "is not a regular file");
  EXPECT_EQ(read_file(folder_, 10).errors()[0].text, "is a folder, not a file");
  EXPECT_EQ(read_file(folder_ / "none", 10).errors()[0].text,
            "cannot be read: No such file or directory");
}

}  // namespace
}  // namespace bankcheck::base
