// A run of the stride exercise made by hand: right in every way until a test spoils it.
#pragma once

#include <numeric>

#include <gtest/gtest.h>

#include "checks/check_table.hpp"
#include "checks/measure.hpp"
#include "checks/table.hpp"
#include "rubric/check_kinds.hpp"
#include "rubric/rubric.hpp"
#include "submission/answers.hpp"

namespace bankcheck::checks {

class SampleRun {
 public:
  SampleRun() {
    rubric_.answers_file = "answers.yaml";
    rubric_.sweep.variable = "stride";
    rubric_.sweep.rows_from = "kStrides";
    rubric_.sweep.baseline = "1";
    rubric::KernelSpec kernel;
    kernel.id = "probe";
    kernel.degree = rubric::Expression::parse("gcd(stride, 32)").value();
    rubric_.kernels.push_back(kernel);
    for (const int stride : {1, 2, 4, 3, 8, 16}) add_row(stride);
  }

  rubric::Rubric& rubric() { return rubric_; }
  /// A question for a number of each added row, with these answers; a row without one is blank.
  void ask_per_row(const std::string& key, const std::map<std::string, double>& given) {
    rubric::QuestionSpec question;
    question.key = key;
    question.type = rubric::AnswerType::kNumberPerRow;
    question.rows = {"3", "8", "16"};
    rubric_.questions.push_back(question);
    submission::Answer answer;
    answer.type = question.type;
    for (const std::string& label : question.rows) {
      const auto value = given.find(label);
      answer.rows[label] =
          value == given.end()
              ? submission::NumberAnswer{}
              : submission::NumberAnswer{submission::AnswerState::kGiven, value->second};
    }
    answers_.questions[key] = answer;
  }
  /// A question for a text; blank when it is empty.
  void ask_text(const std::string& key, const std::string& text) {
    rubric::QuestionSpec question;
    question.key = key;
    question.type = rubric::AnswerType::kText;
    rubric_.questions.push_back(question);
    submission::Answer answer;
    answer.type = question.type;
    answer.state = text.empty() ? submission::AnswerState::kBlank : submission::AnswerState::kGiven;
    answer.text = text;
    answers_.questions[key] = answer;
  }
  submission::Answers& answers() { return answers_; }
  base::RowRecord& row(const std::string& label) {
    for (base::RowRecord& row : record_.rows) {
      if (row.label == label) return row;
    }
    throw std::out_of_range(label);
  }
  void list_rows(std::optional<std::vector<std::int64_t>> rows, std::string note = "") {
    listed_ = std::move(rows);
    note_ = std::move(note);
  }

  /// A check of this kind over all rows, worth 10 points, with the kind's defaults.
  rubric::CheckSpec spec(const std::string& kind) const {
    rubric::CheckSpec spec;
    spec.kind = kind;
    spec.points = 10;
    for (const rubric::RowSpec& row : rubric_.sweep.rows) spec.row_set.push_back(row.label);
    for (const rubric::Setting& setting : rubric::find_check_kind(kind)->settings) {
      if (setting.type == rubric::SettingType::kNumber ||
          setting.type == rubric::SettingType::kBoolean) {
        spec.numbers[std::string(setting.name)] = setting.number;
      }
    }
    return spec;
  }

  std::vector<TableRow> table() const { return build_table(rubric_, record_); }

  Finding judge(const rubric::CheckSpec& spec) const {
    const auto rows = table();
    const CheckInput input{rubric_, rows, answers_, listed_, note_};
    return find_check(spec.kind)(input, spec);
  }
  Finding judge(const std::string& kind) const { return judge(spec(kind)); }

 private:
  void add_row(int stride) {
    rubric::RowSpec row;
    row.label = std::to_string(stride);
    row.kernel = "probe";
    row.variables["stride"] = stride;
    row.added = stride == 3 || stride == 8 || stride == 16;
    rubric_.sweep.rows.push_back(row);
    base::RowRecord record;
    record.label = row.label;
    record.kernel = row.kernel;
    record.variables = row.variables;
    record.outcome = base::RowOutcome::kOk;
    record.ledger = base::LedgerOutcome{true, std::nullopt, ""};
    const auto degree = static_cast<std::uint64_t>(std::gcd(stride, 32));
    record.counts.emplace();
    record.counts->shared_load = {1000, 1000 * degree, static_cast<std::uint32_t>(degree)};
    record_.rows.push_back(record);
  }

  rubric::Rubric rubric_;
  base::RunRecord record_;
  submission::Answers answers_;
  std::optional<std::vector<std::int64_t>> listed_ =
      std::vector<std::int64_t>{1, 2, 4, 32, 33, 3, 8, 16};
  std::string note_;
};

}  // namespace bankcheck::checks
