#include "ptx/instruction_table.hpp"

#include <set>
#include <string>

#include <gtest/gtest.h>

#include "ptx/form.hpp"
#include "ptx/form_statement.hpp"
#include "ptx_text.hpp"

namespace bankcheck::ptx {
namespace {

/// The shortest spelling that a row allows, in a module.
std::string shortest(const InstructionRow& row) {
  const auto places = word_places(row);
  std::vector<std::string_view> words;
  for (const WordPlace& place : places) words.push_back(place.words.front());
  return module_around(write_statement(row, places, words));
}

TEST(InstructionTable, ReadsAnInstructionOfEveryRow) {
  ASSERT_EQ(forms().size(), instruction_table().size());
  for (const InstructionRow& row : instruction_table()) {
    // No registers hold the two bytes of a mov.b16; its row also has the wider types.
    if (row.opcode == Opcode::kMov && row.operands == "v,s") continue;
    EXPECT_EQ(errors_of(shortest(row)), Lines{}) << shortest(row);
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
  EXPECT_EQ(with_address, (std::set<std::string_view>{
                              "applypriority", "atom", "cp", "discard", "ld", "ldmatrix", "ldu",
                              "mbarrier", "prefetch", "prefetchu", "red", "st", "stmatrix"}));
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
