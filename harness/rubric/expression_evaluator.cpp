#include "rubric/expression_evaluator.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace bankcheck::rubric {
namespace {

std::uint64_t bits(std::int64_t value) { return static_cast<std::uint64_t>(value); }

/// A number that is 0 as an integer and as a real number.
bool is_zero(const Slot& slot, bool real) { return real ? slot.real == 0 : slot.integer == 0; }

}  // namespace

Evaluator::Evaluator(const ExpressionCode& code, std::span<const std::span<const double>> arrays,
                     Precision precision, std::uint64_t operation_limit)
    : code_(code),
      arrays_(arrays),
      single_(precision == Precision::kSingle),
      scratch_(new Slot[static_cast<std::size_t>(code.scratch_size)]),
      operation_limit_(operation_limit) {
  for (const Constant& constant : code.constants) {
    if (constant.real) {
      at(constant.place)->real = rounded(constant.number);
    } else {
      at(constant.place)->integer = constant.integer;
    }
  }
}

bool Evaluator::run(int lanes) {
  const Loop& elements = code_.loops[0];
  operations_ = 0;
  return spend(elements.prologue_cost + elements.body_cost) && run(elements.prologue, 1) &&
         run(elements.body, lanes);
}

bool Evaluator::fail(std::string text) {
  error_ = std::move(text);
  return false;
}

bool Evaluator::spend(std::uint64_t operations) {
  operations_ += operations;
  return operations_ <= operation_limit_ ||
         fail(fmt::format("takes more than {} operations", operation_limit_));
}

bool Evaluator::run(const std::vector<Step>& steps, int lanes) {
  return std::all_of(steps.begin(), steps.end(), [&](const Step& step) {
    if (step.op == Op::kSum) return sum(step, lanes);
    return run(step, step.a_varies || step.b_varies ? lanes : 1);
  });
}

bool Evaluator::run(const Step& step, int lanes) {
  if (step.op == Op::kElement) return element(step, lanes);
  if (step.op == Op::kToReal) {
    to_real(step, lanes);
    return true;
  }
  if (!check_right_side(step, lanes)) return false;
  Slot* const result = at(step.result);
  step.function({at(step.a), step.a_varies}, {at(step.b), step.b_varies}, result, lanes);
  if (step.real && single_) {
    for (int i = 0; i < lanes; ++i) result[i].real = rounded(result[i].real);
  }
  return true;
}

void Evaluator::to_real(const Step& step, int lanes) {
  const Slot* const from = at(step.a);
  Slot* const result = at(step.result);
  for (int i = 0; i < lanes; ++i) result[i].real = rounded(static_cast<double>(from[i].integer));
}

bool Evaluator::element(const Step& step, int lanes) {
  const auto array_index = static_cast<std::size_t>(step.index);
  const std::span<const double> array = arrays_[array_index];
  const Slot* const index = at(step.a);
  Slot* const result = at(step.result);
  std::uint64_t outside = 0;
  for (int i = 0; i < lanes; ++i) outside += bits(index[i].integer) >= array.size();
  if (outside > 0) {
    const Slot* const first = std::find_if(
        index, index + lanes, [&](const Slot& slot) { return bits(slot.integer) >= array.size(); });
    return fail(fmt::format("{0}[{1}] is out of range: {0} has {2} elements",
                            code_.array_names[array_index], first->integer, array.size()));
  }
  for (int i = 0; i < lanes; ++i) result[i].real = array[bits(index[i].integer)];
  return true;
}

/// Division and shifts have right sides that they cannot take.
bool Evaluator::check_right_side(const Step& step, int lanes) {
  const Slot* const begin = at(step.b);
  const Slot* const end = begin + (step.b_varies ? lanes : 1);
  if (step.op == Op::kDivide || step.op == Op::kRemainder) {
    const bool by_zero =
        std::any_of(begin, end, [&](const Slot& slot) { return is_zero(slot, step.real); });
    if (by_zero) return fail("division by zero");
  }
  if (step.op == Op::kShiftLeft || step.op == Op::kShiftRight) {
    const Slot* const outside =
        std::find_if(begin, end, [](const Slot& slot) { return bits(slot.integer) > 63; });
    if (outside != end) {
      return fail(fmt::format("shift by {}, possible are 0 to 63", outside->integer));
    }
  }
  return true;
}

bool Evaluator::sum(const Step& step, int lanes) {
  const Loop& loop = code_.loops[static_cast<std::size_t>(step.index)];
  const std::int64_t from = at(step.a)->integer;
  const std::int64_t to = at(step.b)->integer;
  const std::uint64_t terms = from < to ? bits(to) - bits(from) : 0;
  const int totals = !loop.by_lanes && loop.value_varies ? lanes : 1;
  Slot zero;
  if (loop.real) {
    zero.real = 0;
  } else {
    zero.integer = 0;
  }
  std::fill_n(at(step.result), totals, zero);
  if (terms == 0) return true;
  if (!spend(loop.prologue_cost) || !run(loop.prologue, loop.by_lanes ? 1 : lanes)) return false;
  return loop.by_lanes ? sum_by_lanes(loop, from, terms, at(step.result))
                       : sum_of_each_lane(loop, from, terms, lanes);
}

bool Evaluator::sum_by_lanes(const Loop& loop, std::int64_t from, std::uint64_t terms,
                             Slot* total) {
  for (std::uint64_t done = 0; done < terms;) {
    const int lanes = static_cast<int>(std::min<std::uint64_t>(kLanes, terms - done));
    Slot* const variable = at(loop.variable);
    for (int i = 0; i < lanes; ++i) {
      variable[i].integer =
          static_cast<std::int64_t>(bits(from) + done + static_cast<std::uint64_t>(i));
    }
    if (!spend(loop.body_cost * static_cast<std::uint64_t>(lanes))) return false;
    if (!run(loop.body, lanes)) return false;
    add_terms(loop, lanes, total);
    done += static_cast<std::uint64_t>(lanes);
  }
  return true;
}

/// The body's last step adds the term to the total.
bool Evaluator::sum_of_each_lane(const Loop& loop, std::int64_t from, std::uint64_t terms,
                                 int lanes) {
  // Too many are refused before they take the time of so many for each lane.
  const bool too_many = terms > operation_limit_ / loop.body_cost;
  if (!spend(too_many ? operation_limit_ + 1 : terms * loop.body_cost)) return false;
  for (std::uint64_t done = 0; done < terms; ++done) {
    at(loop.variable)->integer = static_cast<std::int64_t>(bits(from) + done);
    if (!run(loop.body, lanes)) return false;
  }
  return true;
}

void Evaluator::add_terms(const Loop& loop, int lanes, Slot* total) const {
  const Operand value{scratch_.get() + loop.value, loop.value_varies};
  if (!loop.real) {
    std::uint64_t sum = bits(total->integer);
    for (int i = 0; i < lanes; ++i) sum += bits(value.lane(i).integer);
    total->integer = static_cast<std::int64_t>(sum);
  } else {
    for (int i = 0; i < lanes; ++i) total->real = rounded(total->real + value.lane(i).real);
  }
}

}  // namespace bankcheck::rubric
