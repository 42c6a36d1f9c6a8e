// A grade made by hand, with a row of every kind.
#pragma once

#include "checks/grade.hpp"

namespace bankcheck::report {

inline checks::TableRow sample_row(const char* label, double degree) {
  checks::TableRow row;
  row.record.label = label;
  row.record.kernel = "probe";
  row.record.outcome = base::RowOutcome::kOk;
  row.record.counts.emplace();
  row.record.counts->shared_load = {100, static_cast<std::uint64_t>(100 * degree),
                                    static_cast<std::uint32_t>(degree)};
  row.predicted_degree = degree;
  row.measured = degree;
  row.measured_ratio = degree;
  return row;
}

inline checks::TableRow wrong_row() {
  checks::TableRow row = sample_row("8", 8);
  row.record.origin = base::RowOrigin::kAdded;
  row.record.outcome = base::RowOutcome::kWrongResult;
  row.record.mismatch.emplace();
  row.record.mismatch->thread = base::ThreadId{{3, 0, 0}, {17, 0, 0}};
  row.record.mismatch->found = 1024;
  row.record.mismatch->wanted = 2048;
  row.student_degree = 8;
  row.student_ratio = 6.08;
  return row;
}

inline checks::TableRow crashed_row() {
  checks::TableRow row;
  row.record.label = "16";
  row.record.origin = base::RowOrigin::kAdded;
  row.record.outcome = base::RowOutcome::kCrashed;
  row.record.outcome_text = "block 0 thread 0 read past the end of tile at line 9";
  row.predicted_degree = 16;
  row.student_degree = 4;
  return row;
}

inline checks::Finding sample_finding(const char* title, checks::FindingStatus status,
                                      const char* evidence) {
  checks::Finding finding;
  finding.id = "check";
  finding.title = title;
  finding.status = status;
  finding.max_points = 10;
  finding.points = status == checks::FindingStatus::kPassed ? 10 : 0;
  finding.evidence = evidence;
  return finding;
}

inline checks::Grade sample_grade() {
  checks::Grade grade;
  grade.submission = "students/ada";
  grade.submission_hash = "0123456789abcdef";
  grade.exercise = "bank-conflicts";
  grade.title = "Add strides to the probe";
  grade.rubric_path = "rubrics/bank-conflicts.yaml";
  grade.rubric_hash = "fedcba9876543210";
  grade.harness_version = "0.1.0";
  grade.toolchain = "nvcc 13.0.88";
  grade.isolation = "bubblewrap";
  grade.device = {"simulator", "counts wavefronts; no times"};
  grade.row_heading = "stride";
  grade.measure = "shared_load_wavefronts";
  grade.measure_noun = "wavefront";
  grade.baseline = "1";
  grade.rows = {sample_row("1", 1), wrong_row(), crashed_row()};
  grade.findings = {
      sample_finding("Stride 3 is closer", checks::FindingStatus::kPassed,
                     "stride 3 is 0.00 from stride 1 and 3.00 from stride 4"),
      sample_finding("Every result is right", checks::FindingStatus::kFailed,
                     "stride 8: block 3 thread 17: 1024, wanted 2048"),
  };
  grade.findings[1].required = true;
  grade.findings[1].hint = "look at line 9";
  grade.notes = {"kStrides could not be read"};
  grade.sentences = {{"Why?", "Because 3 and 32 share no factor."}};
  grade.pass_mark = 15;
  checks::decide(grade);
  return grade;
}

}  // namespace bankcheck::report
