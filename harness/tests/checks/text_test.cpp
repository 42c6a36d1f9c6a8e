#include "checks/text.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace bankcheck::checks {
namespace {

TEST(NumberText, IsShortAndLosesNoDigitThatMatters) {
  EXPECT_EQ(number_text(2048), "2048");
  EXPECT_EQ(number_text(-3), "-3");
  EXPECT_EQ(number_text(0.5), "0.5");
  EXPECT_EQ(number_text(16777217.0), "16777217");
  EXPECT_EQ(number_text(1e300), "1e+300");
  EXPECT_EQ(number_text(std::nan("")), "NaN");
  EXPECT_EQ(number_text(-INFINITY), "-infinity");
}

TEST(PointsText, DropsNeedlessZeros) {
  EXPECT_EQ(points_text(2), "2");
  EXPECT_EQ(points_text(10), "10");
  EXPECT_EQ(points_text(1.5), "1.5");
  EXPECT_EQ(points_text(2.0 / 3), "0.67");
}

TEST(MismatchText, NamesBlockThreadFoundAndWanted) {
  base::Mismatch mismatch;
  mismatch.thread = base::ThreadId{{3, 0, 0}, {17, 0, 0}};
  mismatch.found = 1024;
  mismatch.wanted = 2048;
  EXPECT_EQ(mismatch_text(mismatch), "block 3 thread 17: 1024, wanted 2048");
}

TEST(MismatchText, GivesAllAxesOfAPlaceThatHasSeveral) {
  base::Mismatch mismatch;
  mismatch.thread = base::ThreadId{{3, 1, 0}, {0, 2, 5}};
  EXPECT_EQ(mismatch_text(mismatch), "block (3,1) thread (0,2,5): 0, wanted 0");
}

TEST(MismatchText, SaysThatAnElementWasNeverWritten) {
  base::Mismatch mismatch;
  mismatch.buffer = "out";
  mismatch.index = 5;
  mismatch.wanted = 7;
  mismatch.never_written = true;
  EXPECT_EQ(mismatch_text(mismatch), "out[5]: never written, wanted 7");
}

TEST(LineText, ShowsTheFileWithoutItsFolders) {
  EXPECT_EQ(line_text({"/home/student/probe.cu", 12}), "probe.cu:12");
  EXPECT_EQ(line_text({"", 12}), "line 12");
  EXPECT_EQ(line_text({"probe.cu", 0}), "");
}

}  // namespace
}  // namespace bankcheck::checks
