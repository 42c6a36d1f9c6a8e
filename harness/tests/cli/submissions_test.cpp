// Grades every submission of tests/data/submissions and holds it to its verdict and to what it says
// it expects.
//
// The folders are named for verdicts. Each line of a submission's expected.txt must occur in the
// report of `bankcheck grade`, on one line.
#include <algorithm>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "cli/run_program.hpp"

namespace bankcheck::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kRubric = "harness/tests/data/rubrics/strides.yaml";

int wanted_status(const std::string& verdict) {
  if (verdict == "pass") return 0;
  if (verdict == "fail") return 1;
  return verdict == "error" ? 3 : 4;
}

class SubmissionRun : public testing::TestWithParam<std::string> {};

TEST_P(SubmissionRun, HasItsVerdictAndSaysWhatItExpects) {
  if (!has_nvcc()) GTEST_SKIP() << "no nvcc on this machine";
  const std::string folder = "harness/tests/data/submissions/" + GetParam();
  const ProgramResult result = run_program("grade --device sim " + folder + " --rubric " + kRubric);
  EXPECT_EQ(result.exit_status, wanted_status(GetParam().substr(0, GetParam().find('/'))))
      << result.out << result.err;
  std::ifstream expected(std::string(BANKCHECK_SOURCE_DIR) + "/" + folder + "/expected.txt");
  std::size_t lines = 0;
  for (std::string line; std::getline(expected, line); ++lines) {
    EXPECT_NE(result.out.find(line), std::string::npos) << "missing: " << line << "\n"
                                                        << result.out;
  }
  EXPECT_GT(lines, 0u);
}

std::vector<std::string> submissions() {
  std::vector<std::string> names;
  const fs::path root = fs::path(BANKCHECK_TEST_DATA) / "submissions";
  for (const char* verdict : {"pass", "fail", "error"}) {
    for (const auto& submission : fs::directory_iterator(root / verdict)) {
      names.push_back(submission.path().lexically_relative(root).string());
    }
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::string test_name(const testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  std::replace(name.begin(), name.end(), '/', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Submissions, SubmissionRun, testing::ValuesIn(submissions()), test_name);

}  // namespace
}  // namespace bankcheck::cli
