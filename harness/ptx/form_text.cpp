#include "ptx/form_text.hpp"

#include <algorithm>

#include "ptx/form.hpp"
#include "ptx/words.hpp"

namespace bankcheck::ptx {
namespace {

using Kind = WordPlace::Kind;
using Words = std::vector<std::string_view>;

Words split(std::string_view text, char separator) {
  Words words;
  for_each_piece(text, separator, [&](std::string_view word) { words.push_back(word); });
  return words;
}

/// The words of a group, and none of them unless one must be given.
Words words_of(std::string_view group, char separator) {
  const bool required = group.ends_with('!');
  Words words = split(required ? group.substr(0, group.size() - 1) : group, separator);
  if (!required && !words.empty()) words.insert(words.begin(), "");
  return words;
}

Words spaces_of(std::string_view column) {
  Words words = split(column, ' ');
  std::replace(words.begin(), words.end(), std::string_view("generic"), std::string_view());
  return words;
}

/// The name of an operand that is written, or of source number `index`.
std::string operand_name(const OperandShape& shape, bool is_written, std::size_t index) {
  constexpr std::string_view kSources = "abcefg";
  const std::string source(1, is_written ? 'd' : kSources[std::min(index, kSources.size() - 1)]);
  switch (shape.kind) {
    case 'd':
    case 'q':
      return (shape.kind == 'q' ? "p" : source) + (shape.may_have_second ? "|q" : "");
    case 'a':
      return "[" + source + "]";
    case 'v':
      return "{" + source + "}";
    case 'p':
      return "{!}" + source;
    default:
      return source;
  }
}

}  // namespace

bool WordPlace::is_optional() const { return words.front().empty(); }

bool WordPlace::is_hint() const {
  return is_optional() && std::any_of(words.begin(), words.end(), [](std::string_view word) {
           return word.starts_with("L1::") || word.starts_with("L2::");
         });
}

std::vector<WordPlace> word_places(const InstructionRow& row) {
  std::vector<WordPlace> places;
  const auto add = [&](Kind kind, Words words) {
    if (!words.empty()) places.push_back({kind, std::move(words)});
  };
  for (const std::string_view group : split(row.modifiers, ' ')) {
    add(Kind::kModifier, words_of(group, '|'));
  }
  add(Kind::kSpace, spaces_of(nth_piece(row.spaces, '/', 0)));
  add(Kind::kSecondSpace, spaces_of(nth_piece(row.spaces, '/', 1)));
  add(Kind::kVector, words_of(row.vectors, ' '));
  add(Kind::kType, split(nth_piece(row.types, '/', 0), ' '));
  add(Kind::kSecondType, split(nth_piece(row.types, '/', 1), ' '));
  add(Kind::kThirdType, split(nth_piece(row.types, '/', 2), ' '));
  return places;
}

std::string spellings_text(const InstructionRow& row, const std::vector<WordPlace>& places) {
  std::string text(spelling(row.opcode));
  for (const WordPlace& place : places) {
    std::string words;
    for (const std::string_view word : place.words) {
      if (!word.empty()) words.append(words.empty() ? "" : "|").append(word);
    }
    if (words.empty()) continue;
    if (place.is_optional()) {
      text += "[." + words + "]";
    } else {
      text += place.words.size() == 1 ? "." + words : ".(" + words + ")";
    }
  }
  return text;
}

std::string operands_text(const InstructionRow& row) {
  if (row.operands == "l") return "label";
  if (row.operands == "c") return "{(d),} function{, (a, b, …)}";
  std::string text;
  std::size_t sources = 0;
  for (const OperandShape& shape : form_of(row).operands) {
    const bool is_first_vector = shape.kind == 'v' && text.empty();
    const bool is_written = shape.kind == 'd' || shape.kind == 'q' || is_first_vector;
    const std::string name = operand_name(shape, is_written, is_written ? 0 : sources++);
    const std::string separator = text.empty() ? "" : ", ";
    text += shape.optional ? "{" + separator + name + "}" : separator + name;
  }
  return row.opcode == Opcode::kBrx ? text + ", labels" : text;
}

}  // namespace bankcheck::ptx
