#include "report/class_statistics.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "report/class_page_parts.hpp"
#include "report/class_table.hpp"
#include "report/sample_class.hpp"

namespace bankcheck::report {
namespace {

using checks::Verdict;

TEST(ClassStatistics, CountEveryStandingInOrder) {
  std::vector<std::pair<std::string, std::size_t>> counts;
  for (const StandingCount& count : standing_counts(sample_class())) {
    counts.emplace_back(count.standing, count.count);
  }
  const std::vector<std::pair<std::string, std::size_t>> wanted = {
      {"PASS", 1},    {"FAIL", 1},       {"INCONCLUSIVE", 1},  {"ERROR", 1},
      {"trouble", 1}, {"unreadable", 1}, {"no submission", 1}, {"not yet graded", 1}};
  EXPECT_EQ(counts, wanted);
  EXPECT_TRUE(standing_counts({}).empty());
}

TEST(ClassStatistics, InterpolateQuantiles) {
  const std::vector<double> values = {1, 2, 4, 8};
  EXPECT_EQ(quantile(values, 0), 1);
  EXPECT_EQ(quantile(values, 0.5), 3);
  EXPECT_EQ(quantile(values, 0.75), 5);
  EXPECT_EQ(quantile(values, 1), 8);
  EXPECT_EQ(quantile({7}, 0.25), 7);
  EXPECT_EQ(quantile({}, 0.5), 0);
}

TEST(ClassStatistics, SortTheRatiosOfEachRow) {
  const auto spreads = ratio_spreads(sample_class());
  ASSERT_EQ(spreads.size(), 2u);
  EXPECT_EQ(spreads[1].label, "8");
  EXPECT_EQ(spreads[1].predicted_degree, 8);
  EXPECT_EQ(spreads[1].measured, (std::vector<double>{4, 4, 5, 8}));
  EXPECT_TRUE(spreads[1].times.empty());
}

TEST(ClassStatistics, LeaveOutRowsOfAFewAndNumbersThatAreNoRatios) {
  checks::ClassGrades grades;
  for (int i = 0; i < 20; ++i) {
    grades.entries.push_back(graded_entry("k", "n", Verdict::kPass, 20));
    grades.entries.back().ratios = {{"1", 1, 1, {}, {}}};
  }
  grades.entries[0].ratios.push_back({"77", 1, 1, {}, {}});
  grades.entries[1].ratios[0].measured_ratio = std::nan("");
  grades.entries[2].ratios[0].measured_ratio = 0;
  const auto spreads = ratio_spreads(grades);
  ASSERT_EQ(spreads.size(), 1u);
  EXPECT_EQ(spreads[0].measured.size(), 18u);
}

TEST(ClassStatistics, ListFailedChecksWithTheMostFailedFirst) {
  checks::ClassGrades grades = sample_class();
  grades.entries[0].findings[0].status = checks::FindingStatus::kFailed;
  const auto failed = failed_checks(grades);
  ASSERT_EQ(failed.size(), 2u);
  EXPECT_EQ(failed[0].id, "degrees");
  EXPECT_EQ(failed[0].failed, 2u);
  EXPECT_EQ(failed[0].judged, 3u);  // an ERROR is no judgement
  EXPECT_EQ(failed[1].failed, 1u);
}

TEST(ClassStatistics, GroupWhatHangsTogether) {
  checks::ClassGrades grades = sample_class();
  grades.entries[3].similar_to = {"bob", "nobody"};
  grades.entries[6].similar_to = {"hal"};
  const std::vector<std::vector<std::size_t>> wanted = {{0, 1, 3}, {6, 7}};
  EXPECT_EQ(similar_groups(grades), wanted);
}

TEST(ClassPage, LinksOnlyToPathsBelowTheClass) {
  EXPECT_EQ(relative_link("students/ada lovelace.html"), "./students/ada%20lovelace.html");
  EXPECT_EQ(relative_link("javascript:alert(1)"), "./javascript%3Aalert%281%29");
  EXPECT_EQ(relative_link("a\"b"), "./a%22b");
  EXPECT_EQ(relative_link("..a/b"), "./..a/b");
  for (const char* page : {"", "/etc/passwd", "../x.html", "a/../../x", "a/.."}) {
    EXPECT_EQ(relative_link(page), "") << page;
  }
}

TEST(ClassPage, IsTheSameBytesForTheSameClass) {
  EXPECT_EQ(render_class_html(sample_class()), render_class_html(sample_class()));
}

TEST(ClassPage, HasNoNumberWhereThereIsNoMark) {
  const std::string page = render_class_html(sample_class());
  EXPECT_NE(page.find("<td class=\"good\">PASS</td><td class=\"number\">20</td>"),
            std::string::npos);
  for (const char* standing : {"INCONCLUSIVE", "ERROR", "trouble", "unreadable"}) {
    const std::string cell =
        std::string("<td class=\"open\">") + standing + "</td><td class=\"number\"></td>";
    EXPECT_NE(page.find(cell), std::string::npos) << standing;
  }
}

TEST(ClassPage, IsThereForAnEmptyClass) {
  EXPECT_NE(render_class_html({}).find("</html>"), std::string::npos);
}

}  // namespace
}  // namespace bankcheck::report
