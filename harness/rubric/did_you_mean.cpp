#include "rubric/did_you_mean.hpp"

#include <algorithm>
#include <numeric>

namespace bankcheck::rubric {
namespace {

constexpr std::size_t kLongestWord = 64;

/// Letters to insert, delete, replace or swap with their neighbour.
std::size_t slips(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before_last, last(b.size() + 1), row(b.size() + 1);
  std::iota(last.begin(), last.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, replaced});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], before_last[j - 2] + 1);
      }
    }
    before_last = last;
    last = row;
  }
  return last[b.size()];
}

}  // namespace

std::string did_you_mean(std::string_view word, const std::vector<std::string>& names) {
  if (word.size() > kLongestWord) return "";
  std::size_t fewest = word.size() > 4 ? 3 : 2;  // more than this is another word
  const std::string* best = nullptr;
  for (const std::string& name : names) {
    if (name.size() > kLongestWord) continue;
    const std::size_t count = slips(word, name);
    if (count < fewest && count < name.size()) {
      fewest = count;
      best = &name;
    }
  }
  return best == nullptr ? "" : "; did you mean `" + *best + "`?";
}

}  // namespace bankcheck::rubric
