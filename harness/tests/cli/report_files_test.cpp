// --report FORMAT=FILE of check and grade.
#include <filesystem>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/run_program.hpp"

namespace bankcheck::cli {
namespace {

const std::string kRubric = "--rubric harness/tests/data/rubrics/strides.yaml ";
const std::string kPlain =
    "grade --device sim harness/tests/data/submissions/pass/plain " + kRubric;

class ReportFiles : public testing::Test {
 protected:
  ReportFiles() : folder_(testing::TempDir() + "bankcheck_reports_" + std::to_string(getpid())) {
    std::filesystem::create_directories(folder_);
  }
  ~ReportFiles() override { std::filesystem::remove_all(folder_); }

  std::string path(const std::string& name) const { return folder_ + "/" + name; }
  nlohmann::json json(const std::string& name) const {
    return nlohmann::json::parse(file_text(path(name)), nullptr, false);
  }

  std::string folder_;
};

TEST_F(ReportFiles, AreAllWrittenAndStandardOutputComesLast) {
  if (!has_nvcc()) GTEST_SKIP() << "no nvcc on this machine";
  const ProgramResult result =
      run_program(kPlain + "--report autolab=- --report gradescope=" + path("results.json") +
                  " --report junit=" + path("junit.xml") + " --json " + path("grade.json"));
  EXPECT_EQ(result.exit_status, 0) << result.err;
  EXPECT_EQ(json("grade.json")["verdict"], "PASS");
  EXPECT_EQ(json("results.json")["extra_data"]["verdict"], "PASS");
  EXPECT_TRUE(file_text(path("junit.xml")).starts_with("<?xml"));
  const std::size_t scores = result.out.find("\n{\"scores\":{");
  ASSERT_NE(scores, std::string::npos);
  EXPECT_EQ(result.out.find('\n', scores + 1), result.out.size() - 1);
  EXPECT_LT(result.out.find("PASS: "), scores);
}

TEST_F(ReportFiles, OfAnUnknownFormatAreRefusedWithAllThatThereAre) {
  const ProgramResult result = run_program(kPlain + "--report nonsense=x");
  EXPECT_EQ(result.exit_status, 2);
  EXPECT_NE(result.err.find("nonsense=x is not FORMAT=FILE with one of the formats text, json, "
                            "html, junit, gradescope, prairielearn, autolab, github-classroom"),
            std::string::npos)
      << result.err;
  EXPECT_EQ(run_program(kPlain + "--report json").exit_status, 2);
  EXPECT_EQ(run_program(kPlain + "--report json=").exit_status, 2);
}

TEST_F(ReportFiles, SayWhyASubmissionCannotBeRead) {
  std::filesystem::create_directories(path("empty"));
  const ProgramResult result = run_program("grade --device sim " + path("empty") + " " + kRubric +
                                           "--report gradescope=" + path("results.json"));
  EXPECT_EQ(result.exit_status, 2);
  const auto results = json("results.json");
  EXPECT_EQ(results["score"], 0);
  for (const auto& test : results["tests"]) EXPECT_EQ(test["status"], "failed");
  EXPECT_NE(
      results["tests"][0]["output"].get<std::string>().find("the submission cannot be read: "),
      std::string::npos);
}

TEST_F(ReportFiles, AreNotWrittenForWhatIsNotThere) {
  const ProgramResult result = run_program("grade --device sim " + path("nowhere") + " " + kRubric +
                                           "--json " + path("grade.json"));
  EXPECT_EQ(result.exit_status, 2);
  EXPECT_FALSE(std::filesystem::exists(path("grade.json")));
}

TEST_F(ReportFiles, HaveNoMarkWhereThereIsNoDevice) {
  const ProgramResult result =
      run_program("grade --device gpu harness/tests/data/submissions/pass/plain " + kRubric +
                  "--report prairielearn=" + path("results.json") + " --report autolab=-");
  if (result.exit_status != 3) GTEST_SKIP() << "there is a GPU here";
  EXPECT_EQ(json("results.json")["gradable"], false);
  EXPECT_NE(result.out.find("\"result\":null"), std::string::npos) << result.out;
}

}  // namespace
}  // namespace bankcheck::cli
