#include "ptx/instruction_table.hpp"

#include <set>
#include <string>

#include <gtest/gtest.h>

#include "ptx/form.hpp"
#include "ptx_text.hpp"

namespace bankcheck::ptx {
namespace {

std::vector<std::string> pieces(std::string_view text, char separator) {
  std::vector<std::string> pieces;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(separator), text.size());
    if (end > 0) pieces.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return pieces;
}

std::string first_word(std::string_view column, std::string_view otherwise = "") {
  const auto words = pieces(column.substr(0, column.find('/')), ' ');
  if (words.empty()) return std::string(otherwise);
  return words.front() == "generic" ? "" : words.front();
}

std::string second_word(std::string_view column) {
  const std::size_t slash = column.find('/');
  return slash == std::string_view::npos ? "" : first_word(column.substr(slash + 1));
}

/// The shortest spelling that a row allows: required modifiers, first types, first spaces.
std::string shortest_spelling(const InstructionRow& row) {
  std::string text(spelling(row.opcode));
  const auto add = [&](const std::string& word) {
    if (!word.empty()) text += "." + word;
  };
  for (const std::string& group : pieces(row.modifiers, ' ')) {
    if (group.back() == '!') add(pieces(group.substr(0, group.size() - 1), '|').front());
  }
  add(first_word(row.spaces));
  add(second_word(row.spaces));
  if (row.vectors.ends_with('!')) add(first_word(row.vectors.substr(0, row.vectors.size() - 1)));
  add(first_word(row.types));
  add(second_word(row.types));
  return text;
}

/// Writes operands that a row takes, with the registers of in_kernel.
class OperandWriter {
 public:
  OperandWriter(const InstructionRow& row, const Form& form) : row_(row), form_(form) {}

  std::string text() {
    std::string text;
    for (const OperandShape& shape : form_.operands) {
      if (shape.optional) continue;
      text += (text.empty() ? " " : ", ") + operand(shape);
    }
    // Read by the instructions themselves, so that the form does not have them.
    if (row_.operands == "l") text = " HERE";
    if (row_.operands == "c") text = " (%r1), twice, (%r2)";
    if (row_.opcode == Opcode::kBrx) text += ", TARGETS";
    return text;
  }

 private:
  std::string operand(const OperandShape& shape) {
    const std::string second = shape.must_have_second ? "|%p8" : "";
    switch (shape.kind) {
      case 'q':
      case 'p':
        return "%p1" + second;
      case 'a':
        return row_.spaces.starts_with("shared") && next_++ == 0 ? "[%r3]" : "[%d3]";
      case 'i':
        return std::to_string(shape.constants.empty() ? 3 : shape.constants.front());
      case 'b':
        return "1";
      case 'n':
        return "64";
      case 'v':
        return shape.named == ScalarType::kNone ? halves_of(size(shape)) : "{%r1}";
      default:
        return registers(shape) + second;
    }
  }

  std::uint32_t size(const OperandShape& shape) const {
    switch (shape.type_of) {
      case OperandShape::TypeOf::kFirst:
        return size_of(first_word(row_.types));
      case OperandShape::TypeOf::kSecond:
        return size_of(second_word(row_.types));
      case OperandShape::TypeOf::kTwiceFirst:
        return 2 * size_of(first_word(row_.types));
      case OperandShape::TypeOf::kNamed:
        return size_bytes(shape.named);
    }
    return 0;
  }

  static std::uint32_t size_of(std::string_view type_name) {
    for (int i = 0; i <= static_cast<int>(ScalarType::kF64); ++i) {
      if (name(static_cast<ScalarType>(i)) == type_name) {
        return size_bytes(static_cast<ScalarType>(i));
      }
    }
    return 0;
  }

  static std::string untyped_register(std::uint32_t size) {
    switch (size) {
      case 4:
        return "%r1";
      case 8:
        return "%d1";
      case 16:
        return "%q1";
      default:
        return "%h1";
    }
  }

  static std::string halves_of(std::uint32_t size) {
    // A 16-bit value would be two bytes, and there are no registers of one.
    if (size == 2) return "{1, 2}";
    return "{" + untyped_register(size / 2) + ", " + untyped_register(size / 2) + "}";
  }

