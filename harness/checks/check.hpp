// What every check is: a pure function of the run's table, the rubric and the answers.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "checks/grade.hpp"
#include "checks/table.hpp"
#include "rubric/rubric.hpp"

namespace bankcheck::submission {
struct Answers;
}

namespace bankcheck::checks {

/// All that a check may look at.
struct CheckInput {
  const rubric::Rubric& rubric;
  const std::vector<TableRow>& rows;
  const submission::Answers& answers;
  /// The rows that the student listed in their source; absent when they could not be read.
  const std::optional<std::vector<std::int64_t>>& listed_rows;
  const std::string& listed_rows_note;  ///< why not
};

/// A finding with the spec's id, title, points and flags, not judged yet.
Finding begin_finding(const rubric::CheckSpec& spec);
/// The same, decided: all the points when passed, none otherwise.
Finding passed(Finding finding, std::string evidence);
Finding failed(Finding finding, std::string evidence, std::string hint = {});
Finding inconclusive(Finding finding, std::string evidence);
/// There is nothing to judge: no points to have, and none to lose.
Finding not_applicable(Finding finding, std::string evidence);
/// Passed when all of `wanted` parts are right, else failed with the points of those that are.
Finding partly(Finding finding, std::size_t right, std::size_t wanted, std::string evidence,
               std::string hint = {});

/// Why these rows cannot carry a judgement, as a decided finding; absent when all of them ran to
/// their end (a wrong result is an end). Our own trouble comes before what the kernel did.
std::optional<Finding> blocked_by_rows(const CheckInput& input, const Finding& finding,
                                       std::span<const TableRow* const> needed);
/// When one of the rows does nothing that could show what the check looks for (it never accesses
/// shared memory, and its result is wrong or missing): the failed finding. That nothing is wrong
/// with a kernel that does nothing is no merit.
std::optional<Finding> blocked_by_idle_rows(const CheckInput& input, const Finding& finding,
                                            std::span<const TableRow* const> rows);
/// When a row's times were too noisy or too short to judge by: the inconclusive finding, with the
/// row and the reason.
std::optional<Finding> unsure_times(const CheckInput& input, const Finding& finding,
                                    const std::vector<const TableRow*>& rows);
/// The rows of the table that the spec's row set names, in the table's order. Rows that this run
/// left out (hidden ones in a student's own check) are not in it.
std::vector<const TableRow*> rows_of_set(const CheckInput& input, const rubric::CheckSpec& spec);
/// The row that a setting such as `than` names; nullptr when this run left it out.
const TableRow* named_row(const CheckInput& input, const rubric::CheckSpec& spec,
                          const std::string& setting);

/// The rows whose finding is bad, as one sentence: `stride 4: TEXT` and how many more there are.
struct BadRow {
  const TableRow* row = nullptr;
  std::string text;
};
std::string bad_rows_text(const CheckInput& input, const std::vector<BadRow>& bad,
                          std::size_t judged);

/// A row's ratio to the baseline as this run measured it: by time where a GPU timed it and the
/// measure is the sweep's, else by counts. `spread` is what two equal ratios may differ by; 0 for
/// counts.
struct MeasuredRatio {
  double value = 0;
  double spread = 0;
  bool by_time = false;
};
std::optional<MeasuredRatio> measured_ratio(const CheckInput& input, const TableRow& row,
                                            rubric::Measure measure);

}  // namespace bankcheck::checks
