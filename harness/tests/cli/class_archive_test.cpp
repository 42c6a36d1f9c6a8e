// A class as the one archive that a platform gives for download.
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/run_program.hpp"
#include "submission/archive_maker.hpp"

#ifdef BANKCHECK_HAVE_LIBARCHIVE

namespace bankcheck::cli {
namespace {

namespace fs = std::filesystem;
using submission::ArchiveMaker;

class ClassArchive : public testing::Test {
 protected:
  void SetUp() override {
    root_ = fs::path(testing::TempDir()) / ("bankcheck_class_archive_" + std::to_string(getpid()));
    fs::remove_all(root_);
    fs::create_directories(root_);
  }
  void TearDown() override { fs::remove_all(root_); }

  std::string path(const std::string& name) const { return (root_ / name).string(); }
  static std::string right() {
    return file_text(BANKCHECK_SOURCE_DIR "/reference/bank-arithmetic/answers.yaml");
  }
  static std::string blank() { return "exercise: bank-arithmetic\n"; }

  ProgramResult batch(const std::string& submissions, const std::string& more = "") const {
    return run_program("batch " + path(submissions) + " --rubric rubrics/bank-arithmetic.yaml" +
                       " --out " + path("grades") + " --device sim --no-sandbox " + more);
  }
  /// `KEY VERDICT SUBMITTED` of every student.
  std::vector<std::string> standings() const {
    const auto json = nlohmann::json::parse(file_text(path("grades/class.json")));
    std::vector<std::string> all;
    for (const auto& student : json["students"]) {
      const auto& verdict = student["verdict"];
      all.push_back(student["student"]["key"].get<std::string>() + " " +
                    (verdict.is_null() ? student["state"] : verdict).get<std::string>() + " " +
                    student["submitted"].get<std::string>());
    }
    return all;
  }
  std::size_t unpacked() const {
    const fs::directory_iterator all(path("grades/.submissions"));
    return static_cast<std::size_t>(std::distance(begin(all), end(all)));
  }

