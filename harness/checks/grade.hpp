// Findings and the grade that they add up to.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/bank_model.hpp"
#include "base/run_record.hpp"

namespace bankcheck::checks {

enum class Verdict : std::uint8_t { kPass, kFail, kInconclusive, kError };
const char* name(Verdict verdict);  ///< "PASS", "FAIL", "INCONCLUSIVE", "ERROR"
int exit_code(Verdict verdict);     ///< 0, 1, 4, 3

enum class FindingStatus : std::uint8_t {
  kPassed,
  kFailed,
  kInconclusive,   ///< the measurement could not decide
  kNotApplicable,  ///< there was nothing to judge, and there are no points for it
  kNotJudged,      ///< the device could not run what the check needs; nobody's fault
  kError,          ///< ours
};

/// The outcome of one check.
struct Finding {
  std::string id;
  std::string title;
  FindingStatus status = FindingStatus::kNotJudged;
  double points = 0;
  double max_points = 0;
  bool hidden = false;
  bool required = false;
  /// One sentence of evidence: "stride 3 is 0.00 from stride 1 and 3.00 from stride 4".
  std::string evidence;
  std::string hint;  ///< for a student; empty when there is nothing useful to say
};

/// One line of the table that comes before every verdict.
struct TableRow {
  base::RowRecord record;
  std::optional<double> predicted_degree;  ///< by the bank model
  std::optional<double> student_degree;
  std::optional<double> student_ratio;
  std::optional<double> measured;        ///< the sweep's measure, counted by the simulator
  std::optional<double> measured_ratio;  ///< to the baseline row's measure; never a time
  std::optional<double> time_ratio;      ///< to the baseline row's time; from a GPU only
  std::optional<double> ceiling_part;    ///< of the ceiling row's bytes per second; from a GPU only
  /// The first shared read of warp 0 as the rubric's `reads` asks for it; absent without.
  std::optional<base::WarpAccess> first_read;
};

/// A pitfall of shared memory that rows show, by its name.
struct Diagnosis {
  std::string key;                ///< "old_width"
  std::string name;               ///< "Padded allocation, old width in the index"
  std::vector<std::string> rows;  ///< labels; none where it is about the run as a whole
  std::string text;               ///< a sentence that a student understands, of the first row
};

/// A file of the submission that a report quotes.
struct QuotedFile {
  std::string name;  ///< as SourceLine::file names it
  std::string text;  ///< as the student wrote it, at most kBytes of it
  static constexpr std::size_t kBytes = std::size_t{256} << 10;
};

/// Everything that a report shows; a report computes nothing that is not here.
struct Grade {
  std::string submission;  ///< as the user named it
  std::string submission_hash;
  std::string exercise;
  std::string title;
  std::string rubric_path;
  std::string rubric_hash;
  std::string harness_version;
  std::string toolchain;
  base::DeviceInfo device;
  std::string isolation;            ///< "bubblewrap" or "no sandbox"
  std::string row_heading;          ///< "stride"
  std::string result_heading;       ///< "accumulator"
  std::string measure;              ///< what `measured` counts: "shared_load_wavefronts"
  std::string measure_noun;         ///< "wavefront"
  bool measure_is_total = false;    ///< else a mean per request
  bool asks_degrees = false;        ///< the student is asked to predict degrees
  bool asks_ratios = false;         ///< the student is asked to report ratios
  bool shows_shared_bytes = false;  ///< the rubric asks how much shared memory a block takes
  std::string baseline;             ///< label of the row that ratios divide by
  std::string ceiling;              ///< label of the row whose bytes per second are 100 %
  std::vector<TableRow> rows;
  std::vector<Finding> findings;
  std::vector<Diagnosis> diagnoses;
  std::vector<std::string> notes;  ///< e.g. "kStrides could not be read: …"
  std::vector<std::pair<std::string, std::string>>
      sentences;  ///< question, answer: for a person to read
  std::vector<QuotedFile>
      files;  ///< the student's source first, then those that rows count lines of
  std::string compiler_message;  ///< when the file did not compile
  double points = 0;
  double max_points = 0;
  double pass_mark = 0;
  bool interrupted = false;  ///< stopped by the user: what had been found by then, and no verdict
  Verdict verdict = Verdict::kError;
  std::string verdict_reason;
};

/// Adds up the points of the findings and decides the verdict with its reason.
///
/// Our own trouble (a finding that met an error or could not be judged) comes before everything: it
/// is an ERROR, never a mark. A finding that the measurement could not decide makes the grade
/// INCONCLUSIVE only where it matters: when the submission passes without its points, or fails even
/// with them, the verdict stands.
void decide(Grade& grade);

}  // namespace bankcheck::checks
