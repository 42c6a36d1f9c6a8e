#include "ptx/form_statement.hpp"

#include "ptx/form.hpp"
#include "ptx/words.hpp"

namespace bankcheck::ptx {
namespace {

using Kind = WordPlace::Kind;
using Words = std::vector<std::string_view>;

std::uint32_t size_of(std::string_view type_name) {
  return size_bytes(find_type(type_name).value_or(ScalarType::kNone));
}

/// Writes the operands of one instruction, each with a register that its type takes.
class OperandWriter {
 public:
  OperandWriter(const InstructionRow& row, const Words& by_kind) : row_(row), words_(by_kind) {}

  std::string text() {
    // Read by the instructions themselves, so that no shape describes them.
    if (row_.operands == "l") return " HERE";
    if (row_.operands == "c") return " (result), twice, (argument)";
    std::string text;
    for (const OperandShape& shape : form_of(row_).operands) {
      if (shape.optional) continue;
      text += (text.empty() ? " " : ", ") + operand(shape);
    }
    return row_.opcode == Opcode::kBrx ? text + ", TARGETS" : text;
  }

 private:
  std::string_view word(Kind kind) const { return words_[static_cast<std::size_t>(kind)]; }

  std::string operand(const OperandShape& shape) {
    const std::string second = shape.must_have_second ? "|%p2" : "";
    switch (shape.kind) {
      case 'q':
      case 'p':
        return "%p1" + second;
      case 'a':
        return address();
      case 'i':
        return std::to_string(shape.constants.empty() ? 3 : shape.constants.front());
      case 'b':
        return "1";
      case 'n':
        return "64";
      case 'v':
        return shape.named == ScalarType::kNone ? halves(size(shape))
                                                : repeated(register_of(4), matrices());
      default:
        return scalar_or_vector(shape) + second;
    }
  }

  std::string address() {
    const std::string_view space = word(addresses_++ == 0 ? Kind::kSpace : Kind::kSecondSpace);
    if (space == "shared") return "[tile]";
    if (space == "const") return "[limit]";
    if (space == "param") return "[out]";
    return "[%d3]";
  }

  std::string scalar_or_vector(const OperandShape& shape) const {
    const std::string_view width = word(Kind::kVector);
    const bool is_vector = !width.empty() && shape.type_of != OperandShape::TypeOf::kNamed;
    const std::string one = register_of(size(shape));
    return is_vector ? repeated(one, static_cast<std::size_t>(width[1] - '0')) : one;
  }

  std::size_t matrices() const {
    const std::string_view count = word(Kind::kModifier);
    return count.empty() ? 1 : static_cast<std::size_t>(count[1] - '0');
  }

  std::uint32_t size(const OperandShape& shape) const {
    switch (shape.type_of) {
      case OperandShape::TypeOf::kFirst:
        return size_of(word(Kind::kType));
      case OperandShape::TypeOf::kSecond:
        return size_of(word(Kind::kSecondType));
      case OperandShape::TypeOf::kTwiceFirst:
        return 2 * size_of(word(Kind::kType));
      case OperandShape::TypeOf::kNamed:
        return size_bytes(shape.named);
    }
    return 0;
  }

  static std::string register_of(std::uint32_t size) {
    return size == 4 ? "%r1" : size == 8 ? "%d1" : size == 16 ? "%q1" : "%h1";
  }

  /// There are no registers of a byte; a constant fits wherever one is read.
  static std::string halves(std::uint32_t size) {
    return repeated(size == 2 ? "1" : register_of(size / 2), 2);
  }

  static std::string repeated(const std::string& one, std::size_t count) {
    std::string text = "{" + one;
    for (std::size_t i = 1; i < count; ++i) text += ", " + one;
    return text + "}";
  }

  const InstructionRow& row_;
  const Words& words_;
  std::size_t addresses_ = 0;
};

/// The chosen words by the kind of their place; of the modifiers the one that counts matrices.
Words words_by_kind(const std::vector<WordPlace>& places, const Words& words) {
  Words by_kind(static_cast<std::size_t>(Kind::kThirdType) + 1);
  for (std::size_t i = 0; i < places.size(); ++i) {
    const bool counts = words[i] == "x1" || words[i] == "x2" || words[i] == "x4";
    if (places[i].kind == Kind::kModifier && !counts) continue;
    by_kind[static_cast<std::size_t>(places[i].kind)] = words[i];
  }
  return by_kind;
}

}  // namespace

std::string write_statement(const InstructionRow& row, const std::vector<WordPlace>& places,
                            const Words& words) {
  std::string text(spelling(row.opcode));
  for (const std::string_view word : words) {
    if (!word.empty()) text.append(".").append(word);
  }
  const Words by_kind = words_by_kind(places, words);
  return text + OperandWriter(row, by_kind).text() + ";";
}

std::string module_around(std::string_view statement) {
  return R"(.version 9.0
.target sm_90
.address_size 64
.shared .align 16 .b8 tile[512];
.const .align 16 .b8 limit[64];
.func (.param .b32 r) twice (.param .b32 x) { ret; }
.visible .entry probe(.param .align 16 .b8 out[64])
{
.param .b32 argument, result;
.reg .pred %p<3>;
.reg .b16 %h<3>;
.reg .b32 %r<3>;
.reg .b64 %d<4>;
.reg .b128 %q<2>;
HERE:
TARGETS: .branchtargets HERE;
)" + std::string(statement) +
         "\nret;\n}\n";
}

}  // namespace bankcheck::ptx
