// What to do about what a run did wrong, and about which of it first.
#pragma once

#include <string>
#include <vector>

#include "base/run_record.hpp"

namespace bankcheck::checks {

/// The hazards with the likely cause of the others first: what ended the row, then barriers, then
/// races, then words that nobody stored. Within a kind in the order in which they were seen.
std::vector<const base::Hazard*> by_cause(const std::vector<base::Hazard>& hazards);

/// What a student can do about a hazard, without a full stop; empty where its text says it all.
std::string advice(const base::Hazard& hazard);

/// What a student can do about a row whose result is wrong. About the hazards of the row first: a
/// result after one of them is chance.
std::string advice_on_result(const base::RowRecord& record);

/// For a kernel whose reads from shared memory are not in its code.
inline constexpr const char* kUnusedReads =
    "the compiler drops a read whose value is not used: what a thread reads from shared memory has "
    "to go into the result that it stores";

/// For a line whose lanes meet in a bank.
inline constexpr const char* kExplainIndex =
    "bankcheck explain --index '...' shows which lanes an index of this line puts into one bank";

/// Whether the kernel makes no access to shared memory at all; false where nothing was counted.
bool leaves_shared_memory_alone(const base::RowRecord& record);

}  // namespace bankcheck::checks
