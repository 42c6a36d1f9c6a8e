#include "report/sweep_columns.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "checks/text.hpp"

namespace bankcheck::report {
namespace {

using checks::TableRow;

std::string milliseconds_text(double value) { return fmt::format("{:.4f}", value); }
std::string whole_text(double value) { return fmt::format("{:.0f}", value); }
std::string percent_text(double value) { return fmt::format("{:.1f}", 100 * value); }

std::optional<double> median_ms(const TableRow& row) {
  if (!row.record.timing) return std::nullopt;
  return row.record.timing->median_ms;
}
std::optional<double> relative_spread(const TableRow& row) {
  const auto& timing = row.record.timing;
  if (!timing || timing->ratio <= 0) return std::nullopt;
  return timing->ratio_interquartile / timing->ratio;
}
std::optional<double> gigabytes_per_second(const TableRow& row) {
  return row.record.timing ? row.record.timing->gigabytes_per_second : std::nullopt;
}

std::optional<double> shared_bytes(const TableRow& row) {
  if (!row.record.counts && !row.record.timing) return std::nullopt;
  return row.record.shared_bytes;
}
std::optional<double> resident_blocks(const TableRow& row) {
  if (!row.record.occupancy) return std::nullopt;
  return row.record.occupancy->blocks;
}
std::optional<double> none(const TableRow&) { return std::nullopt; }

std::optional<double> wavefronts_per_cycle(const TableRow& row) {
  return row.record.timing ? row.record.timing->wavefronts_per_cycle : std::nullopt;
}
std::optional<double> counted_on_card(const TableRow& row) {
  if (!row.record.counters) return std::nullopt;
  return static_cast<double>(row.record.counters->shared_load_wavefronts);
}
std::optional<double> counted_by_simulator(const TableRow& row) {
  if (!row.record.counters || !row.record.counts) return std::nullopt;
  return row.record.counters->simulated_load_wavefronts;
}

std::vector<NumberColumn> number_columns(const checks::Grade& grade) {
  const std::string noun = grade.measure_noun;
  const std::string to =
      "to " + (grade.row_heading.empty() ? "" : grade.row_heading + " ") + grade.baseline;
  return {
      {{"degree", "by model"}, &TableRow::predicted_degree, checks::number_text},
      {{"student's", "degree"}, &TableRow::student_degree, checks::number_text, grade.asks_degrees},
      {{noun + "s", grade.measure_is_total ? "in all" : "a request"},
       &TableRow::measured,
       grade.measure_is_total ? checks::number_text : checks::ratio_text},
      {{noun + " ratio", to}, &TableRow::measured_ratio, checks::ratio_text},
      {{"time", "ms"}, median_ms, milliseconds_text},
      {{"spread", "%"}, relative_spread, percent_text},
      {{"time ratio", to}, &TableRow::time_ratio, checks::ratio_text},
      {{"", "GB/s"}, gigabytes_per_second, whole_text},
      {{"% of", grade.ceiling}, &TableRow::ceiling_part, percent_text},
      {{"wavefronts a", "cycle and SM"}, wavefronts_per_cycle, checks::ratio_text},
      {{"load wavefronts", "on the card"}, counted_on_card, checks::number_text},
      {{"the same,", "simulated"}, counted_by_simulator, checks::number_text},
      {{"shared bytes", "a block"},
       grade.shows_shared_bytes ? shared_bytes : none,
       checks::number_text},
      {{"resident blocks", "of an SM"}, resident_blocks, checks::number_text},
      {{"student's", "ratio"}, &TableRow::student_ratio, checks::number_text, grade.asks_ratios},
  };
}

}  // namespace

std::vector<NumberColumn> shown_columns(const checks::Grade& grade) {
  std::vector<NumberColumn> columns = number_columns(grade);
  std::erase_if(columns, [&](const NumberColumn& column) {
    return !column.always &&
           std::none_of(grade.rows.begin(), grade.rows.end(),
                        [&](const TableRow& row) { return column.value(row).has_value(); });
  });
  return columns;
}

std::string value_text(const NumberColumn& column, const TableRow& row) {
  const std::optional<double> value = column.value(row);
  return value ? column.text(*value) : "-";
}

Cell result_cell(const base::RowRecord& record) {
  if (record.outcome == base::RowOutcome::kOk) {
    const bool flawed = !record.hazards.empty();
    return {flawed ? std::string("ok, but see below") : "ok",
            flawed ? Tone::kWarning : Tone::kGood};
  }
  if (record.mismatch) return {checks::mismatch_text(*record.mismatch), Tone::kBad};
  std::string text = checks::outcome_text(record);
  if (!record.outcome_text.empty()) {
    const std::string place = checks::fault_line_text(record);
    text += ": " + (place.empty() ? "" : place + ": ") + record.outcome_text;
  }
  return {text, record.outcome == base::RowOutcome::kNotRun ? Tone::kDim : Tone::kBad};
}

const char* origin_mark(base::RowOrigin origin) {
  if (origin == base::RowOrigin::kHidden) return "hidden";
  return origin == base::RowOrigin::kStudent ? "student's own" : "";
}

bool has_origin_marks(const checks::Grade& grade) {
  return std::any_of(grade.rows.begin(), grade.rows.end(),
                     [](const TableRow& row) { return *origin_mark(row.record.origin) != '\0'; });
}

std::string row_heading(const checks::Grade& grade) {
  return grade.row_heading.empty() ? "row" : grade.row_heading;
}

std::string result_heading(const checks::Grade& grade) {
  return grade.result_heading.empty() ? "result" : grade.result_heading;
}

}  // namespace bankcheck::report
