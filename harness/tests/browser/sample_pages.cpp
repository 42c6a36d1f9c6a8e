// Writes the pages that the tests in this folder look at: sample_pages FOLDER.
#include <cstdio>

#include "base/atomic_file.hpp"
#include "report/class_table.hpp"
#include "report/report_table.hpp"
#include "report/sample_class.hpp"
#include "report/sample_page.hpp"

namespace {

constexpr const char* kHostile =
    "\"'><script>window.reached = 1</script><img src=x onerror=\"window.reached = 1\">"
    "<a href=\"javascript:window.reached = 1\">";

bankcheck::checks::Grade sweep() {
  using namespace bankcheck;
  checks::Grade grade = report::sample_page_grade();
  grade.rows.clear();
  for (const std::uint32_t stride : {1u, 2u, 3u, 4u, 8u, 16u, 32u, 33u, 6u, 24u, 0u}) {
    const std::string label = std::to_string(stride);
    const base::WarpAccess access = report::strided_access(stride);
    const int degree = base::conflict_degree(access);
    checks::TableRow row = report::sample_row(label.c_str(), degree);
    row.first_read = access;
    row.time_ratio = 1 + 0.84 * (degree - 1);
    row.record.lines = {report::counted_line(2, static_cast<std::uint64_t>(degree))};
    grade.rows.push_back(row);
  }
  return grade;
}

/// A class of `students`, the same whenever it is made: one in five fails, and a few of every other
/// kind.
bankcheck::checks::ClassGrades large_class(int students) {
  using namespace bankcheck;
  checks::ClassGrades grades = report::sample_class();
  grades.entries.clear();
  std::uint32_t random = 1;
  const auto draw = [&](std::uint32_t below) {
    random = random * 1664525u + 1013904223u;
    return (random >> 8) % below;
  };
  for (int i = 0; i < students; ++i) {
    const std::string key = "s" + std::to_string(10000 + i);
    const std::string name = "Family" + std::to_string(draw(9000)) + ", Given" + std::to_string(i);
    const std::uint32_t lot = draw(100);
    const bool passes = lot < 75;
    const double points = passes ? 15 + 0.5 * draw(11) : 0.5 * draw(30);
    checks::ClassEntry entry =
        report::graded_entry(key.c_str(), name.c_str(),
                             passes ? checks::Verdict::kPass : checks::Verdict::kFail, points);
    entry.ratios.clear();
    for (const int stride : {1, 2, 4, 32, 33, 3, 8, 16, 5, 24}) {
      const double degree = stride == 24 ? 8 : stride % 2 == 1 ? 1 : stride;
      const double seen = !passes && draw(4) == 0 ? 1 + draw(32) : degree;
      entry.ratios.push_back({std::to_string(stride),
                              degree,
                              seen,
                              seen * (1 - 0.002 * draw(60)) + 0.001 * draw(30),
                              {}});
    }
    if (lot == 96) entry.verdict = checks::Verdict::kInconclusive;
    if (lot == 97) entry.verdict = checks::Verdict::kError;
    if (lot == 98) entry = report::sample_entry(key.c_str(), name.c_str());
    if (lot == 98) entry.state = checks::EntryState::kNoSubmission;
    if (lot > 94) entry.needs_person = {"the measurement could not decide"};
    if (lot == 95) entry.late = true;
    if (i % 200 == 7) entry.similar_to = {"s" + std::to_string(10000 + i - 3)};
    entry.sentences = {{"Why does stride 3 not sit between 2 and 4?", "3 and 32 share no factor."}};
    grades.entries.push_back(std::move(entry));
  }
  return grades;
}

bankcheck::checks::ClassGrades hostile_class() {
  bankcheck::checks::ClassGrades grades = bankcheck::report::sample_class();
  grades.title = grades.exercise = grades.rubric_path = grades.row_heading = kHostile;
  for (auto& entry : grades.entries) {
    entry.student.name = entry.student.key = entry.reason = entry.page = kHostile;
    entry.needs_person = {kHostile};
    entry.similar_to = {kHostile};
    entry.sentences = {{kHostile, kHostile}};
    for (auto& finding : entry.findings) finding.title = finding.evidence = kHostile;
    for (auto& ratio : entry.ratios) ratio.label = kHostile;
  }
  grades.entries[0].page = "javascript:window.reached=1";
  return grades;
}

/// Students with long names and keys who failed everything.
bankcheck::checks::ClassGrades failing_class() {
  bankcheck::checks::ClassGrades grades = bankcheck::report::sample_class();
  for (auto& entry : grades.entries) {
    entry.verdict = bankcheck::checks::Verdict::kFail;
    entry.student.name = "Given-Name von und zu Family-Name-of-Many-Parts";
    entry.student.key = "s_given_name_von_und_zu_family_name_of_many_parts_db41f1c4";
    bankcheck::checks::EntryFinding finding;
    finding.status = bankcheck::checks::FindingStatus::kFailed;
    finding.title = "No race, no missing barrier, nothing out of bounds";
    entry.findings.assign(15, finding);
  }
  return grades;
}

bool write(const std::string& path, const std::string& text) {
  const auto errors = bankcheck::base::write_file_whole(path, text);
  std::fputs(bankcheck::base::render(errors).c_str(), stderr);
  return errors.empty();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const std::string folder = std::string(argv[1]) + "/";
  using namespace bankcheck::report;
  const bool fine =
      write(folder + "sweep.html", render_html(sweep(), {})) &&
      write(folder + "hostile.html", render_html(sample_page_grade_of(kHostile), {})) &&
      write(folder + "class.html", render_class_html(large_class(2000))) &&
      write(folder + "small_class.html", render_class_html(sample_class())) &&
      write(folder + "failing_class.html", render_class_html(failing_class())) &&
      write(folder + "hostile_class.html", render_class_html(hostile_class()));
  return fine ? 0 : 1;
}
