#include "cli/data_folder.hpp"

#include <cstdlib>
#include <string>

#include <gtest/gtest.h>

namespace bankcheck::cli {
namespace {

namespace fs = std::filesystem;

TEST(DataFolder, IsTheSourceTreeForAProgramThatIsNotInstalled) {
  EXPECT_EQ(data_folder(), fs::path(BANKCHECK_SOURCE_DIR));
  EXPECT_EQ(data_folder("/nowhere/bin/bankcheck"), fs::path(BANKCHECK_SOURCE_DIR));
}

TEST(DataFolder, IsTheShareFolderBesideAnInstalledProgram) {
  std::string prefix = (fs::temp_directory_path() / "data_folder.XXXXXX").string();
  ASSERT_NE(::mkdtemp(prefix.data()), nullptr);
  const fs::path share = fs::path(prefix) / "share" / "bankcheck";
  fs::create_directories(share / "rubrics");
  EXPECT_EQ(data_folder(fs::path(prefix) / "bin" / "bankcheck"), share);
  fs::remove_all(prefix);
}

}  // namespace
}  // namespace bankcheck::cli
