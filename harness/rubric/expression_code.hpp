// An expression as steps over registers of many lanes; not for users of Expression.
//
// Theory of operation. A value is worked out for up to kLanes lanes at once: a register holds one
// number for all of them or one each, and a step is a plain loop over the lanes. There are two
// kinds of code. For a column of many elements these are the lanes, also within sums, which then
// take one term after the other for all elements: what an input's neighbouring elements are asked
// for lies together in memory, and no addition waits for the one before. For single values, and
// where each element's sum has a length of its own, the lanes are the terms of a sum that has no
// other sum inside; sums around such a sum go one term at a time. What does not change from term to
// term is a sum's prologue and is worked out once for each sum, after it is known not to be empty,
// so that hoisting brings no error that was not there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "rubric/expression_operations.hpp"
#include "rubric/expression_tree.hpp"

namespace bankcheck::rubric {

inline constexpr int kLanes = 256;

struct Step {
  LaneFunction function = nullptr;  ///< null for elements, sums and conversions
  Op op = Op::kInteger;
  bool real = false;  ///< of the operands and, but for sums, the result
  bool a_varies = false;
  bool b_varies = false;
  int result = 0;  ///< registers: places in the scratch memory
  int a = 0;
  int b = 0;
  int index = 0;  ///< of an element: which array; of a sum: which loop
};

/// A sum, or (loop 0) the elements of a column.
struct Loop {
  bool by_lanes = false;  ///< its terms or elements are the lanes; else taken one at a time
  int variable = 0;       ///< register; unused in loop 0
  std::vector<Step> prologue;
  std::vector<Step> body;
  std::uint64_t prologue_cost = 0;  ///< operations
  std::uint64_t body_cost = 1;      ///< of each term
  int value = 0;                    ///< register of what is summed, or of the result
  bool value_varies = false;
  bool real = false;
};

struct Constant {
  int place = 0;
  bool real = false;
  std::int64_t integer = 0;
  double number = 0;
};

struct NameRegister {
  int place = -1;  ///< -1: the name is not used
  bool varies = false;
};

struct ExpressionCode {
  std::vector<Constant> constants;
  std::vector<NameRegister> names;  ///< of each bound name
  std::vector<std::string> array_names;
  std::vector<Loop> loops;
  int scratch_size = 0;  ///< places
};

/// `names` and `arrays` hold everything that the expression uses; the first `fixed` names have one
/// value for a whole column. None where elements want sums of different lengths.
std::optional<ExpressionCode> compile_for_elements(const ExpressionTree& tree,
                                                   const std::vector<std::string>& names,
                                                   const std::vector<std::string>& arrays,
                                                   std::size_t fixed);
/// For one element at a time.
ExpressionCode compile_for_terms(const ExpressionTree& tree, const std::vector<std::string>& names,
                                 const std::vector<std::string>& arrays);

}  // namespace bankcheck::rubric
