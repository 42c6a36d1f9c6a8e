#include "ptx/form.hpp"

#include <algorithm>
#include <charconv>
#include <unordered_map>

namespace bankcheck::ptx {
namespace {

// ---- Dotted words -------------------------------------------------------------------------------

struct Word {
  enum class Kind : std::uint8_t { kType, kSpace, kModifier, kVector };
  Kind kind;
  std::uint8_t value;
};

constexpr std::pair<std::string_view, StateSpace> kSpaces[] = {
    {"global", StateSpace::kGlobal},      {"shared", StateSpace::kShared},
    {"shared::cta", StateSpace::kShared}, {"const", StateSpace::kConst},
    {"local", StateSpace::kLocal},        {"param", StateSpace::kParam},
    {"param::entry", StateSpace::kParam}, {"param::func", StateSpace::kParam},
};

#define BANKCHECK_COUNT(id, text) +1
constexpr std::size_t kModifierCount = 0 BANKCHECK_PTX_MODIFIERS(BANKCHECK_COUNT);
#undef BANKCHECK_COUNT
static_assert(kModifierCount <= ModifierSet{}.size());

using Words = std::unordered_map<std::string_view, Word>;

const Words& words() {
  static const Words kWords = [] {
    Words words;
    for (auto type = ScalarType::kPred; type <= ScalarType::kF64;
         type = static_cast<ScalarType>(static_cast<int>(type) + 1)) {
      words[name(type)] = {Word::Kind::kType, static_cast<std::uint8_t>(type)};
    }
    for (const auto& [text, space] : kSpaces) {
      words[text] = {Word::Kind::kSpace, static_cast<std::uint8_t>(space)};
    }
    for (std::size_t i = 0; i < kModifierCount; ++i) {
      words[spelling(static_cast<Modifier>(i))] = {Word::Kind::kModifier,
                                                   static_cast<std::uint8_t>(i)};
    }
    words["v2"] = {Word::Kind::kVector, 2};
    words["v4"] = {Word::Kind::kVector, 4};
    words["v8"] = {Word::Kind::kVector, 8};
    return words;
  }();
  return kWords;
}

std::optional<std::uint8_t> find_word(std::string_view text, Word::Kind kind) {
  const auto found = words().find(text);
  if (found == words().end() || found->second.kind != kind) return std::nullopt;
  return found->second.value;
}

/// Calls `use` with each piece of `text` between separators, empty pieces left out.
template <class Use>
void for_each_piece(std::string_view text, char separator, Use use) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(separator), text.size());
    if (end > 0) use(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

// ---- Columns ------------------------------------------------------------------------------------

/// `first / second`, either of which may be missing.
std::pair<std::string_view, std::string_view> halves(std::string_view column) {
  const std::size_t slash = column.find('/');
  if (slash == std::string_view::npos) return {column, {}};
  return {column.substr(0, slash), column.substr(slash + 1)};
}

TypeSet type_set(std::string_view column) {
  TypeSet types;
  for_each_piece(column, ' ', [&](std::string_view word) {
    types.set(static_cast<std::size_t>(find_type(word).value()));
  });
  return types;
}

std::bitset<8> space_set(std::string_view column) {
  std::bitset<8> spaces;
  for_each_piece(column, ' ', [&](std::string_view word) {
    const StateSpace space = word == "generic" ? StateSpace::kGeneric : find_space(word).value();
    spaces.set(static_cast<std::size_t>(space));
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
    group.words.set(find_word(word, Word::Kind::kModifier).value());
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
  for_each_piece(column, ' ', [&](std::string_view word) {
    widths.set(find_word(word, Word::Kind::kVector).value());
  });
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
  form.first_types = type_set(halves(row.types).first);
  form.second_types = type_set(halves(row.types).second);
  form.spaces = space_set(halves(row.spaces).first);
  form.second_spaces = space_set(halves(row.spaces).second);
  for_each_piece(row.modifiers, ' ', [&](std::string_view text) {
    form.groups.push_back(modifier_group(text));
    form.modifiers |= form.groups.back().words;
  });
  form.vector_widths = vector_set(row.vectors);
  return form;
}

using FormsByOpcode = std::vector<std::vector<const Form*>>;

const std::vector<const Form*>& forms_of(Opcode opcode) {
  static const FormsByOpcode kForms = [] {
    FormsByOpcode by_opcode(static_cast<std::size_t>(Opcode::kUnsupported) + 1);
    for (const Form& form : forms()) {
      by_opcode[static_cast<std::size_t>(form.row->opcode)].push_back(&form);
    }
    return by_opcode;
  }();
  return kForms[static_cast<std::size_t>(opcode)];
}

// ---- Matching -----------------------------------------------------------------------------------

bool types_fit(const Form& form, const std::vector<ScalarType>& types) {
  const auto fits = [&](const TypeSet& set, std::size_t index) {
    if (set.none()) return types.size() <= index;
    return types.size() > index && set.test(static_cast<std::size_t>(types[index]));
  };
  return types.size() <= 2 && fits(form.first_types, 0) && fits(form.second_types, 1);
}

bool modifiers_fit(const Form& form, const ModifierSet& given) {
  if ((given & ~form.modifiers).any()) return false;
  return std::all_of(form.groups.begin(), form.groups.end(), [&](const Form::Group& group) {
    const std::size_t count = (given & group.words).count();
    return count <= 1 && (count == 1 || !group.required);
  });
}

/// Vectors have 128 bits at most, in global memory 256.
bool vector_fits(const Spelling& spelling) {
  if (spelling.vector_width == 1 || spelling.types.empty()) return true;
  const bool is_global =
      spelling.space == StateSpace::kGlobal || spelling.space == StateSpace::kGeneric;
  return spelling.vector_width * size_bytes(spelling.types[0]) <= (is_global ? 32u : 16u);
}

bool words_fit(const Form& form, const Spelling& spelling, const ModifierSet& given) {
  return form.vector_widths.test(spelling.vector_width) && vector_fits(spelling) &&
         form.spaces.test(static_cast<std::size_t>(spelling.space)) &&
         form.second_spaces.test(static_cast<std::size_t>(spelling.second_space)) &&
         types_fit(form, spelling.types) && modifiers_fit(form, given);
}

/// Puts one dotted word into `spelling`; false when it has no place there.
bool take_word(Spelling& spelling, ModifierSet& given, Word word) {
  switch (word.kind) {
    case Word::Kind::kType:
      spelling.types.push_back(static_cast<ScalarType>(word.value));
      return spelling.types.size() <= 2;
    case Word::Kind::kModifier:
      if (given.test(word.value)) return false;
      given.set(word.value);
      spelling.modifiers.push_back(static_cast<Modifier>(word.value));
      return true;
    case Word::Kind::kVector:
      if (spelling.vector_width != 1) return false;
      spelling.vector_width = word.value;
      return true;
    case Word::Kind::kSpace:
      break;
  }
  StateSpace& free =
      spelling.space == StateSpace::kGeneric ? spelling.space : spelling.second_space;
  if (free != StateSpace::kGeneric) return false;
  free = static_cast<StateSpace>(word.value);
  return true;
}

// Families that are left out on purpose, by the start of the spelling.
constexpr std::pair<std::string_view, std::string_view> kLeftOut[] = {
    {"wmma.", "tensor-core instructions are not simulated"},
    {"mma.", "tensor-core instructions are not simulated"},
    {"wgmma.", "tensor-core instructions are not simulated"},
    {"tcgen05.", "tensor-core instructions are not simulated"},
    {"tex.", "textures are not simulated"},
    {"tld4.", "textures are not simulated"},
    {"txq.", "textures are not simulated"},
    {"suld.", "surfaces are not simulated"},
    {"sust.", "surfaces are not simulated"},
    {"sured.", "surfaces are not simulated"},
    {"suq.", "surfaces are not simulated"},
    {"cp.async.bulk.", "bulk copies are not simulated"},
    {"cp.reduce.async.bulk.", "bulk copies are not simulated"},
    {"mbarrier.", "mbarrier objects are not simulated"},
    {"cp.async.mbarrier.", "mbarrier objects are not simulated"},
    {"barrier.cluster.", "thread block clusters are not simulated"},
    {"mapa.", "thread block clusters are not simulated"},
    {"getctarank.", "thread block clusters are not simulated"},
};

SpellingError why_left_out(std::string_view text) {
  for (const auto& [start, reason] : kLeftOut) {
    if (text.starts_with(start)) return {std::string(reason)};
  }
  return {};
}

}  // namespace

const std::vector<Form>& forms() {
  static const std::vector<Form> kForms = [] {
    std::vector<Form> forms;
    for (const InstructionRow& row : instruction_table()) forms.push_back(make_form(row));
    return forms;
  }();
  return kForms;
}

std::optional<ScalarType> find_type(std::string_view word) {
  const auto value = find_word(word, Word::Kind::kType);
  return value ? std::optional(static_cast<ScalarType>(*value)) : std::nullopt;
}

std::optional<StateSpace> find_space(std::string_view word) {
  const auto value = find_word(word, Word::Kind::kSpace);
  return value ? std::optional(static_cast<StateSpace>(*value)) : std::nullopt;
}

std::variant<Spelling, SpellingError> resolve_spelling(std::string_view text) {
  const std::size_t dot = std::min(text.find('.'), text.size());
  const auto opcode = find_opcode(text.substr(0, dot));
  if (!opcode) return why_left_out(text);
  Spelling result;
  result.text = text;
  result.opcode = *opcode;
  ModifierSet given;
  std::string_view stranger;
  for_each_piece(text.substr(dot), '.', [&](std::string_view piece) {
    const auto word = words().find(piece);
    if (!stranger.empty()) return;
    if (word == words().end() || !take_word(result, given, word->second)) stranger = piece;
  });
  if (!stranger.empty()) return why_left_out(text);
  for (const Form* form : forms_of(*opcode)) {
    if (words_fit(*form, result, given)) result.forms.push_back(form);
  }
  if (result.forms.empty()) return why_left_out(text);
  return result;
}

}  // namespace bankcheck::ptx
