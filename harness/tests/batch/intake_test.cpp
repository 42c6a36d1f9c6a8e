#include "batch/intake.hpp"

#include <gtest/gtest.h>

#include "batch/roster.hpp"

namespace bankcheck::batch {
namespace {

Listing file(const std::string& name) { return {name, false, {}}; }
Listing folder(const std::string& name, std::vector<Listing> children = {}) {
  return {name, true, std::move(children)};
}

/// `KEY: PATH as NAME, … (SUBMITTED)` for each student.
std::vector<std::string> lines_of(const Intake& intake) {
  std::vector<std::string> lines;
  for (const HandedIn& entry : intake.students) {
    std::string line = entry.student.key + ":";
    for (const Part& part : entry.parts) {
      line += " " + part.path + (part.is_folder ? "/" : " as " + part.name);
    }
    if (!entry.submitted.empty()) line += " (" + entry.submitted + ")";
    lines.push_back(line);
  }
  return lines;
}

using Lines = std::vector<std::string>;

TEST(Intake, TakesOneFolderFileOrArchiveForEachStudent) {
  const Intake intake = take_in(folder("class", {folder("ada", {file("probe.cu")}), file("ben.cu"),
                                                 file("cleo.tar.gz"), file("notes.txt")}),
                                "");
  EXPECT_EQ(intake.platform, "folders");
  EXPECT_EQ(lines_of(intake),
            (Lines{"ada: ada/", "ben: ben.cu as ben.cu", "cleo: cleo.tar.gz as cleo.tar.gz"}));
  EXPECT_EQ(intake.remarks,
            Lines{"notes.txt is neither a folder, a .cu file nor an archive: left out"});
}

TEST(Intake, CountsTheLastAttemptOfAFolderOfAttempts) {
  const Intake intake = take_in(
      folder("class",
             {folder("ada", {folder("attempt 1"), folder("attempt 10"), folder("attempt 2")}),
              folder("ben")}),
      "");
  EXPECT_EQ(lines_of(intake), (Lines{"ada: ada/attempt 10/ (the latest of 3)", "ben: ben/"}));
}

TEST(Intake, SaysWhatWasHandedInLate) {
  const Intake intake =
      take_in(folder("class", {file("ada_LATE.cu"), folder("ben (late)"), folder("slate")}), "");
  EXPECT_EQ(lines_of(intake), (Lines{"ada: ada_LATE.cu as ada_LATE.cu (late)",
                                     "ben: ben (late)/ (late)", "slate: slate/"}));
  EXPECT_TRUE(intake.students[0].late);
  EXPECT_FALSE(intake.students[2].late);
}

TEST(Intake, GoesIntoAFolderThatHoldsNothingButTheClass) {
  const Intake intake = take_in(
      folder("x", {folder("homework 3",
                          {folder("ada", {file("probe.cu")}), folder("ben", {file("probe.cu")})})}),
      "");
  EXPECT_EQ(lines_of(intake), (Lines{"ada: homework 3/ada/", "ben: homework 3/ben/"}));
}

TEST(Intake, TakesTheOnlyStudentsFolderForAStudent) {
  const Intake intake = take_in(folder("x", {folder("ada", {file("probe.cu")})}), "");
  EXPECT_EQ(lines_of(intake), Lines{"ada: ada/"});
}

TEST(Intake, PutsTheFilesOfACanvasDownloadTogetherByUser) {
  const Intake intake =
      take_in(folder("submissions",
                     {file("doejane_101_5001_answers.yaml"), file("doejane_101_5002_probe-1.cu"),
                      file("doejane_101_4007_probe.cu"), file("roejim_LATE_102_5003_work.zip")}),
              "");
  EXPECT_EQ(intake.platform, "Canvas");
  EXPECT_EQ(lines_of(intake),
            (Lines{"doejane_101: doejane_101_5001_answers.yaml as answers.yaml "
                   "doejane_101_5002_probe-1.cu as probe.cu (the latest of 2)",
                   "roejim_102: roejim_LATE_102_5003_work.zip as work.zip (late)"}));
  EXPECT_EQ(intake.students[0].student.id, "101");
}

TEST(Intake, TellsCanvasUploadsOfOneNameApartByTheirNumberNotTheirSpelling) {
  const Intake intake = take_in(
      folder("s", {file("doejane_101_999_probe.cu"), file("doejane_101_1000_probe.cu")}), "");
  EXPECT_EQ(lines_of(intake),
            Lines{"doejane_101: doejane_101_1000_probe.cu as probe.cu (the latest of 2)"});
}

TEST(Intake, ReadsAMoodleDownloadInFolders) {
  const Intake intake = take_in(
      folder("s", {folder("Jane Doe_1234567_assignsubmission_file_", {file("probe.cu")}),
                   folder("Jane Doe_1234567_assignsubmission_onlinetext_", {file("t.html")}),
                   folder("Zoë Roe_7654321_assignsubmission_file")}),
      "");
  EXPECT_EQ(intake.platform, "Moodle");
  ASSERT_EQ(intake.students.size(), 2u);
  EXPECT_EQ(lines_of(intake)[0], "Jane_Doe_1234567: Jane Doe_1234567_assignsubmission_file_/");
  EXPECT_EQ(intake.students[0].student.name, "Jane Doe");
  EXPECT_EQ(intake.students[1].student.name, "Zoë Roe");
  EXPECT_EQ(intake.students[1].student.id, "7654321");
}

TEST(Intake, ReadsAMoodleDownloadOfLooseFiles) {
  const Intake intake =
      take_in(folder("s", {file("Jane Doe_12_assignsubmission_file_probe.cu"),
                           file("Jane Doe_12_assignsubmission_file_answers.yaml")}),
              "");
  EXPECT_EQ(lines_of(intake),
            Lines{"Jane_Doe_12: Jane Doe_12_assignsubmission_file_answers.yaml as answers.yaml "
                  "Jane Doe_12_assignsubmission_file_probe.cu as probe.cu"});
}

constexpr const char* kMetadata = R"(---
submission_11:
  :submitters:
  - :name: Jane Doe
    :sid: '1001'
    :email: jane@example.edu
  - :name: Jim Roe
    :sid: '1002'
    :email: jim@example.edu
  :created_at: 2026-02-03 04:05:06.123456000 Z
  :score: 0.0
submission_12:
  :submitters:
  - :name: Jane Doe
    :sid: '1001'
    :email: jane@example.edu
  :created_at: !ruby/object:ActiveSupport::TimeWithZone
    utc: &1 2026-02-04 04:05:06.000000000 Z
    time: *1
)";

Listing gradescope() {
  return folder("export", {folder("submission_11"), folder("submission_12"),
                           folder("submission_13"), file("submission_metadata.yml")});
}

TEST(Intake, ReadsWhoHandedInFromGradescopesMetadata) {
  const Intake intake = take_in(folder("x", {gradescope()}), kMetadata);
  EXPECT_EQ(intake.platform, "Gradescope");
  EXPECT_EQ(lines_of(intake),
            (Lines{"Jane_Doe_1001: export/submission_12/ (2026-02-04 04:05:06 Z, the latest of 2)",
                   "Jim_Roe_1002: export/submission_11/ (2026-02-03 04:05:06 Z)",
                   "submission_13: export/submission_13/"}));
  EXPECT_EQ(intake.remarks, Lines{"submission_metadata.yml does not say whose submission_13 is"});
  EXPECT_EQ(metadata_path(folder("x", {gradescope()})), "export/submission_metadata.yml");
}

TEST(Intake, KeepsEverySubmissionWhenGradescopesMetadataIsBroken) {
  const Intake intake = take_in(gradescope(), "{");
  EXPECT_EQ(intake.students.size(), 3u);
  EXPECT_NE(intake.remarks.front().find("cannot be read"), std::string::npos);
}

TEST(Intake, GivesStudentsOfOneNameKeysOfTheirOwn) {
  const Intake intake =
      take_in(folder("class", {folder("ada"), folder("Ada"), file("ada!.cu")}), "");
  ASSERT_EQ(intake.students.size(), 3u);
  EXPECT_EQ(intake.students[0].student.key, "Ada");
  EXPECT_EQ(intake.students[1].student.key, "ada-2");
  EXPECT_EQ(intake.students[2].student.key, file_key("ada!"));
}

TEST(FileKey, IsFitForAFileWhateverTheName) {
  EXPECT_EQ(file_key("jane-doe_7.b"), "jane-doe_7.b");
  EXPECT_EQ(file_key("Jane Doe"), "Jane_Doe");
  EXPECT_NE(file_key("../x"), file_key(".. x"));
  for (const char* name : {"../../etc/passwd", "", ".hidden", "-rf", "Zoë", "a/b", "a\nb"}) {
    const std::string key = file_key(name);
    EXPECT_TRUE(key.starts_with("s_")) << name;
    EXPECT_EQ(key.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                    "0123456789._-"),
              std::string::npos)
        << key;
  }
}

