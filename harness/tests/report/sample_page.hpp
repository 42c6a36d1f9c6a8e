// Grades with something in every part of the HTML page.
#pragma once

#include "report/sample_grade.hpp"

namespace bankcheck::report {

inline base::WarpAccess strided_access(std::uint32_t stride) {
  base::WarpAccess access;
  for (std::uint32_t lane = 0; lane < base::kWarpLanes; ++lane) {
    access.byte_address[lane] = lane * stride * base::kBankBytes;
  }
  return access;
}

inline base::LineCounts counted_line(int line, std::uint64_t wavefronts) {
  base::LineCounts counts;
  counts.line = {"probe.cu", line};
  counts.counts.shared_load = {100, 100 * wavefronts, static_cast<std::uint32_t>(wavefronts)};
  return counts;
}

/// Stride 1, stride 8 with a wrong result, a time and a race, and stride 16, which crashed.
inline checks::Grade sample_page_grade() {
  checks::Grade grade = sample_grade();
  grade.rows[0].first_read = strided_access(1);
  grade.rows[1].first_read = strided_access(8);
  grade.rows[0].record.lines = {counted_line(2, 1)};
  grade.rows[1].record.lines = {counted_line(2, 8)};
  grade.rows[1].measured_ratio = 8;
  grade.rows[1].time_ratio = 6.72;
  grade.files = {{"probe.cu", "__global__ void probe() {\n  sum += tile[i];\n}\n"}};
  base::Hazard hazard;
  hazard.kind = base::HazardKind::kSharedRace;
  hazard.line = {"probe.cu", 2};
  hazard.text = "threads 0 and 1 store to word 3";
  grade.rows[1].record.hazards = {hazard};
  grade.rows[1].record.printed = "hello from thread 0";
  return grade;
}

/// The same with `text` wherever a student, or the world outside, could have put it.
inline checks::Grade sample_page_grade_of(const std::string& text) {
  checks::Grade grade = sample_page_grade();
  for (std::string* member : {&grade.submission,         &grade.title,
                              &grade.exercise,           &grade.rubric_path,
                              &grade.toolchain,          &grade.isolation,
                              &grade.row_heading,        &grade.result_heading,
                              &grade.measure_noun,       &grade.baseline,
                              &grade.compiler_message,   &grade.verdict_reason,
                              &grade.device.kind,        &grade.device.description,
                              &grade.submission_hash,    &grade.rubric_hash,
                              &grade.harness_version,    &grade.notes[0],
                              &grade.sentences[0].first, &grade.sentences[0].second,
                              &grade.files[0].name,      &grade.files[0].text}) {
    *member = text;
  }
  for (checks::Finding& finding : grade.findings) {
    finding.title = finding.evidence = finding.hint = text;
  }
  for (checks::TableRow& row : grade.rows) {
    row.record.label = row.record.outcome_text = row.record.printed = text;
    for (base::Hazard& hazard : row.record.hazards) hazard.text = hazard.line.file = text;
    for (base::LineCounts& line : row.record.lines) line.line = {text, 1};
    if (row.record.mismatch) {
      row.record.mismatch->thread.reset();
      row.record.mismatch->buffer = text;
    }
  }
  return grade;
}

}  // namespace bankcheck::report
