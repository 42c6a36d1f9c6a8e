#include "report/json_keys.hpp"

#include <algorithm>
#include <array>

namespace bankcheck::report {
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

const char* key_of(checks::FindingStatus status) {
  return kStatusKeys.at(static_cast<std::size_t>(status));
}
const char* key_of(checks::EntryState state) {
  return kStateKeys.at(static_cast<std::size_t>(state));
}

std::optional<checks::FindingStatus> status_of_key(std::string_view key) {
  return find_key<checks::FindingStatus>(kStatusKeys, key);
}
std::optional<checks::EntryState> state_of_key(std::string_view key) {
  return find_key<checks::EntryState>(kStateKeys, key);
}
std::optional<checks::Verdict> verdict_of_name(std::string_view name) {
  using checks::Verdict;
  for (const Verdict verdict :
       {Verdict::kPass, Verdict::kFail, Verdict::kInconclusive, Verdict::kError}) {
    if (name == checks::name(verdict)) return verdict;
  }
  return std::nullopt;
}

}  // namespace bankcheck::report
