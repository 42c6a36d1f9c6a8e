// What GitHub Classroom's autograding reporter reads: JSON in base64, as the output `result` of a
// step of the workflow.
//
// Theory of operation. The reporter adds up the tests' scores, and posts nothing at all when
// `max_score` is 0: so a run without a mark says 0 there, with the status `error`, and the step
// fails without a mark. It prints names and messages to the log of the run, where a line that
// starts with `::` or holds `##[` is a command to the runner: both are taken apart, and messages
// are one line. Source: https://github.com/classroom-resources/autograding-grading-reporter
#include <nlohmann/json.hpp>

#include "base/base64.hpp"
#include "report/json_counts.hpp"
#include "report/report_table.hpp"
#include "report/student_view.hpp"

namespace bankcheck::report {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kFormatVersion = 1;

/// `text` with a blank after the first character of each `command`.
std::string taken_apart(std::string_view text, std::string_view command) {
  std::string result;
  for (std::size_t at = 0; at < text.size(); ++at) {
    result += text[at];
    if (text.substr(at).starts_with(command)) result += ' ';
  }
  return result;
}

std::string log_text(const std::string& text) {
  return taken_apart(taken_apart(one_line(text, 2000), "::"), "##[");
}

const char* status_of(checks::FindingStatus status) {
  switch (status) {
    case checks::FindingStatus::kPassed:
    case checks::FindingStatus::kNotApplicable:
      return "pass";
    case checks::FindingStatus::kFailed:
      return "fail";
    default:
      return "error";
  }
}

Json test_json(const checks::Finding& finding, bool hints) {
  return {{"name", log_text(finding.title)},
          {"status", status_of(finding.status)},
          {"score", number_json(finding.points)},
          {"max_score", number_json(finding.max_points)},
          {"message", log_text(finding_text(finding, hints))}};
}

Json result_json(const checks::Grade& view, bool hints) {
  const bool passed = view.verdict == checks::Verdict::kPass;
  Json json = {{"version", kFormatVersion},
               {"status", passed ? "pass" : "fail"},
               {"max_score", number_json(view.max_points)},
               {"tests", Json::array()}};
  for (const checks::Finding& finding : view.findings) {
    json["tests"].push_back(test_json(finding, hints));
  }
  return json;
}

Json no_result_json(const checks::Grade& view) {
  return {
      {"version", kFormatVersion},
      {"status", "error"},
      {"max_score", 0},
      {"tests",
       {{{"name", "bankcheck"}, {"status", "error"}, {"message", log_text(no_mark_text(view))}}}}};
}

}  // namespace

std::string render_github_classroom(const checks::Grade& grade, const ReportOptions& options) {
  const checks::Grade view = student_view(grade);
  const Json json = has_mark(grade) ? result_json(view, options.hints) : no_result_json(view);
  return base::base64(json.dump()) + "\n";
}

}  // namespace bankcheck::report