using Rows = std::vector<std::vector<std::string>>;

Intake with_roster(Listing listing, const Rows& rows) {
  Intake intake = take_in(listing, "");
  const auto roster = read_roster("roster.csv", rows);
  EXPECT_TRUE(roster.ok()) << base::render(roster.errors());
  if (roster) apply_roster(roster.value(), &intake);
  return intake;
}

TEST(Roster, GivesARowToWhoHandedNothingIn) {
  const Intake intake = with_roster(folder("s", {folder("ada"), folder("guest")}),
                                    {{"Login", "Full Name"}, {"ada", "Ada L."}, {"ben", "Ben B."}});
  EXPECT_EQ(lines_of(intake), (Lines{"Ben_B.:", "ada: ada/", "guest: guest/"}));
  EXPECT_EQ(intake.students[1].student.name, "Ada L.");
  EXPECT_EQ(intake.students[1].student.login, "ada");
  EXPECT_EQ(intake.remarks, Lines{"guest: its owner is not in the roster"});
}

TEST(Roster, IsAGradebookExportedFromCanvas) {
  const Intake intake =
      with_roster(folder("s", {file("doejane_101_5001_probe.cu")}),
                  {{"Student", "ID", "SIS User ID", "SIS Login ID", "Section", "Lab (77)"},
                   {"    Points Possible", "", "", "", "", "10"},
                   {"Doe, Jane", "101", "S1", "jdoe", "A", ""},
                   {"Roe, Jim", "102", "S2", "jroe", "A", ""},
                   {"Student, Test", "103", "", "x", "A", ""}});
  ASSERT_EQ(intake.students.size(), 2u);
  EXPECT_EQ(intake.students[0].student.key, "doejane_101");
  EXPECT_EQ(intake.students[0].student.name, "Doe, Jane");
  EXPECT_EQ(intake.students[0].student.sis_id, "S1");
  EXPECT_EQ(intake.students[1].student.name, "Roe, Jim");
  EXPECT_TRUE(intake.students[1].parts.empty());
}

