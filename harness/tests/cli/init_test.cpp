#include <filesystem>

#include <gtest/gtest.h>

#include "cli/run_program.hpp"

namespace bankcheck::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kData = "BANKCHECK_DATA=harness/tests/data";

/// A folder of its own for each test, gone afterwards.
class Init : public testing::Test {
 protected:
  Init() : folder_(fs::path(testing::TempDir()) / ("bankcheck_init_" + std::to_string(getpid()))) {
    fs::remove_all(folder_);
  }
  ~Init() override { fs::remove_all(folder_); }

  ProgramResult init() const {
    return run_program("init '" + folder_.string() + "' --exercise strides", kData);
  }

  fs::path folder_;
};

TEST_F(Init, CopiesTheWholeTemplate) {
  const ProgramResult result = init();
  EXPECT_EQ(result.exit_status, 0) << result.err;
  EXPECT_EQ(result.out, folder_.string() +
                            " holds the exercise strides. Fill in the blanks, then " +
                            "run: bankcheck check " + folder_.string() + "\n");
  EXPECT_EQ(file_text(folder_ / "probe.cu"), "constexpr int kStrides[] = {1, 4};\n");
  EXPECT_EQ(file_text(folder_ / "notes/more.md"), "more\n");
}

TEST_F(Init, QuotesAFolderWithABlankInTheCommandThatItSuggests) {
  folder_ += " it's";
  const ProgramResult result =
      run_program("init \"" + folder_.string() + "\" --exercise strides", kData);
  EXPECT_NE(result.out.find(" it'\\''s'\n"), std::string::npos) << result.out;
}

TEST_F(Init, WantsAFolder) {
  const ProgramResult result = run_program("init '' --exercise strides", kData);
  EXPECT_EQ(result.exit_status, 2);
  EXPECT_EQ(result.err, "bankcheck: say which folder to make\n");
}

TEST_F(Init, FillsAFolderThatIsEmpty) {
  fs::create_directories(folder_);
  EXPECT_EQ(init().exit_status, 0);
  EXPECT_TRUE(fs::exists(folder_ / "probe.cu"));
}

TEST_F(Init, LeavesWorkThatIsThereAlone) {
  fs::create_directories(folder_);
  std::ofstream(folder_ / "probe.cu") << "my work";
  const ProgramResult result = init();
  EXPECT_EQ(result.exit_status, 2);
  EXPECT_EQ(file_text(folder_ / "probe.cu"), "my work");
  EXPECT_FALSE(fs::exists(folder_ / "README.md"));
}

}  // namespace
}  // namespace bankcheck::cli
