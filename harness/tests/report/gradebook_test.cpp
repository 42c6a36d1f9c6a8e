#include "report/gradebook.hpp"

#include <gtest/gtest.h>

#include "report/sample_class.hpp"

namespace bankcheck::report {
namespace {

using Texts = std::vector<std::string>;

CsvFile parsed(const std::string& text) { return std::move(parse_csv("grades.csv", text)).value(); }

FilledGradebook filled(decltype(&fill_canvas) fill, const std::string& text,
                       const checks::ClassGrades& grades, const std::string& column = "") {
  auto book = fill(grades, parsed(text), column);
  EXPECT_TRUE(book.ok()) << base::render(book.errors());
  return book.ok() ? std::move(book).value() : FilledGradebook{};
}

std::string refusal(decltype(&fill_canvas) fill, const std::string& text,
                    const std::string& column = "") {
  const auto book = fill(sample_class(), parsed(text), column);
  return book.ok() ? "" : book.errors().front().text;
}

// --- Canvas -----------------------------------------------------------------------------------

const std::string kCanvas =
    "\xef\xbb\xbfStudent,ID,SIS User ID,SIS Login ID,Section,Probe (77),Essay (78),Final Score\r\n"
    ",,,,,Manual Posting,,\r\n"
    "    Points Possible,,,,,10.00,5,(read only)\r\n"
    "\"Lovelace, Ada\",101,S1,alove,\"CS 1, \"\"A\"\"\",,3,  17\r\n"
    "\"Best, Bob\",102,S2,bbest,CS 1,8.00,,\r\n"
    "\"Cole, Cyd\",103,S3,ccole,CS 1,,,\r\n"
    "\"Fox, Fay\",104,S4,ffox,CS 1,,,\r\n"
    "\"Zed, Zoe\",105,S5,zzed,CS 1,4,,\r\n";

TEST(CanvasGradebook, HasTheMarksScaledAndEverythingElseByteForByte) {
  const FilledGradebook book = filled(fill_canvas, kCanvas, sample_class(), "Probe");
  EXPECT_EQ(book.file.text(),
            "\xef\xbb\xbfStudent,ID,SIS User ID,SIS Login ID,Section,Probe (77),Essay (78),Final "
            "Score\r\n"
            ",,,,,Manual Posting,,\r\n"
            "    Points Possible,,,,,10.00,5,(read only)\r\n"
            "\"Lovelace, Ada\",101,S1,alove,\"CS 1, \"\"A\"\"\",10,3,  17\r\n"
            "\"Best, Bob\",102,S2,bbest,CS 1,6.25,,\r\n"
            "\"Cole, Cyd\",103,S3,ccole,CS 1,,,\r\n"
            "\"Fox, Fay\",104,S4,ffox,CS 1,,,\r\n"
            "\"Zed, Zoe\",105,S5,zzed,CS 1,4,,\r\n");
  EXPECT_EQ(book.column, "Probe (77)");
  EXPECT_EQ(book.scaling, "20 points of the exercise are 10 here: points are multiplied by 0.5");
  EXPECT_EQ(book.written, 2u);
  EXPECT_EQ(book.changed, 2u);
  EXPECT_EQ(book.no_mark,
            (Texts{"Cyd Cole (cyd): INCONCLUSIVE: the reason", "Fay Fox (fay): no submission"}));
  EXPECT_EQ(book.not_in_file,
            (Texts{"Dan Dare (dan)", "Eve Ede (eve)", "Gus Gray (gus)", "Hal Hill (hal)"}));
  EXPECT_EQ(book.not_in_class, 1u);
  EXPECT_TRUE(book.ambiguous.empty());
}

TEST(CanvasGradebook, TakesAColumnByHeadingNameOrNumber) {
  for (const char* column : {"Probe (77)", "probe", "77"}) {
    EXPECT_EQ(filled(fill_canvas, kCanvas, sample_class(), column).column, "Probe (77)");
  }
  const std::string single = "Student,ID,Section,Probe (77)\nBob Best,1,S,\n";
  EXPECT_EQ(filled(fill_canvas, single, sample_class()).file.text(),
            "Student,ID,Section,Probe (77)\nBob Best,1,S,12.5\n");
}

TEST(CanvasGradebook, ListsTheColumnsWhenItIsNotClearWhichOne) {
  EXPECT_EQ(refusal(fill_canvas, kCanvas),
            "name the assignment with --column; there are: `Probe (77)`, `Essay (78)`");
  EXPECT_EQ(refusal(fill_canvas, kCanvas, "Quiz"),
            "there is no assignment `Quiz`; there are: `Probe (77)`, `Essay (78)`");
  EXPECT_EQ(refusal(fill_canvas, kCanvas, "Final Score"),
            "there is no assignment `Final Score`; there are: `Probe (77)`, `Essay (78)`");
  EXPECT_EQ(refusal(fill_canvas, "Student,ID,A (1),A (2)\n", "A"),
            "more than one assignment is `A`; there are: `A (1)`, `A (2)`");
  EXPECT_EQ(refusal(fill_canvas, "Name,Grade\n"),
            "this is no gradebook exported from Canvas: it has no columns `Student` and `ID`");
}

TEST(CanvasGradebook, RefusesAColumnThatCanvasComputes) {
  EXPECT_EQ(refusal(fill_canvas,
                    "Student,ID,A (1)\n    Points Possible,,(read only)\nBob Best,1,\n", "A"),
            "`A (1)` is computed by Canvas and cannot be filled in");
}

TEST(CanvasGradebook, LeavesExcusedStudentsAlone) {
  const FilledGradebook book =
      filled(fill_canvas, "Student,ID,A (1)\nBob Best,1,EX\n", sample_class());
  EXPECT_EQ(book.file.text(), "Student,ID,A (1)\nBob Best,1,EX\n");
  EXPECT_EQ(book.left_alone, (Texts{"Bob Best (bob): excused in Canvas"}));
}

TEST(CanvasGradebook, KeepsAGradeThatIsTheSameNumber) {
  const FilledGradebook book =
      filled(fill_canvas, "Student,ID,A (1)\nBob Best,1,12.50\n", sample_class());
  EXPECT_EQ(book.file.text(), "Student,ID,A (1)\nBob Best,1,12.50\n");
  EXPECT_EQ(book.written, 1u);
  EXPECT_EQ(book.changed, 0u);
}

// --- who is who -------------------------------------------------------------------------------

checks::ClassGrades class_of(std::vector<checks::Student> students) {
  checks::ClassGrades grades;
  grades.max_points = 20;
  for (checks::Student& student : students) {
    grades.entries.push_back(graded_entry("", "", checks::Verdict::kPass, 20));
    grades.entries.back().student = std::move(student);
  }
  return grades;
}

checks::Student student(const char* key, const char* name, const char* id = "",
                        const char* sis_id = "", const char* login = "") {
  return {key, name, id, sis_id, login, "", ""};
}

TEST(Matching, PrefersTheIdToEverythingElse) {
  const FilledGradebook book =
      filled(fill_canvas,
             "Student,ID,SIS User ID,SIS Login ID,A (1)\nBob Best,7,S7,bob,\nWrong Name,1,S1,x,\n",
             class_of({student("k", "Bob Best", "1")}));
  EXPECT_EQ(book.file.rows[2].trimmed(4), "20");
  EXPECT_EQ(book.file.rows[1].trimmed(4), "");
}

TEST(Matching, TakesTheSisIdThenTheLoginThenTheNamesOfFolders) {
  const std::string text =
      "Student,ID,SIS User ID,SIS Login ID,A (1)\nA B,1,S1,ab,\nC D,2,S2,CD@x.edu,\nE F,3,S3,ef,\n";
  const FilledGradebook book =
      filled(fill_canvas, text,
             class_of({student("k1", "", "", "s1"), student("k2", "", "", "", "cd@x.edu"),
                       student("ef", "")}));
  EXPECT_EQ(book.written, 3u);
  EXPECT_TRUE(book.not_in_file.empty());
}

TEST(Matching, KnowsANameInEitherOrderAndWrittenTogether) {
  const std::string text = "Student,ID,A (1)\n\"Lovelace, Ada\",1,\n\"O'Neil, Sean-Paul\",2,\n";
  for (const char* name : {"Ada Lovelace", "lovelace ada", "Lovelace, Ada", "lovelaceada"}) {
    EXPECT_EQ(filled(fill_canvas, text, class_of({student("k", name)})).written, 1u) << name;
  }
  for (const char* name : {"Sean-Paul O'Neil", "oneilseanpaul"}) {
    EXPECT_EQ(filled(fill_canvas, text, class_of({student("k", name)})).written, 1u) << name;
  }
  for (const char* name : {"Ada", "adalovelace", "Ada L", "Ad Alovelace", ""}) {
    EXPECT_EQ(filled(fill_canvas, text, class_of({student("k", name)})).written, 0u) << name;
  }
}

TEST(Matching, NeverGuessesBetweenTwoRows) {
  const FilledGradebook book =
      filled(fill_canvas, "Student,ID,A (1)\nBob Best,1,\n\"Best, Bob\",2,\n",
             class_of({student("k", "Bob Best")}));
  EXPECT_EQ(book.written, 0u);
  EXPECT_EQ(book.ambiguous, (Texts{"Bob Best (k): 2 rows have the same name"}));
}

TEST(Matching, NeverGuessesBetweenTwoStudents) {
  const FilledGradebook book =
      filled(fill_canvas, "Student,ID,A (1)\nBob Best,1,\n",
             class_of({student("k1", "Bob Best"), student("k2", "Best, Bob")}));
  EXPECT_EQ(book.written, 0u);
  EXPECT_EQ(book.ambiguous.size(), 2u);
}

TEST(Matching, GivesTheRowToTheStudentWithTheSurerClaim) {
  const FilledGradebook book =
      filled(fill_canvas, "Student,ID,A (1)\nBob Best,1,\n",
             class_of({student("k1", "Bob Best"), student("k2", "Bob Best", "1")}));
  EXPECT_EQ(book.written, 1u);
  EXPECT_EQ(book.ambiguous,
            (Texts{"Bob Best (k1): another student of the class fits the same row"}));
}

TEST(Matching, TakesNoRowOfTheSameNameWithAnotherId) {
  const FilledGradebook book = filled(fill_canvas, "Student,ID,A (1)\nBob Best,1,\n",
                                      class_of({student("k", "Bob Best", "2")}));
  EXPECT_EQ(book.written, 0u);
  EXPECT_EQ(book.not_in_file, (Texts{"Bob Best (k)"}));
}

// --- Moodle -----------------------------------------------------------------------------------

const std::string kMoodleHeadings =
    "Identifier,\"Full name\",\"Email address\",Status,Grade,\"Maximum Grade\",\"Grade can be "
    "changed\",\"Last modified (submission)\",\"Last modified (grade)\",\"Feedback comments\"\r\n";

std::string moodle(const std::string& rows) { return kMoodleHeadings + rows; }

TEST(MoodleGradebook, SaysNothingOfACheckThatDoesNotApply) {
  checks::ClassGrades grades = sample_class();
  checks::EntryFinding finding;
  finding.title = "Times agree";
  finding.status = checks::FindingStatus::kNotApplicable;
  grades.entries[0].findings = {finding};
  const FilledGradebook book =
      filled(fill_moodle,
             moodle("\"Participant 9\",\"Ada L.\",ada@example.edu,,,100.00,Yes,-,-,\r\n"), grades);
  EXPECT_EQ(book.file.text().find("Times agree"), std::string::npos) << book.file.text();
}

TEST(MoodleGradebook, HasTheMarkAndTheFeedbackAndEverythingElseByteForByte) {
  const std::string start =
      "\"Participant 9\",\"Ada L.\",ada@example.edu,\"Submitted for grading\",";
  const FilledGradebook book =
      filled(fill_moodle, moodle(start + ",100.00,Yes,\"Friday, 2 May\",-,\r\n"), sample_class());
  EXPECT_EQ(book.file.text(),
            moodle(start +
                   "100,100.00,Yes,\"Friday, 2 May\",-,\"bankcheck: PASS, 20 of 20 points\"\r\n"));
  EXPECT_EQ(book.scaling, "20 points of the exercise are 100 here: points are multiplied by 5");
  EXPECT_TRUE(book.warnings.empty());
}

TEST(MoodleGradebook, TakesTheParticipantNumberFirstThenEmailThenName) {
  checks::ClassGrades grades =
      class_of({student("k1", "", "Participant 12"), student("k2", "", "13"), student("k3", ""),
                student("k4", "Bob Best")});
  grades.entries[2].student.email = "C@X.edu";
  const FilledGradebook book = filled(fill_moodle,
                                      moodle("Participant 12,A,a@x.edu,,,10,Yes,,,\r\n"
                                             "Participant 13,B,b@x.edu,,,10,Yes,,,\r\n"
                                             "Participant 14,C,c@x.edu,,,10,Yes,,,\r\n"
                                             "Participant 15,Bob Best,d@x.edu,,,10,Yes,,,\r\n"
                                             "Participant 120,E,e@x.edu,,,10,Yes,,,\r\n"),
                                      grades);
  EXPECT_EQ(book.written, 4u);
  EXPECT_EQ(book.file.rows[5].trimmed(4), "");
}

TEST(MoodleGradebook, LeavesAloneWhatMoodleWouldSkip) {
  const std::string rows =
      "Participant 1,Bob Best,,,,10,No,,,\r\n"
      "Participant 101,Ada Lovelace,,,,Scale,Yes,,,\r\n";
  const FilledGradebook book = filled(fill_moodle, moodle(rows), sample_class());
  EXPECT_EQ(book.file.text(), moodle(rows));
  EXPECT_EQ(
      book.left_alone,
      (Texts{"Lovelace, Ada (ada): the maximum grade is no number: is the assignment graded by "
             "a scale?",
             "Bob Best (bob): the grade can't be changed in Moodle"}));
  checks::ClassGrades generous = sample_class();
  generous.entries[1].points = 21;
  EXPECT_EQ(
      filled(fill_moodle, moodle("Participant 1,Bob Best,,,,10,Yes,,,\r\n"), generous).left_alone,
      (Texts{"Bob Best (bob): the grade is above the maximum"}));
}

TEST(MoodleGradebook, WritesNothingForAStudentWithoutAMark) {
  const std::string rows =
      "Participant 1,Cyd Cole,,,,10,Yes,,,\r\nParticipant 2,Dan Dare,,,7,10,Yes,,,\r\n"
      "Participant 3,Eve Ede,,,,10,Yes,,,\r\nParticipant 4,Fay Fox,,,,10,Yes,,,\r\n"
      "Participant 5,Gus Gray,,,,10,Yes,,,\r\nParticipant 6,Hal Hill,,,,10,Yes,,,\r\n";
  const FilledGradebook book = filled(fill_moodle, moodle(rows), sample_class());
  EXPECT_EQ(book.file.text(), moodle(rows));
  EXPECT_EQ(book.no_mark.size(), 6u);
}

TEST(MoodleGradebook, WarnsOfRowsThatWereGradedBefore) {
  const FilledGradebook book = filled(
      fill_moodle, moodle("Participant 1,Bob Best,,,3,10,Yes,,\"Friday, 2 May\",well done\r\n"),
      sample_class());
  EXPECT_EQ(book.warnings,
            (Texts{"Bob Best (bob): graded in Moodle before (Friday, 2 May); if that changed since "
                   "the download, Moodle skips the row unless you allow updating newer records",
                   "Bob Best (bob): somebody wrote feedback, which is kept"}));
  EXPECT_EQ(book.file.rows[1].trimmed(4), "6.25");
  EXPECT_EQ(book.file.rows[1].trimmed(9), "well done");
}

TEST(MoodleGradebook, WritesFeedbackThatIsNeitherAFormulaNorMarkup) {
  checks::ClassGrades grades = sample_class();
  grades.entries[1].findings[1].evidence = "=1+1 <img src=x>\n\x1b[31m";
  const FilledGradebook book =
      filled(fill_moodle, moodle("Participant 1,Bob Best,,,,10,Yes,,,bankcheck: old\r\n"), grades);
  EXPECT_EQ(book.file.rows[1].trimmed(9),
            "bankcheck: FAIL, 12.5 of 20 points | The check of degrees: =1+1 &lt;img src=x&gt; "
            "\xef\xbf\xbd[31m");
}

TEST(MoodleGradebook, TellsNobodyOfHiddenChecks) {
  checks::ClassGrades grades = sample_class();
  grades.entries[1].findings[1].hidden = true;
  grades.entries[1].reason = "'The check of degrees' must pass";
  const FilledGradebook book =
      filled(fill_moodle, moodle("Participant 1,Bob Best,,,,10,Yes,,,\r\n"), grades);
  EXPECT_EQ(book.file.rows[1].trimmed(9), "bankcheck: FAIL, 12.5 of 20 points");
}

TEST(MoodleGradebook, KeepsSemicolonsAndDecimalCommas) {
  const FilledGradebook book = filled(
      fill_moodle, "Identifier;Full name;Grade;Maximum Grade\nParticipant 1;Bob Best;;100,00\n",
      sample_class());
  EXPECT_EQ(book.file.text(),
            "Identifier;Full name;Grade;Maximum Grade\nParticipant 1;Bob Best;62,5;100,00\n");
}

TEST(MoodleGradebook, SaysWhichColumnsThereAre) {
  EXPECT_EQ(refusal(fill_moodle, "Identifier,Note,Maximum Grade\n"),
            "there is no column `Grade`; there are: `Identifier`, `Note`, `Maximum Grade`");
}

// --- damaged files ----------------------------------------------------------------------------

/// Bytes of the text changed, left out and doubled, the same each time.
std::string damaged(std::string text, std::uint32_t& random) {
  const auto draw = [&](std::size_t below) {
    random = random * 1664525u + 1013904223u;
    return (random >> 8) % below;
  };
  const std::string bytes = ",;\t\"\r\n\\ ()0.-\xff\xef";
  for (std::size_t i = draw(6); i > 0 && !text.empty(); --i) {
    const std::size_t at = draw(text.size());
    switch (draw(3)) {
      case 0:
        text[at] = bytes[draw(bytes.size())];
        break;
      case 1:
        text.erase(at, draw(20));
        break;
      default:
        text.insert(at, text.substr(draw(text.size()), draw(20)));
    }
  }
  return text;
}

TEST(Gradebook, OfADamagedFileIsRefusedOrTheSameBytesButForTheMarks) {
  std::uint32_t random = 1;
  std::size_t filled = 0;
  for (int i = 0; i < 4000; ++i) {
    const std::string text = damaged(
        i % 2 == 0 ? kCanvas
                   : moodle("Participant 1,Bob Best,b@x.edu,,3,10,Yes,,-,\"a, \"\"b\"\"\"\r\n"),
        random);
    const auto file = parse_csv("grades.csv", text);
    if (!file.ok()) continue;
    ASSERT_EQ(file.value().text(), text);
    for (const GradebookFormat& format : gradebook_table()) {
      const auto book = format.fill(sample_class(), file.value(), "");
      if (!book.ok()) continue;
      ++filled;
      ASSERT_TRUE(book.value().written > 0 || book.value().file.text() == text);
      ASSERT_EQ(book.value().file.rows.size(), file.value().rows.size());
    }
  }
  EXPECT_GT(filled, 100u);
}

// --- a large class ----------------------------------------------------------------------------

TEST(Gradebook, FillsThousandsOfRows) {
  std::string text = "Student,ID,A (1)\n";
  std::vector<checks::Student> students;
  for (int i = 0; i < 3000; ++i) {
    const std::string name = "First" + std::to_string(i) + " Last" + std::to_string(i);
    text += name + "," + std::to_string(i + 1) + ",\n";
    students.push_back({"k" + std::to_string(i), name, "", "", "", "", ""});
  }
  EXPECT_EQ(filled(fill_canvas, text, class_of(students)).written, 3000u);
}

}  // namespace
}  // namespace bankcheck::report
