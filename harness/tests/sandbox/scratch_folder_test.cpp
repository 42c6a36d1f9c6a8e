#include "sandbox/scratch_folder.hpp"

#include <filesystem>
#include <string>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "base/atomic_file.hpp"

namespace bankcheck::sandbox {
namespace {

namespace fs = std::filesystem;

/// As if nothing had happened in it for an hour.
void age(const fs::path& path) {
  struct stat status {};
  ASSERT_EQ(::stat(path.c_str(), &status), 0);
  const timespec old{status.st_mtime - 3600, 0};
  const timespec times[] = {old, old};
  ASSERT_EQ(::utimensat(AT_FDCWD, path.c_str(), times, 0), 0);
}

TEST(ScratchFolder, IsPrivateAndDisappearsWithItsOwner) {
  fs::path path;
  {
    const auto folder = ScratchFolder::create();
    ASSERT_TRUE(folder.ok());
    path = folder.value().path();
    EXPECT_EQ(fs::status(path).permissions(), fs::perms(0700));
    EXPECT_TRUE(folder.value().write("a/b", "text").empty());
    EXPECT_EQ(base::read_file(path / "a/b", 100).value(), "text");
  }
  EXPECT_FALSE(fs::exists(path));
}

TEST(ScratchFolder, SaysWhatCannotBeWritten) {
  const auto folder = ScratchFolder::create();
  ASSERT_TRUE(folder.value().write("a", "").empty());
  const base::Diagnostics errors = folder.value().write("a/b", "text");
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_EQ(errors[0].text, "cannot be written: Not a directory");
}

TEST(ScratchFolder, IsSweptAwayWhenItsOwnerWasKilled) {
  const auto place = ScratchFolder::create();
  const fs::path stale = place.value().path() / "bankcheck-stale";
  const fs::path young = place.value().path() / "bankcheck-young";
  const fs::path other = place.value().path() / "other";
  ASSERT_TRUE(place.value().write("bankcheck-stale/x", "").empty());
  ASSERT_TRUE(place.value().write("bankcheck-young/x", "").empty());
  ASSERT_TRUE(place.value().write("other/x", "").empty());
  age(stale);
  age(other);
  ScratchFolder::sweep(place.value().path());
  EXPECT_FALSE(fs::exists(stale));
  EXPECT_TRUE(fs::exists(young));
  EXPECT_TRUE(fs::exists(other));
}

TEST(ScratchFolder, IsNotSweptAwayWhileItsOwnerLives) {
  const auto folder = ScratchFolder::create();
  const fs::path path = folder.value().path();
  age(path);
  ScratchFolder::sweep(path.parent_path());
  EXPECT_TRUE(fs::exists(path));
}

}  // namespace
}  // namespace bankcheck::sandbox
