// Runs the steps of a compiled expression; not for users of Expression.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "rubric/expression.hpp"
#include "rubric/expression_code.hpp"

namespace bankcheck::rubric {

/// The registers of one evaluation. `code` and `arrays` must outlive it.
class Evaluator {
 public:
  Evaluator(const ExpressionCode& code, std::span<const std::span<const double>> arrays,
            Precision precision, std::uint64_t operation_limit);

  /// The lanes of a register: names are set, and the result is read, through this.
  Slot* at(int place) { return scratch_.get() + place; }

  /// Works out the value for `lanes` elements; false when there was an error.
  bool run(int lanes);
  const std::string& error() const { return error_; }

 private:
  bool fail(std::string text);
  double rounded(double value) const { return single_ ? static_cast<float>(value) : value; }
  bool spend(std::uint64_t operations);
  bool run(const std::vector<Step>& steps, int lanes);
  bool run(const Step& step, int lanes);
  void to_real(const Step& step, int lanes);
  bool element(const Step& step, int lanes);
  bool check_right_side(const Step& step, int lanes);
  bool sum(const Step& step, int lanes);
  bool sum_by_lanes(const Loop& loop, std::int64_t from, std::uint64_t terms, Slot* total);
  bool sum_of_each_lane(const Loop& loop, std::int64_t from, std::uint64_t terms, int lanes);
  void add_terms(const Loop& loop, int lanes, Slot* total) const;

  const ExpressionCode& code_;
  std::span<const std::span<const double>> arrays_;
  bool single_;
  std::unique_ptr<Slot[]> scratch_;
  std::uint64_t operation_limit_;
  std::uint64_t operations_ = 0;
  std::string error_;
};

}  // namespace bankcheck::rubric
