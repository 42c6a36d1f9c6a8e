// Every kind of check that a rubric can ask for, with the function that judges it.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "checks/check.hpp"

namespace bankcheck::checks {

using CheckFunction = Finding (*)(const CheckInput& input, const rubric::CheckSpec& spec);

struct CheckEntry {
  std::string_view kind;  ///< as rubric/check_kinds.hpp lists it, with its settings
  CheckFunction judge;
};

/// Adding a check is a file with its function, and a row here and in rubric/check_kinds.cpp.
std::span<const CheckEntry> check_table();
/// nullptr when there is no such kind.
CheckFunction find_check(std::string_view kind);

/// One finding for each check of the rubric, in its order. `include_hidden` false leaves out the
/// checks that are hidden, and those all of whose rows are.
std::vector<Finding> judge(const CheckInput& input, bool include_hidden);

Finding check_result(const CheckInput& input, const rubric::CheckSpec& spec);
Finding check_reads(const CheckInput& input, const rubric::CheckSpec& spec);
Finding check_degrees(const CheckInput& input, const rubric::CheckSpec& spec);
Finding check_closer(const CheckInput& input, const rubric::CheckSpec& spec);
Finding check_slower(const CheckInput& input, const rubric::CheckSpec& spec);
Finding check_rows_added(const CheckInput& input, const rubric::CheckSpec& spec);
Finding check_hazards(const CheckInput& input, const rubric::CheckSpec& spec);
Finding check_hazard_found(const CheckInput& input, const rubric::CheckSpec& spec);
Finding check_line_degrees(const CheckInput& input, const rubric::CheckSpec& spec);
Finding check_shared_bytes(const CheckInput& input, const rubric::CheckSpec& spec);
Finding check_no_more_shared(const CheckInput& input, const rubric::CheckSpec& spec);
Finding check_ratio(const CheckInput& input, const rubric::CheckSpec& spec);
Finding check_times_agree(const CheckInput& input, const rubric::CheckSpec& spec);
Finding check_delays(const CheckInput& input, const rubric::CheckSpec& spec);
Finding check_even_work(const CheckInput& input, const rubric::CheckSpec& spec);
Finding check_predicted_degrees(const CheckInput& input, const rubric::CheckSpec& spec);
Finding check_reported_ratios(const CheckInput& input, const rubric::CheckSpec& spec);
Finding check_answered(const CheckInput& input, const rubric::CheckSpec& spec);
Finding check_answer(const CheckInput& input, const rubric::CheckSpec& spec);
Finding check_sentence(const CheckInput& input, const rubric::CheckSpec& spec);

}  // namespace bankcheck::checks
