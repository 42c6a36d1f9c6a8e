#include "ptx/spelling.hpp"

#include <algorithm>
#include <utility>

#include "ptx/words.hpp"

namespace bankcheck::ptx {
namespace {

bool types_fit(const Form& form, const std::vector<ScalarType>& types) {
  const auto fits = [&](const TypeSet& set, std::size_t index) {
    if (set.none()) return types.size() <= index;
    return types.size() > index && set.test(static_cast<std::size_t>(types[index]));
  };
  return fits(form.first_types, 0) && fits(form.second_types, 1) && fits(form.third_types, 2);
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
      return spelling.types.size() <= 3;
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
    {"mbarrier.", "mbarrier objects of other blocks are not simulated"},
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

std::variant<Spelling, SpellingError> resolve_spelling(std::string_view text) {
  const std::size_t dot = std::min(text.find('.'), text.size());
  const auto opcode = find_opcode(text.substr(0, dot));
  if (!opcode) return why_left_out(text);
  Spelling result;
  result.text = text;
  result.opcode = *opcode;
  ModifierSet given;
  bool is_known = true;
  for_each_piece(text.substr(dot), '.', [&](std::string_view piece) {
    const auto word = find_word(piece);
    if (!word || !take_word(result, given, *word)) is_known = false;
  });
  if (!is_known) return why_left_out(text);
  for (const Form* form : forms_of(*opcode)) {
    if (words_fit(*form, result, given)) result.forms.push_back(form);
  }
  if (result.forms.empty()) return why_left_out(text);
  return result;
}

}  // namespace bankcheck::ptx
