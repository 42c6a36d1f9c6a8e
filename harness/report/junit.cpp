#include "report/junit.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "base/escape.hpp"
#include "report/student_view.hpp"

namespace bankcheck::report {
namespace {

constexpr std::size_t kNameBytes = 300;
constexpr std::size_t kMessageBytes = 1000;
constexpr std::size_t kDetailsBytes = 20'000;

std::string attribute(const char* name, const std::string& value, std::size_t limit = kNameBytes) {
  return fmt::format(" {}=\"{}\"", name,
                     base::escape_xml(one_line(value, limit), std::string::npos));
}

std::string element(const char* name, const std::string& text) {
  if (text.empty()) return "";
  return fmt::format("    <{0}>{1}</{0}>\n", name, base::escape_xml(text, kDetailsBytes));
}

std::string seconds_text(double seconds) {
  return std::isfinite(seconds) && seconds > 0 ? fmt::format("{:.3f}", seconds) : "0";
}

std::string outcome_element(const JUnitCase& test) {
  const std::string message = attribute("message", test.message, kMessageBytes);
  const std::string details = base::escape_xml(test.details, kDetailsBytes);
  const std::string type = attribute("type", test.type);
  switch (test.outcome) {
    case JUnitOutcome::kPassed:
      return "";
    case JUnitOutcome::kFailure:
      return fmt::format("      <failure{}{}>{}</failure>\n", type, message, details);
    case JUnitOutcome::kError:
      return fmt::format("      <error{}{}>{}</error>\n", type, message, details);
    case JUnitOutcome::kSkipped:
      return fmt::format("      <skipped{}/>\n", message);
  }
  return "";
}

std::string case_element(const JUnitSuite& suite, const JUnitCase& test, const std::string& name) {
  const std::string start =
      fmt::format("    <testcase{}{} time=\"{}\"", attribute("classname", suite.name),
                  attribute("name", name), seconds_text(test.seconds));
  const std::string outcome = outcome_element(test);
  return outcome.empty() ? start + "/>\n" : start + ">\n" + outcome + "    </testcase>\n";
}

/// Each name once: the second of the same name is `name (2)`.
std::vector<std::string> unique_names(const std::vector<JUnitCase>& cases) {
  std::set<std::string> taken;
  std::vector<std::string> names;
  for (const JUnitCase& test : cases) {
    const std::string wanted = test.name.empty() ? "unnamed" : one_line(test.name, kNameBytes);
    std::string name = wanted;
    for (int number = 2; !taken.insert(name).second; ++number) {
      name = fmt::format("{} ({})", wanted, number);
    }
    names.push_back(name);
  }
  return names;
}

std::size_t count(const JUnitSuite& suite, JUnitOutcome outcome) {
  return static_cast<std::size_t>(
      std::count_if(suite.cases.begin(), suite.cases.end(),
                    [&](const JUnitCase& test) { return test.outcome == outcome; }));
}

std::string counts(const JUnitSuite& suite) {
  return fmt::format(" tests=\"{}\" failures=\"{}\" errors=\"{}\"", suite.cases.size(),
                     count(suite, JUnitOutcome::kFailure), count(suite, JUnitOutcome::kError));
}

std::string time_attribute(const JUnitSuite& suite) {
  double seconds = 0;
  for (const JUnitCase& test : suite.cases) {
    if (std::isfinite(test.seconds)) seconds += test.seconds;
  }
  return fmt::format(" time=\"{}\"", seconds_text(seconds));
}

std::string properties(const JUnitSuite& suite) {
  std::string text;
  for (const auto& [name, value] : suite.properties) {
    text += fmt::format("      <property{}{}/>\n", attribute("name", name),
                        attribute("value", value, kMessageBytes));
  }
  return text.empty() ? "" : "    <properties>\n" + text + "    </properties>\n";
}

}  // namespace

std::string render_junit_document(const JUnitSuite& suite) {
  const std::vector<std::string> names = unique_names(suite.cases);
  std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"bankcheck\"" +
                     counts(suite) + time_attribute(suite) + ">\n  <testsuite" +
                     attribute("name", suite.name) + counts(suite) +
                     fmt::format(" skipped=\"{}\"", count(suite, JUnitOutcome::kSkipped)) +
                     time_attribute(suite) + ">\n" + properties(suite);
  for (std::size_t i = 0; i < suite.cases.size(); ++i) {
    text += case_element(suite, suite.cases[i], names[i]);
  }
  return text + element("system-out", suite.output) + "  </testsuite>\n</testsuites>\n";
}

}  // namespace bankcheck::report
