// What an Autolab autograder prints: the report that the student sees as feedback, and the scores
// as its last line.
//
// Theory of operation. The keys are the names of the assessment's problems: here the checks' ids,
// and `hidden_1`, … for hidden ones. A score of `null` leaves a problem without a score. Nothing
// else may stand for that: a last line that does not parse, or one without scores, makes Autolab
// write a 0 for every problem. Before parsing, Autolab puts quotes around every `word:` of the
// line, inside of strings as well, so no key may hold a colon. Source:
// app/helpers/assessment_autograde_core.rb and app/models/score.rb of
// https://github.com/autolab/Autolab
#include <algorithm>

#include <nlohmann/json.hpp>

#include "report/json_counts.hpp"
#include "report/report_table.hpp"
#include "report/student_view.hpp"

namespace bankcheck::report {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kNameBytes = 100;

std::string problem_name(const checks::Finding& finding) {
  std::string name = one_line(finding.id, kNameBytes);
  std::replace(name.begin(), name.end(), ':', '_');
  return name;
}

bool is_judged(const checks::Finding& finding) {
  return finding.status == checks::FindingStatus::kPassed ||
         finding.status == checks::FindingStatus::kFailed;
}

Json scores_json(const checks::Grade& view) {
  Json scores = Json::object();
  const bool marked = has_mark(view);
  for (const checks::Finding& finding : view.findings) {
    if (finding.max_points <= 0) continue;
    scores[problem_name(finding)] =
        marked && is_judged(finding) ? number_json(finding.points) : Json(nullptr);
  }
  return scores;
}

}  // namespace

std::string render_autolab(const checks::Grade& grade, const ReportOptions& options) {
  const checks::Grade view = student_view(grade);
  std::string text = render_text(view, {false, options.hints});
  if (!has_mark(grade)) text += "\n" + no_mark_text(view) + "\n";
  Json last_line = Json::object();
  last_line["scores"] = scores_json(view);
  return text + "\n" + last_line.dump() + "\n";
}

}  // namespace bankcheck::report
