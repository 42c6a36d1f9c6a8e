// What an instructor asks for, as data: the kernels, the sweep, the checks, the questions, the points.
// rubrics/README.md documents every key of the YAML that it is read from.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/launch.hpp"
#include "base/result.hpp"
#include "rubric/expression.hpp"

namespace bankcheck::rubric {

/// How a buffer is filled before a launch.
enum class Fill : std::uint8_t {
  kRandomIntegers,  ///< secret small integers in [low, high]: sums are exact in float in any order
  kIota,
  kZero,
  kPoison,          ///< NaN (all-ones bits for integers): for outputs
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

/// What one element of an output must be: `of`, with `index` standing for the element's index, `tx`,
/// `bx`, … for the thread whose global linear index it is, and the inputs by name: `in[(tx*stride+k) % words]`.
struct ExpectedOutput {
  std::string buffer;
  Expression value;
  double relative_tolerance = 0;  ///< 0: exact
  double absolute_tolerance = 0;
};

/// The shared reads that every thread must make: for each value of `variable` in [0, count), one
/// read of the 4-byte word `word` (counted from the lowest word that the block reads), in any order.
struct LedgerSpec {
  std::string variable;
  Expression count;
  Expression word;
};

struct KernelSpec {
  std::string id;    ///< how rows and checks name it
  std::string name;  ///< the kernel's name in the student's source
  std::vector<ParameterSpec> parameters;
  std::vector<Expression> grid;   ///< 1 to 3 extents
  std::vector<Expression> block;  ///< 1 to 3 extents
  std::optional<Expression> blocks_per_sm;  ///< on a GPU, instead of grid: times the card's SMs
  std::optional<Expression> dynamic_shared_bytes;
  std::vector<ExpectedOutput> expect;
  std::optional<LedgerSpec> reads;
  /// Wavefronts per request that the bank model predicts for the row's shared loads.
  std::optional<Expression> degree;
};

/// A row of the sweep before it is run.
struct RowSpec {
  std::string label;
  std::string kernel;  ///< KernelSpec::id
  std::map<std::string, std::int64_t> variables;
  bool hidden = false;
  bool added = false;  ///< the student is asked to add it
};

struct Sweep {
  std::string variable;   ///< e.g. `stride`; empty when rows are kernels
  std::string rows_from;  ///< array of the submission that lists the student's rows; may be empty
  std::string baseline;   ///< label of the row that ratios divide by
  std::vector<RowSpec> rows;
};

/// One check with its points. `kind` names a row of the check table (checks/check_table.hpp);
/// the settings of that kind are in `rows`, `numbers`, `texts`.
struct CheckSpec {
  std::string kind;
  std::string id;
  std::string title;
  double points = 0;
  bool hidden = false;
  bool required = false;  ///< failing it fails the submission whatever the points
  std::map<std::string, std::string> rows;     ///< e.g. closer: row, to, than
  std::map<std::string, double> numbers;       ///< e.g. tolerance
  std::map<std::string, std::vector<std::string>> texts;  ///< e.g. phrases
  int line = 0;  ///< of the rubric file, for messages
};

enum class AnswerType : std::uint8_t { kNumber, kText, kNumberPerRow };

/// A question of the answers file.
struct QuestionSpec {
  std::string key;
  std::string prompt;
  AnswerType type = AnswerType::kNumber;
  std::vector<std::string> rows;  ///< for kNumberPerRow: labels that must be answered
};

struct Limits {
  std::uint64_t warp_instructions_per_row = 2'000'000'000;
  double row_seconds = 20;
  double compile_seconds = 60;
};

struct Rubric {
  int version = 1;
  std::string path;
  std::string hash;  ///< SHA-256 of the file
  std::string exercise;
  std::string title;
  std::string source_file;   ///< default name of the student's file
  std::string answers_file;
  std::map<std::string, std::int64_t> constants;
  std::vector<KernelSpec> kernels;
  Sweep sweep;
  std::vector<QuestionSpec> questions;
  std::vector<CheckSpec> checks;
  double pass_mark = 0;  ///< points needed
  Limits limits;

  double total_points() const;
  const KernelSpec* find_kernel(const std::string& id) const;
};

/// Loads and checks a rubric; all errors at once, each at its place.
base::Result<Rubric> load_rubric(const std::string& path);
base::Result<Rubric> parse_rubric(const base::SourceText& text);

}  // namespace bankcheck::rubric
