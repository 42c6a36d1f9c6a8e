// What an instructor asks for, as data: the kernels, the sweep, the checks, the questions, the
// points. rubrics/README.md documents every key of the YAML that it is read from.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/bank_model.hpp"
#include "base/launch.hpp"
#include "base/result.hpp"
#include "rubric/expression.hpp"

namespace bankcheck::rubric {

/// How a buffer is filled before a launch.
enum class Fill : std::uint8_t {
  kRandomIntegers,  ///< secret small integers in [low, high]: sums are exact in float in any order
  kIota,
  kZero,
  kPoison,  ///< NaN (all-ones bits for integers): for outputs
};

/// One kernel parameter. A buffer when `length` is given, else a scalar with `value`.
struct ParameterSpec {
  std::string name;
  base::ElementType type = base::ElementType::kF32;
  std::optional<Expression> length;
  std::optional<Expression> value;
  Fill fill = Fill::kRandomIntegers;
  std::int64_t low = 0;
  std::int64_t high = 15;
  bool is_output = false;
};

/// What each element of an output must be. In `value`, `index` is the element's index, `tx` … `bz`
/// and `thread` are the thread whose global linear index (block-major) that is, and inputs go by
/// their name: `in[(tx*stride + k) % words]`. See expected.hpp.
struct ExpectedOutput {
  std::string buffer;
  Expression value;
  double relative_tolerance = 0;  ///< 0: exact
  double absolute_tolerance = 0;

  /// Whether element i belongs to thread i: `value` names a thread.
  bool is_per_thread() const;
};

/// The shared reads that every thread must make: for each value of `variable` in [0, count), one
/// read of the 4-byte word `word` (counted from the lowest word that the block reads), in any
/// order. `count` sees the launch's names; `word` also the thread's (`tx` … `bz`, `thread`) and
/// `variable`.
struct LedgerSpec {
  std::string variable;
  Expression count;
  Expression word;
  /// The lanes of a warp read together: those of one request have the same value of `variable`.
  bool together = false;
  /// A thread's elements of the outputs rest on each of its own reads, and on nobody else's.
  bool used = false;
};

/// A shared-memory access of one warp, for what the bank model says of it.
struct AccessSpec {
  Expression
      index;  ///< element index, over `tx` `ty` `tz` `lane`, constants and (of a degree) variables
  base::AccessKind kind = base::AccessKind::kLoad;
  int width_bytes = 4;    ///< what one lane loads or stores
  int element_bytes = 4;  ///< distance of neighbouring elements: 12 for the .x of a float3
  int offset_bytes = 0;   ///< of the accessed member within its element
  base::Dim3 block{32, 1, 1};
  int warp = 0;  ///< which warp of the block
};

struct KernelSpec {
  std::string id;    ///< how rows name it
  std::string name;  ///< the kernel's name in the student's source
  std::vector<ParameterSpec> parameters;
  std::vector<Expression> grid;             ///< 1 to 3 extents; on a GPU see blocks_per_sm
  std::vector<Expression> block;            ///< 1 to 3 extents
  std::optional<Expression> blocks_per_sm;  ///< on a GPU, instead of grid: times the card's SMs
  std::optional<Expression> dynamic_shared_bytes;
  std::vector<ExpectedOutput> expect;
  std::optional<LedgerSpec> reads;
  /// The bank model's prediction of the sweep's measure, over constants and the row's variables: a
  /// formula, or the access whose degree it is.
  std::optional<Expression> degree;
  std::optional<AccessSpec> degree_access;
  /// Bytes of global memory that a launch has to move: what GB/s are taken from.
  std::optional<Expression> bytes_moved;

