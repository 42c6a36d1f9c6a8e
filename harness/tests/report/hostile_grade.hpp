// A grade in which every text that can come from a student is an attack.
#pragma once

#include <gtest/gtest.h>

#include "report/sample_grade.hpp"

namespace bankcheck::report {

/// Terminal codes, invalid UTF-8, a bidirectional override, ends of CDATA and comments, markup, a
/// workflow command, a formula, a noncharacter, a NUL and line ends of every kind.
inline std::string hostile_text() {
  return std::string(
             "=1+1\x1b[31m\xff\xfe\xe2\x80\xae]]>--><script>alert(1)</script>&amp;\"'\n::error::x\n"
             "##[add-mask]y\r\n\xef\xbf\xbf\x7f") +
         std::string(1, '\0') + "\r{\"scores\":{\"p\":99}}";
}

inline checks::Grade hostile_grade() {
  checks::Grade grade = sample_grade();
  grade.submission = grade.title = grade.exercise = hostile_text();
  for (checks::Finding& finding : grade.findings) {
    finding.title = finding.evidence = finding.hint = hostile_text();
  }
  for (checks::TableRow& row : grade.rows) {
    row.record.label = row.record.outcome_text = row.record.printed = hostile_text();
  }
  grade.sentences = {{hostile_text(), hostile_text()}};
  grade.notes = {hostile_text()};
  grade.compiler_message = hostile_text();
  grade.verdict_reason = hostile_text();
  return grade;
}

/// The characters that a text for people may not have: controls but newline and tab, the escapes of
/// terminals, bidirectional overrides. Expects valid UTF-8.
inline bool is_harmless(const std::string& text) {
  for (const char byte : text) {
    const auto value = static_cast<unsigned char>(byte);
    if ((value < 0x20 && byte != '\n' && byte != '\t') || value == 0x7f) return false;
  }
  return text.find("\xe2\x80\xae") == std::string::npos &&
         text.find("\xef\xbf\xbf") == std::string::npos;
}

/// A grade of the verdict, with findings that lead to it.
inline checks::Grade grade_with(checks::Verdict verdict) {
  using checks::FindingStatus;
  checks::Grade grade = sample_grade();
  FindingStatus second = FindingStatus::kPassed;
  if (verdict == checks::Verdict::kFail) second = FindingStatus::kFailed;
  if (verdict == checks::Verdict::kInconclusive) second = FindingStatus::kInconclusive;
  if (verdict == checks::Verdict::kError) second = FindingStatus::kError;
  grade.findings[1].status = second;
  grade.findings[1].points = second == FindingStatus::kPassed ? 10 : 0;
  grade.rows = {sample_row("1", 1)};
  checks::decide(grade);
  EXPECT_EQ(grade.verdict, verdict);
  return grade;
}

/// PASS, with a row and two checks that are hidden, the second of which failed.
inline checks::Grade grade_with_secrets() {
  checks::Grade grade = grade_with(checks::Verdict::kPass);
  checks::TableRow row = sample_row("77", 8);
  row.record.origin = base::RowOrigin::kHidden;
  grade.rows.push_back(row);
  for (const auto status : {checks::FindingStatus::kPassed, checks::FindingStatus::kFailed}) {
    checks::Finding finding = sample_finding("Secret title", status, "secret evidence");
    finding.id = "secret_id";
    finding.hidden = true;
    grade.findings.push_back(finding);
  }
  checks::decide(grade);
  return grade;
}

}  // namespace bankcheck::report
