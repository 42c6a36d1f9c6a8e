#include "checks/json_keys.hpp"

#include <algorithm>
#include <array>

namespace bankcheck::checks {
namespace {

constexpr std::array<const char*, 6> kStatusKeys = {"passed",         "failed",     "inconclusive",
                                                    "not_applicable", "not_judged", "error"};
constexpr std::array<const char*, 5> kStateKeys = {"graded", "no_submission", "unreadable",
                                                   "trouble", "not_yet"};

template <class Enum, std::size_t size>
std::optional<Enum> find_key(const std::array<const char*, size>& keys, std::string_view key) {
  const auto found = std::find(keys.begin(), keys.end(), key);
  if (found == keys.end()) return std::nullopt;
  return static_cast<Enum>(found - keys.begin());
}

}  // namespace

const char* key_of(FindingStatus status) {
  return kStatusKeys.at(static_cast<std::size_t>(status));
}
const char* key_of(EntryState state) { return kStateKeys.at(static_cast<std::size_t>(state)); }

std::optional<FindingStatus> status_of_key(std::string_view key) {
  return find_key<FindingStatus>(kStatusKeys, key);
}
std::optional<EntryState> state_of_key(std::string_view key) {
  return find_key<EntryState>(kStateKeys, key);
}
std::optional<Verdict> verdict_of_name(std::string_view text) {
  for (const Verdict verdict :
       {Verdict::kPass, Verdict::kFail, Verdict::kInconclusive, Verdict::kError}) {
    if (text == name(verdict)) return verdict;
  }
  return std::nullopt;
}

}  // namespace bankcheck::checks
