#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "rubric/expression_code.hpp"

namespace bankcheck::rubric {
namespace {

struct Register {
  int place = 0;
  int depth = -1;       ///< of the innermost loop that it changes with; -1: a constant
  bool varies = false;  ///< a number for each lane
};

/// What the lanes are.
enum class Lanes : std::uint8_t { kElements, kTerms };

class Compiler {
 public:
  Compiler(const ExpressionTree& tree, const std::vector<std::string>& names,
           const std::vector<std::string>& arrays, std::size_t fixed, Lanes lanes)
      : tree_(tree), names_(names), fixed_(fixed), lanes_(lanes) {
    code_.array_names = arrays;
    code_.names.resize(names.size());
  }

  /// None when elements cannot be the lanes because they want sums of different lengths.
  std::optional<ExpressionCode> compile() {
    open_loop("", lanes_ == Lanes::kElements || !contains_sum(tree_.root));
    const Register value = lower(tree_.root);
    close_loop(value, tree_.at(tree_.root).real);
    if (bounds_vary_) return std::nullopt;
    return std::move(code_);
  }

 private:
  struct Scope {
    std::string variable;
    std::size_t loop;
    Register counter;
  };

  int depth() const { return static_cast<int>(scopes_.size()) - 1; }
  Loop& loop() { return code_.loops[scopes_.back().loop]; }

  /// What an operation counts for; Euclid's algorithm takes its rounds, and a sum its setting up.
  static std::uint64_t cost(Op op) { return op == Op::kGcd ? 32 : op == Op::kSum ? 8 : 1; }

  int allocate(bool varies) {
    const int place = code_.scratch_size;
    code_.scratch_size += varies ? kLanes : 1;
    return place;
  }

  bool contains_sum(int index) const {
    const ExpressionPart& part = tree_.at(index);
    if (part.op == Op::kSum) return true;
    return std::any_of(std::begin(part.child), std::end(part.child),
                       [&](int child) { return child >= 0 && contains_sum(child); });
  }

  void open_loop(const std::string& variable, bool by_lanes) {
    const Register counter{allocate(by_lanes), depth() + 1, by_lanes};
    scopes_.push_back({variable, code_.loops.size(), counter});
    code_.loops.push_back({});
    loop().by_lanes = by_lanes;
    loop().variable = counter.place;
  }

  void close_loop(const Register& value, bool real) {
    loop().value = value.place;
    loop().value_varies = value.varies;
    loop().real = real;
    scopes_.pop_back();
  }

  /// Adds a step where it is worked out as rarely as can be without bringing new errors.
  Register emit(Step step, const Register& a, const Register& b) {
    Register result{0, std::max(a.depth, b.depth), a.varies || b.varies};
    step.a = a.place;
    step.b = b.place;
    step.a_varies = a.varies;
    step.b_varies = b.varies;
    step.result = result.place = allocate(result.varies);
    step.function = step.real ? real_operation(step.op) : integer_operation(step.op);
    const bool in_body = result.depth == depth();
    (in_body ? loop().body : loop().prologue).push_back(step);
    (in_body ? loop().body_cost : loop().prologue_cost) += cost(step.op);
    return result;
  }

  Register constant(const ExpressionPart& part) {
    const int place = allocate(false);
    code_.constants.push_back({place, part.real, part.integer, part.number});
    return {place, -1, false};
  }

  Register name(const std::string& name) {
    for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
      if (scope->variable == name) return scope->counter;
    }
    const auto found = std::find(names_.begin(), names_.end(), name);
    assert(found != names_.end());
    const auto number = static_cast<std::size_t>(found - names_.begin());
    const bool varies = code_.loops[0].by_lanes && number >= fixed_;
    NameRegister& known = code_.names[number];
    if (known.place < 0) known = {allocate(varies), varies};
    return {known.place, 0, varies};
  }

  Register element(const ExpressionPart& part) {
    const auto& arrays = code_.array_names;
    const auto found = std::find(arrays.begin(), arrays.end(), part.name);
    assert(found != arrays.end());
    const Register index = lower(part.child[0]);
    Step step{.op = Op::kElement};
    step.index = static_cast<int>(found - arrays.begin());
    return emit(step, index, index);
  }

  /// A sum is worked out where it stands: in the body of the loop around it.
  Register sum(const ExpressionPart& part) {
    const Register from = lower(part.child[0]);
    const Register to = lower(part.child[1]);
    bounds_vary_ = bounds_vary_ || from.varies || to.varies;
    Step step{.op = Op::kSum, .real = part.real, .a = from.place, .b = to.place};
    step.index = static_cast<int>(code_.loops.size());
    const bool by_lanes = lanes_ == Lanes::kTerms && !contains_sum(part.child[2]);
    open_loop(part.name, by_lanes);
    const Register value = lower(part.child[2]);
    Register result{0, depth() - 1, value.varies && !by_lanes};
    step.result = result.place = allocate(result.varies);
    if (!by_lanes) add_to(result, value, part.real);
    close_loop(value, part.real);
    loop().body.push_back(step);
    loop().body_cost += cost(Op::kSum);
    return result;
  }

  /// The last step for each term that is taken alone; it counts as part of the term.
  void add_to(const Register& total, const Register& value, bool real) {
    loop().body.push_back(
        {.function = real ? real_operation(Op::kAdd) : integer_operation(Op::kAdd),
         .op = Op::kAdd,
         .real = real,
         .a_varies = total.varies,
         .b_varies = value.varies,
         .result = total.place,
         .a = total.place,
         .b = value.place});
  }

  Register lower(int index) {
    const ExpressionPart& part = tree_.at(index);
    switch (part.op) {
      case Op::kInteger:
      case Op::kReal:
        return constant(part);
      case Op::kName:
        return name(part.name);
      case Op::kElement:
        return element(part);
      case Op::kSum:
        return sum(part);
      default: {
        const Register a = lower(part.child[0]);
        const Register b = part.child[1] >= 0 ? lower(part.child[1]) : a;
        return emit({.op = part.op, .real = part.real}, a, b);
      }
    }
  }

  const ExpressionTree& tree_;
  const std::vector<std::string>& names_;
  const std::size_t fixed_;
  const Lanes lanes_;
  ExpressionCode code_;
  std::vector<Scope> scopes_;
  bool bounds_vary_ = false;
};

}  // namespace

std::optional<ExpressionCode> compile_for_elements(const ExpressionTree& tree,
                                                   const std::vector<std::string>& names,
                                                   const std::vector<std::string>& arrays,
                                                   std::size_t fixed) {
  return Compiler(tree, names, arrays, fixed, Lanes::kElements).compile();
}

ExpressionCode compile_for_terms(const ExpressionTree& tree, const std::vector<std::string>& names,
                                 const std::vector<std::string>& arrays) {
  return *Compiler(tree, names, arrays, 0, Lanes::kTerms).compile();
}

}  // namespace bankcheck::rubric
