// Grades the dishonest and the honest kernels of tests/data/submissions as a grading server does,
// hidden rows included, each with answers that are right. None of the dishonest may pass, and the
// check that its file names must fail; the honest get every point.
//
// Each file opens with what it does; a dishonest one goes on `Caught by:` with the id of a check.
// Prints a line for each, and a table of all when they ran in one process.
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "batch/grade_submission.hpp"
#include "batch/simulator_device.hpp"
#include "compile/with_compiler.hpp"
#include "rubric/rubric.hpp"
#include "submission/submission.hpp"

namespace bankcheck::batch {
namespace {

namespace fs = std::filesystem;

constexpr const char* kCaughtBy = "Caught by: ";

fs::path repository(const std::string& path) { return fs::path(BANKCHECK_SOURCE_DIR) / path; }

std::string read_text(const fs::path& path) {
  std::ifstream in(path);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// What a file's first comment says.
struct Heading {
  std::string does;
  std::string caught_by;
};

Heading heading_of(const std::string& source) {
  Heading heading;
  std::size_t at = 0;
  while (source.compare(at, 3, "// ") == 0) {
    const std::size_t end = source.find('\n', at);
    const std::string line = source.substr(at + 3, end - at - 3);
    if (line.starts_with(kCaughtBy)) {
      heading.caught_by = line.substr(std::string(kCaughtBy).size());
    } else {
      heading.does += (heading.does.empty() ? "" : " ") + line;
    }
    at = end + 1;
  }
  return heading;
}

const checks::Finding* find(const checks::Grade& grade, const std::string& id) {
  const auto found = std::find_if(grade.findings.begin(), grade.findings.end(),
                                  [&](const checks::Finding& finding) { return finding.id == id; });
  return found == grade.findings.end() ? nullptr : &*found;
}

std::string failures(const checks::Grade& grade) {
  std::string text;
  for (const checks::Finding& finding : grade.findings) {
    if (finding.status == checks::FindingStatus::kPassed) continue;
    text += "  " + finding.id + ": " + finding.evidence + "\n";
  }
  return text + "  " + grade.compiler_message;
}

/// The table of what ran in this process.
class Table : public testing::Environment {
 public:
  static std::vector<std::string>& lines() {
    static std::vector<std::string> lines;
    return lines;
  }
  void TearDown() override {
    if (lines().size() < 2) return;
    std::printf("\n| submission | what it does | verdict | seen by |\n|---|---|---|---|\n");
    for (const std::string& line : lines()) std::printf("%s\n", line.c_str());
  }
};

const testing::Environment* const kTable = testing::AddGlobalTestEnvironment(new Table);

class GradedSubmission : public compile::WithCompiler,
                         public testing::WithParamInterface<std::string> {
 protected:
  /// Grades the submission in a folder of its own, with the reference's answers where it has none.
  checks::Grade grade() {
    const fs::path source = fs::path(BANKCHECK_TEST_DATA) / "submissions" / GetParam();
    for (const auto& file : fs::directory_iterator(source)) {
      write(file.path().filename().string(), read_text(file.path()));
    }
    if (!fs::exists(source / "answers.yaml")) {
      write("answers.yaml", read_text(repository("reference/bank-conflicts/answers.yaml")));
    }
    heading_ = heading_of(read_text(source / "probe.cu"));
    EXPECT_FALSE(heading_.does.empty());
    const auto rubric = rubric::load_rubric(repository("rubrics/bank-conflicts.yaml").string());
    EXPECT_TRUE(rubric.ok()) << base::render(rubric.errors());
    const auto submission = submission::read_submission(folder().string(), rubric.value());
    EXPECT_TRUE(submission.ok()) << base::render(submission.errors());
    const base::Result<compile::Toolchain> toolchain = toolchain_;
    SimulatorDevice device("for the test", 1);
    const std::atomic<bool> stop = false;
    return grade_submission(submission.value(), rubric.value(), {toolchain, *runner_, device},
                            {true, "test"}, stop);
  }

  void note(const checks::Grade& grade, const std::string& seen_by) const {
    Table::lines().push_back(fmt::format("| {} | {} | {} | {} |", GetParam(), heading_.does,
                                         checks::name(grade.verdict), seen_by));
  }

  Heading heading_;
};

using DishonestSubmission = GradedSubmission;
using HonestSubmission = GradedSubmission;

TEST_P(DishonestSubmission, FailsByTheCheckThatItsFileNames) {
  const checks::Grade graded = grade();
  EXPECT_EQ(graded.verdict, checks::Verdict::kFail) << failures(graded);
  const checks::Finding* finding = find(graded, heading_.caught_by);
  ASSERT_NE(finding, nullptr) << "no check '" << heading_.caught_by << "'";
  EXPECT_EQ(finding->status, checks::FindingStatus::kFailed) << failures(graded);
  EXPECT_TRUE(finding->required);
  note(graded, heading_.caught_by + ": " + finding->evidence);
}

TEST_P(HonestSubmission, PassesWithEveryPoint) {
  const checks::Grade graded = grade();
  EXPECT_EQ(graded.verdict, checks::Verdict::kPass) << failures(graded);
  for (const checks::Finding& finding : graded.findings) {
    EXPECT_EQ(finding.points, finding.max_points) << finding.id << ": " << finding.evidence;
  }
  note(graded, "");
}

std::vector<std::string> submissions(const std::string& kind) {
  std::vector<std::string> names;
  const fs::path root = fs::path(BANKCHECK_TEST_DATA) / "submissions";
  for (const auto& folder : fs::directory_iterator(root / kind)) {
    names.push_back(folder.path().lexically_relative(root).string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::string test_name(const testing::TestParamInfo<std::string>& info) {
  return info.param.substr(info.param.find('/') + 1);
}

INSTANTIATE_TEST_SUITE_P(Cheats, DishonestSubmission, testing::ValuesIn(submissions("cheats")),
                         test_name);
INSTANTIATE_TEST_SUITE_P(Honest, HonestSubmission, testing::ValuesIn(submissions("honest")),
                         test_name);

}  // namespace
}  // namespace bankcheck::batch
