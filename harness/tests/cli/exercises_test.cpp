// Every exercise that comes with the program: its reference passes, its template fails and names
// each blank, and wrong answers of each kind fail for the right reason.
//
// A wrong answer is a file of tests/data/exercises: the reference of `exercise:` with some texts
// replaced (`in: FILE`, then pairs of `- FROM` and `+ TO`), the `exit:` status of `check`, and
// texts to `expect:` in the report.
#include <algorithm>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "cli/run_program.hpp"
#include "rubric/rubric.hpp"

namespace bankcheck::cli {
namespace {

namespace fs = std::filesystem;

const fs::path kSource = BANKCHECK_SOURCE_DIR;

/// A folder that goes when the test ends.
class Folder {
 public:
  Folder()
      : path_(fs::path(testing::TempDir()) / ("bankcheck_exercise_" + std::to_string(getpid()))) {
    fs::remove_all(path_);
    fs::create_directories(path_);
  }
  ~Folder() { fs::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

std::vector<std::string> names_in(const fs::path& folder, const char* extension) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == extension) names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

rubric::Rubric rubric_of(const std::string& exercise) {
  auto rubric = rubric::load_rubric((kSource / "rubrics" / (exercise + ".yaml")).string());
  EXPECT_TRUE(rubric.ok()) << base::render(rubric.errors());
  return std::move(rubric).value();
}

ProgramResult grade(const std::string& exercise, const std::string& folder) {
  return run_program("grade " + folder + " --rubric rubrics/" + exercise + ".yaml");
}

std::string test_name(const testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

class Exercise : public testing::TestWithParam<std::string> {};

TEST_P(Exercise, HasAReferenceThatPassesWithAllPoints) {
  const rubric::Rubric rubric = rubric_of(GetParam());
  if (!rubric.kernels.empty() && !has_nvcc()) GTEST_SKIP() << "no nvcc on this machine";
  const ProgramResult result = grade(GetParam(), "reference/" + GetParam());
  EXPECT_EQ(result.exit_status, 0) << result.out << result.err;
  const std::string points = fmt::format("{0} of {0} points", rubric.total_points());
  EXPECT_NE(result.out.find(points), std::string::npos) << result.out;
}

TEST_P(Exercise, HasATemplateThatFailsAndNamesEachBlank) {
  const rubric::Rubric rubric = rubric_of(GetParam());
  if (!rubric.kernels.empty() && !has_nvcc()) GTEST_SKIP() << "no nvcc on this machine";
  const ProgramResult result = run_program("check student_template/" + GetParam());
  EXPECT_EQ(result.exit_status, 1) << result.out << result.err;
  for (const rubric::QuestionSpec& question : rubric.questions) {
    if (question.type != rubric::AnswerType::kNumberPerRow) {
      EXPECT_NE(result.out.find("'" + question.key + "' is blank"), std::string::npos)
          << question.key << "\n"
          << result.out;
    }
    for (const std::string& row : question.rows) {
      EXPECT_NE(result.out.find(row + ": blank"), std::string::npos) << row << "\n" << result.out;
    }
  }
}

TEST_P(Exercise, FailsWhenTheQuestionsAreAnsweredAndTheCodeIsTheTemplates) {
  const rubric::Rubric rubric = rubric_of(GetParam());
  if (rubric.kernels.empty()) return;
  if (!has_nvcc()) GTEST_SKIP() << "no nvcc on this machine";
  const Folder folder;
  fs::copy(kSource / "reference" / GetParam() / rubric.answers_file, folder.path());
  fs::copy(kSource / "student_template" / GetParam() / rubric.source_file, folder.path());
  const ProgramResult result = grade(GetParam(), folder.path().string());
  EXPECT_EQ(result.exit_status, 1) << result.out << result.err;
}

INSTANTIATE_TEST_SUITE_P(Exercises, Exercise,
                         testing::ValuesIn(names_in(kSource / "rubrics", ".yaml")), test_name);

struct WrongAnswer {
  std::string exercise;
  int exit_status = 1;
  std::vector<std::string> expected;
  struct Replacement {
    std::string file;
    std::string from;
    std::string to;
  };
  std::vector<Replacement> replacements;
};

WrongAnswer read_wrong_answer(const fs::path& path) {
  WrongAnswer answer;
  std::ifstream file(path);
  std::string in;
  for (std::string line; std::getline(file, line);) {
    const auto value = [&](std::size_t from) { return line.substr(std::min(from, line.size())); };
    if (line.starts_with("exercise: ")) answer.exercise = value(10);
    if (line.starts_with("exit: ")) answer.exit_status = std::stoi(value(6));
    if (line.starts_with("expect: ")) answer.expected.push_back(value(8));
    if (line.starts_with("in: ")) in = value(4);
    if (line.starts_with("- ")) answer.replacements.push_back({in, value(2), ""});
    if (line.starts_with("+ ")) answer.replacements.back().to = value(2);
  }
  return answer;
}

void replace(const fs::path& path, const std::string& from, const std::string& to) {
  std::string text = file_text(path.string());
  std::size_t at = text.find(from);
  ASSERT_NE(at, std::string::npos) << path << " has no " << from;
  for (; at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
  std::ofstream(path) << text;
}

class WrongAnswerTo : public testing::TestWithParam<std::string> {};

TEST_P(WrongAnswerTo, FailsForItsReason) {
  const WrongAnswer wrong =
      read_wrong_answer(fs::path(BANKCHECK_TEST_DATA) / "exercises" / (GetParam() + ".txt"));
  if (!rubric_of(wrong.exercise).kernels.empty() && !has_nvcc()) {
    GTEST_SKIP() << "no nvcc on this machine";
  }
  const Folder folder;
  fs::copy(kSource / "reference" / wrong.exercise, folder.path());
  for (const auto& replacement : wrong.replacements) {
    replace(folder.path() / replacement.file, replacement.from, replacement.to);
  }
  const ProgramResult result = run_program("check " + folder.path().string() +
                                           " --rubric rubrics/" + wrong.exercise + ".yaml");
  EXPECT_EQ(result.exit_status, wrong.exit_status) << result.out << result.err;
  EXPECT_FALSE(wrong.expected.empty());
  for (const std::string& text : wrong.expected) {
    EXPECT_NE(result.out.find(text), std::string::npos) << "missing: " << text << "\n"
                                                        << result.out;
  }
}

INSTANTIATE_TEST_SUITE_P(Exercises, WrongAnswerTo,
                         testing::ValuesIn(names_in(fs::path(BANKCHECK_TEST_DATA) / "exercises",
                                                    ".txt")),
                         test_name);

}  // namespace
}  // namespace bankcheck::cli