  fs::path root_;
};

TEST_F(ClassArchive, OfCanvasIsGradedAsItWasDownloaded) {
  ArchiveMaker(path("submissions.zip"))
      .file("doejane_101_5001_answers.yaml", blank())
      .file("doejane_101_5009_answers-1.yaml", right())
      .file("roeed_LATE_102_5002_answers.yaml", blank());
  std::ofstream(path("export.csv")) << "Student,ID,SIS User ID,SIS Login ID,Section,Banks (9)\n"
                                       "\"Doe, Jane\",101,s101,jdoe,A,\n"
                                       "\"Roe, Ed\",102,s102,eroe,A,\n"
                                       "\"Poe, Al\",103,s103,apoe,A,\n";
  const ProgramResult result = batch("submissions.zip", "--roster " + path("export.csv"));
  EXPECT_EQ(result.exit_status, 0) << result.err;
  EXPECT_NE(result.out.find("\nCanvas: 3 students, 2 to grade\n"), std::string::npos) << result.out;
  EXPECT_EQ(standings(),
            (std::vector<std::string>{"doejane_101 PASS the latest of 2", "roeed_102 FAIL late",
                                      "s_Poe__Al_103-cbbbabfe no_submission "}));
}

TEST_F(ClassArchive, OfMoodleIsGradedAsItWasDownloaded) {
  ArchiveMaker(path("CUDA-Banks-77.zip"))
      .file("Jane Doe_1234567_assignsubmission_file_/answers.yaml", right())
      .file("J\xc3\xbcrgen Roe_1234568_assignsubmission_file_/answers.yaml", blank())
      .file("Al Poe_1234569_assignsubmission_onlinetext_/onlinetext.html", "x");
  const ProgramResult result = batch("CUDA-Banks-77.zip");
  EXPECT_EQ(result.exit_status, 0) << result.err;
  EXPECT_NE(result.err.find("onlinetext_ is all of its participant, and no file: left out"),
            std::string::npos)
      << result.err;
  EXPECT_NE(result.out.find("\nMoodle: 2 students, 2 to grade\n"), std::string::npos) << result.out;
  EXPECT_EQ(standings(), (std::vector<std::string>{"Jane_Doe_1234567 PASS ",
                                                   "s_J__rgen_Roe_1234568-bc8b4d5b FAIL "}));
}

TEST_F(ClassArchive, OfGradescopeIsGradedAsItWasDownloaded) {
  for (const char* name : {"assignment_77_export.zip", "assignment_77_export.tar.gz"}) {
    ArchiveMaker(path(name))
        .file("assignment_77_export/submission_metadata.yml",
              "submission_1:\n  :submitters:\n  - :name: Jane Doe\n    :sid: '11'\n"
              "    :email: jane@example.edu\n  :created_at: 2026-02-03 04:05:06.000000000 Z\n"
              "submission_2:\n  :submitters:\n  - :name: Ed Roe\n    :sid: '12'\n"
              "    :email: ed@example.edu\n  :created_at: 2026-02-03 04:05:07.000000000 Z\n")
        .file("assignment_77_export/submission_1/answers.yaml", right())
        .file("assignment_77_export/submission_2/work/answers.yaml", blank());
    const ProgramResult result = batch(name);
    EXPECT_EQ(result.exit_status, 0) << result.err;
    EXPECT_NE(result.out.find("\nGradescope: 2 students, "), std::string::npos) << result.out;
    EXPECT_EQ(standings(), (std::vector<std::string>{"Ed_Roe_12 FAIL 2026-02-03 04:05:07 Z",
                                                     "Jane_Doe_11 PASS 2026-02-03 04:05:06 Z"}));
    EXPECT_EQ(unpacked(), 1u) << "the archive before leaves nothing";
  }
}

TEST_F(ClassArchive, GivesTheClassThatItsFolderGives) {
  ArchiveMaker(path("class.tar.gz"))
      .file("ada/answers.yaml", right())
      .file("ben/answers.yaml", "[");
  ASSERT_EQ(batch("class.tar.gz").exit_status, 0);
  const std::string archive = file_text(path("grades/class.json"));
  fs::remove_all(path("grades"));
  fs::create_directories(path("class/ada"));
  fs::create_directories(path("class/ben"));
  std::ofstream(path("class/ada/answers.yaml")) << right();
  std::ofstream(path("class/ben/answers.yaml")) << "[";
  ASSERT_EQ(batch("class").exit_status, 0);
  EXPECT_EQ(file_text(path("grades/class.json")), archive);
}

TEST_F(ClassArchive, IsUnpackedOnceAndAgainWhenItHasChanged) {
  ArchiveMaker(path("class.zip")).file("ada/answers.yaml", blank());
  EXPECT_NE(batch("class.zip").out.find("unpacking "), std::string::npos);
  const std::string again = batch("class.zip").out;
  EXPECT_EQ(again.find("unpacking "), std::string::npos);
  EXPECT_NE(again.find("1 student, 0 to grade, 1 graded already"), std::string::npos) << again;
  fs::remove(path("class.zip"));
  ArchiveMaker(path("class.zip")).file("ada/answers.yaml", right()).file("ben.zip", "none");
  EXPECT_NE(batch("class.zip").out.find("2 students, 2 to grade\n"), std::string::npos);
  EXPECT_EQ(standings(), (std::vector<std::string>{"ada PASS ", "ben unreadable "}));
  EXPECT_EQ(unpacked(), 1u);
}

TEST_F(ClassArchive, WithALinkInIsGradedWithoutIt) {
  ArchiveMaker(path("class.tar"))
      .file("ada/answers.yaml", right())
      .special("ben/answers.yaml", AE_IFLNK, "../ada/answers.yaml");
  const ProgramResult result = batch("class.tar");
  EXPECT_EQ(result.exit_status, 0) << result.err;
  EXPECT_NE(result.err.find("bankcheck: 'ben/answers.yaml' is a link: left out\n"),
            std::string::npos)
      << result.err;
  EXPECT_EQ(standings(), (std::vector<std::string>{"ada PASS "}));
}

TEST_F(ClassArchive, ThatCannotBeReadIsRefused) {
  std::ofstream(path("class.zip")) << "<html>Please log in</html>";
  ProgramResult result = batch("class.zip");
  EXPECT_EQ(result.exit_status, 2);
  EXPECT_NE(result.err.find("class.zip: error: is damaged, or is no archive: "), std::string::npos)
      << result.err;
  EXPECT_EQ(unpacked(), 0u);
  std::ofstream(path("class.rar")) << "Rar!";
  result = batch("class.rar");
  EXPECT_EQ(result.exit_status, 2);
  EXPECT_NE(result.err.find("class.rar is neither a folder nor an archive (.zip, .tar.gz, …)"),
            std::string::npos)
      << result.err;
  result = batch("missing.zip");
  EXPECT_EQ(result.exit_status, 2);
  EXPECT_NE(result.err.find("there is no "), std::string::npos) << result.err;
}

}  // namespace
}  // namespace bankcheck::cli

#endif
