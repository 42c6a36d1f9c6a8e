#include <regex>
#include <set>
#include <sstream>

#include <gtest/gtest.h>

#include "base/sha256.hpp"
#include "report/report_table.hpp"
#include "report/sample_page.hpp"

namespace bankcheck::report {
namespace {

std::string page() { return render_html(sample_page_grade(), {}); }

testing::AssertionResult has(const std::string& page, const std::string& part) {
  if (page.find(part) != std::string::npos) return testing::AssertionSuccess();
  return testing::AssertionFailure() << "no '" << part << "' in:\n" << page;
}

std::size_t place(const std::string& page, const std::string& part) {
  EXPECT_TRUE(has(page, part));
  return page.find(part);
}

TEST(HtmlReport, ShowsEveryRatioBeforeTheVerdict) {
  const std::string html = page();
  const std::size_t table = place(html, "<h2 id=\"every-ratio\">Every ratio</h2>");
  const std::size_t wrong = place(html, "block 3 thread 17: 1024, wanted 2048</td></tr>");
  const std::size_t crashed = place(html, "crashed: block 0 thread 0 read past the end of tile");
  const std::size_t verdict = place(html, "<h2 id=\"verdict\">FAIL</h2>");
  EXPECT_LT(table, wrong);
  EXPECT_LT(wrong, crashed);
  EXPECT_LT(crashed, verdict);
}

TEST(HtmlReport, NamesTheVerdictInItsTitle) {
  EXPECT_TRUE(has(page(), "<title>FAIL: Add strides to the probe</title>"));
  checks::Grade grade = sample_page_grade();
  grade.interrupted = true;
  EXPECT_TRUE(has(render_html(grade, {}), "<title>INTERRUPTED: Add strides to the probe</title>"));
}

TEST(HtmlReport, ShowsChecksWithPointsEvidenceAndHints) {
  const std::string item =
      "<li><span class=\"status bad\">FAIL</span><span class=\"points\">0/10</span><div><p "
      "class=\"title\">Every result is right <small>must pass</small></p><p>stride 8: block 3 "
      "thread 17: 1024, wanted 2048</p>";
  EXPECT_TRUE(has(page(), item + "<p class=\"hint\">Hint: look at line 9</p></div></li>"));
  ReportOptions options;
  options.hints = false;
  EXPECT_TRUE(has(render_html(sample_page_grade(), options), item + "</div></li>"));
}

TEST(HtmlReport, PutsCountsBesideTheirLineWithThoseOfEveryRow) {
  EXPECT_TRUE(
      has(page(),
          "<tr><th scope=\"row\" class=\"line\">2</th><td class=\"note hot\" data-rows=\"load "
          "1.00|!load 8.00\">load 8.00</td><td class=\"note\" data-rows=\"|\"></td><td "
          "class=\"code\">  sum += tile[i];</td></tr>"));
}

TEST(HtmlReport, DrawsThePredictedTheMeasuredAndTheTimeRatio) {
  const std::string html = page();
  EXPECT_TRUE(has(html, "<title>stride 8, predicted 8, measured 8.00, in time 6.72</title>"));
  EXPECT_TRUE(has(html, "<title>stride 16, predicted 16, crashed</title>"));
}

TEST(HtmlReport, SaysThatARowWithoutSharedLoadsHasNoRatio) {
  checks::Grade grade = sample_page_grade();
  grade.rows[1].record.outcome = base::RowOutcome::kOk;
  grade.rows[1].measured_ratio.reset();
  grade.rows[1].time_ratio.reset();
  EXPECT_TRUE(has(render_html(grade, {}), "<title>stride 8, predicted 8, no ratio</title>"));
}

TEST(HtmlReport, HasNoChartWithoutARatioAndNoPicturesWithoutReads) {
  checks::Grade grade = sample_page_grade();
  for (checks::TableRow& row : grade.rows) {
    row.measured_ratio.reset();
    row.time_ratio.reset();
    row.first_read.reset();
  }
  const std::string html = render_html(grade, {});
  EXPECT_EQ(html.find("id=\"ratios\""), std::string::npos);
  EXPECT_EQ(html.find("id=\"slider\""), std::string::npos);
}

TEST(HtmlReport, OpensTheFirstPictureThatHasAConflict) {
  const std::string html = page();
  EXPECT_TRUE(has(html, "<details><summary>stride 1: no conflict, 1 wavefront</summary>"));
  EXPECT_TRUE(
      has(html, "<details open><summary>stride 8: an 8-way bank conflict, 8 wavefronts</summary>"));
}

base::SeenAccess seen(base::AccessKind kind, int line, std::uint32_t stride) {
  base::SeenAccess seen{{"probe.cu", line}, strided_access(stride)};
  seen.access.kind = kind;
  return seen;
}

TEST(HtmlReport, DrawsTheAccessesThatARowMadeInPlaceOfTheOneAskedFor) {
  checks::Grade grade = sample_page_grade();
  grade.rows[1].record.first_accesses = {seen(base::AccessKind::kStore, 1, 1),
                                         seen(base::AccessKind::kLoad, 2, 4),
                                         seen(base::AccessKind::kAtomic, 3, 1)};
  const std::string html = render_html(grade, {});
  EXPECT_TRUE(
      has(html, "<summary>stride 8, store at probe.cu:1: no conflict, 1 wavefront</summary>"));
  EXPECT_TRUE(has(html,
                  "<details open><summary>stride 8, load at probe.cu:2: a 4-way bank conflict, 4 "
                  "wavefronts</summary>"));
  EXPECT_EQ(html.find("8-way bank conflict"), std::string::npos);
  EXPECT_EQ(html.find("probe.cu:3"), std::string::npos);
}

TEST(HtmlReport, NamesPitfallsBeforeTheChecks) {
  checks::Grade grade = sample_page_grade();
  grade.diagnoses = {{"old_width", "Old width in the index", {"8", "16"}, "8 takes <more> bytes"},
                     {"no_profiling_permission", "Profiling without permission", {}, "ask"}};
  const std::string html = render_html(grade, {});
  const std::size_t first = place(html,
                                  "<dt>Old width in the index <small>stride 8, 16</small></dt>"
                                  "<dd>8 takes &lt;more&gt; bytes.</dd>");
  EXPECT_LT(first, place(html, "<dt>Profiling without permission</dt><dd>ask.</dd>"));
  EXPECT_LT(first, place(html, "<h2 id=\"checks\">"));
}

TEST(HtmlReport, ShowsWhatPeopleReadAfterTheChecks) {
  const std::string html = page();
  EXPECT_TRUE(has(html,
                  "<li><strong>probe.cu:2: race</strong>: threads 0 and 1 store to word 3 "
                  "(stride 8)</li>"));
  EXPECT_TRUE(has(html, "<pre>hello from thread 0</pre>"));
  EXPECT_TRUE(has(html, "<dt>Why?</dt><dd>Because 3 and 32 share no factor.</dd>"));
  EXPECT_TRUE(has(html, "<li>kStrides could not be read</li>"));
}

TEST(HtmlReport, ShowsTheFirstErrorOfAFileThatDoesNotCompile) {
  checks::Grade grade = sample_page_grade();
  grade.compiler_message = "probe.cu:7:3: error: expected a '<'";
  EXPECT_TRUE(has(render_html(grade, {}),
                  "<h2 id=\"compiler\">The file does not compile</h2>\n"
                  "<pre>probe.cu:7:3: error: expected a &#39;&lt;&#39;"));
}

TEST(HtmlReport, EscapesEverythingThatAStudentCanWrite) {
  const std::string hostile = "\"'><script>alert(1)</script><img src=x onerror=alert(1)>\x1b[2J";
  const std::string html = render_html(sample_page_grade_of(hostile), {});
  EXPECT_EQ(html.find("<script>alert"), std::string::npos);
  EXPECT_EQ(html.find("<img"), std::string::npos);
  EXPECT_EQ(html.find("\"'>"), std::string::npos);
  EXPECT_EQ(html.find('\x1b'), std::string::npos);
  EXPECT_TRUE(has(html, "&quot;&#39;&gt;&lt;script&gt;alert(1)"));
}

TEST(HtmlReport, NamesNothingOutsideItself) {
  const std::string html = page();
  for (const char* reference : {"://", " src=", "href=", "url(", "@import", " style=", "<link"}) {
    const std::size_t at = html.find(reference);
    EXPECT_EQ(at, std::string::npos) << reference << " in " << html.substr(at, 80);
  }
  EXPECT_FALSE(std::regex_search(html, std::regex(" on[a-z]+=\"")));
}

std::string between(const std::string& html, const std::string& from, const std::string& to) {
  const std::size_t start = place(html, from) + from.size();
  return html.substr(start, html.find(to, start) - start);
}

TEST(HtmlReport, AllowsItsOwnStyleAndScriptAndNothingElse) {
  const std::string html = page();
  const std::string policy = "default-src 'none'; style-src 'sha256-" +
                             base::sha256_base64(between(html, "<style>", "</style>")) +
                             "'; script-src 'sha256-" +
                             base::sha256_base64(between(html, "<script>", "</script>")) +
                             "'; base-uri 'none'; form-action 'none'";
  EXPECT_EQ(between(html, "<meta http-equiv=\"Content-Security-Policy\" content=\"", "\">"),
            policy);
}

TEST(HtmlReport, GivesEveryIdOnceAndRefersToIdsThatAreThere) {
  const std::string html = page();
  std::set<std::string> ids;
  const std::regex id(" id=\"([^\"]+)\"");
  for (std::sregex_iterator at(html.begin(), html.end(), id), end; at != end; ++at) {
    EXPECT_TRUE(ids.insert((*at)[1]).second) << (*at)[1] << " is there twice";
  }
  const std::regex reference(" (?:for|aria-labelledby|aria-describedby)=\"([^\"]+)\"");
  for (std::sregex_iterator at(html.begin(), html.end(), reference), end; at != end; ++at) {
    std::istringstream names((*at)[1]);
    for (std::string name; names >> name;) EXPECT_EQ(ids.count(name), 1u) << name;
  }
}

TEST(HtmlReport, IsTheSameForTheSameGrade) { EXPECT_EQ(page(), page()); }

TEST(HtmlReport, CutsLongSources) {
  checks::Grade grade = sample_page_grade();
  grade.files[0].text = std::string(5000, '\n');
  EXPECT_TRUE(has(render_html(grade, {}), "<p>2000 lines more.</p>"));
}

}  // namespace
}  // namespace bankcheck::report
