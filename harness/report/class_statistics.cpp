#include "report/class_statistics.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>

#include "report/class_table.hpp"

namespace bankcheck::report {
namespace {

/// Every standing there is, from the best to the least known.
constexpr std::array<std::pair<const char*, Tone>, 8> kStandings = {{
    {"PASS", Tone::kGood},
    {"FAIL", Tone::kBad},
    {"INCONCLUSIVE", Tone::kWarning},
    {"ERROR", Tone::kWarning},
    {"trouble", Tone::kWarning},
    {"unreadable", Tone::kWarning},
    {"no submission", Tone::kDim},
    {"not yet graded", Tone::kDim},
}};

void add_ratio(std::vector<double>& values, const std::optional<double>& ratio) {
  if (ratio && std::isfinite(*ratio) && *ratio > 0) values.push_back(*ratio);
}

/// The entries as a forest: each index has a parent, roots have themselves.
class Groups {
 public:
  explicit Groups(std::size_t size) : parent_(size) {
    std::iota(parent_.begin(), parent_.end(), std::size_t{0});
  }
  void join(std::size_t a, std::size_t b) { parent_[root(a)] = root(b); }
  std::size_t root(std::size_t index) {
    while (parent_[index] != index) index = parent_[index] = parent_[parent_[index]];
    return index;
  }

 private:
  std::vector<std::size_t> parent_;
};

}  // namespace

Tone tone_of(const checks::ClassEntry& entry) {
  const std::string standing = standing_of(entry);
  for (const auto& [name, tone] : kStandings) {
    if (standing == name) return tone;
  }
  return Tone::kPlain;
}

std::vector<StandingCount> standing_counts(const checks::ClassGrades& grades) {
  std::map<std::string, std::size_t> counts;
  for (const checks::ClassEntry& entry : grades.entries) ++counts[standing_of(entry)];
  std::vector<StandingCount> all;
  for (const auto& [name, tone] : kStandings) {
    if (counts[name] > 0) all.push_back({name, tone, counts[name]});
  }
  return all;
}

std::vector<RatioSpread> ratio_spreads(const checks::ClassGrades& grades) {
  std::vector<RatioSpread> spreads;
  std::map<std::string, std::size_t> places;
  std::size_t entries = 0;
  for (const checks::ClassEntry& entry : grades.entries) {
    entries += entry.ratios.empty() ? 0 : 1;
    for (const checks::EntryRatio& ratio : entry.ratios) {
      const auto [place, is_new] = places.try_emplace(ratio.label, spreads.size());
      if (is_new) spreads.push_back({ratio.label, {}, {}, {}});
      RatioSpread& spread = spreads[place->second];
      if (!spread.predicted_degree) spread.predicted_degree = ratio.predicted_degree;
      add_ratio(spread.measured, ratio.measured_ratio);
      add_ratio(spread.times, ratio.time_ratio);
    }
  }
  std::erase_if(spreads, [&](const RatioSpread& spread) {
    const std::size_t values = std::max(spread.measured.size(), spread.times.size());
    return values == 0 || values * 10 < entries;
  });
  for (RatioSpread& spread : spreads) {
    std::sort(spread.measured.begin(), spread.measured.end());
    std::sort(spread.times.begin(), spread.times.end());
  }
  return spreads;
}

double quantile(const std::vector<double>& sorted, double share) {
  if (sorted.empty()) return 0;
  const double place = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (sorted[above] - sorted[below]) * (place - static_cast<double>(below));
}

std::vector<FailedCheck> failed_checks(const checks::ClassGrades& grades) {
  std::vector<FailedCheck> all;
  std::map<std::string, std::size_t> places;
  for (const checks::ClassEntry& entry : grades.entries) {
    for (const checks::EntryFinding& finding : entry.findings) {
      const auto [place, is_new] = places.try_emplace(finding.id, all.size());
      if (is_new) all.push_back({finding.id, finding.title, 0, 0});
      const bool failed = finding.status == checks::FindingStatus::kFailed;
      all[place->second].failed += failed ? 1 : 0;
      all[place->second].judged += failed || finding.status == checks::FindingStatus::kPassed;
    }
  }
  std::erase_if(all, [](const FailedCheck& check) { return check.failed == 0; });
  std::stable_sort(all.begin(), all.end(),
                   [](const FailedCheck& a, const FailedCheck& b) { return a.failed > b.failed; });
  return all;
}

std::vector<std::vector<std::size_t>> similar_groups(const checks::ClassGrades& grades) {
  std::map<std::string, std::size_t> place_of;
  for (std::size_t i = 0; i < grades.entries.size(); ++i) {
    place_of.emplace(grades.entries[i].student.key, i);
  }
  Groups groups(grades.entries.size());
  for (std::size_t i = 0; i < grades.entries.size(); ++i) {
    for (const std::string& key : grades.entries[i].similar_to) {
      const auto other = place_of.find(key);
      if (other != place_of.end()) groups.join(i, other->second);
    }
  }
  std::map<std::size_t, std::vector<std::size_t>> members;
  for (std::size_t i = 0; i < grades.entries.size(); ++i) members[groups.root(i)].push_back(i);
  std::vector<std::vector<std::size_t>> all;
  for (auto& [root, group] : members) {
    if (group.size() > 1) all.push_back(std::move(group));
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const auto& a, const auto& b) { return a.size() > b.size(); });
  return all;
}

}  // namespace bankcheck::report
