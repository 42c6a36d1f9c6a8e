#include "checks/table.hpp"

#include "checks/expected_access.hpp"
#include "checks/measure.hpp"
#include "submission/answers.hpp"

namespace bankcheck::checks {
namespace {

std::optional<double> measured(const rubric::Rubric& rubric, const base::RowRecord& record) {
  return record.counts ? measure_value(*record.counts, rubric.sweep.measure) : std::nullopt;
}

/// By the rubric's own row where it has one: that may list a degree of its own.
std::optional<double> predicted_degree(const rubric::Rubric& rubric,
                                       const base::RowRecord& record) {
  if (const rubric::RowSpec* row = rubric.find_row(record.label)) {
    return rubric.predicted_degree(*row);
  }
  rubric::RowSpec row;
  row.label = record.label;
  row.kernel = record.kernel;
  row.variables = record.variables;
  return rubric.predicted_degree(row);
}

const base::RowRecord* find_record(const base::RunRecord& record, const std::string& label) {
  for (const base::RowRecord& row : record.rows) {
    if (row.label == label) return &row;
  }
  return nullptr;
}

std::optional<double> baseline_value(const rubric::Rubric& rubric, const base::RunRecord& record) {
  const base::RowRecord* baseline = find_record(record, rubric.sweep.baseline);
  return baseline == nullptr ? std::nullopt : measured(rubric, *baseline);
}

/// Bytes per second that can be believed; `row` may be null.
std::optional<double> throughput(const base::RowRecord* row) {
  if (row == nullptr || !row->timing || !row->timing->conclusive) return std::nullopt;
  const auto& value = row->timing->gigabytes_per_second;
  return value && *value > 0 ? value : std::nullopt;
}

void add_column(std::vector<TableRow>& rows, const submission::Answer& answer,
                std::optional<double> TableRow::*column) {
  for (TableRow& row : rows) {
    const auto given = answer.rows.find(row.record.label);
    if (given != answer.rows.end() && given->second.state == submission::AnswerState::kGiven) {
      row.*column = given->second.value;
    }
  }
}

}  // namespace

std::vector<TableRow> build_table(const rubric::Rubric& rubric, const base::RunRecord& record) {
  const std::optional<double> ceiling = throughput(find_record(record, rubric.sweep.ceiling));
  const std::optional<double> baseline = baseline_value(rubric, record);
  std::vector<TableRow> rows;
  rows.reserve(record.rows.size());
  for (const base::RowRecord& of_row : record.rows) {
    TableRow row;
    row.record = of_row;
    row.predicted_degree = predicted_degree(rubric, of_row);
    row.measured = measured(rubric, of_row);
    if (row.measured && baseline && *baseline > 0) row.measured_ratio = *row.measured / *baseline;
    if (of_row.timing && of_row.timing->ratio > 0) row.time_ratio = of_row.timing->ratio;
    if (const auto own = throughput(&of_row); own && ceiling) row.ceiling_part = *own / *ceiling;
    row.first_read = expected_access(rubric, of_row);
    rows.push_back(std::move(row));
  }
  return rows;
}

void add_answers(std::vector<TableRow>& rows, const rubric::Rubric& rubric,
                 const submission::Answers& answers) {
  for (const rubric::CheckSpec& check : rubric.checks) {
    if (check.kind == "predicted_degrees") {
      add_column(rows, answers.at(check.question), &TableRow::student_degree);
    } else if (check.kind == "reported_ratios") {
      add_column(rows, answers.at(check.question), &TableRow::student_ratio);
    }
  }
}

const TableRow* find_row(const std::vector<TableRow>& rows, const std::string& label) {
  for (const TableRow& row : rows) {
    if (row.record.label == label) return &row;
  }
  return nullptr;
}

std::string row_name(const rubric::Rubric& rubric, const std::string& label) {
  return rubric.sweep.variable.empty() ? label : rubric.sweep.variable + " " + label;
}

}  // namespace bankcheck::checks
