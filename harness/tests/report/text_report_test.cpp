#include <gtest/gtest.h>

#include "report/report_table.hpp"
#include "report/sample_grade.hpp"

namespace bankcheck::report {
namespace {

TEST(TextReport, ShowsEveryRowThenEveryCheckThenTheVerdict) {
  EXPECT_EQ(render_text(sample_grade(), {}),
            R"(Add strides to the probe
  submission  students/ada, sha256 0123456789ab
  rubric      rubrics/bank-conflicts.yaml, sha256 fedcba987654
  device      simulator: counts wavefronts; no times
  toolchain   nvcc 13.0.88, compiled in: bubblewrap
  bankcheck   0.1.0

            degree  student's  wavefronts  wavefront ratio  student's
  stride  by model     degree   a request      to stride 1      ratio  result
       1         1          -        1.00             1.00          -  ok
       8         8          8        8.00             8.00       6.08  block 3 thread 17: 1024, wanted 2048
      16        16          4           -                -          -  crashed: block 0 thread 0 read past the end of tile at line 9

Checks
  pass     10/10  Stride 3 is closer
                  stride 3 is 0.00 from stride 1 and 3.00 from stride 4
  FAIL      0/10  Every result is right (must pass)
                  stride 8: block 3 thread 17: 1024, wanted 2048
                  hint: look at line 9

Answers for a person to read
  Why?
    Because 3 and 32 share no factor.

Notes
  kStrides could not be read

FAIL: 10 of 20 points, 15 needed; 'Every result is right' must pass
)");
}

TEST(TextReport, UsesColoursOnlyWhenTold) {
  EXPECT_EQ(render_text(sample_grade(), {}).find('\x1b'), std::string::npos);
  ReportOptions options;
  options.colours = true;
  EXPECT_NE(render_text(sample_grade(), options).find("\x1b[31mFAIL\x1b[0m: 10 of 20"),
            std::string::npos);
}

TEST(TextReport, LeavesHintsOutWhenTold) {
  ReportOptions options;
  options.hints = false;
  EXPECT_EQ(render_text(sample_grade(), options).find("hint"), std::string::npos);
}

TEST(TextReport, EscapesWhatAStudentWrote) {
  checks::Grade grade = sample_grade();
  grade.sentences[0].second = "\x1b[2Jgone";
  grade.submission = "\x1b]0;title\x07";
  grade.rows[2].record.outcome_text = "\x1b[31mred";
  grade.rows[0].record.printed = "\x1b[1mbold";
  grade.findings[0].evidence = "\x1b[5mblink";
  grade.compiler_message = "\x1b[7m";
  grade.notes[0] = "\x1b[4m";
  EXPECT_EQ(render_text(grade, {}).find('\x1b'), std::string::npos);
}

TEST(TextReport, ShowsTheFirstErrorOfAFileThatDoesNotCompile) {
  checks::Grade grade = sample_grade();
  grade.compiler_message = "probe.cu:7:3: error: expected a ';'";
  EXPECT_NE(render_text(grade, {}).find(
                "The file does not compile\n  probe.cu:7:3: error: expected a ';'\n"),
            std::string::npos);
}

TEST(TextReport, ShowsEachHazardOnceWithTheRowsThatHadIt) {
  checks::Grade grade = sample_grade();
  base::Hazard hazard;
  hazard.kind = base::HazardKind::kSharedRace;
  hazard.line = {"probe.cu", 9};
  hazard.text = "threads 0 and 1 store to word 3";
  grade.rows[0].record.hazards = {hazard};
  grade.rows[1].record.hazards = {hazard};
  EXPECT_NE(render_text(grade, {}).find(
                "Seen while running\n"
                "  probe.cu:9: race: threads 0 and 1 store to word 3 (row 1 and 1 more)\n"),
            std::string::npos);
}

TEST(TextReport, ShowsTimesBesideWavefrontsWhenAGpuRan) {
  checks::Grade grade = sample_grade();
  grade.rows.resize(1);
  base::Timing timing;
  timing.median_ms = 0.1234;
  timing.ratio = 1.0;
  timing.ratio_interquartile = 0.005;
  grade.rows[0].record.timing = timing;
  grade.rows[0].time_ratio = 1.0;
  EXPECT_NE(
      render_text(grade, {}).find(
          "            degree  wavefronts  wavefront ratio    time  spread   time ratio\n"
          "  stride  by model   a request      to stride 1      ms       %  to stride 1  result\n"
          "       1         1        1.00             1.00  0.1234     0.5         1.00  ok\n"),
      std::string::npos);
}

TEST(TextReport, SaysThatItWasInterruptedInPlaceOfAVerdict) {
  checks::Grade grade = sample_grade();
  grade.interrupted = true;
  grade.verdict_reason = "1 of 3 rows ran";
  const std::string text = render_text(grade, {});
  EXPECT_TRUE(text.ends_with("\nINTERRUPTED: 1 of 3 rows ran\n")) << text;
}

TEST(TextReport, NamesPitfallsWithTheirRowsBeforeTheChecks) {
  checks::Grade grade = sample_grade();
  grade.diagnoses = {{"old_width", "Old width in the index", {"8", "16"}, "8 takes 128 bytes more"},
                     {"no_profiling_permission", "Profiling without permission", {}, "ask"}};
  const std::string text = render_text(grade, {});
  EXPECT_NE(text.find("\nDiagnoses\n"
                      "  Old width in the index (stride 8, 16)\n"
                      "    8 takes 128 bytes more.\n"
                      "  Profiling without permission\n"
                      "    ask.\n"
                      "\nChecks\n"),
            std::string::npos)
      << text;
}

TEST(TextReport, ShowsThroughputSharedBytesAndResidentBlocksWhereTheyAreAskedFor) {
  checks::Grade grade = sample_grade();
  grade.ceiling = "1";
  grade.rows.resize(2);
  for (checks::TableRow& row : grade.rows) {
    row.record.timing.emplace();
    row.record.timing->median_ms = 0.05;
    row.record.timing->gigabytes_per_second = 2684.3;
    row.record.shared_bytes = 4224;
    row.ceiling_part = 0.925;
  }
  const std::string quiet = render_text(grade, {});
  EXPECT_EQ(quiet.find("shared bytes"), std::string::npos);
  EXPECT_EQ(quiet.find("resident blocks"), std::string::npos);
  grade.shows_shared_bytes = true;
  grade.rows[1].record.occupancy = base::Occupancy{"9.0", 5, 8, 16, 5, 32};
  const std::string text = render_text(grade, {});
  EXPECT_NE(text.find("GB/s     1"), std::string::npos) << text;
  EXPECT_NE(text.find("2684  92.5"), std::string::npos) << text;
  EXPECT_NE(text.find("shared bytes  resident blocks"), std::string::npos) << text;
}

}  // namespace
}  // namespace bankcheck::report
