// What JSON documents call statuses, states and verdicts, in both directions.
#pragma once

#include <optional>
#include <string_view>

#include "checks/class_grades.hpp"

namespace bankcheck::checks {

const char* key_of(FindingStatus status);  ///< "passed", "not_applicable", …
const char* key_of(EntryState state);      ///< "graded", "no_submission", …

std::optional<FindingStatus> status_of_key(std::string_view key);
std::optional<EntryState> state_of_key(std::string_view key);
std::optional<Verdict> verdict_of_name(std::string_view name);

}  // namespace bankcheck::checks
