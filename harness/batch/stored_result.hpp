// What a graded submission leaves on disk: the student's entry in the class, and what it was made
// of.
#pragma once

#include <optional>
#include <string>

#include "base/result.hpp"
#include "batch/similarity.hpp"
#include "checks/class_grades.hpp"

namespace bankcheck::batch {

/// Everything that a grade depends on. When none of it has changed there is nothing to grade again.
struct Fingerprint {
  std::string submission;  ///< hash of what was handed in
  std::string rubric;      ///< hash of the file
  std::string harness;     ///< build of this program
  std::string toolchain;   ///< "nvcc 13.0.88"; empty without one
  std::string device;      ///< "sim", "gpu" or "auto"

  bool operator==(const Fingerprint&) const = default;
};

struct StoredResult {
  Fingerprint made_of;
  std::string run;  ///< of the batch command that asked for it
  int attempt = 1;  ///< counted within that run
  /// Trouble that another attempt would meet again: code that no device of ours can run.
  bool lasting = false;
  checks::ClassEntry entry;
  Prints prints;  ///< of the student's source

  bool is_trouble() const { return entry.state == checks::EntryState::kTrouble; }
};

/// The text of a result file: `report`, a grade as JSON (report/README.md; empty when there is no
/// grade), with the rest under the key `batch`.
std::string result_text(const std::string& report, const StoredResult& result);

/// Reads the part under `batch` alone. Absent when the text is no result of this version.
std::optional<StoredResult> parse_result(const std::string& text);

}  // namespace bankcheck::batch
