#include "cli/class_summary_text.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/escape.hpp"
#include "checks/text.hpp"

namespace bankcheck::cli {
namespace {

constexpr std::size_t kMostChecks = 5;
constexpr std::size_t kMostPeople = 20;

std::string safe(const std::string& text) { return base::escape_terminal(text, 200); }

std::string standings(const batch::ClassSummary& summary) {
  std::size_t total = 0;
  std::string text;
  for (const auto& [word, count] : summary.standings) {
    total += count;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, word);
  }
  return fmt::format("{}: {}\n", checks::count_text(total, "student", "students"), text);
}

std::string failed_checks(const batch::ClassSummary& summary) {
  if (summary.failed.empty()) return "";
  std::string text = "\nmost often failed\n";
  const std::size_t shown = std::min(kMostChecks, summary.failed.size());
  for (std::size_t i = 0; i < shown; ++i) {
    text += fmt::format("  {:5}  {}\n", summary.failed[i].students, safe(summary.failed[i].title));
  }
  return text;
}

std::string ratios(const batch::ClassSummary& summary, const std::string& heading) {
  if (summary.ratios.empty()) return "";
  std::string text =
      fmt::format("\n{:>12}  {:>8}  {:>8}  {:>8}  students\n",
                  heading.empty() ? "ratio of" : safe(heading), "least", "median", "greatest");
  for (const batch::RatioSpread& spread : summary.ratios) {
    text += fmt::format("{:>12}  {:8.2f}  {:8.2f}  {:8.2f}  {}{}\n", safe(spread.label),
                        spread.least, spread.median, spread.greatest, spread.students,
                        spread.by_time ? ", by time" : "");
  }
  return text;
}

std::string people(const batch::ClassSummary& summary) {
  if (summary.people.empty()) return "";
  std::string text =
      fmt::format("\nlook at {} yourself\n",
                  checks::count_text(summary.people.size(), "submission", "submissions"));
  const std::size_t shown = std::min(kMostPeople, summary.people.size());
  for (std::size_t i = 0; i < shown; ++i) {
    const auto& [key, reasons] = summary.people[i];
    for (const std::string& reason : reasons) {
      text += fmt::format("  {}: {}\n", safe(key), safe(reason));
    }
  }
  if (shown < summary.people.size()) {
    text += fmt::format("  … and {} more\n", summary.people.size() - shown);
  }
  return text;
}

}  // namespace

std::string class_summary_text(const batch::ClassSummary& summary, const std::string& heading) {
  return standings(summary) + failed_checks(summary) + ratios(summary, heading) + people(summary);
}

}  // namespace bankcheck::cli
