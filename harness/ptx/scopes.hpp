// The names of one function: registers, variables and labels of its nested `{ }`.
//
// Theory of operation. A name belongs to the braces that it is declared in and is seen by the
// braces inside them; nvcc opens braces for every call and declares `param0` and `temp_param_reg`
// again and again, and inline PTX does the same with labels. Names are looked up from the innermost
// braces outwards. A range `.reg .b32 %r<14>` is one entry under its prefix, so a function with a
// hundred thousand registers costs no more than one with ten. A branch may stand before its label:
// it waits in the braces that it stands in, is settled when they close, and else moves on to those
// around them.
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ptx/lexer.hpp"

namespace bankcheck::ptx {

struct Symbol {
  enum class Kind : std::uint8_t { kNone, kRegister, kVariable, kBranchTable, kPrototype };
  Kind kind = Kind::kNone;
  /// Register id, or index into whatever the declaring code keeps for the kind.
  std::uint32_t index = 0;
};

/// A use of a label: operand 0 of an instruction, or an entry of its branch table.
struct LabelUse {
  static constexpr std::uint32_t kOperand = 0xffffffff;
  std::uint32_t instruction = 0;
  std::uint32_t table_entry = kOperand;
  Token label;
};

class Scopes {
 public:
  Scopes() : open_(1) {}

  std::size_t depth() const { return open_.size(); }
  void open() { open_.emplace_back(); }

  /// False when the innermost braces have the name already.
  bool declare(std::string_view name, Symbol symbol);
  bool declare_registers(std::string_view prefix, std::uint32_t first_id, std::uint32_t count);
  bool declare_label(std::string_view name, std::uint32_t instruction);
  Symbol find(std::string_view name) const;

  void use_label(const LabelUse& use) { open_.back().label_uses.push_back(use); }
  /// Closes the innermost braces and calls `settle(use, instruction)` for each label use that they
  /// define. The rest waits in the next braces outwards; when these were the outermost, it is
  /// returned.
  template <class Settle>
  std::vector<LabelUse> close(Settle settle) {
    Scope closed = std::move(open_.back());
    open_.pop_back();
    std::vector<LabelUse> waiting;
    for (const LabelUse& use : closed.label_uses) {
      const auto label = closed.labels.find(use.label.text);
      if (label != closed.labels.end()) {
        settle(use, label->second);
      } else {
        (open_.empty() ? waiting : open_.back().label_uses).push_back(use);
      }
    }
    return waiting;
  }

 private:
  struct Range {
    std::uint32_t first_id = 0;
    std::uint32_t count = 0;
  };
  struct Scope {
    std::unordered_map<std::string_view, Symbol> names;
    std::unordered_map<std::string_view, Range> ranges;
    std::unordered_map<std::string_view, std::uint32_t> labels;
    std::vector<LabelUse> label_uses;

    Symbol find(std::string_view name) const;
  };
  std::vector<Scope> open_;
};

}  // namespace bankcheck::ptx