  bool predicts_degree() const { return degree || degree_access; }
};

/// A row of the sweep before it is run.
struct RowSpec {
  std::string label;
  std::string kernel;  ///< KernelSpec::id
  std::map<std::string, std::int64_t> variables;
  std::map<std::string, std::int64_t> gpu_variables;  ///< those that differ on a GPU
  bool hidden = false;
  bool added = false;            ///< the student is asked to add it
  std::optional<double> degree;  ///< as listed in the rubric; see Rubric::predicted_degree
};

/// What ratios and degrees are taken from. Counts of the simulator; per request unless it says
/// total.
enum class Measure : std::uint8_t {
  kSharedLoadWavefronts,
  kSharedStoreWavefronts,
  kSharedAtomicWavefronts,
  kSharedWavefronts,  ///< loads, stores and atomics together
  kGlobalLoadSectors,
  kGlobalStoreSectors,
  kTotalSharedWavefronts,
  kTotalGlobalLoadSectors,
  kTotalGlobalStoreSectors,
  kTotalGlobalLoadRequests,
};
/// `shared_load_wavefronts`, `total_shared_wavefronts`, … as rubrics spell them.
const char* name(Measure measure);
inline constexpr std::size_t kMeasureCount = 10;

struct Sweep {
  std::string heading;   ///< of the table's first column; by default `variable`
  std::string result;    ///< heading of its last column, such as `accumulator`; by default `result`
  std::string variable;  ///< e.g. `stride`; empty when rows are listed one by one
  std::string rows_from;  ///< array of the submission that lists the student's rows; may be empty
  /// Values of `variable` that a student's own row may have; others are reported and not run.
  std::int64_t lowest = 0;
  std::int64_t highest = 0;
  std::string baseline;  ///< label of the row that ratios divide by
  Measure measure = Measure::kSharedLoadWavefronts;
  std::string ceiling;  ///< label of the row whose GB/s others are percentages of; may be empty
  /// Compute capability whose resident blocks the simulator shows, such as `9.0`; on a GPU they are
  /// the card's. Empty: they are not shown.
  std::string occupancy;
  std::vector<RowSpec> rows;
};

/// One check with its points. `kind` names a row of the check table (check_kinds.hpp here says
/// which settings it takes, the table in `checks` what it does). Settings that the rubric leaves
/// out have the default of the kind, so that `numbers.at("tolerance")` is always there for a kind
/// that has it.
struct CheckSpec {
  std::string kind;
  std::string id;  ///< unique; by default the kind, numbered when it comes again
  std::string title;
  double points = 0;
  bool hidden = false;
  bool required = false;                    ///< failing it fails the submission whatever the points
  std::map<std::string, std::string> rows;  ///< settings that are one row: closer has row, to, than
  std::vector<std::string> row_set;  ///< labels that `rows: all|base|added|hidden|[…]` means
  std::string question;              ///< QuestionSpec::key
  Measure measure = Measure::kSharedLoadWavefronts;  ///< by default the sweep's
  std::map<std::string, double> numbers;             ///< e.g. tolerance; true is 1, false 0
  std::vector<std::string> texts;                    ///< e.g. hazards that are allowed
  std::vector<std::vector<std::string>> phrases;  ///< groups: at least one phrase of each is wanted
  int line = 0;                                   ///< of the rubric file, for messages
};

enum class AnswerType : std::uint8_t { kNumber, kText, kNumberPerRow, kChoice };

/// The right answer to a question with a key: a formula, or what the bank model says of an access.
struct AnswerKey {
  enum class Kind : std::uint8_t {
    kValue,
    kDegree,
    kWavefronts,
    kPhases,
    kBank,             ///< that the warp's first lane asks
    kSmallestPadding,  ///< the least `padding`, from 0, whose access has no conflict
    kWorstAccess,      ///< of a choice: the one whose access has the largest degree
  };
  Kind kind = Kind::kValue;
  std::optional<Expression> value;
  std::optional<AccessSpec> access;
  std::vector<AccessSpec> accesses;  ///< of kWorstAccess: one for each choice, in their order
};

/// A question of the answers file.
struct QuestionSpec {
  std::string key;
  std::string prompt;
  AnswerType type = AnswerType::kNumber;
  std::vector<std::string> rows;  ///< for kNumberPerRow: labels that must be answered
  std::optional<AnswerKey> answer;
  std::vector<std::string> choices = {};  ///< for kChoice
};

/// A number that is drawn for each student: one of `values`.
struct DrawSpec {
  std::string name;
  std::vector<std::int64_t> values;
};

struct Limits {
  /// On the simulator, which takes 8 s for them at its slowest: well within `row_seconds`.
  std::uint64_t warp_instructions_per_row = 10'000'000;
  double row_seconds = 20;
  double compile_seconds = 60;
  unsigned student_rows = 32;  ///< rows of the student's own that are run, at most
};

struct Rubric {
  int version = 1;
  std::string path;
  std::string hash;  ///< SHA-256 of the file
  std::string exercise;
  std::string title;
  std::string source_file;   ///< default name of the student's file; empty: answers only
  std::string answers_file;  ///< empty: nothing is asked
  std::map<std::string, std::int64_t> constants;      ///< on the simulator
  std::map<std::string, std::int64_t> gpu_constants;  ///< the same names, on a GPU
  /// Drawn numbers are constants too; until draw_numbers has drawn them, the first of their values.
  std::vector<DrawSpec> draws;
  std::string draw_question;        ///< key of the question whose answer the draws are made from
  std::vector<KernelSpec> kernels;  ///< empty: answers only
  Sweep sweep;
  std::vector<QuestionSpec> questions;
  std::vector<CheckSpec> checks;
  double pass_mark = 0;  ///< points needed
  Limits limits;

  double total_points() const;
  const KernelSpec* find_kernel(std::string_view id) const;
  const RowSpec* find_row(std::string_view label) const;
  const QuestionSpec* find_question(std::string_view key) const;
  /// The row's listed degree, or its kernel's formula; also for rows that a student added.
  /// `nullopt` when the rubric predicts nothing for it.
  std::optional<double> predicted_degree(const RowSpec& row) const;
  /// The sweep's row for one more value of its variable (a stride the student added).
  RowSpec student_row(std::int64_t value) const;
};

/// Loads and checks a rubric; all errors at once, each at its place.
base::Result<Rubric> load_rubric(const std::string& path);
base::Result<Rubric> parse_rubric(const base::SourceText& text);

/// The right answer to a question that has a key; `nullopt` when it has none. Of a choice it is the
/// place of the right one among the choices, `nullopt` when two are equally right.
std::optional<double> answer_key(const Rubric& rubric, const QuestionSpec& question);

/// The rubric with the numbers that are this student's, and with those numbers in place of `{name}`
/// in its prompts and titles. The same seed always draws the same; an empty one puts `[yours]`.
Rubric draw_numbers(Rubric rubric, const std::string& seed);

}  // namespace bankcheck::rubric
