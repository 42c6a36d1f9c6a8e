// Reports for platforms, each against what the platform documents. See json_schema.hpp.
#include <cmath>
#include <limits>

#include "base/base64.hpp"
#include "report/hostile_grade.hpp"
#include "report/json_schema.hpp"
#include "report/report_table.hpp"

namespace bankcheck::report {
namespace {

using checks::Verdict;

std::string decoded(std::string text) {
  EXPECT_TRUE(text.ends_with("\n"));
  text.pop_back();
  EXPECT_EQ(
      text.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/="),
      std::string::npos);
  static const std::string kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  unsigned bits = 0;
  int count = 0;
  for (const char digit : text.substr(0, text.find('='))) {
    bits = bits << 6 | static_cast<unsigned>(kDigits.find(digit));
    if ((count += 6) >= 8) bytes += static_cast<char>(bits >> (count -= 8) & 0xff);
  }
  return bytes;
}

std::string last_line(const std::string& text) {
  EXPECT_TRUE(text.ends_with("\n"));
  return text.substr(text.rfind('\n', text.size() - 2) + 1);
}

Json gradescope(const checks::Grade& grade) {
  return parsed_as("gradescope", render_gradescope(grade, {}));
}
Json prairielearn(const checks::Grade& grade) {
  return parsed_as("prairielearn", render_prairielearn(grade, {}));
}
Json autolab(const checks::Grade& grade) {
  return parsed_as("autolab", last_line(render_autolab(grade, {})));
}
Json classroom(const checks::Grade& grade) {
  return parsed_as("github_classroom", decoded(render_github_classroom(grade, {})));
}

/// All the formats that a student sees, as the text that they come to.
std::vector<std::string> students_texts(const checks::Grade& grade) {
  return {gradescope(grade).dump(), prairielearn(grade).dump(), render_autolab(grade, {}),
          classroom(grade).dump()};
}

TEST(Gradescope, HasTheScoreOnTopAndATestForEachCheck) {
  const Json json = gradescope(grade_with(Verdict::kFail));
  EXPECT_EQ(json["score"], 10);
  ASSERT_EQ(json["tests"].size(), 2u);
  EXPECT_EQ(json["tests"][0]["name"], "Stride 3 is closer");
  EXPECT_EQ(json["tests"][0]["status"], "passed");
  EXPECT_EQ(json["tests"][0]["score"], 10);
  EXPECT_EQ(json["tests"][1]["status"], "failed");
  EXPECT_EQ(json["tests"][1]["score"], 0);
  EXPECT_EQ(json["tests"][1]["max_score"], 10);
  EXPECT_EQ(json["tests"][1]["number"], "2");
  EXPECT_EQ(json["extra_data"]["verdict"], "FAIL");
  EXPECT_NE(json["output"].get<std::string>().find("FAIL: 10 of 20 points"), std::string::npos);
}

TEST(Gradescope, HasNothingThatAddsUpToAMarkWhereThereIsNone) {
  for (const Verdict verdict : {Verdict::kError, Verdict::kInconclusive}) {
    const Json json = gradescope(grade_with(verdict));
    EXPECT_FALSE(json.contains("score"));
    EXPECT_FALSE(json.contains("tests"));
    EXPECT_NE(json["output"].get<std::string>().find("There is no mark"), std::string::npos);
  }
  checks::Grade stopped = grade_with(Verdict::kFail);
  stopped.interrupted = true;
  EXPECT_FALSE(gradescope(stopped).contains("score"));
}

TEST(Gradescope, HidesNoTestSoThatTheTotalStaysVisible) {
  const Json json = gradescope(grade_with_secrets());
  EXPECT_EQ(json["visibility"], "visible");
  EXPECT_EQ(json["stdout_visibility"], "hidden");
  ASSERT_EQ(json["tests"].size(), 4u);
  for (const Json& test : json["tests"]) EXPECT_EQ(test["visibility"], "visible");
  EXPECT_EQ(json["tests"][3]["name"], "Hidden check 2");
  EXPECT_EQ(json["tests"][3]["score"], 0);
  EXPECT_EQ(json["score"], 30);
}

TEST(Gradescope, GivesNoScoreToAnOpenCheckOfADecidedGrade) {
  checks::Grade grade = grade_with(Verdict::kInconclusive);
  grade.pass_mark = 10;
  grade.findings[1].required = false;
  checks::decide(grade);
  ASSERT_EQ(grade.verdict, Verdict::kPass);
  const Json json = gradescope(grade);
  EXPECT_EQ(json["score"], 10);
  EXPECT_FALSE(json["tests"][1].contains("score"));
  EXPECT_FALSE(json["tests"][1].contains("status"));
}

TEST(PrairieLearn, HasAScoreFromZeroToOne) {
  EXPECT_EQ(prairielearn(grade_with(Verdict::kPass))["score"], 1);
  const Json json = prairielearn(grade_with(Verdict::kFail));
  EXPECT_EQ(json["score"], 0.5);
  EXPECT_EQ(json["gradable"], true);
  EXPECT_EQ(json["tests"][1]["points"], 0);
  EXPECT_EQ(json["tests"][1]["max_points"], 10);
  checks::Grade nothing_to_have;
  nothing_to_have.verdict = Verdict::kPass;
  EXPECT_EQ(prairielearn(nothing_to_have)["score"], 1);
}

TEST(PrairieLearn, CallsARunWithoutAMarkUngradable) {
  for (const Verdict verdict : {Verdict::kError, Verdict::kInconclusive}) {
    const Json json = prairielearn(grade_with(verdict));
    EXPECT_EQ(json["gradable"], false);
    EXPECT_FALSE(json.contains("score"));
    EXPECT_FALSE(json.contains("tests"));
    EXPECT_EQ(json["format_errors"].size(), 1u);
  }
}

TEST(PrairieLearn, FitsInOneMebibyteWhateverTheTextsAre) {
  checks::Grade grade = grade_with(Verdict::kFail);
  checks::Finding finding = grade.findings[1];
  finding.title = finding.evidence = finding.hint = std::string(5000, '"');
  grade.findings.assign(3000, finding);
  grade.rows.assign(3000, crashed_row());
  for (checks::TableRow& row : grade.rows) row.record.outcome_text = std::string(5000, '\\');
  checks::decide(grade);
  const std::string text = render_prairielearn(grade, {false, true});
  EXPECT_LT(text.size(), std::size_t{1} << 20);
  EXPECT_EQ(parsed_as("prairielearn", text)["score"], 0);
}

TEST(Autolab, HasTheScoresByTheChecksIdsAsItsLastLine) {
  checks::Grade grade = grade_with(Verdict::kFail);
  grade.findings[0].id = "closer";
  grade.findings[1].id = "a:b";
  EXPECT_EQ(last_line(render_autolab(grade, {})), "{\"scores\":{\"closer\":10.0,\"a_b\":0.0}}\n");
}

TEST(Autolab, LeavesEveryProblemWithoutAScoreWhereThereIsNoMark) {
  for (const Verdict verdict : {Verdict::kError, Verdict::kInconclusive}) {
    checks::Grade grade = grade_with(verdict);
    grade.findings[0].id = "closer";
    EXPECT_EQ(last_line(render_autolab(grade, {})),
              "{\"scores\":{\"closer\":null,\"check\":null}}\n");
  }
}

TEST(GitHubClassroom, AddsUpToThePoints) {
  const Json json = classroom(grade_with(Verdict::kFail));
  EXPECT_EQ(json["status"], "fail");
  EXPECT_EQ(json["max_score"], 20);
  EXPECT_EQ(json["tests"][0]["score"], 10);
  EXPECT_EQ(json["tests"][1]["score"], 0);
  EXPECT_EQ(json["tests"][1]["status"], "fail");
  EXPECT_EQ(classroom(grade_with(Verdict::kPass))["status"], "pass");
}

TEST(GitHubClassroom, HasNoPointsToPostWhereThereIsNoMark) {
  for (const Verdict verdict : {Verdict::kError, Verdict::kInconclusive}) {
    const Json json = classroom(grade_with(verdict));
    EXPECT_EQ(json["status"], "error");
    EXPECT_EQ(json["max_score"], 0);
    ASSERT_EQ(json["tests"].size(), 1u);
    EXPECT_FALSE(json["tests"][0].contains("score"));
  }
}

TEST(GitHubClassroom, WritesNoCommandToTheRunner) {
  const Json json = classroom(hostile_grade());
  for (const Json& test : json["tests"]) {
    for (const char* key : {"name", "message"}) {
      const std::string text = test[key];
      EXPECT_EQ(text.find("::"), std::string::npos);
      EXPECT_EQ(text.find("##["), std::string::npos);
      EXPECT_EQ(text.find('\n'), std::string::npos);
    }
  }
}

TEST(PlatformReports, ShowNothingThatIsHidden) {
  for (const std::string& text : students_texts(grade_with_secrets())) {
    EXPECT_EQ(text.find("ecret"), std::string::npos) << text;
  }
  const std::string output = gradescope(grade_with_secrets())["output"];
  EXPECT_EQ(output.find("77"), std::string::npos) << output;
  EXPECT_NE(output.find("1 hidden row is not shown"), std::string::npos);
}

TEST(PlatformReports, DoNotNameAHiddenCheckThatHadToPass) {
  checks::Grade grade = grade_with_secrets();
  grade.findings[3].required = true;
  checks::decide(grade);
  ASSERT_EQ(grade.verdict_reason, "30 of 40 points, 15 needed; 'Secret title' must pass");
  for (const std::string& text : students_texts(grade)) {
    EXPECT_EQ(text.find("ecret"), std::string::npos) << text;
  }
  EXPECT_NE(render_autolab(grade, {}).find(
                "FAIL: 30 of 40 points, 15 needed; 'Hidden check 2' must pass"),
            std::string::npos);
}

TEST(PlatformReports, KeepToTheirSchemasWhateverAStudentWrote) {
  for (const Verdict verdict :
       {Verdict::kPass, Verdict::kFail, Verdict::kInconclusive, Verdict::kError}) {
    checks::Grade grade = hostile_grade();
    grade.verdict = verdict;
    for (const Json& json : {gradescope(grade), prairielearn(grade)}) {
      EXPECT_TRUE(is_harmless(json["output"]));
      for (const Json& test : json.value("tests", Json::array())) {
        EXPECT_TRUE(is_harmless(test["name"]));
        EXPECT_TRUE(is_harmless(test.value("message", "")));
        EXPECT_TRUE(is_harmless(test.value("output", "")));
      }
    }
    EXPECT_TRUE(is_harmless(render_autolab(grade, {})));
    EXPECT_FALSE(autolab(grade)["scores"].contains("p"));
    classroom(grade);
  }
}

TEST(PlatformReports, AreBoundedWhateverTheLengthOfAText) {
  checks::Grade grade = grade_with(Verdict::kFail);
  grade.findings[1].evidence = grade.sentences[0].second = grade.submission =
      std::string(3 << 20, 'x');
  for (const std::string& text : students_texts(grade)) EXPECT_LT(text.size(), 40'000u);
}

TEST(PlatformReports, SayNullForANumberThatIsNone) {
  checks::Grade grade = grade_with(Verdict::kFail);
  grade.findings[0].points = std::nan("");
  EXPECT_TRUE(autolab(grade)["scores"].is_object());
}

}  // namespace
}  // namespace bankcheck::report
