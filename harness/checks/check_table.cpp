#include "checks/check_table.hpp"

#include <algorithm>
#include <array>

namespace bankcheck::checks {
namespace {

// clang-format off
constexpr std::array kTable = {
    CheckEntry{"result", check_result},
    CheckEntry{"reads", check_reads},
    CheckEntry{"degrees", check_degrees},
    CheckEntry{"closer", check_closer},
    CheckEntry{"slower", check_slower},
    CheckEntry{"rows_added", check_rows_added},
    CheckEntry{"hazards", check_hazards},
    CheckEntry{"hazard_found", check_hazard_found},
    CheckEntry{"line_degrees", check_line_degrees},
    CheckEntry{"shared_bytes", check_shared_bytes},
    CheckEntry{"no_more_shared", check_no_more_shared},
    CheckEntry{"ratio", check_ratio},
    CheckEntry{"times_agree", check_times_agree},
    CheckEntry{"delays", check_delays},
    CheckEntry{"even_work", check_even_work},
    CheckEntry{"predicted_degrees", check_predicted_degrees},
    CheckEntry{"reported_ratios", check_reported_ratios},
    CheckEntry{"answered", check_answered},
    CheckEntry{"answer", check_answer},
    CheckEntry{"sentence", check_sentence},
};
// clang-format on

bool is_hidden_row(const rubric::Rubric& rubric, const std::string& label) {
  const rubric::RowSpec* row = rubric.find_row(label);
  return row != nullptr && row->hidden;
}

/// Whether the check cannot be judged without hidden rows.
bool rests_on_hidden_rows(const rubric::Rubric& rubric, const rubric::CheckSpec& spec) {
  const auto hidden = [&](const std::string& label) { return is_hidden_row(rubric, label); };
  if (std::any_of(spec.rows.begin(), spec.rows.end(),
                  [&](const auto& setting) { return hidden(setting.second); })) {
    return true;
  }
  return !spec.row_set.empty() && std::all_of(spec.row_set.begin(), spec.row_set.end(), hidden);
}

}  // namespace

std::span<const CheckEntry> check_table() { return kTable; }

CheckFunction find_check(std::string_view kind) {
  const auto found = std::find_if(kTable.begin(), kTable.end(),
                                  [&](const CheckEntry& entry) { return entry.kind == kind; });
  return found == kTable.end() ? nullptr : found->judge;
}

std::vector<Finding> judge(const CheckInput& input, bool include_hidden) {
  std::vector<Finding> findings;
  for (const rubric::CheckSpec& spec : input.rubric.checks) {
    if (!include_hidden && (spec.hidden || rests_on_hidden_rows(input.rubric, spec))) continue;
    if (const CheckFunction function = find_check(spec.kind)) {
      findings.push_back(function(input, spec));
      continue;
    }
    Finding unknown = begin_finding(spec);
    unknown.status = FindingStatus::kError;
    unknown.evidence = "this version has no check of the kind '" + spec.kind + "'";
    findings.push_back(std::move(unknown));
  }
  return findings;
}

}  // namespace bankcheck::checks
