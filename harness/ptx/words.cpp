#include "ptx/words.hpp"

#include <unordered_map>
#include <utility>

namespace bankcheck::ptx {
namespace {

constexpr std::pair<std::string_view, StateSpace> kSpaces[] = {
    {"global", StateSpace::kGlobal},      {"shared", StateSpace::kShared},
    {"shared::cta", StateSpace::kShared}, {"const", StateSpace::kConst},
    {"local", StateSpace::kLocal},        {"param", StateSpace::kParam},
    {"param::entry", StateSpace::kParam}, {"param::func", StateSpace::kParam},
};

#define BANKCHECK_COUNT(id, text) +1
constexpr std::size_t kModifierCount = 0 BANKCHECK_PTX_MODIFIERS(BANKCHECK_COUNT);
#undef BANKCHECK_COUNT

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

}  // namespace

std::optional<Word> find_word(std::string_view text) {
  const auto found = words().find(text);
  if (found == words().end()) return std::nullopt;
  return found->second;
}

std::optional<ScalarType> find_type(std::string_view text) {
  const auto word = find_word(text);
  if (!word || word->kind != Word::Kind::kType) return std::nullopt;
  return static_cast<ScalarType>(word->value);
}

}  // namespace bankcheck::ptx
