#include "ptx/form.hpp"

#include <cassert>
#include <charconv>

#include "ptx/words.hpp"

namespace bankcheck::ptx {
namespace {

/// A word of the table, which must be of this kind: a slip in the table shows at once.
std::size_t value_of(std::string_view text, [[maybe_unused]] Word::Kind kind) {
  const Word word = find_word(text).value();
  assert(word.kind == kind);
  return word.value;
}

TypeSet type_set(std::string_view column) {
  TypeSet types;
  for_each_piece(column, ' ',
                 [&](std::string_view word) { types.set(value_of(word, Word::Kind::kType)); });
  return types;
}

std::bitset<8> space_set(std::string_view column) {
  std::bitset<8> spaces;
  for_each_piece(column, ' ', [&](std::string_view word) {
    spaces.set(word == "generic" ? static_cast<std::size_t>(StateSpace::kGeneric)
                                 : value_of(word, Word::Kind::kSpace));
  });
  if (spaces.none()) spaces.set(static_cast<std::size_t>(StateSpace::kGeneric));
  return spaces;
}

Form::Group modifier_group(std::string_view text) {
  Form::Group group;
  if (text.back() == '!') {
    group.required = true;
    text.remove_suffix(1);
  }
  for_each_piece(text, '|', [&](std::string_view word) {
    group.words.set(value_of(word, Word::Kind::kModifier));
  });
  return group;
}

void set_type(OperandShape& shape, std::string_view text) {
  if (text == "1") {
    shape.type_of = OperandShape::TypeOf::kSecond;
  } else if (text == "w") {
    shape.type_of = OperandShape::TypeOf::kTwiceFirst;
  } else if (!text.empty()) {
    shape.type_of = OperandShape::TypeOf::kNamed;
    shape.named = find_type(text).value();
  }
}

std::vector<std::uint64_t> constants(std::string_view text) {
  std::vector<std::uint64_t> constants;
  for_each_piece(text, ' ', [&](std::string_view digits) {
    std::from_chars(digits.data(), digits.data() + digits.size(), constants.emplace_back());
  });
  return constants;
}

OperandShape operand_shape(std::string_view text) {
  OperandShape shape;
  shape.kind = text.front();
  text.remove_prefix(1);
  if (text.starts_with('=')) {
    shape.constants = constants(text.substr(1));
    return shape;
  }
  const std::size_t flags = std::min(text.find_first_of(">|+_?"), text.size());
  set_type(shape, text.substr(0, flags));
  for (const char flag : text.substr(flags)) {
    shape.may_be_wider |= flag == '>';
    shape.may_have_second |= flag == '|' || flag == '+';
    shape.must_have_second |= flag == '+';
    shape.may_be_sink |= flag == '_';
    shape.optional |= flag == '?';
  }
  return shape;
}

/// Labels, branch tables and callees are read by their instructions themselves.
bool is_plain_operand(std::string_view text) {
  return std::string_view("ltc").find(text.front()) == std::string_view::npos;
}

std::bitset<16> vector_set(std::string_view column) {
  std::bitset<16> widths;
  widths.set(1, !column.ends_with('!'));
  if (column.ends_with('!')) column.remove_suffix(1);
  for_each_piece(column, ' ',
                 [&](std::string_view word) { widths.set(value_of(word, Word::Kind::kVector)); });
  return widths;
}

Form make_form(const InstructionRow& row) {
  Form form;
  form.row = &row;
  for_each_piece(row.operands, ',', [&](std::string_view text) {
    if (!is_plain_operand(text)) return;
    form.operands.push_back(operand_shape(text));
    form.required_operands += form.operands.back().optional ? 0 : 1;
  });
  form.first_types = type_set(nth_piece(row.types, '/', 0));
  form.second_types = type_set(nth_piece(row.types, '/', 1));
  form.third_types = type_set(nth_piece(row.types, '/', 2));
  form.spaces = space_set(nth_piece(row.spaces, '/', 0));
  form.second_spaces = space_set(nth_piece(row.spaces, '/', 1));
  for_each_piece(row.modifiers, ' ', [&](std::string_view text) {
    form.groups.push_back(modifier_group(text));
    form.modifiers |= form.groups.back().words;
  });
  form.vector_widths = vector_set(row.vectors);
  return form;
}

using FormsByOpcode = std::vector<std::vector<const Form*>>;

FormsByOpcode group_by_opcode() {
  FormsByOpcode by_opcode(static_cast<std::size_t>(Opcode::kUnsupported) + 1);
  for (const Form& form : forms()) {
    by_opcode[static_cast<std::size_t>(form.row->opcode)].push_back(&form);
  }
  return by_opcode;
}

}  // namespace

const Form& form_of(const InstructionRow& row) {
  return forms()[static_cast<std::size_t>(&row - instruction_table().data())];
}

const std::vector<Form>& forms() {
  static const std::vector<Form> kForms = [] {
    std::vector<Form> forms;
    for (const InstructionRow& row : instruction_table()) forms.push_back(make_form(row));
    return forms;
  }();
  return kForms;
}

const std::vector<const Form*>& forms_of(Opcode opcode) {
  static const FormsByOpcode kForms = group_by_opcode();
  return kForms[static_cast<std::size_t>(opcode)];
}

}  // namespace bankcheck::ptx
