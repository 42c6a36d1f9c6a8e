// PrairieLearn's results.json.
//
// Theory of operation. `gradable: false` is PrairieLearn's word for "no points won or lost, and no
// attempt used up": just what a run without a mark is. The file may have 1 MiB, so what is too long
// goes, the table first, then the checks' texts. Source: the page on external grading of
// https://prairielearn.readthedocs.io
#include <algorithm>

#include <nlohmann/json.hpp>

#include "base/escape.hpp"
#include "report/json_counts.hpp"
#include "report/report_table.hpp"
#include "report/student_view.hpp"

namespace bankcheck::report {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kFileBytes = (std::size_t{1} << 20) - 1024;
constexpr std::size_t kOutputBytes = 100'000;
constexpr std::size_t kTests = 500;

Json test_json(const checks::Finding& finding, bool hints) {
  return {{"name", one_line(finding.title)},
          {"points", number_json(finding.points)},
          {"max_points", number_json(finding.max_points)},
          {"message", one_line(finding_text(finding, hints), 2000)}};
}

/// From 0 to 1. Where there are no points to have, the verdict is the score.
double score(const checks::Grade& grade) {
  if (grade.max_points <= 0) return grade.verdict == checks::Verdict::kPass ? 1 : 0;
  return std::clamp(grade.points / grade.max_points, 0.0, 1.0);
}

Json tests_json(const checks::Grade& view, bool hints) {
  Json json = Json::array();
  for (const checks::Finding& finding : view.findings) {
    if (json.size() < kTests) json.push_back(test_json(finding, hints));
  }
  return json;
}

Json marked_json(const checks::Grade& view, bool hints) {
  Json json = {{"gradable", true}, {"score", score(view)}};
  json["message"] =
      one_line(std::string(checks::name(view.verdict)) + ": " + view.verdict_reason, 2000);
  json["tests"] = tests_json(view, hints);
  return json;
}

Json unmarked_json(const checks::Grade& view) {
  const std::string text = no_mark_text(view);
  return {{"gradable", false}, {"message", text}, {"format_errors", Json::array({text})}};
}

}  // namespace

std::string render_prairielearn(const checks::Grade& grade, const ReportOptions& options) {
  const checks::Grade view = student_view(grade);
  Json json = has_mark(grade) ? marked_json(view, options.hints) : unmarked_json(view);
  json["output"] = base::clean_utf8(render_text(view, {false, options.hints}), kOutputBytes);
  std::string text = json.dump();
  for (const char* key : {"output", "tests"}) {
    if (text.size() < kFileBytes) break;
    json.erase(key);
    text = json.dump();
  }
  return text + "\n";
}

}  // namespace bankcheck::report
