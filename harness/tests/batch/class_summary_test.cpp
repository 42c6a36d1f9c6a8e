#include "batch/class_summary.hpp"

#include <gtest/gtest.h>

namespace bankcheck::batch {
namespace {

using checks::EntryState;
using checks::FindingStatus;
using checks::Verdict;

checks::ClassEntry entry(const std::string& key, Verdict verdict, double ratio,
                         bool fails = false) {
  checks::ClassEntry entry;
  entry.student.key = key;
  entry.state = EntryState::kGraded;
  entry.verdict = verdict;
  entry.ratios = {{"8", 8.0, ratio, std::nullopt, std::nullopt}};
  entry.findings = {{"a", "first check", FindingStatus::kPassed, 1, 1, false, ""},
                    {"b", "second check", fails ? FindingStatus::kFailed : FindingStatus::kPassed,
                     0, 1, false, ""}};
  return entry;
}

TEST(ClassSummary, CountsWhatBecameOfTheStudents) {
  checks::ClassGrades grades;
  grades.entries = {entry("a", Verdict::kFail, 8),
                    entry("b", Verdict::kPass, 8),
                    entry("c", Verdict::kPass, 8),
                    {}};
  grades.entries.back().state = EntryState::kNoSubmission;
  const ClassSummary summary = summarise(grades);
  using Counts = std::vector<std::pair<std::string, std::size_t>>;
  EXPECT_EQ(summary.standings, (Counts{{"PASS", 2}, {"FAIL", 1}, {"no submission", 1}}));
  EXPECT_FALSE(summary.has_trouble);
}

TEST(ClassSummary, KeepsTroubleOfOursApart) {
  checks::ClassGrades grades;
  grades.entries = {entry("a", Verdict::kError, 8)};
  grades.entries[0].state = EntryState::kTrouble;
  EXPECT_TRUE(summarise(grades).has_trouble);
  EXPECT_EQ(summarise(grades).standings.front().first, "ERROR");
}

TEST(ClassSummary, NamesTheChecksThatFailedTheMostCommonFirst) {
  checks::ClassGrades grades;
  grades.entries = {entry("a", Verdict::kFail, 8, true), entry("b", Verdict::kFail, 8, true),
                    entry("c", Verdict::kFail, 8)};
  grades.entries[2].findings[0].status = FindingStatus::kFailed;
  const auto failed = summarise(grades).failed;
  ASSERT_EQ(failed.size(), 2u);
  EXPECT_EQ(failed[0].title, "second check");
  EXPECT_EQ(failed[0].students, 2u);
  EXPECT_EQ(failed[1].students, 1u);
}

TEST(ClassSummary, GivesTheSpreadOfEachRow) {
  checks::ClassGrades grades;
  for (const double ratio : {8.0, 1.0, 7.0, 6.0}) {
    grades.entries.push_back(entry("s", Verdict::kPass, ratio));
  }
  auto spread = summarise(grades).ratios.at(0);
  EXPECT_EQ(spread.label, "8");
  EXPECT_EQ(spread.least, 1);
  EXPECT_EQ(spread.median, 6.5);
  EXPECT_EQ(spread.greatest, 8);
  EXPECT_FALSE(spread.by_time);
  for (auto& student : grades.entries) student.ratios[0].time_ratio = 5;
  spread = summarise(grades).ratios.at(0);
  EXPECT_TRUE(spread.by_time);
  EXPECT_EQ(spread.median, 5);
}

TEST(ClassSummary, SaysWhoNeedsAPersonAndWhy) {
  checks::ClassGrades grades;
  grades.entries = {entry("a", Verdict::kPass, 8), entry("b", Verdict::kPass, 8),
                    entry("c", Verdict::kPass, 8)};
  grades.entries[1].needs_person = {"a sentence to read"};
  grades.entries[2].similar_to = {"x", "y"};
  const auto people = summarise(grades).people;
  ASSERT_EQ(people.size(), 2u);
  EXPECT_EQ(people[0].first, "b");
  EXPECT_EQ(people[1].second,
            std::vector<std::string>{"the kernel is much like that of x and 1 other"});
}

}  // namespace
}  // namespace bankcheck::batch
