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
    return run(step, step.a_varies || step.b_varies ? lanes : 1);
  });
}

bool Evaluator::run(const Step& step, int lanes) {
  if (step.op == Op::kSum) return sum(step);
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
  for (int i = 0; i < lanes; ++i) {
    const std::uint64_t place = bits(index[i].integer);
    if (place >= array.size()) {
      return fail(fmt::format("{0}[{1}] is out of range: {0} has {2} elements",
                              code_.array_names[array_index], index[i].integer, array.size()));
    }
    result[i].real = array[place];
  }
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

bool Evaluator::sum(const Step& step) {
  const Loop& loop = code_.loops[static_cast<std::size_t>(step.index)];
  const std::int64_t from = at(step.a)->integer;
  const std::int64_t to = at(step.b)->integer;
  const std::uint64_t terms = from < to ? bits(to) - bits(from) : 0;
  const std::uint64_t most = loop.by_lanes ? kLanes : 1;
  if (terms > 0 && !(spend(loop.prologue_cost) && run(loop.prologue, 1))) return false;
  Slot total;
  if (loop.real) {
    total.real = 0;
  } else {
    total.integer = 0;
  }
  for (std::uint64_t done = 0; done < terms;) {
    const int lanes = static_cast<int>(std::min(most, terms - done));
    Slot* const variable = at(loop.variable);
    for (int i = 0; i < lanes; ++i) {
      variable[i].integer =
          static_cast<std::int64_t>(bits(from) + done + static_cast<std::uint64_t>(i));
    }
    if (!spend(loop.body_cost * static_cast<std::uint64_t>(lanes))) return false;
    if (!run(loop.body, lanes)) return false;
    add_terms(loop, lanes, &total);
    done += static_cast<std::uint64_t>(lanes);
  }
  *at(step.result) = total;
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
