// Short names for values, threads and rows, the same in every finding and report.
#pragma once

#include <cstdint>
#include <string>

#include "base/run_record.hpp"

namespace bankcheck::checks {

/// As short as it can be without losing a digit that matters: `2048`, `0.5`, `NaN`; at most 9
/// digits.
std::string number_text(double value);
/// Two decimals: `3.00`.
std::string ratio_text(double value);
/// Points without needless zeros: `2`, `1.5`, `0.67`.
std::string points_text(double points);
/// `1 word`, `8 words`.
std::string count_text(std::uint64_t count, const std::string& singular, const std::string& plural);

/// `3` for one-dimensional places, `(3,1)` or `(3,1,2)` for others.
std::string place_text(const base::Dim3& place);
/// `block 3 thread 17`.
std::string thread_text(const base::ThreadId& thread);
/// `block 3 thread 17: 1024, wanted 2048`, or `out[17]: …` when the element has no thread. An
/// element that still holds the poison it was filled with `was never written`.
std::string mismatch_text(const base::Mismatch& mismatch);
/// `line 14` or `probe.cu:14`; empty when the place is unknown.
std::string line_text(const base::SourceLine& line);
/// The line at which a row ended; empty where it did not end at one, or that is unknown.
std::string fault_line_text(const base::RowRecord& record);
/// What the table shows in place of a row's numbers: `ok`, `crashed`, `did not compile`, …
const char* outcome_text(base::RowOutcome outcome);
const char* outcome_text(const base::RowRecord& record);
/// The same as a predicate: `crashed`, `was not run`, …
const char* outcome_verb(base::RowOutcome outcome);
const char* outcome_verb(const base::RowRecord& record);
/// `race`, `uninitialised read`, …
const char* hazard_text(base::HazardKind kind);

}  // namespace bankcheck::checks