  std::string registers(const OperandShape& shape) const {
    const std::string one = untyped_register(size(shape));
    const bool is_vector =
        row_.vectors.ends_with('!') && shape.type_of != OperandShape::TypeOf::kNamed;
    return is_vector ? "{" + one + ", " + one + "}" : one;
  }

  const InstructionRow& row_;
  const Form& form_;
  int next_ = 0;
};

TEST(InstructionTable, ReadsAnInstructionOfEveryRow) {
  ASSERT_EQ(forms().size(), instruction_table().size());
  for (std::size_t i = 0; i < forms().size(); ++i) {
    const InstructionRow& row = instruction_table()[i];
    // mov.b16 from two bytes stands in no register; its row also has the wider types.
    const std::string text = shortest_spelling(row) + OperandWriter(row, forms()[i]).text() + ";";
    if (text.starts_with("mov.b16 {") || text.ends_with("{1, 2};")) continue;
    EXPECT_EQ(error_of("HERE: TARGETS: .branchtargets HERE; " + text), "") << text;
  }
}

TEST(InstructionTable, HasARowForEveryOpcodeButTheOneForUnknownInstructions) {
  std::set<Opcode> in_rows;
  for (const InstructionRow& row : instruction_table()) in_rows.insert(row.opcode);
  for (int i = 0; i <= static_cast<int>(Opcode::kUnsupported); ++i) {
    const auto opcode = static_cast<Opcode>(i);
    EXPECT_EQ(in_rows.contains(opcode), opcode != Opcode::kUnsupported) << spelling(opcode);
  }
  EXPECT_EQ(find_opcode("unsupported"), std::nullopt);
}

TEST(InstructionTable, SpellsEveryOpcodeDifferently) {
  std::set<std::string_view> spellings;
  for (int i = 0; i <= static_cast<int>(Opcode::kUnsupported); ++i) {
    EXPECT_TRUE(spellings.insert(spelling(static_cast<Opcode>(i))).second)
        << spelling(static_cast<Opcode>(i));
  }
}

TEST(InstructionTable, HasNoTwoEqualRows) {
  std::set<std::string> rows;
  for (const InstructionRow& row : instruction_table()) {
    std::string text(spelling(row.opcode));
    for (const auto& column : {row.operands, row.types, row.modifiers, row.spaces, row.vectors}) {
      text.append("\n").append(column);
    }
    EXPECT_TRUE(rows.insert(text).second) << text;
  }
}

TEST(InstructionTable, FindsOpcodesByTheirSpelling) {
  EXPECT_EQ(find_opcode("ldmatrix"), Opcode::kLdmatrix);
  EXPECT_EQ(find_opcode("ldmatrixx"), std::nullopt);
  EXPECT_EQ(find_opcode(""), std::nullopt);
}

TEST(InstructionTable, SaysWhichInstructionsHaveAnAddress) {
  std::set<std::string_view> with_address;
  for (const InstructionRow& row : instruction_table()) {
    if (accesses_memory(row)) with_address.insert(spelling(row.opcode));
  }
  EXPECT_EQ(with_address,
            (std::set<std::string_view>{"applypriority", "atom", "cp", "discard", "ld", "ldmatrix",
                                        "ldu", "prefetch", "prefetchu", "red", "st", "stmatrix"}));
}

TEST(ScalarTypes, HaveTheSizesThatTheirNamesSay) {
  EXPECT_EQ(size_bytes(ScalarType::kNone), 0u);
  EXPECT_EQ(size_bytes(ScalarType::kPred), 1u);
  for (int i = static_cast<int>(ScalarType::kB8); i <= static_cast<int>(ScalarType::kF64); ++i) {
    const auto type = static_cast<ScalarType>(i);
    const std::string text(name(type));
    const std::size_t digits = text.find_first_of("123456789");
    const std::size_t lanes = text.ends_with("x2") ? 2 : 1;
    EXPECT_EQ(size_bytes(type), std::stoul(text.substr(digits)) / 8 * lanes) << text;
  }
}

}  // namespace
}  // namespace bankcheck::ptx
