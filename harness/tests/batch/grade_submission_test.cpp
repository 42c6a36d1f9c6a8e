#include "batch/grade_submission.hpp"

#include <gtest/gtest.h>

#include "batch/simulator_device.hpp"
#include "sandbox/fake_runner.hpp"

namespace bankcheck::batch {
namespace {

using base::RowOutcome;

/// A submission of tests/data/submissions graded with a compiler that the test makes up.
class Grading : public testing::Test {
 protected:
  Grading()
      : rubric_(rubric::load_rubric(std::string(BANKCHECK_TEST_DATA) + "/rubrics/strides.yaml")
                    .value()),
        submission_(submission::read_submission(
                        std::string(BANKCHECK_TEST_DATA) + "/submissions/pass/plain", rubric_)
                        .value()) {}

  checks::Grade grade(const base::Result<compile::Toolchain>& toolchain,
                      sandbox::CommandResult compiled, bool include_hidden = true) {
    sandbox::FakeRunner runner([&](const sandbox::Command&) { return compiled; });
    SimulatorDevice device("");
    return grade_submission(submission_, rubric_, {toolchain, runner, device},
                            {include_hidden, "1.0"}, stop_);
  }

  checks::Grade grade(sandbox::CommandResult compiled, bool include_hidden = true) {
    return grade(compile::Toolchain{"/opt/cuda/bin/nvcc", "13.0.88"}, std::move(compiled),
                 include_hidden);
  }

  static sandbox::CommandResult cannot_run() {
    sandbox::CommandResult result;
    result.status = sandbox::CommandStatus::kCannotRun;
    result.trouble = "no memory for another process";
    return result;
  }

  static sandbox::CommandResult rejected() {
    sandbox::CommandResult result;
    result.status = sandbox::CommandStatus::kExited;
    result.exit_code = 2;
    result.error_output = "probe.cu(9): error: expected a \";\"\n";
    return result;
  }

  rubric::Rubric rubric_;
  submission::Submission submission_;
  std::atomic<bool> stop_ = false;
};

TEST_F(Grading, IsAnErrorOfOursWithEveryRowShownWhenThereIsNoCompiler) {
  base::Diagnostic missing;
  missing.text = "no nvcc was found";
  const checks::Grade result = grade(missing, cannot_run());
  EXPECT_EQ(result.verdict, checks::Verdict::kError);
  EXPECT_EQ(result.rows.size(), 6u);
  EXPECT_EQ(result.verdict_reason,
            "stride 1 met machine trouble: the compiler could not run: no nvcc was found");
}

TEST_F(Grading, IsAnErrorOfOursWhenTheCompilerCannotRun) {
  const checks::Grade result = grade(cannot_run());
  EXPECT_EQ(result.verdict, checks::Verdict::kError);
  EXPECT_NE(result.verdict_reason.find("no memory for another process"), std::string::npos);
}

TEST_F(Grading, FailsAFileThatDoesNotCompileWithEveryRowShown) {
  const checks::Grade result = grade(rejected());
  EXPECT_EQ(result.verdict, checks::Verdict::kFail);
  EXPECT_EQ(result.rows.size(), 6u);
  for (const checks::TableRow& row : result.rows) {
    EXPECT_EQ(row.record.outcome, RowOutcome::kCompileError);
  }
  EXPECT_NE(result.compiler_message.find("expected a"), std::string::npos);
  EXPECT_EQ(result.points, 7);  // for the answers
}

TEST_F(Grading, LeavesHiddenRowsOutOfAStudentsOwnCheckAndSaysSo) {
  const checks::Grade result = grade(rejected(), false);
  EXPECT_EQ(result.rows.size(), 5u);
  EXPECT_EQ(result.notes.back(),
            "when you hand in, 1 more row is run that this check does not show");
}

TEST_F(Grading, HasNoVerdictWhenItIsStopped) {
  stop_ = true;
  const checks::Grade result = grade(rejected());
  EXPECT_TRUE(result.interrupted);
  EXPECT_EQ(result.rows.size(), 6u);
  EXPECT_TRUE(result.findings.empty());
  EXPECT_EQ(result.verdict_reason, "0 of 6 rows ran; there is no verdict");
}

TEST_F(Grading, KeepsThePassMarkInReachWithoutTheHiddenChecks) {
  for (rubric::CheckSpec& check : rubric_.checks) check.hidden = check.kind != "sentence";
  const checks::Grade result = grade(rejected(), false);
  EXPECT_EQ(result.findings.size(), 1u);
  EXPECT_EQ(result.pass_mark, 1);
  EXPECT_EQ(result.verdict, checks::Verdict::kPass);
}

}  // namespace
}  // namespace bankcheck::batch
