#include <filesystem>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/run_program.hpp"

namespace bankcheck::cli {
namespace {

constexpr const char* kPlain =
    "grade --device sim harness/tests/data/submissions/pass/plain "
    "--rubric harness/tests/data/rubrics/strides.yaml --json ";

TEST(JsonOutput, IsWrittenBesideTheText) {
  if (!has_nvcc()) GTEST_SKIP() << "no nvcc on this machine";
  const std::string path = testing::TempDir() + "bankcheck_json_" + std::to_string(getpid());
  const ProgramResult result = run_program(kPlain + path);
  EXPECT_EQ(result.exit_status, 0) << result.err;
  const auto json = nlohmann::json::parse(file_text(path));
  EXPECT_EQ(json["verdict"], "PASS");
  EXPECT_EQ(json["table"]["rows"].size(), 6u);
  EXPECT_EQ(json["table"]["rows"][5]["origin"], "hidden");
  std::remove(path.c_str());
}

TEST(JsonOutput, IsTheSameTwice) {
  if (!has_nvcc()) GTEST_SKIP() << "no nvcc on this machine";
  const std::string path = testing::TempDir() + "bankcheck_json_" + std::to_string(getpid());
  run_program(kPlain + path);
  const std::string first = file_text(path);
  run_program(kPlain + path);
  EXPECT_EQ(file_text(path), first);
  EXPECT_FALSE(first.empty());
  std::remove(path.c_str());
}

TEST(JsonOutput, ThatCannotBeWrittenIsOurTroubleAfterTheReport) {
  if (!has_nvcc()) GTEST_SKIP() << "no nvcc on this machine";
  const ProgramResult result = run_program(std::string(kPlain) + "/nowhere/at/all.json");
  EXPECT_EQ(result.exit_status, 3);
  EXPECT_NE(result.out.find("PASS: "), std::string::npos);
  EXPECT_NE(result.err.find("/nowhere/at/all.json"), std::string::npos);
}

}  // namespace
}  // namespace bankcheck::cli
