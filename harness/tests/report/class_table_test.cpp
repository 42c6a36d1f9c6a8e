#include "report/class_table.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "report/csv.hpp"
#include "report/sample_class.hpp"

namespace bankcheck::report {
namespace {

constexpr const char* kHostile = "=cmd|'/c calc'!A1\x1b[31m\xff\xe2\x80\xae]]>\"<b>\n\r\x00";

/// `column` of each line of the CSV but the heading.
std::vector<std::string> column_of(const std::string& text, const std::string& column) {
  const CsvFile file = std::move(parse_csv("grades.csv", text)).value();
  std::size_t index = 0;
  while (file.rows[0].fields.at(index).value != column) ++index;
  std::vector<std::string> values;
  for (std::size_t i = 1; i < file.rows.size(); ++i) {
    EXPECT_EQ(file.rows[i].fields.size(), file.rows[0].fields.size());
    values.push_back(file.rows[i].fields.at(index).value);
  }
  return values;
}

checks::ClassGrades hostile_class() {
  checks::ClassGrades grades = sample_class();
  for (checks::ClassEntry& entry : grades.entries) {
    entry.student.name = entry.student.email = entry.reason = entry.submission = kHostile;
    entry.needs_person = {kHostile};
    entry.sentences = {{kHostile, kHostile}};
    for (checks::EntryFinding& finding : entry.findings) finding.evidence = kHostile;
  }
  return grades;
}

TEST(ClassTable, HasAFileNameOfItsOwnForEachFormat) {
  for (const ClassFormat& format : class_table()) {
    EXPECT_EQ(find_class_format(format.name), &format);
    for (const ClassFormat& other : class_table()) {
      EXPECT_TRUE(&other == &format || other.file_name != format.file_name);
    }
  }
  EXPECT_EQ(find_class_format("nonsense"), nullptr);
}

TEST(Mark, IsThereOnlyWithAVerdictOfPassOrFail) {
  std::vector<std::optional<double>> marks;
  for (const checks::ClassEntry& entry : sample_class().entries) marks.push_back(mark_of(entry));
  const std::vector<std::optional<double>> wanted = {20, 12.5, {}, {}, {}, {}, {}, {}};
  EXPECT_EQ(marks, wanted);
  checks::ClassEntry entry = sample_class().entries[0];
  entry.points = std::nan("");
  EXPECT_EQ(mark_of(entry), std::nullopt);
}

TEST(ClassCsv, HasNoNumberWhereThereIsNoMark) {
  const std::string text = render_class_csv(sample_class());
  const std::vector<std::string> points = {"20", "12.5", "", "", "", "", "", ""};
  EXPECT_EQ(column_of(text, "points"), points);
  const std::vector<std::string> standing = {"PASS",       "FAIL",          "INCONCLUSIVE",
                                             "ERROR",      "trouble",       "no submission",
                                             "unreadable", "not yet graded"};
  EXPECT_EQ(column_of(text, "standing"), standing);
  const std::vector<std::string> degrees = {"10", "2.5", "0", "", "", "", "", ""};
  EXPECT_EQ(column_of(text, "check degrees"), degrees);
}

TEST(ClassCsv, EndsEveryLineAsItsStandardHasIt) {
  const std::string text = render_class_csv(sample_class());
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 9);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\r'), 9);
  EXPECT_TRUE(text.ends_with("\r\n"));
  EXPECT_NE(text.find("\r\nada,\"Lovelace, Ada\",101,S1,alove,ada@example.edu,A,PASS,20,20,"),
            std::string::npos);
}

TEST(ClassCsv, KeepsHostileTextInItsCell) {
  const std::string text = render_class_csv(hostile_class());
  for (const std::string& name : column_of(text, "name")) {
    EXPECT_EQ(name,
              "'=cmd|'/c calc'!A1\xef\xbf\xbd[31m\xef\xbf\xbd\xef\xbf\xbd]]>\"<b> \xef\xbf\xbd");
  }
}

TEST(ClassJson, HasNullWhereThereIsNoMark) {
  const auto json = nlohmann::json::parse(render_class_json(sample_class()));
  EXPECT_EQ(json["schema_version"], 1);
  EXPECT_EQ(json["students"][0]["points"], 20);
  EXPECT_EQ(json["students"][1]["points"], 12.5);
  for (std::size_t i = 2; i < 8; ++i) EXPECT_TRUE(json["students"][i]["points"].is_null());
  EXPECT_EQ(json["students"][3]["verdict"], "ERROR");
  EXPECT_TRUE(json["students"][5]["verdict"].is_null());
  EXPECT_EQ(json["students"][5]["state"], "no_submission");
}

TEST(ClassJson, IsReadBackAsItWasWritten) {
  for (const checks::ClassGrades& grades :
       {sample_class(), hostile_class(), checks::ClassGrades{}}) {
    const std::string text = render_class_json(grades);
    const auto again = read_class_json("class.json", text);
    ASSERT_TRUE(again.ok()) << base::render(again.errors());
    EXPECT_EQ(render_class_json(again.value()), text);
    EXPECT_EQ(again.value().entries.size(), grades.entries.size());
  }
}

TEST(ClassJson, IsRefusedWithThePlaceWhereItIsNotWhole) {
  const auto complaint = [](const std::string& text) {
    const auto read = read_class_json("class.json", text);
    return read.ok() ? "" : read.errors().front().text;
  };
  const std::string text = render_class_json(sample_class());
  EXPECT_EQ(complaint(text.substr(0, text.size() / 2)), "this is not JSON, or it is cut short");
  EXPECT_EQ(complaint("[]"), "the document is no object");
  EXPECT_EQ(complaint("{\"schema_version\": 2}"), "this is not a class of schema version 1");
  auto json = nlohmann::json::parse(text);
  json["students"][1].erase("late");
  EXPECT_EQ(complaint(json.dump()), "student 2 has no `late`");
  json = nlohmann::json::parse(text);
  json["students"][0]["verdict"] = "MAYBE";
  EXPECT_EQ(complaint(json.dump()), "student 1 has the unknown verdict `MAYBE`");
  json["students"][0]["verdict"] = 7;
  EXPECT_EQ(complaint(json.dump()), "`verdict` of student 1 is not a text");
  json = nlohmann::json::parse(text);
  json["students"][0]["checks"][0]["status"] = "gone";
  EXPECT_EQ(complaint(json.dump()),
            "an entry of student 1's `checks` has the unknown status `gone`");
}

}  // namespace
}  // namespace bankcheck::report
