// shared_bytes, no_more_shared: how much shared memory a block of a kernel takes.
#include <array>

#include <fmt/format.h>

#include "checks/check_table.hpp"
#include "checks/text.hpp"

namespace bankcheck::checks {
namespace {

std::string bytes_text(const TableRow& row) {
  return fmt::format("{} of shared memory a block",
                     count_text(row.record.shared_bytes, "byte", "bytes"));
}

}  // namespace

Finding check_shared_bytes(const CheckInput& input, const rubric::CheckSpec& spec) {
  const Finding finding = begin_finding(spec);
  const auto rows = rows_of_set(input, spec);
  if (auto blocked = blocked_by_rows(input, finding, rows)) return *blocked;
  const double least = spec.numbers.at("at_least");
  const double most = spec.numbers.at("at_most");
  std::vector<BadRow> bad;
  std::string seen;
  for (const TableRow* row : rows) {
    const double bytes = row->record.shared_bytes;
    seen += fmt::format("{}{}: {}", seen.empty() ? "" : "; ",
                        row_name(input.rubric, row->record.label), bytes_text(*row));
    if (bytes < least) {
      bad.push_back(
          {row, fmt::format("{}, at least {} wanted", bytes_text(*row), number_text(least))});
    } else if (bytes > most) {
      bad.push_back(
          {row, fmt::format("{}, at most {} allowed", bytes_text(*row), number_text(most))});
    }
  }
  if (!bad.empty()) return failed(finding, bad_rows_text(input, bad, rows.size()));
  return passed(finding, seen);
}

Finding check_no_more_shared(const CheckInput& input, const rubric::CheckSpec& spec) {
  Finding finding = begin_finding(spec);
  const TableRow* row = named_row(input, spec, "row");
  const TableRow* than = named_row(input, spec, "than");
  if (row == nullptr || than == nullptr) {
    finding.status = FindingStatus::kError;
    finding.evidence =
        fmt::format("the row '{}' was not run", spec.rows.at(row == nullptr ? "row" : "than"));
    return finding;
  }
  if (auto blocked = blocked_by_rows(input, finding, std::array{row, than})) return *blocked;
  if (auto idle = blocked_by_idle_rows(input, finding, std::array{row})) return *idle;
  const std::string evidence =
      fmt::format("{}: {}; {}: {}", row_name(input.rubric, row->record.label), bytes_text(*row),
                  row_name(input.rubric, than->record.label), bytes_text(*than));
  return row->record.shared_bytes <= than->record.shared_bytes ? passed(finding, evidence)
                                                               : failed(finding, evidence);
}

}  // namespace bankcheck::checks
