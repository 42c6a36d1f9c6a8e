#include "checks/sample_run.hpp"

namespace bankcheck::checks {
namespace {

Finding predicted(const std::map<std::string, double>& given) {
  SampleRun run;
  run.ask_per_row("predicted_degree", given);
  rubric::CheckSpec spec = run.spec("predicted_degrees");
  spec.question = "predicted_degree";
  spec.points = 9;
  return run.judge(spec);
}

TEST(PredictedDegreesCheck, PassesWhenEveryDegreeIsRight) {
  const Finding finding = predicted({{"3", 1}, {"8", 8}, {"16", 16}});
  EXPECT_EQ(finding.status, FindingStatus::kPassed);
  EXPECT_EQ(finding.points, 9);
  EXPECT_EQ(finding.evidence, "stride 3: 1; stride 8: 8; stride 16: 16");
}

TEST(PredictedDegreesCheck, GivesPointsForTheRightOnesAndKeepsTheAnswerToItself) {
  const Finding finding = predicted({{"3", 3}, {"8", 8}, {"16", 16}});
  EXPECT_EQ(finding.status, FindingStatus::kFailed);
  EXPECT_EQ(finding.points, 6);
  EXPECT_EQ(finding.evidence, "stride 3: 3 is not its degree");
}

TEST(PredictedDegreesCheck, NamesEachBlank) {
  const Finding finding = predicted({{"8", 8}});
  EXPECT_EQ(finding.points, 3);
  EXPECT_EQ(finding.evidence, "stride 3: blank; stride 16: blank");
  EXPECT_EQ(finding.hint, "fill in 'predicted_degree' in answers.yaml");
}

TEST(PredictedDegreesCheck, CountsAnUnfitValueAsWrong) {
  SampleRun run;
  run.ask_per_row("predicted_degree", {{"3", 1}, {"8", 8}, {"16", 16}});
  run.answers().questions["predicted_degree"].rows["8"].state = submission::AnswerState::kRefused;
  rubric::CheckSpec spec = run.spec("predicted_degrees");
  spec.question = "predicted_degree";
  EXPECT_EQ(run.judge(spec).evidence, "stride 8: not a number");
}

Finding reported(const std::map<std::string, double>& given, bool ordering = true) {
  SampleRun run;
  run.ask_per_row("measured_ratio", given);
  rubric::CheckSpec spec = run.spec("reported_ratios");
  spec.question = "measured_ratio";
  spec.points = 9;
  spec.numbers = {{"below", 0.4}, {"above", 0.15}, {"ordering", ordering ? 1.0 : 0.0}};
  return run.judge(spec);
}

TEST(ReportedRatiosCheck, PassesForTheRatiosOfARealCard) {
  EXPECT_EQ(reported({{"3", 1.02}, {"8", 6.08}, {"16", 11.9}}).status, FindingStatus::kPassed);
  EXPECT_EQ(reported({{"3", 1}, {"8", 8}, {"16", 16}}).status, FindingStatus::kPassed);
}

TEST(ReportedRatiosCheck, FailsForARatioThatNoCardGives) {
  const Finding finding = reported({{"3", 3}, {"8", 6.08}, {"16", 11.9}});
  EXPECT_EQ(finding.status, FindingStatus::kFailed);
  EXPECT_EQ(finding.points, 6);
  EXPECT_EQ(finding.evidence, "stride 3: 3 reported, which does not fit degree 1");
}

TEST(ReportedRatiosCheck, FailsWhenTheRatiosLieTheOtherWayRoundThanTheDegrees) {
  SampleRun run;
  run.ask_per_row("measured_ratio", {{"3", 1}, {"8", 9}, {"16", 9}});
  rubric::CheckSpec spec = run.spec("reported_ratios");
  spec.question = "measured_ratio";
  spec.numbers = {{"below", 0.5}, {"above", 0.2}, {"ordering", 1.0}};
  const Finding finding = run.judge(spec);
  EXPECT_EQ(finding.status, FindingStatus::kFailed);
  EXPECT_EQ(finding.points, 0);
  EXPECT_EQ(finding.evidence,
            "stride 8 with degree 8 is reported as 9, no less than stride 16 with degree 16");
  spec.numbers["ordering"] = 0;
  EXPECT_EQ(run.judge(spec).status, FindingStatus::kPassed);
}

TEST(ReportedRatiosCheck, NamesEachBlank) {
  const Finding finding = reported({});
  EXPECT_EQ(finding.points, 0);
  EXPECT_EQ(finding.evidence, "stride 3: blank; stride 8: blank; stride 16: blank");
  EXPECT_EQ(finding.hint, "fill in 'measured_ratio' in answers.yaml");
}

Finding judge_text(const std::string& kind, const std::string& text) {
  SampleRun run;
  run.ask_text("sentence", text);
  rubric::CheckSpec spec = run.spec(kind);
  spec.question = "sentence";
  spec.phrases = {{"gcd", "common factor", "divide"}, {"bank", "conflict"}};
  return run.judge(spec);
}

TEST(AnsweredCheck, PassesForAnyTextAndNamesABlank) {
  EXPECT_EQ(judge_text("answered", "anything").evidence, "'sentence' is filled in");
  const Finding blank = judge_text("answered", "");
  EXPECT_EQ(blank.status, FindingStatus::kFailed);
  EXPECT_EQ(blank.evidence, "'sentence' is blank");
  EXPECT_EQ(blank.hint, "fill in 'sentence' in answers.yaml");
}

TEST(SentenceCheck, PassesWithEnoughWordsAndAPhraseOfEachGroup) {
  const Finding finding =
      judge_text("sentence", "3 and 32 have no Common\nfactor, so no two threads share a bank.");
  EXPECT_EQ(finding.status, FindingStatus::kPassed);
  EXPECT_EQ(finding.evidence, "14 words, with the reason");
}

TEST(SentenceCheck, FindsAPhraseInALongerForm) {
  EXPECT_EQ(
      judge_text("sentence", "nothing but one divides both three and thirty-two, no conflicts")
          .status,
      FindingStatus::kPassed);
}

TEST(SentenceCheck, DoesNotFindAPhraseInsideAnotherWord) {
  EXPECT_EQ(judge_text("sentence", "one two three four five six gcd riverbank").evidence,
            "the sentence does not give the reason");
}

TEST(SentenceCheck, FailsWhenItIsTooShort) {
  EXPECT_EQ(judge_text("sentence", "gcd and bank").evidence, "3 words, at least 8 wanted");
}

TEST(SentenceCheck, FailsWithoutTheReason) {
  const Finding finding =
      judge_text("sentence", "because the stride three is simply faster than the stride four");
  EXPECT_EQ(finding.status, FindingStatus::kFailed);
  EXPECT_EQ(finding.evidence, "the sentence does not give the reason");
}

TEST(SentenceCheck, NamesABlank) {
  EXPECT_EQ(judge_text("sentence", "").evidence, "'sentence' is blank");
}

Finding judge_number(double given, double key, double tolerance) {
  SampleRun run;
  rubric::QuestionSpec question;
  question.key = "bank_of_100";
  question.answer.emplace();
  question.answer->value = rubric::Expression::number(static_cast<std::int64_t>(key));
  run.rubric().questions.push_back(question);
  submission::Answer answer;
  answer.state = submission::AnswerState::kGiven;
  answer.number = given;
  run.answers().questions["bank_of_100"] = answer;
  rubric::CheckSpec spec = run.spec("answer");
  spec.question = "bank_of_100";
  spec.numbers["tolerance"] = tolerance;
  return run.judge(spec);
}

TEST(AnswerCheck, ComparesWithTheKeyWithinTheTolerance) {
  EXPECT_EQ(judge_number(4, 4, 0).evidence, "4 is right");
  EXPECT_EQ(judge_number(5, 4, 0).evidence, "5 is not right");
  EXPECT_EQ(judge_number(5, 4, 0.25).status, FindingStatus::kPassed);
}

TEST(AnswerCheck, ComparesAChoiceWithTheOneWhoseAccessIsWorst) {
  SampleRun run;
  rubric::QuestionSpec question;
  question.key = "access";
  question.type = rubric::AnswerType::kChoice;
  question.choices = {"load", "store"};
  question.answer.emplace();
  question.answer->kind = rubric::AnswerKey::Kind::kWorstAccess;
  question.answer->accesses.resize(2);
  question.answer->accesses[0].index = rubric::Expression::parse("tx*32").value();
  question.answer->accesses[1].index = rubric::Expression::parse("tx").value();
  run.rubric().questions.push_back(question);
  rubric::CheckSpec spec = run.spec("answer");
  spec.question = "access";
  submission::Answer& answer = run.answers().questions["access"];
  answer.state = submission::AnswerState::kGiven;
  answer.text = "load";
  EXPECT_EQ(run.judge(spec).evidence, "load is right");
  answer.text = "store";
  EXPECT_EQ(run.judge(spec).status, FindingStatus::kFailed);
  answer = {};
  EXPECT_EQ(run.judge(spec).evidence, "'access' is blank");
}

}  // namespace
}  // namespace bankcheck::checks
