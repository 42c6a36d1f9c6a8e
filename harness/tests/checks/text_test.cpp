#include "checks/text.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace bankcheck::checks {
namespace {

TEST(NumberText, is_short_and_loses_no_digit_that_matters) {
  EXPECT_EQ(number_text(2048), "2048");
  EXPECT_EQ(number_text(-3), "-3");
  EXPECT_EQ(number_text(0.5), "0.5");
  EXPECT_EQ(number_text(16777217.0), "16777217");
  EXPECT_EQ(number_text(1e300), "1e+300");
  EXPECT_EQ(number_text(std::nan("")), "NaN");
  EXPECT_EQ(number_text(-INFINITY), "-infinity");
}

TEST(PointsText, drops_needless_zeros) {
  EXPECT_EQ(points_text(2), "2");
  EXPECT_EQ(points_text(10), "10");
  EXPECT_EQ(points_text(1.5), "1.5");
  EXPECT_EQ(points_text(2.0 / 3), "0.67");
}

TEST(MismatchText, names_block_thread_found_and_wanted) {
  base::Mismatch mismatch;
  mismatch.thread = base::ThreadId{{3, 0, 0}, {17, 0, 0}};
  mismatch.found = 1024;
  mismatch.wanted = 2048;
  EXPECT_EQ(mismatch_text(mismatch), "block 3 thread 17: 1024, wanted 2048");
}

TEST(MismatchText, gives_all_axes_of_a_place_that_has_several) {
  base::Mismatch mismatch;
  mismatch.thread = base::ThreadId{{3, 1, 0}, {0, 2, 5}};
  EXPECT_EQ(mismatch_text(mismatch), "block (3,1) thread (0,2,5): 0, wanted 0");
}

TEST(MismatchText, says_that_an_element_was_never_written) {
  base::Mismatch mismatch;
  mismatch.buffer = "out";
  mismatch.index = 5;
  mismatch.wanted = 7;
  mismatch.never_written = true;
  EXPECT_EQ(mismatch_text(mismatch), "out[5]: never written, wanted 7");
}

TEST(LineText, shows_the_file_without_its_folders) {
  EXPECT_EQ(line_text({"/home/student/probe.cu", 12}), "probe.cu:12");
  EXPECT_EQ(line_text({"", 12}), "line 12");
  EXPECT_EQ(line_text({"probe.cu", 0}), "");
}

}  // namespace
}  // namespace bankcheck::checks
