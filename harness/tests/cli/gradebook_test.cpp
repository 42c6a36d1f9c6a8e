// bankcheck gradebook, from a graded folder to a file to upload.
#include <filesystem>

#include <gtest/gtest.h>

#include "cli/run_program.hpp"
#include "report/class_table.hpp"
#include "report/sample_class.hpp"

namespace bankcheck::cli {
namespace {

constexpr const char* kCanvas =
    "Student,ID,Section,Probe (77),Essay (78)\r\n    Points Possible,,,100,5\r\n"
    "\"Lovelace, Ada\",101,A,,\r\n\"Best, Bob\",102,A,,4\r\n\"Cole, Cyd\",103,A,,\r\n";

class Gradebook : public testing::Test {
 protected:
  Gradebook() : folder_(testing::TempDir() + "bankcheck_gradebook_" + std::to_string(getpid())) {
    std::filesystem::create_directories(folder_);
    std::ofstream(path("class.json")) << report::render_class_json(report::sample_class());
    std::ofstream(path("canvas.csv")) << kCanvas;
  }
  ~Gradebook() override { std::filesystem::remove_all(folder_); }
  std::string path(const std::string& name) const { return folder_ + "/" + name; }

  std::string folder_;
};

TEST_F(Gradebook, IsWrittenAndSaysWhatItDid) {
  const ProgramResult result =
      run_program("gradebook " + folder_ + " --canvas " + path("canvas.csv") +
                  " --column 77 --out " + path("filled.csv"));
  EXPECT_EQ(result.exit_status, 0) << result.err;
  EXPECT_EQ(
      result.out,
      "2 marks in column `Probe (77)`, 2 of them new or changed; 20 points of the exercise are "
      "100 here: points are multiplied by 5\n"
      "\nWithout a mark, so nothing was written (1)\n"
      "  Cyd Cole (cyd): INCONCLUSIVE: the reason\n"
      "\nGraded, but not in the file (5)\n"
      "  Dan Dare (dan)\n  Eve Ede (eve)\n  Fay Fox (fay)\n  Gus Gray (gus)\n  Hal Hill (hal)\n"
      "\nwrote " +
          path("filled.csv") + "\n");
  EXPECT_EQ(
      file_text(path("filled.csv")),
      "Student,ID,Section,Probe (77),Essay (78)\r\n    Points Possible,,,100,5\r\n"
      "\"Lovelace, Ada\",101,A,100,\r\n\"Best, Bob\",102,A,62.5,4\r\n\"Cole, Cyd\",103,A,,\r\n");
  EXPECT_EQ(file_text(path("canvas.csv")), kCanvas);
}

TEST_F(Gradebook, IsNotWrittenOverItsDownload) {
  const ProgramResult result =
      run_program("gradebook " + folder_ + " --canvas " + path("canvas.csv") +
                  " --column 77 --out " + folder_ + "/./canvas.csv");
  EXPECT_EQ(result.exit_status, 2);
  EXPECT_EQ(result.err, "bankcheck: --out is the download itself, which is kept as it came\n");
  EXPECT_EQ(file_text(path("canvas.csv")), kCanvas);
}

TEST_F(Gradebook, IsRefusedWithAWordWhenSomethingIsMissing) {
  const std::string out = " --out " + path("filled.csv");
  const auto refused = [&](const std::string& arguments) {
    const ProgramResult result = run_program("gradebook " + arguments);
    EXPECT_EQ(result.exit_status, 2);
    EXPECT_FALSE(std::filesystem::exists(path("filled.csv")));
    return result.err;
  };
  EXPECT_EQ(refused(folder_ + out), "bankcheck: name the file to fill in, as in --canvas FILE\n");
  EXPECT_NE(refused(folder_ + " --canvas " + path("canvas.csv") + out)
                .find("canvas.csv:1: error: name the assignment with --column; there are: `Probe "
                      "(77)`, `Essay (78)`"),
            std::string::npos);
  EXPECT_NE(refused(path("canvas.csv") + " --canvas " + path("canvas.csv") + out)
                .find("this is not JSON"),
            std::string::npos);
  EXPECT_NE(refused(path("nowhere") + " --canvas " + path("canvas.csv") + out).find("nowhere"),
            std::string::npos);
}

TEST_F(Gradebook, IsFilledFromTheDownloadThatWasGraded) {
  if (!has_nvcc()) GTEST_SKIP() << "no nvcc on this machine";
  namespace fs = std::filesystem;
  const fs::path plain = fs::path(BANKCHECK_TEST_DATA) / "submissions/pass/plain";
  fs::create_directories(path("download"));
  fs::copy(plain / "probe.cu", path("download/lovelaceada_101_9001_probe.cu"));
  fs::copy(plain / "answers.yaml", path("download/lovelaceada_101_9002_answers.yaml"));
  std::ofstream(path("download/bestbob_LATE_102_9003_notes.txt")) << "no kernel";
  const ProgramResult graded =
      run_program("batch --device sim " + path("download") +
                  " --rubric harness/tests/data/rubrics/strides.yaml --out " + path("graded") +
                  " --roster " + path("canvas.csv"));
  ASSERT_EQ(graded.exit_status, 0) << graded.err;
  const ProgramResult result =
      run_program("gradebook " + path("graded") + " --canvas " + path("canvas.csv") +
                  " --column Probe --out " + path("filled.csv"));
  EXPECT_EQ(result.exit_status, 0) << result.err;
  EXPECT_EQ(file_text(path("filled.csv")),
            "Student,ID,Section,Probe (77),Essay (78)\r\n    Points Possible,,,100,5\r\n"
            "\"Lovelace, Ada\",101,A,100,\r\n\"Best, Bob\",102,A,,4\r\n\"Cole, Cyd\",103,A,,\r\n");
  EXPECT_NE(result.out.find("unreadable: "), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("no submission"), std::string::npos) << result.out;
}

}  // namespace
}  // namespace bankcheck::cli
