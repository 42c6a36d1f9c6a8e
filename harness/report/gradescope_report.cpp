// Gradescope's results.json.
//
// Theory of operation. Gradescope takes the points from `score`, or else from the sum over `tests`;
// its specification asks for one of the two. A run without a mark therefore leaves both out: there
// is nothing that could be added up to a zero. The autograder then counts as failed, and the staff
// runs it again. One test that is hidden would hide the student's total as well, so every test is
// visible, and a hidden check appears as a number with its points. Source:
// https://gradescope-autograders.readthedocs.io/en/latest/specs/
#include <nlohmann/json.hpp>

#include "report/json_counts.hpp"
#include "report/report_table.hpp"
#include "report/student_view.hpp"

namespace bankcheck::report {
namespace {

using Json = nlohmann::ordered_json;

/// A check that was not decided has no score, and takes nothing from the total: `score` is on top.
Json test_json(const checks::Finding& finding, std::size_t number, bool hints) {
  const bool passed = finding.status == checks::FindingStatus::kPassed;
  const bool failed = finding.status == checks::FindingStatus::kFailed;
  Json json = {{"name", one_line(finding.title)}, {"number", std::to_string(number)}};
  if ((passed || failed) && finding.max_points > 0) {
    json["score"] = number_json(finding.points);
    json["max_score"] = number_json(finding.max_points);
  }
  if (passed || failed) json["status"] = passed ? "passed" : "failed";
  json["output"] = finding_text(finding, hints);
  json["output_format"] = "text";
  json["visibility"] = "visible";
  return json;
}

}  // namespace

std::string render_gradescope(const checks::Grade& grade, const ReportOptions& options) {
  const checks::Grade view = student_view(grade);
  const std::string text = render_text(view, {false, options.hints});
  Json json = Json::object();
  if (has_mark(grade)) json["score"] = number_json(grade.points);
  json["output"] = has_mark(grade) ? text : no_mark_text(view) + "\n\n" + text;
  json["output_format"] = "text";
  json["visibility"] = "visible";
  json["stdout_visibility"] = "hidden";
  json["extra_data"] = {{"bankcheck", grade.harness_version},
                        {"verdict", grade.interrupted ? "" : checks::name(grade.verdict)},
                        {"submission_sha256", grade.submission_hash},
                        {"rubric_sha256", grade.rubric_hash}};
  if (has_mark(grade)) {
    json["tests"] = Json::array();
    for (const checks::Finding& finding : view.findings) {
      json["tests"].push_back(test_json(finding, json["tests"].size() + 1, options.hints));
    }
  }
  return json.dump(2) + "\n";
}

}  // namespace bankcheck::report