TEST(Roster, IsAGradingWorksheetFromMoodle) {
  const Intake intake =
      with_roster(folder("s", {folder("Jane Doe_1234567_assignsubmission_file_")}),
                  {{"Identifier", "Full name", "Email address", "Status"},
                   {"Participant 1234567", "Jane Doe", "jane@example.edu", "Submitted"}});
  ASSERT_EQ(intake.students.size(), 1u);
  EXPECT_EQ(intake.students[0].student.email, "jane@example.edu");
  EXPECT_TRUE(intake.remarks.empty());
}

TEST(Roster, FindsNobodyByANameThatTwoShare) {
  const Intake intake = with_roster(folder("s", {folder("Jane Doe")}),
                                    {{"name", "id"}, {"Jane Doe", "1"}, {"Doe, Jane", "2"}});
  EXPECT_EQ(intake.students.size(), 3u);
  EXPECT_EQ(intake.remarks.size(), 1u);
}

TEST(Roster, SaysWhenTwoSubmissionsFitOneStudent) {
  const Intake intake = with_roster(folder("s", {folder("ada"), folder("Ada L."), folder("ben")}),
                                    {{"login", "name"}, {"ada", "Ada L."}, {"ben", "Ben B."}});
  EXPECT_EQ(lines_of(intake),
            (Lines{"Ada_L.: Ada L./ (one of 2 that fit one student of the roster)",
                   "ada: ada/ (one of 2 that fit one student of the roster)", "ben: ben/"}));
  EXPECT_EQ(intake.remarks, Lines{"Ada L. and ada fit one student of the roster: each is graded, "
                                  "and none goes into a gradebook until one alone is left"});
}

TEST(Roster, HasARowOfASecondSectionOnce) {
  const Intake intake = with_roster(folder("s", {folder("ada")}), {{"login", "name", "section"},
                                                                   {"ada", "Ada", "A"},
                                                                   {"ada", "Ada", "B"},
                                                                   {"ben", "Ben", "A"}});
  EXPECT_EQ(lines_of(intake), (Lines{"Ben:", "ada: ada/"}));
  EXPECT_TRUE(intake.remarks.empty());
}

TEST(Roster, WithoutAColumnThatSaysWhoIsRefused) {
  const auto roster = read_roster("r.csv", {{"section", "grade"}, {"A", "1"}});
  ASSERT_FALSE(roster.ok());
  EXPECT_EQ(roster.errors().front().file, "r.csv");
  EXPECT_EQ(roster.errors().front().line, 1);
}

}  // namespace
}  // namespace bankcheck::batch
