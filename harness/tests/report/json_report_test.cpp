#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "report/report_table.hpp"
#include "report/sample_grade.hpp"

namespace bankcheck::report {
namespace {

nlohmann::json parsed(const checks::Grade& grade) {
  return nlohmann::json::parse(render_json(grade, {}));
}

TEST(JsonReport, HoldsWhatTheTextHolds) {
  const auto json = parsed(sample_grade());
  EXPECT_EQ(json["schema_version"], 1);
  EXPECT_EQ(json["submission"]["sha256"], "0123456789abcdef");
  EXPECT_EQ(json["table"]["rows"][0]["measured_ratio"], 1.0);
  EXPECT_EQ(json["table"]["rows"][0]["accesses"]["shared_load"]["wavefronts"], 100);
  EXPECT_EQ(json["table"]["rows"][1]["outcome"], "wrong_result");
  EXPECT_EQ(json["table"]["rows"][1]["mismatch"]["wanted"], 2048);
  EXPECT_EQ(json["table"]["rows"][1]["mismatch"]["at"]["thread"], (std::vector<int>{17, 0, 0}));
  EXPECT_EQ(json["table"]["rows"][1]["student_ratio"], 6.08);
  EXPECT_EQ(json["checks"][1]["status"], "failed");
  EXPECT_EQ(json["checks"][1]["required"], true);
  EXPECT_EQ(json["answers_to_read"][0]["answer"], "Because 3 and 32 share no factor.");
  EXPECT_EQ(json["points"], 10);
  EXPECT_EQ(json["verdict"], "FAIL");
}

TEST(JsonReport, SaysNullWhereARowHasNoNumber) {
  const auto json = parsed(sample_grade());
  EXPECT_TRUE(json["table"]["rows"][2]["measured"].is_null());
  EXPECT_TRUE(json["table"]["rows"][0]["time_ratio"].is_null());
}

TEST(JsonReport, IsValidWhateverBytesAStudentWrote) {
  checks::Grade grade = sample_grade();
  grade.sentences[0].second = "\xff\xfe broken \x01";
  grade.rows[0].record.printed = "\xc3\x28";
  grade.rows[1].record.mismatch->found = std::nan("");
  const auto json = parsed(grade);
  EXPECT_TRUE(json["table"]["rows"][1]["mismatch"]["found"].is_null());
}

TEST(JsonReport, NamesPitfallsAndResidentBlocks) {
  checks::Grade grade = sample_grade();
  grade.diagnoses = {{"old_width", "Old width in the index", {"8"}, "8 takes 128 bytes more"}};
  grade.rows[1].record.occupancy = base::Occupancy{"9.0", 5, 8, 16, 5, 32};
  grade.rows[1].ceiling_part = 0.5;
  const auto json = parsed(grade);
  EXPECT_EQ(json["diagnoses"][0]["key"], "old_width");
  EXPECT_EQ(json["diagnoses"][0]["name"], "Old width in the index");
  EXPECT_EQ(json["diagnoses"][0]["rows"], (std::vector<std::string>{"8"}));
  EXPECT_EQ(json["diagnoses"][0]["text"], "8 takes 128 bytes more");
  const auto row = json["table"]["rows"][1];
  EXPECT_EQ(row["occupancy"]["architecture"], "9.0");
  EXPECT_EQ(row["occupancy"]["blocks"], 5);
  EXPECT_EQ(row["occupancy"]["by_threads"], 8);
  EXPECT_EQ(row["occupancy"]["by_shared_memory"], 5);
  EXPECT_EQ(row["ceiling_part"], 0.5);
  EXPECT_TRUE(json["table"]["rows"][0]["ceiling_part"].is_null());
}

}  // namespace
}  // namespace bankcheck::report
