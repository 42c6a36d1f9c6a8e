#include "submission/answers.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/atomic_file.hpp"

namespace bankcheck::submission {
namespace {

using rubric::AnswerType;

rubric::Rubric questions() {
  rubric::Rubric rubric;
  rubric.exercise = "bank-conflicts";
  rubric.questions = {{"degree", "", AnswerType::kNumberPerRow, {"3", "8"}, {}},
                      {"bank", "", AnswerType::kNumber, {}, {}},
                      {"why", "", AnswerType::kText, {}, {}}};
  return rubric;
}

base::Result<Answers> parse(const std::string& text) {
  return parse_answers(base::SourceText("answers.yaml", text), questions());
}

Answers answers(const std::string& text) {
  auto parsed = parse(text);
  EXPECT_TRUE(parsed.ok()) << base::render(parsed.errors());
  return parsed.ok() ? std::move(parsed).value() : blank_answers(questions());
}

std::string remarks(const std::string& text) { return base::render(answers(text).remarks); }

std::string error(const std::string& text) {
  const auto parsed = parse(text);
  return parsed.ok() ? "no error" : base::render(parsed.errors());
}

TEST(AnswersTest, AFilledFileHasEveryAnswer) {
  const Answers given = answers(
      "exercise: bank-conflicts\n"
      "degree:\n  3: 1\n  8: 8.0\n"
      "bank: 17\n"
      "why: >\n  Because it\n  is odd.\n");
  EXPECT_TRUE(given.file_found);
  EXPECT_EQ(given.path, "answers.yaml");
  EXPECT_EQ(base::render(given.remarks), "");
  EXPECT_EQ(given.at("degree").state, AnswerState::kGiven);
  EXPECT_EQ(given.at("degree").rows.at("3").value, 1);
  EXPECT_EQ(given.at("degree").rows.at("8").value, 8);
  EXPECT_EQ(given.at("bank").number, 17);
  EXPECT_EQ(given.at("why").text, "Because it is odd.");
  EXPECT_EQ(blanks(given, questions()), std::vector<std::string>{});
}

TEST(AnswersTest, BlanksAreRecognisedHoweverTheyAreLeft) {
  for (const std::string blank : {"", "~", "null", "''", "\"  \"", "____", "_", "TODO", "todo",
                                  "'TODO: the degree'", "...", "???"}) {
    const Answers given =
        answers("bank: " + blank + "\nwhy: " + blank + "\ndegree:\n  3: " + blank + "\n  8: 8\n");
    EXPECT_EQ(base::render(given.remarks), "") << blank;
    EXPECT_EQ(given.at("bank").state, AnswerState::kBlank) << blank;
    EXPECT_EQ(given.at("why").state, AnswerState::kBlank) << blank;
    EXPECT_EQ(given.at("degree").state, AnswerState::kBlank) << blank;
    EXPECT_EQ(given.at("degree").rows.at("3").state, AnswerState::kBlank) << blank;
    EXPECT_EQ(given.at("degree").rows.at("8").state, AnswerState::kGiven) << blank;
    EXPECT_EQ(blanks(given, questions()), (std::vector<std::string>{"degree of 3", "bank", "why"}));
  }
}

TEST(AnswersTest, AChoiceIsOneOfItsTexts) {
  rubric::Rubric rubric = questions();
  rubric.questions.push_back({"access", "", AnswerType::kChoice, {}, {}, {"load", "store"}});
  const auto given = [&](const std::string& text) {
    return parse_answers(base::SourceText("answers.yaml", text), rubric).value();
  };
  EXPECT_EQ(given("access: ' store '\n").at("access").text, "store");
  EXPECT_EQ(given("access: Load\n").at("access").text, "load");
  EXPECT_EQ(given("access: ____\n").at("access").state, AnswerState::kBlank);
  const Answers both = given("access: load and store\n");
  EXPECT_EQ(both.at("access").state, AnswerState::kRefused);
  EXPECT_EQ(both.remarks[0].text, "`access` wants one of load, store, found `load and store`");
}

TEST(AnswersTest, QuestionsThatAreLeftOutAreBlank) {
  EXPECT_EQ(blanks(answers(""), questions()),
            (std::vector<std::string>{"degree of 3", "degree of 8", "bank", "why"}));
  EXPECT_EQ(blanks(answers("degree: ____\n"), questions()).size(), 4u);
  EXPECT_TRUE(answers("# nothing yet\n").file_found);
  EXPECT_FALSE(blank_answers(questions()).file_found);
}

TEST(AnswersTest, NumbersMayBeWrittenInTheUsualWays) {
  for (const auto& [text, value] :
       std::vector<std::pair<std::string, double>>{{"8", 8},
                                                   {"8.0", 8},
                                                   {"+8", 8},
                                                   {"08", 8},
                                                   {"'8'", 8},
                                                   {"\" 8 \"", 8},
                                                   {"8e0", 8},
                                                   {".5", 0.5},
                                                   {"0", 0},
                                                   {"1000000000", 1e9}}) {
    const Answers given = answers("bank: " + text + "\n");
    EXPECT_EQ(given.at("bank").state, AnswerState::kGiven) << text;
    EXPECT_EQ(given.at("bank").number, value) << text;
  }
}

TEST(AnswersTest, WhatIsNoNumberIsRefusedWithAHint) {
  const std::vector<std::pair<std::string, std::string>> cases{
      {"8x", "wants a number, found `8x`; write the number alone: 8"},
      {"8-way", "wants a number, found `8-way`; write the number alone: 8"},
      {"1,97", "wants a number, found `1,97`; write the number alone: 1.97"},
      {"4,224", "wants a number, found `4,224`; write it without a comma: 4224 or 4.224"},
      {"12,5", "wants a number, found `12,5`; write the number alone: 12.5"},
      {"1.97 ms", "wants a number, found `1.97 ms`; write the number alone: 1.97"},
      {"eight", "wants a number, found `eight`"},
      {"-1", "wants a number from 0 to 1000000000, found `-1`"},
      {"1e999", "wants a number from 0 to 1000000000, found `1e999`"},
      {"2000000000", "wants a number from 0 to 1000000000, found `2000000000`"},
      {".nan", "wants a number, found `.nan`"},
      {".inf", "wants a number, found `.inf`"},
      {"nan", "wants a number, found `nan`"},
      {"infinity", "wants a number, found `infinity`"},
      {"0x8", "wants a number, found `0x8`"},
      {"1/3", "wants a number, found `1/3`"},
      {"[8]", "wants a number, found a list"},
  };
  for (const auto& [text, remark] : cases) {
    const Answers given = answers("bank: " + text + "\n");
    EXPECT_EQ(given.at("bank").state, AnswerState::kRefused) << text;
    ASSERT_EQ(given.remarks.size(), 1u) << text;
    EXPECT_EQ(given.remarks[0].text, "`bank` " + remark);
    EXPECT_EQ(given.remarks[0].severity, base::Severity::kWarning);
  }
  EXPECT_EQ(
      remarks("degree: {3: 1, 8: 8x}\n"),
      "answers.yaml:1:19: warning: `degree` of 8 wants a number, found `8x`; write the number "
      "alone: 8\n"
      "  degree: {3: 1, 8: 8x}\n"
      "                    ^\n");
  EXPECT_EQ(answers("degree: {3: 1, 8: 8x}\n").at("degree").state, AnswerState::kRefused);
}

TEST(AnswersTest, RowsThatNobodyAskedForAreRemarked) {
  EXPECT_EQ(remarks("degree: {3: 1, 8: 8, 5: 1}\n"),
            "answers.yaml:1:22: warning: `degree` does not ask for `5`; it asks for 3, 8\n"
            "  degree: {3: 1, 8: 8, 5: 1}\n"
            "                       ^\n");
  EXPECT_EQ(
      remarks("degree: [1, 8]\n"),
      "answers.yaml:1:9: warning: `degree` wants a line `ROW: NUMBER` for each of 3, 8, found a "
      "list\n"
      "  degree: [1, 8]\n"
      "          ^\n");
}

TEST(AnswersTest, UnknownQuestionsAreRemarkedWithTheOneThatIsMeant) {
  EXPECT_EQ(remarks("degre: {3: 1}\n"),
            "answers.yaml:1:1: warning: there is no question `degre`; did you mean `degree`?\n"
            "  degre: {3: 1}\n"
            "  ^\n");
}

TEST(AnswersTest, RemarksAreFewHoweverOddTheFileIs) {
  std::string text = "{";
  for (int i = 0; i < 900; ++i) text += "question" + std::to_string(i) + ": 1, ";
  const Answers given = answers(text + "why: odd}");
  ASSERT_EQ(given.remarks.size(), 21u);
  EXPECT_EQ(given.remarks[20].text, "from here on, remarks are left out");
  EXPECT_EQ(given.at("why").state, AnswerState::kGiven);
}

TEST(AnswersTest, TextsAreTrimmedAndBounded) {
  EXPECT_EQ(answers("why: \"  odd  \"\n").at("why").text, "odd");
  EXPECT_EQ(answers("why: 4090\n").at("why").text, "4090");
  EXPECT_EQ(remarks("why: [a, b]\n"),
            "answers.yaml:1:6: warning: `why` wants a text, found a list; put it in quotes\n"
            "  why: [a, b]\n"
            "       ^\n");
  const Answers longer = answers("why: " + std::string(2001, 'x') + "\n");
  EXPECT_EQ(longer.at("why").state, AnswerState::kRefused);
  EXPECT_EQ(longer.remarks[0].text, "`why` is longer than 2000 bytes");
}

TEST(AnswersTest, WhatCannotBeReadIsAnError) {
  EXPECT_EQ(
      error("why: gcd(3, 32) is 1: odd\n"),
      "answers.yaml:1:21: error: a `:` cannot stand here: a text with `: ` in it needs quotes\n"
      "  why: gcd(3, 32) is 1: odd\n"
      "                      ^\n");
  EXPECT_EQ(error("bank: 1\nbank: 2\n"),
            "answers.yaml:2:1: error: `bank` is given twice, first in line 1\n"
            "  bank: 2\n"
            "  ^\n");
  EXPECT_EQ(error("bank: &b 1\nwhy: *b\n"),
            "answers.yaml:1:7: error: anchors are not allowed: a text that starts with `&` needs "
            "quotes\n"
            "  bank: &b 1\n"
            "        ^\n");
  EXPECT_EQ(error("just text\n"),
            "answers.yaml:1:1: error: answers are lines of `KEY: VALUE`, found `just text`\n"
            "  just text\n"
            "  ^\n");
  EXPECT_EQ(error("exercise: transpose\n"),
            "answers.yaml:1:11: error: these are answers to `transpose`, the exercise is "
            "`bank-conflicts`\n"
            "  exercise: transpose\n"
            "            ^\n");
  EXPECT_EQ(error(std::string(70'000, '#')), "answers.yaml: error: is larger than 65536 bytes\n");
}

TEST(AnswersTest, EscapeCodesInAnAnswerDoNotReachTheTerminal) {
  const std::string text = remarks("bank: \"\\e[31mred\\a\"\n");
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
  EXPECT_EQ(text,
            "answers.yaml:1:7: warning: `bank` wants a number, found `\\x1b[31mred\\x07`\n"
            "  bank: \"\\e[31mred\\a\"\n"
            "        ^\n");
}

rubric::Rubric bank_conflicts() {
  return rubric::load_rubric(BANKCHECK_SOURCE_DIR "/rubrics/bank-conflicts.yaml").value();
}

base::Result<Answers> read(const std::string& path) {
  const auto text = base::read_file(path, 65536);
  EXPECT_TRUE(text.ok());
  return parse_answers(base::SourceText(path, text.value()), bank_conflicts());
}

TEST(AnswersTest, TheTemplateIsBlankThroughout) {
  const auto given = read(BANKCHECK_SOURCE_DIR "/student_template/bank-conflicts/answers.yaml");
  ASSERT_TRUE(given.ok()) << base::render(given.errors());
  EXPECT_EQ(base::render(given.value().remarks), "");
  EXPECT_EQ(blanks(given.value(), bank_conflicts()),
            (std::vector<std::string>{"predicted_degree of 3", "predicted_degree of 8",
                                      "predicted_degree of 16", "measured_ratio of 3",
                                      "measured_ratio of 8", "measured_ratio of 16", "card",
                                      "sentence"}));
}

TEST(AnswersTest, TheReferenceAnswersEverything) {
  const auto given = read(BANKCHECK_SOURCE_DIR "/reference/bank-conflicts/answers.yaml");
  ASSERT_TRUE(given.ok()) << base::render(given.errors());
  EXPECT_EQ(base::render(given.value().remarks), "");
  EXPECT_EQ(blanks(given.value(), bank_conflicts()), std::vector<std::string>{});
  EXPECT_EQ(given.value().at("predicted_degree").rows.at("16").value, 16);
  EXPECT_EQ(given.value().at("card").text, "NVIDIA H200");
}

}  // namespace
}  // namespace bankcheck::submission
