// What the commands do where there is no sandbox.
#include <gtest/gtest.h>

#include "cli/run_program.hpp"

namespace bankcheck::cli {
namespace {

const char* const kNoBubblewrap = "BANKCHECK_BWRAP=/nowhere/bwrap";
const char* const kPlain =
    "--device sim harness/tests/data/submissions/pass/plain --rubric "
    "harness/tests/data/rubrics/strides.yaml";

bool is_without(const ProgramResult& result) {
  return result.out.find("compiled in: no sandbox") != std::string::npos;
}

TEST(WithoutASandbox, ACheckGoesOnAndSaysSo) {
  if (!has_nvcc()) GTEST_SKIP() << "no nvcc on this machine";
  const ProgramResult result = run_program(std::string("check ") + kPlain, kNoBubblewrap);
  EXPECT_EQ(result.exit_status, 0) << result.err;
  EXPECT_TRUE(is_without(result)) << result.out;
}

TEST(WithoutASandbox, AGradeWantsItSaidAloud) {
  if (!has_nvcc()) GTEST_SKIP() << "no nvcc on this machine";
  const ProgramResult refused = run_program(std::string("grade ") + kPlain, kNoBubblewrap);
  EXPECT_EQ(refused.exit_status, 3);
  EXPECT_EQ(refused.out, "");
  const ProgramResult meant =
      run_program(std::string("grade --no-sandbox ") + kPlain, kNoBubblewrap);
  EXPECT_EQ(meant.exit_status, 0) << meant.err;
  EXPECT_TRUE(is_without(meant)) << meant.out;
}

}  // namespace
}  // namespace bankcheck::cli
