// The class as one HTML file that needs nothing else but the students' pages that it links to.
//
// It is for whoever grades, and names what students may not know. As on a student's page, the
// content security policy names the one style and the one script by their digests.
#include <fmt/format.h>

#include "base/escape.hpp"
#include "base/sha256.hpp"
#include "checks/text.hpp"
#include "report/class_page_parts.hpp"
#include "report/class_table.hpp"
#include "report/page_parts.hpp"

namespace bankcheck::report {
namespace {

constexpr std::size_t kHashDigits = 12;

std::string style() { return std::string(page_style()) + std::string(class_page_style()); }

std::string title_of(const checks::ClassGrades& grades) {
  return base::escape_html(grades.title.empty() ? grades.exercise : grades.title, 200);
}

std::string head(const checks::ClassGrades& grades) {
  const std::string css = style();
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
      "'sha256-{}'; script-src 'sha256-{}'; base-uri 'none'; form-action 'none'\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n"
      "<title>Class: {}</title>\n<style>{}</style>\n</head>\n",
      base::sha256_base64(css), base::sha256_base64(class_page_script()), title_of(grades), css);
}

std::string fact(const char* name, const std::string& text) {
  if (text.empty()) return "";
  return fmt::format("<div><dt>{}</dt><dd>{}</dd></div>\n", name, base::escape_html(text, 400));
}

std::string header(const checks::ClassGrades& grades) {
  const std::string hash = grades.rubric_hash.substr(0, kHashDigits);
  return "<header>\n<h1>" + title_of(grades) + "</h1>\n<dl class=\"facts\">\n" +
         fact("students", std::to_string(grades.entries.size())) +
         fact("pass mark", fmt::format("{} of {} points", checks::points_text(grades.pass_mark),
                                       checks::points_text(grades.max_points))) +
         fact("rubric", grades.rubric_path.empty() ? "" : grades.rubric_path + " " + hash) +
         fact("toolchain", grades.toolchain) + fact("bankcheck", grades.harness_version) +
         "</dl>\n</header>\n";
}

}  // namespace

std::string render_class_html(const checks::ClassGrades& grades) {
  return head(grades) + "<body class=\"class\">\n" + header(grades) + "<main>\n" +
         standings_part(grades) +
         section("persons", "Submissions that need a person", needs_person_part(grades)) +
         section("similar", "Kernels that are the same or nearly so", similar_part(grades)) +
         section("spread", "Ratios over the class", spread_part(grades)) +
         section("failed", "Checks that were failed", failed_checks_part(grades)) +
         section("students", "Students", students_part(grades)) +
         section("answers", "Answers for a person to read", answers_part(grades)) +
         "</main>\n<script>" + std::string(class_page_script()) + "</script>\n</body>\n</html>\n";
}

}  // namespace bankcheck::report
