// The report as one HTML file that needs nothing else: no network, no other file, no script.
//
// Every ratio comes before the verdict, as in the other reports. The content security policy names
// the one style and the one script by their digests, so that nothing that a student wrote could
// run even if it were not escaped.
#include <fmt/format.h>

#include "base/escape.hpp"
#include "base/sha256.hpp"
#include "report/bank_picture.hpp"
#include "report/page_parts.hpp"
#include "report/report_table.hpp"
#include "report/summary.hpp"

namespace bankcheck::report {
namespace {

constexpr std::size_t kHashDigits = 12;

std::string title_of(const checks::Grade& grade) {
  return base::escape_html(grade.title.empty() ? grade.exercise : grade.title, 200);
}

std::string style() { return std::string(page_style()) + std::string(picture_style()); }

std::string head(const checks::Grade& grade) {
  const std::string css = style();
  const std::string policy = fmt::format(
      "default-src 'none'; style-src 'sha256-{}'; script-src 'sha256-{}'; base-uri 'none'; "
      "form-action 'none'",
      base::sha256_base64(css), base::sha256_base64(page_script()));
  return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
         "<meta http-equiv=\"Content-Security-Policy\" content=\"" +
         policy +
         "\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
         "<meta name=\"color-scheme\" content=\"light dark\">\n<title>" +
         fmt::format("{}: {}", look(grade).word, title_of(grade)) + "</title>\n<style>" + css +
         "</style>\n</head>\n";
}

std::string fact(const char* name, const std::string& text, const std::string& hash = "") {
  if (text.empty()) return "";
  const std::string digest =
      hash.empty()
          ? ""
          : fmt::format(" <code>{}</code>", base::escape_html(hash.substr(0, kHashDigits)));
  return fmt::format("<div><dt>{}</dt><dd>{}{}</dd></div>\n", name, base::escape_html(text, 400),
                     digest);
}

std::string header(const checks::Grade& grade) {
  std::string toolchain = grade.toolchain;
  if (!grade.isolation.empty()) toolchain += ", compiled in: " + grade.isolation;
  const std::string device =
      grade.device.kind.empty() ? "" : grade.device.kind + ": " + grade.device.description;
  return "<header>\n<h1>" + title_of(grade) + "</h1>\n<dl class=\"facts\">\n" +
         fact("submission", grade.submission, grade.submission_hash) +
         fact("rubric", grade.rubric_path, grade.rubric_hash) + fact("device", device) +
         fact("toolchain", toolchain) + fact("bankcheck", grade.harness_version) +
         "</dl>\n</header>\n";
}

std::string verdict(const checks::Grade& grade) {
  const VerdictLook verdict = look(grade);
  return fmt::format(
      "<section class=\"verdict {}\" aria-labelledby=\"verdict\">\n<h2 id=\"verdict\">{}</h2>\n"
      "<p>{}</p>\n</section>\n",
      css_class(verdict.tone), verdict.word, base::escape_html(grade.verdict_reason, 1000));
}

std::string compiler_message(const checks::Grade& grade) {
  if (grade.compiler_message.empty()) return "";
  return "<pre>" + base::escape_html(grade.compiler_message, 8000) + "</pre>\n";
}

}  // namespace

std::string render_html(const checks::Grade& grade, const ReportOptions& options) {
  return head(grade) + "<body>\n" + header(grade) + "<main>\n" +
         section("compiler", "The file does not compile", compiler_message(grade)) +
         section("every-ratio", "Every ratio", table_part(grade)) + verdict(grade) +
         section("ratios", "Predicted and measured", chart_part(grade)) +
         section("diagnoses", "Diagnoses", diagnoses_part(grade)) +
         section("checks", "Checks", findings_part(grade, options)) +
         section("banks", "Which lane lands in which bank", pictures_part(grade)) +
         remarks_part(grade) + section("source", "What each line costs", source_part(grade)) +
         "</main>\n<script>" + std::string(page_script()) + "</script>\n</body>\n</html>\n";
}

}  // namespace bankcheck::report
