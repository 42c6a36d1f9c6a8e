#include "cli/batch_progress.hpp"

#include <sstream>

#include <gtest/gtest.h>

namespace bankcheck::cli {
namespace {

using std::chrono::seconds;

batch::StoredResult passed() {
  batch::StoredResult result;
  result.entry.state = checks::EntryState::kGraded;
  result.entry.verdict = checks::Verdict::kPass;
  return result;
}

TEST(BatchProgress, IsALineNowAndThenInALog) {
  std::ostringstream out;
  const BatchProgress::Time start;
  BatchProgress progress(out, 0, 40, start);
  for (int i = 1; i <= 4; ++i) progress.add(passed(), start + seconds(i));
  progress.say("ben: attempt 1 of 3 failed: \x1b[31mred");
  EXPECT_EQ(out.str(),
            "2 of 40 graded: 2 PASS; 1.0 a second, 38 s left\n"
            "4 of 40 graded: 4 PASS; 1.0 a second, 36 s left\n"
            "ben: attempt 1 of 3 failed: \\x1b[31mred\n");
}

TEST(BatchProgress, IsABarThatFitsOnATerminal) {
  std::ostringstream out;
  const BatchProgress::Time start;
  BatchProgress progress(out, 40, 4, start);
  progress.add(passed(), start + seconds(1));
  EXPECT_EQ(out.str(), "");
  progress.tick(1, start + seconds(1));
  EXPECT_EQ(out.str(), "[######..................] 1 of 4 grade");
  out.str("");
  progress.tick(1, start + seconds(1));
  EXPECT_EQ(out.str(), "") << "too soon to draw again";
  progress.say("x");
  EXPECT_EQ(out.str(), "\r\x1b[Kx\n");
}

TEST(BatchProgress, SaysTimesAsPeopleDo) {
  EXPECT_EQ(duration_text(0.4), "0 s");
  EXPECT_EQ(duration_text(59.4), "59 s");
  EXPECT_EQ(duration_text(61), "1 min 1 s");
  EXPECT_EQ(duration_text(7500), "2 h 5 min");
}

}  // namespace
}  // namespace bankcheck::cli
