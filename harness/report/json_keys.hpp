// What JSON documents call statuses, states and verdicts, in both directions.
#pragma once

#include <optional>
#include <string_view>

#include "checks/class_grades.hpp"

namespace bankcheck::report {

const char* key_of(checks::FindingStatus status);  ///< "passed", "not_applicable", …
const char* key_of(checks::EntryState state);      ///< "graded", "no_submission", …

std::optional<checks::FindingStatus> status_of_key(std::string_view key);
std::optional<checks::EntryState> state_of_key(std::string_view key);
std::optional<checks::Verdict> verdict_of_name(std::string_view name);

}  // namespace bankcheck::report
