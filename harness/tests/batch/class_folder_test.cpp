#include "batch/class_folder.hpp"

#include <fstream>

#include <gtest/gtest.h>
#include <unistd.h>

#include "base/atomic_file.hpp"

namespace bankcheck::batch {
namespace {

namespace fs = std::filesystem;

class ClassFolderTest : public testing::Test {
 protected:
  void SetUp() override {
    root_ = fs::path(testing::TempDir()) / ("bankcheck_class_" + std::to_string(getpid()));
    fs::remove_all(root_);
  }
  void TearDown() override { fs::remove_all(root_); }

  static StoredResult sample() {
    StoredResult result;
    result.made_of = {"s", "r", "h", "nvcc 1", "sim"};
    result.run = "run";
    result.attempt = 2;
    result.prints = {1, 18446744073709551615u};
    checks::ClassEntry& entry = result.entry;
    entry.student = {"ada", "Ada \"L\"", "1", "S1", "al", "a@b", "A"};
    entry.state = checks::EntryState::kGraded;
    entry.verdict = checks::Verdict::kInconclusive;
    entry.points = 7.5;
    entry.reason = "why";
    entry.submission = "ada.zip";
    entry.submitted = "late";
    entry.late = true;
    entry.graded_on = "a card";
    entry.grading_seconds = 1.25;
    entry.findings = {{"id", "title", checks::FindingStatus::kNotJudged, 1, 2, true, "evidence"}};
    entry.ratios = {{"8", 8.0, std::nullopt, 7.1, 6.0}};
    entry.sentences = {{"Why?", "Because."}};
    entry.needs_person = {"look"};
    entry.similar_to = {"ben"};
    entry.page = "pages/ada.html";
    return result;
  }

  fs::path root_;
};

TEST_F(ClassFolderTest, GivesResultsBackAsTheyWereWritten) {
  ASSERT_TRUE(take_class_folder(ClassPaths(root_)).ok());
  FileShelf shelf{ClassPaths(root_)};
  const StoredResult wrote = sample();
  ASSERT_TRUE(shelf.write("ada", wrote).empty());
  const auto read = shelf.read("ada");
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ(read->made_of, wrote.made_of);
  EXPECT_EQ(read->prints, wrote.prints);
  EXPECT_EQ(read->attempt, 2);
  EXPECT_EQ(read->entry.grading_seconds, 1.25);
  EXPECT_EQ(read->entry.verdict, checks::Verdict::kInconclusive);
  EXPECT_EQ(read->entry.ratios[0].time_ratio, 7.1);
  EXPECT_EQ(read->entry.ratios[0].measured_ratio, std::nullopt);
  EXPECT_EQ(result_text("", *read), result_text("", wrote));
}

TEST_F(ClassFolderTest, TellsEachResultOnce) {
  ASSERT_TRUE(take_class_folder(ClassPaths(root_)).ok());
  FileShelf shelf{ClassPaths(root_)};
  EXPECT_FALSE(shelf.read_if_new("ada").has_value());
  ASSERT_TRUE(shelf.write("ada", sample()).empty());
  EXPECT_TRUE(shelf.read_if_new("ada").has_value());
  EXPECT_FALSE(shelf.read_if_new("ada").has_value());
  ASSERT_TRUE(shelf.write("ada", sample()).empty());
  EXPECT_TRUE(shelf.read_if_new("ada").has_value());
}

TEST_F(ClassFolderTest, KeepsTheReportInTheResultFile) {
  const std::string text = result_text(R"({"verdict": "PASS", "batch": 1})", sample());
  EXPECT_NE(text.find("\"verdict\": \"PASS\""), std::string::npos);
  ASSERT_TRUE(parse_result(text).has_value());
  EXPECT_EQ(parse_result(text)->run, "run");
}

TEST_F(ClassFolderTest, TakesNothingElseForAResult) {
  const std::string text = result_text("", sample());
  for (std::size_t size = 0; size + 2 < text.size(); size += 97) {
    EXPECT_FALSE(parse_result(text.substr(0, size)).has_value()) << size;
  }
  EXPECT_FALSE(parse_result("[]").has_value());
  EXPECT_FALSE(parse_result("{}").has_value());
  EXPECT_FALSE(parse_result("{\"batch\": {\"version\": 99}}").has_value());
}

TEST_F(ClassFolderTest, IsOneBatchsAtATime) {
  const auto first = take_class_folder(ClassPaths(root_));
  ASSERT_TRUE(first.ok());
  const auto second = take_class_folder(ClassPaths(root_));
  ASSERT_FALSE(second.ok());
  EXPECT_EQ(second.errors().front().text.find("another batch is at work here (process "), 0u)
      << second.errors().front().text;
}

TEST_F(ClassFolderTest, IsTakenAgainWhenTheFirstBatchIsOver) {
  ASSERT_TRUE(take_class_folder(ClassPaths(root_)).ok());
  EXPECT_TRUE(take_class_folder(ClassPaths(root_)).ok());
}

TEST_F(ClassFolderTest, IsNoFolderOfSomethingElse) {
  fs::create_directories(root_);
  std::ofstream(root_ / "thesis.tex") << "x";
  const auto taken = take_class_folder(ClassPaths(root_));
  ASSERT_FALSE(taken.ok());
  EXPECT_EQ(taken.errors().front().text,
            "is neither empty nor a folder that an earlier batch made");
}

TEST_F(ClassFolderTest, LosesWhatAKilledProcessLeftHalfWritten) {
  ASSERT_TRUE(take_class_folder(ClassPaths(root_)).ok());
  std::ofstream(root_ / "results/.bankcheck-1-0.tmp") << "{";
  std::ofstream(root_ / "results/ada.json") << "{}";
  ASSERT_TRUE(take_class_folder(ClassPaths(root_)).ok());
  EXPECT_FALSE(fs::exists(root_ / "results/.bankcheck-1-0.tmp"));
  EXPECT_TRUE(fs::exists(root_ / "results/ada.json"));
}

TEST(Task, IsReadBackAsItWasWritten) {
  Task task;
  task.settings = {"run", "/s", "/g\xff", "/r.yaml", "gpu", true, true, 3, {"json"}};
  TaskItem item;
  item.handed_in.student.key = "ada";
  item.handed_in.parts = {{"caf\xe9/probe.cu", "probe.cu", false}, {"Zo\xc3\xab", "", true}};
  item.handed_in.submitted = "late";
  item.handed_in.late = true;
  item.made_of = {"s", "r", "h", "nvcc", "gpu"};
  item.attempt = 2;
  task.items = {item};
  const auto read = parse_task("task", task_text(task));
  ASSERT_TRUE(read.ok()) << base::render(read.errors());
  EXPECT_EQ(read.value().settings.class_folder, "/g\xff");
  ASSERT_EQ(read.value().items.size(), 1u);
  const TaskItem& got = read.value().items.front();
  EXPECT_EQ(got.made_of, item.made_of);
  EXPECT_EQ(got.handed_in.parts[0].path, "caf\xe9/probe.cu");
  EXPECT_EQ(got.handed_in.parts[1].path, "Zo\xc3\xab");
  EXPECT_TRUE(got.handed_in.parts[1].is_folder);
  EXPECT_EQ(got.attempt, 2);
  EXPECT_EQ(task_text(read.value()), task_text(task));
}

TEST(Task, OfAnotherVersionIsRefused) {
  EXPECT_FALSE(parse_task("t", R"({"version": 2})").ok());
  EXPECT_FALSE(parse_task("t", "").ok());
}

}  // namespace
}  // namespace bankcheck::batch
