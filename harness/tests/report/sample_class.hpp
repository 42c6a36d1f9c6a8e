// A class made by hand, with an entry of every kind.
#pragma once

#include "checks/class_grades.hpp"

namespace bankcheck::report {

inline checks::EntryFinding sample_entry_finding(const char* id, checks::FindingStatus status,
                                                 double points, double max_points) {
  checks::EntryFinding finding;
  finding.id = id;
  finding.title = std::string("The check of ") + id;
  finding.status = status;
  finding.points = points;
  finding.max_points = max_points;
  finding.evidence = std::string("evidence of ") + id;
  return finding;
}

inline checks::ClassEntry sample_entry(const char* key, const char* name) {
  checks::ClassEntry entry;
  entry.student.key = key;
  entry.student.name = name;
  return entry;
}

inline checks::ClassEntry graded_entry(const char* key, const char* name, checks::Verdict verdict,
                                       double points) {
  using checks::FindingStatus;
  checks::ClassEntry entry = sample_entry(key, name);
  entry.state = checks::EntryState::kGraded;
  entry.verdict = verdict;
  entry.points = points;
  entry.reason = "the reason";
  entry.submission = std::string("submissions/") + key;
  entry.graded_on = "counts wavefronts; no times";
  entry.grading_seconds = 1.5;
  const bool passed = verdict == checks::Verdict::kPass;
  entry.findings = {
      sample_entry_finding("result", FindingStatus::kPassed, 10, 10),
      sample_entry_finding("degrees", passed ? FindingStatus::kPassed : FindingStatus::kFailed,
                           points - 10, 10)};
  entry.ratios = {{"1", 1, 1, {}, {}}, {"8", 8, points / 2.5, {}, 7.5}};
  entry.page = std::string("students/") + key + ".html";
  return entry;
}

/// ada PASS 20/20, bob FAIL 12.5, cyd INCONCLUSIVE, dan ERROR, eve trouble, fay without a
/// submission, gus unreadable, hal not yet graded.
inline checks::ClassGrades sample_class() {
  using checks::EntryState;
  using checks::Verdict;
  checks::ClassGrades grades;
  grades.exercise = "bank-conflicts";
  grades.title = "Add strides to the probe";
  grades.rubric_path = "rubrics/bank-conflicts.yaml";
  grades.rubric_hash = "fedcba9876543210";
  grades.harness_version = "0.1.0";
  grades.toolchain = "nvcc 13.0.88";
  grades.row_heading = "stride";
  grades.max_points = 20;
  grades.pass_mark = 15;
  grades.entries = {graded_entry("ada", "Lovelace, Ada", Verdict::kPass, 20),
                    graded_entry("bob", "Bob Best", Verdict::kFail, 12.5),
                    graded_entry("cyd", "Cyd Cole", Verdict::kInconclusive, 10),
                    graded_entry("dan", "Dan Dare", Verdict::kError, 10),
                    sample_entry("eve", "Eve Ede"),
                    sample_entry("fay", "Fay Fox"),
                    sample_entry("gus", "Gus Gray"),
                    sample_entry("hal", "Hal Hill")};
  grades.entries[0].student = {"ada",   "Lovelace, Ada",   "101", "S1",
                               "alove", "ada@example.edu", "A"};
  grades.entries[1].late = true;
  grades.entries[1].submitted = "attempt 2, late";
  grades.entries[2].needs_person = {"the times are too noisy"};
  grades.entries[3].findings[1].status = checks::FindingStatus::kError;
  grades.entries[0].similar_to = {"bob"};
  grades.entries[1].similar_to = {"ada"};
  grades.entries[0].sentences = {{"Why?", "Because 3 and 32 share no factor."}};
  grades.entries[4].state = EntryState::kTrouble;
  grades.entries[4].reason = "the machine lost its GPU three times";
  grades.entries[5].state = EntryState::kNoSubmission;
  grades.entries[6].state = EntryState::kUnreadable;
  grades.entries[6].reason = "the archive is damaged";
  return grades;
}

}  // namespace bankcheck::report
