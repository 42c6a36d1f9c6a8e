// The pitfalls of shared memory that a run shows, each by its name and in a sentence.
//
// They say what happened, not what it is worth: points are the checks' business. Those about times
// need rows that a GPU timed; the rest rests on what the simulator saw.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/run_record.hpp"
#include "checks/grade.hpp"
#include "rubric/rubric.hpp"

namespace bankcheck::checks {

/// What a pitfall is looked for in.
struct PitfallInput {
  const rubric::Rubric& rubric;
  const std::vector<TableRow>& rows;
};

/// One pitfall: the sentence about a row that shows it, nothing about others.
struct Pitfall {
  std::string_view key;
  std::string_view name;
  std::optional<std::string> (*sentence)(const PitfallInput& input, const TableRow& row);
};
std::span<const Pitfall> pitfalls();

/// Whether lanes of one of the row's loads share a word.
bool shows_broadcast(const TableRow& row);

/// One diagnosis for each pitfall that some row shows, in the table's order, and what the run as a
/// whole shows after them.
std::vector<Diagnosis> diagnose(const rubric::Rubric& rubric, const std::vector<TableRow>& rows,
                                const base::RunRecord& run);

}  // namespace bankcheck::checks
