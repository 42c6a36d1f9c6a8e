#include "report/class_table.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace bankcheck::report {
namespace {

constexpr std::array kFormats = {
    ClassFormat{"csv", "a line a student, for spreadsheets", "grades.csv", render_class_csv},
    ClassFormat{"json", "for programs, and for filling in gradebooks", "class.json",
                render_class_json},
    ClassFormat{"html", "for a browser, to filter and sort", "class.html", render_class_html},
    ClassFormat{"junit", "for CI, a test case a student", "class.junit.xml", render_class_junit},
};

}  // namespace

std::span<const ClassFormat> class_table() { return kFormats; }

const ClassFormat* find_class_format(std::string_view name) {
  const auto found = std::find_if(kFormats.begin(), kFormats.end(),
                                  [&](const ClassFormat& format) { return format.name == name; });
  return found == kFormats.end() ? nullptr : &*found;
}

std::optional<double> mark_of(const checks::ClassEntry& entry) {
  if (entry.state != checks::EntryState::kGraded || !entry.verdict) return std::nullopt;
  const bool decided =
      *entry.verdict == checks::Verdict::kPass || *entry.verdict == checks::Verdict::kFail;
  return decided && std::isfinite(entry.points) ? std::optional(entry.points) : std::nullopt;
}

const char* standing_of(const checks::ClassEntry& entry) {
  if (entry.state != checks::EntryState::kGraded || !entry.verdict) {
    return checks::name(entry.state);
  }
  return checks::name(*entry.verdict);
}

}  // namespace bankcheck::report
