#include "submission/submission.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

namespace bankcheck::submission {
namespace {

namespace fs = std::filesystem;

/// A student's folder in a folder of the test's own.
class SubmissionTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "bankcheck-XXXXXX").string();
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    base_ = fs::canonical(name);
    folder_ = base_ / "student";
    fs::create_directory(folder_);
    rubric_.exercise = "bank-conflicts";
    rubric_.source_file = "probe.cu";
    rubric_.answers_file = "answers.yaml";
    rubric_.questions = {{"card", "", rubric::AnswerType::kText, {}, {}}};
  }
  void TearDown() override { fs::remove_all(base_); }

  void write(const std::string& name, const std::string& text) const {
    fs::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name) << text;
  }
  base::Result<Submission> read(const ReadLimits& limits = {}) const {
    return read_submission(folder_.string(), rubric_, limits);
  }
  Submission submission() const {
    auto read_back = read();
    EXPECT_TRUE(read_back.ok()) << base::render(read_back.errors());
    return read_back.ok() ? std::move(read_back).value() : Submission{};
  }
  /// Errors with the test's own folder cut out.
  std::string errors(const base::Result<Submission>& result) const {
    std::string text = result.ok() ? "no error" : base::render(result.errors());
    const std::string own = base_.string() + "/";
    for (std::size_t at = text.find(own); at != std::string::npos; at = text.find(own)) {
      text.erase(at, own.size());
    }
    return text;
  }
  std::string errors() const { return errors(read()); }

  fs::path base_;
  fs::path folder_;
  rubric::Rubric rubric_;
};

TEST_F(SubmissionTest, AFolderHasASourceAndAnswers) {
  write("probe.cu", "// probe\n");
  write("answers.yaml", "card: T4\n");
  write("README.md", "not looked at");
  const Submission read = submission();
  EXPECT_EQ(read.name, folder_.string());
  EXPECT_EQ(read.source_name, "probe.cu");
  EXPECT_EQ(read.answers.at("card").text, "T4");
  ASSERT_EQ(read.files.size(), 2u);
  EXPECT_EQ(read.files[0].name, "answers.yaml");
  EXPECT_EQ(read.files[1].text, "// probe\n");
  EXPECT_TRUE(read.remarks.empty());
}

TEST_F(SubmissionTest, TheHashIsOfNamesAndContentsOfWhatIsUsed) {
  write("probe.cu", "one");
  const std::string first = submission().hash;
  EXPECT_EQ(first.size(), 64u);
  write("notes.txt", "nobody compiles this");
  EXPECT_EQ(submission().hash, first);
  write("include/helper.cuh", "two");
  const std::string with_header = submission().hash;
  EXPECT_NE(with_header, first);
  fs::rename(folder_ / "include", folder_ / "inc");
  EXPECT_NE(submission().hash, with_header);
  fs::rename(folder_ / "inc", folder_ / "include");
  EXPECT_EQ(submission().hash, with_header);
  write("answers.yaml", "card: T4\n");
  EXPECT_NE(submission().hash, with_header);
}

TEST_F(SubmissionTest, TheOnlyCuFileIsTheSourceWhateverItsName) {
  write("my probe.cu", "x");
  write("sub/other.cu", "y");
  EXPECT_EQ(submission().source_name, "my probe.cu");
}

TEST_F(SubmissionTest, NoSourceOrSeveralIsAnError) {
  EXPECT_EQ(errors(), "student: error: holds no probe.cu and no other .cu file\n");
  write("a.cu", "");
  write("b.cu", "");
  EXPECT_EQ(errors(),
            "student: error: holds no probe.cu but 2 other .cu files (a.cu, b.cu): which one is "
            "meant?\n");
  write("probe.cu", "");
  EXPECT_EQ(submission().source_name, "probe.cu");
}

TEST_F(SubmissionTest, AMissingAnswersFileLeavesEveryQuestionOpen) {
  write("probe.cu", "");
  write("answer.yaml", "card: T4\n");
  const Submission read = submission();
  EXPECT_FALSE(read.answers.file_found);
  EXPECT_EQ(read.answers.at("card").state, AnswerState::kBlank);
  ASSERT_EQ(read.remarks.size(), 1u);
  EXPECT_EQ(read.remarks[0].severity, base::Severity::kWarning);
  EXPECT_EQ(read.remarks[0].text,
            "holds no answers.yaml, so every question is open; did you mean `answer.yaml`?");
}

TEST_F(SubmissionTest, ASingleFileHasNoAnswers) {
  write("anything.cu", "x");
  write("answers.yaml", "card: T4\n");
  const auto read = read_submission((folder_ / "anything.cu").string(), rubric_);
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read.value().source_name, "anything.cu");
  EXPECT_EQ(read.value().answers.at("card").state, AnswerState::kBlank);
  EXPECT_EQ(read.value().files.size(), 1u);
  EXPECT_EQ(errors(read_submission((folder_ / "answers.yaml").string(), rubric_)),
            "student/answers.yaml: error: is neither a folder, an archive nor a .cu file\n");
}

TEST_F(SubmissionTest, AnAnswersOnlyExerciseNeedsNoSource) {
  rubric_.source_file.clear();
  write("answers.yaml", "card: T4\n");
  EXPECT_EQ(submission().source_name, "");
  EXPECT_EQ(errors(read_submission((folder_ / "answers.yaml").string(), rubric_)),
            "student/answers.yaml: error: is a file: this exercise asks for a folder with "
            "answers.yaml\n");
}

