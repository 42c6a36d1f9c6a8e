#include "batch/class_summary.hpp"

#include <algorithm>
#include <array>

#include "checks/text.hpp"

namespace bankcheck::batch {
namespace {

using checks::ClassEntry;
using checks::EntryState;

constexpr std::array kOrder = {"PASS",          "FAIL",       "INCONCLUSIVE",  "ERROR",
                               "no submission", "unreadable", "not yet graded"};

double median_of(std::vector<double>& sorted) {
  const std::size_t middle = sorted.size() / 2;
  return sorted.size() % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

class Summary {
 public:
  ClassSummary of(const checks::ClassGrades& grades) {
    for (const ClassEntry& entry : grades.entries) add(entry);
    for (const char* word : kOrder) {
      if (standings_.contains(word)) result_.standings.emplace_back(word, standings_[word]);
    }
    for (auto& [title, students] : failed_) result_.failed.push_back({title, students});
    std::stable_sort(result_.failed.begin(), result_.failed.end(),
                     [](const auto& a, const auto& b) { return a.students > b.students; });
    for (const std::string& label : labels_) add_spread(label);
    return std::move(result_);
  }

 private:
  void add(const ClassEntry& entry) {
    ++standings_[standing(entry)];
    result_.has_trouble = result_.has_trouble || entry.state == EntryState::kTrouble;
    for (const checks::EntryFinding& finding : entry.findings) {
      if (finding.status == checks::FindingStatus::kFailed) ++failed_[finding.title];
    }
    for (const checks::EntryRatio& ratio : entry.ratios) {
      const auto value = ratio.time_ratio ? ratio.time_ratio : ratio.measured_ratio;
      if (!value) continue;
      if (!ratios_.contains(ratio.label)) labels_.push_back(ratio.label);
      ratios_[ratio.label].push_back(*value);
      by_time_[ratio.label] = by_time_[ratio.label] || ratio.time_ratio.has_value();
    }
    std::vector<std::string> reasons = entry.needs_person;
    if (!entry.similar_to.empty()) {
      std::string others = entry.similar_to.front();
      if (entry.similar_to.size() > 1) {
        others += " and " + checks::count_text(entry.similar_to.size() - 1, "other", "others");
      }
      reasons.push_back("the kernel is much like that of " + others);
    }
    if (!reasons.empty()) result_.people.emplace_back(entry.student.key, std::move(reasons));
  }

  void add_spread(const std::string& label) {
    std::vector<double>& values = ratios_[label];
    std::sort(values.begin(), values.end());
    result_.ratios.push_back(
        {label, by_time_[label], values.front(), median_of(values), values.back(), values.size()});
  }

  ClassSummary result_;
  std::map<std::string, std::size_t> standings_;
  std::map<std::string, std::size_t> failed_;
  std::vector<std::string> labels_;
  std::map<std::string, std::vector<double>> ratios_;
  std::map<std::string, bool> by_time_;
};

}  // namespace

const char* standing(const ClassEntry& entry) {
  if (entry.state == EntryState::kTrouble) return "ERROR";
  if (entry.state == EntryState::kGraded && entry.verdict) return checks::name(*entry.verdict);
  return checks::name(entry.state);
}

ClassSummary summarise(const checks::ClassGrades& grades) { return Summary().of(grades); }

}  // namespace bankcheck::batch
