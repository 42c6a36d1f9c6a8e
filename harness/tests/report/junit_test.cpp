// JUnit XML, read by a strict reader of our own and, where it is installed, by xmllint with the
// schema harness/tests/data/report/junit.xsd.
#include "report/junit.hpp"

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include <gtest/gtest.h>
#include <unistd.h>

#include "report/class_table.hpp"
#include "report/hostile_grade.hpp"
#include "report/report_table.hpp"
#include "report/sample_class.hpp"
#include "report/strict_xml.hpp"

namespace bankcheck::report {
namespace {

const std::string kData = std::string(BANKCHECK_TEST_DATA) + "/report/";

std::string file_text(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

bool has_xmllint() { return std::system("command -v xmllint >/dev/null 2>&1") == 0; }

/// Whether xmllint finds that the text keeps to the schema.
bool keeps_to_schema(const std::string& text) {
  const std::string path = testing::TempDir() + "bankcheck_junit_" + std::to_string(getpid());
  std::ofstream(path, std::ios::binary) << text;
  const std::string command =
      "xmllint --nonet --noout --schema " + kData + "junit.xsd " + path + " 2>" + path + ".log";
  const bool fine = std::system(command.c_str()) == 0;
  if (!fine) std::fputs(file_text(path + ".log").c_str(), stderr);
  std::remove(path.c_str());
  std::remove((path + ".log").c_str());
  return fine;
}

std::size_t number(const XmlElement& element, const char* key) {
  return std::stoul(element.attributes.at(key));
}

/// The document, after everything that a strict reader asks of it was found to hold.
XmlElement strictly_read(const std::string& text) {
  const XmlElement root = XmlReader(text).read();
  EXPECT_EQ(root.name, "testsuites");
  static const std::regex kSeconds("[0-9]+(\\.[0-9]{1,3})?");
  for (const XmlElement* suite : root.all("testsuite")) {
    std::size_t failures = 0;
    std::size_t errors = 0;
    std::size_t skipped = 0;
    std::set<std::string> names;
    for (const XmlElement* test : suite->all("testcase")) {
      EXPECT_TRUE(names.insert(test->attributes.at("name")).second);
      EXPECT_FALSE(test->attributes.at("classname").empty());
      EXPECT_TRUE(std::regex_match(test->attributes.at("time"), kSeconds));
      failures += test->all("failure").size();
      errors += test->all("error").size();
      skipped += test->all("skipped").size();
      EXPECT_LE(test->children.size(), 1u);
    }
    EXPECT_EQ(number(*suite, "tests"), names.size());
    EXPECT_EQ(number(*suite, "failures"), failures);
    EXPECT_EQ(number(*suite, "errors"), errors);
    EXPECT_EQ(number(*suite, "skipped"), skipped);
  }
  if (has_xmllint()) {
    EXPECT_TRUE(keeps_to_schema(text)) << text;
  }
  return root;
}

const XmlElement& test_named(const XmlElement& root, const std::string& name) {
  for (const XmlElement& test : root.children.at(0).children) {
    if (test.name == "testcase" && test.attributes.at("name") == name) return test;
  }
  throw std::runtime_error("there is no test case " + name);
}

/// Name of the element that says how the case ended; empty when it passed.
std::string outcome(const XmlElement& root, const std::string& name) {
  const XmlElement& test = test_named(root, name);
  return test.children.empty() ? "" : test.children.at(0).name;
}

TEST(JUnitSchema, TakesAKnownGoodFileAndRefusesBrokenOnes) {
  if (!has_xmllint()) GTEST_SKIP() << "xmllint is not installed (libxml2-utils)";
  const std::string good = file_text(kData + "junit_valid.xml");
  ASSERT_FALSE(good.empty());
  EXPECT_TRUE(keeps_to_schema(good));
  testing::internal::CaptureStderr();
  EXPECT_FALSE(
      keeps_to_schema(std::regex_replace(good, std::regex("time=\"0.123\""), "time=\"0.1234\"")));
  EXPECT_FALSE(keeps_to_schema(
      std::regex_replace(good, std::regex("transpose_33\"/?>"), "transpose_32\">")));
  EXPECT_FALSE(
      keeps_to_schema(std::regex_replace(good, std::regex("skipped message"), "omitted message")));
  testing::internal::GetCapturedStderr();
}

TEST(JUnit, HasACaseForEachCheckAndOneForTheVerdict) {
  const XmlElement root = strictly_read(render_junit(grade_with(checks::Verdict::kFail), {}));
  EXPECT_EQ(outcome(root, "Stride 3 is closer"), "");
  EXPECT_EQ(outcome(root, "Every result is right"), "failure");
  EXPECT_EQ(outcome(root, "verdict"), "failure");
  EXPECT_EQ(root.children[0].attributes.at("name"), "bank-conflicts");
  EXPECT_EQ(outcome(strictly_read(render_junit(grade_with(checks::Verdict::kPass), {})), "verdict"),
            "");
}

TEST(JUnit, CallsNeitherAnErrorNorAnOpenVerdictAFailure) {
  XmlElement root = strictly_read(render_junit(grade_with(checks::Verdict::kInconclusive), {}));
  EXPECT_EQ(outcome(root, "Every result is right"), "skipped");
  EXPECT_EQ(outcome(root, "verdict"), "error");
  EXPECT_EQ(test_named(root, "verdict").children[0].attributes.at("type"), "INCONCLUSIVE");
  root = strictly_read(render_junit(grade_with(checks::Verdict::kError), {}));
  EXPECT_EQ(outcome(root, "Every result is right"), "error");
  EXPECT_EQ(outcome(root, "verdict"), "error");
  const std::string text = render_junit(grade_with(checks::Verdict::kError), {});
  EXPECT_EQ(text.find("bankcheck.points"), std::string::npos);
}

TEST(JUnit, IsWellFormedWhateverAStudentWrote) {
  const XmlElement root = strictly_read(render_junit(hostile_grade(), {false, true}));
  EXPECT_EQ(root.children[0].all("testcase").size(), 3u);
}

TEST(JUnit, GivesEveryCaseANameOfItsOwn) {
  JUnitSuite suite;
  suite.name = "suite";
  for (const char* name : {"a", "a (2)", "a", "a", ""}) {
    JUnitCase test;
    test.name = name;
    suite.cases.push_back(test);
  }
  const XmlElement root = XmlReader(render_junit_document(suite)).read();
  std::vector<std::string> names;
  for (const XmlElement* test : root.children[0].all("testcase"))
    names.push_back(test->attributes.at("name"));
  EXPECT_EQ(names, (std::vector<std::string>{"a", "a (2)", "a (3)", "a (4)", "unnamed"}));
}

TEST(ClassJUnit, HasACaseForEachStudentAndAFailureOnlyWhereThereIsAMark) {
  const XmlElement root = strictly_read(render_class_junit(sample_class()));
  const std::vector<std::pair<const char*, const char*>> wanted = {
      {"ada", ""},      {"bob", "failure"}, {"cyd", "error"}, {"dan", "error"},
      {"eve", "error"}, {"fay", "skipped"}, {"gus", "error"}, {"hal", "skipped"}};
  for (const auto& [name, ending] : wanted) EXPECT_EQ(outcome(root, name), ending) << name;
  EXPECT_EQ(test_named(root, "ada").attributes.at("time"), "1.500");
}

TEST(ClassJUnit, IsWellFormedWhateverAStudentWrote) {
  checks::ClassGrades grades = sample_class();
  for (checks::ClassEntry& entry : grades.entries) {
    entry.student.key = entry.reason = hostile_text();
    entry.grading_seconds = std::nan("");
    for (checks::EntryFinding& finding : entry.findings) finding.evidence = hostile_text();
  }
  EXPECT_EQ(strictly_read(render_class_junit(grades)).children[0].all("testcase").size(), 8u);
}

}  // namespace
}  // namespace bankcheck::report