TEST_F(SubmissionTest, WhatIsNotThereIsAnError) {
  EXPECT_EQ(errors(read_submission((base_ / "nobody").string(), rubric_)),
            "nobody: error: cannot be read: No such file or directory\n");
}

TEST_F(SubmissionTest, LinksWithinTheFolderAreFollowed) {
  write("src/real.cu", "x");
  fs::create_symlink("src/real.cu", folder_ / "probe.cu");
  const Submission read = submission();
  EXPECT_EQ(read.source_name, "probe.cu");
}

TEST_F(SubmissionTest, LinksOutOfTheFolderAreRefused) {
  std::ofstream(base_ / "secret") << "s";
  fs::create_directory(base_ / "student-of-another");
  std::ofstream(base_ / "student-of-another" / "probe.cu") << "theirs";
  write("answers.yaml", "");
  fs::create_symlink("../student-of-another/probe.cu", folder_ / "probe.cu");
  EXPECT_EQ(errors(), "student/probe.cu: error: is a link that leads out of the folder\n");
  fs::remove(folder_ / "probe.cu");
  write("probe.cu", "");
  fs::create_symlink("/etc", folder_ / "include");
  fs::create_symlink("../secret", folder_ / "secret.h");
  fs::create_symlink("nowhere", folder_ / "z.h");
  const std::string all = errors();
  EXPECT_NE(all.find("student/include: error: is a link that leads out of the folder\n"),
            std::string::npos);
  EXPECT_NE(all.find("student/secret.h: error: is a link that leads out of the folder\n"),
            std::string::npos);
  EXPECT_NE(all.find("student/z.h: error: is a link that leads nowhere\n"), std::string::npos);
}

TEST_F(SubmissionTest, AFifoIsRefusedWithoutWaitingForIt) {
  ASSERT_EQ(::mkfifo((folder_ / "probe.cu").c_str(), 0600), 0);
  EXPECT_EQ(errors(), "student/probe.cu: error: is neither a file nor a folder\n");
  EXPECT_EQ(errors(read_submission((folder_ / "probe.cu").string(), rubric_)),
            "student/probe.cu: error: is not a regular file\n");
}

TEST_F(SubmissionTest, SizesAndNumbersAreBounded) {
  write("probe.cu", std::string(101, 'x'));
  EXPECT_EQ(errors(read({.source_bytes = 100})),
            "student/probe.cu: error: is larger than 100 bytes\n");
  write("helper.h", std::string(50, 'x'));
  write("other.h", std::string(50, 'x'));
  EXPECT_EQ(errors(read({.total_bytes = 140})),
            "student: error: holds more than 140 bytes of source files\n");
  EXPECT_EQ(errors(read({.entries = 2})),
            "student: error: holds more than 2 files: hand in those of the exercise only\n");
  write("a/b/c/d.h", "");
  EXPECT_EQ(errors(read({.depth = 3})),
            "student/a/b/c: error: folders are nested deeper than 3 levels\n");
}

TEST_F(SubmissionTest, HiddenFilesAndFoldersAreNotLookedAt) {
  write("probe.cu", "x");
  write(".git/objects/x.h", "y");
  write("._probe.cu", "an archiver's leavings");
  EXPECT_EQ(submission().files.size(), 1u);
}

TEST_F(SubmissionTest, AnswersThatCannotBeReadAreAnErrorAtTheirPlace) {
  write("probe.cu", "x");
  write("answers.yaml", "card: T4\ncard: H200\n");
  EXPECT_EQ(errors(),
            "student/answers.yaml:2:1: error: `card` is given twice, first in line 1\n"
            "  card: H200\n"
            "  ^\n");
}

TEST_F(SubmissionTest, NamesAreEscapedWhenTheyAreShown) {
  write("a\n\x1b[31m.cu", "");
  write("b.cu", "");
  EXPECT_EQ(
      errors(),
      "student: error: holds no probe.cu but 2 other .cu files (a\\x0a\\x1b[31m.cu, b.cu): which "
      "one is meant?\n");
}

TEST_F(SubmissionTest, AFileWithoutPermissionIsAnError) {
  if (::geteuid() == 0) GTEST_SKIP() << "root reads everything";
  write("probe.cu", "x");
  fs::permissions(folder_ / "probe.cu", fs::perms::none);
  EXPECT_EQ(errors(), "student/probe.cu: error: cannot be read: Permission denied\n");
}

TEST_F(SubmissionTest, OfASingleFileHoldsWhatItIncludesFromBesideIt) {
  write("probe.cu", "#include \"lib/a.cuh\"\n#include \"../secret.cuh\"\n#include <b.cuh>\n");
  write("lib/a.cuh", "#include \"../c.cuh\"\n#include \"missing.cuh\"\n#include \"a.cuh\"\n");
  write("c.cuh", "int c;");
  write("b.cuh", "");
  write("../secret.cuh", "");
  const auto read = read_submission((folder_ / "probe.cu").string(), rubric_);
  ASSERT_TRUE(read.ok()) << errors(read);
  std::vector<std::string> names;
  for (const SubmittedFile& file : read.value().files) names.push_back(file.name);
  EXPECT_EQ(names, (std::vector<std::string>{"c.cuh", "lib/a.cuh", "probe.cu"}));
}

}  // namespace
}  // namespace bankcheck::submission
