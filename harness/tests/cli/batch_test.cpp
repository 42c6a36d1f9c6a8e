#include <csignal>
#include <filesystem>
#include <fstream>
#include <random>
#include <set>
#include <thread>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/file_descriptor.hpp"
#include "cli/run_program.hpp"

namespace bankcheck::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kStrides = "harness/tests/data/rubrics/strides.yaml";
constexpr const char* kArithmetic = "rubrics/bank-arithmetic.yaml";

void write_file(const fs::path& path, const std::string& text) {
  fs::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << text;
}

class Batch : public testing::Test {
 protected:
  void SetUp() override {
    root_ = fs::path(testing::TempDir()) / ("bankcheck_batch_" + std::to_string(getpid()));
    fs::remove_all(root_);
    fs::create_directories(submissions());
  }
  void TearDown() override { fs::remove_all(root_); }

  fs::path submissions() const { return root_ / "submissions"; }
  fs::path grades() const { return root_ / "grades"; }

  /// A submission to the exercise without a kernel, whose grading takes milliseconds.
  void hand_in_answers(const std::string& student, const std::string& answers) const {
    write_file(submissions() / student / "answers.yaml", answers);
  }
  static std::string right_answers() {
    return file_text(BANKCHECK_SOURCE_DIR "/reference/bank-arithmetic/answers.yaml");
  }
  /// A submission with a kernel of its own text.
  void hand_in_kernel(const std::string& student, const std::string& more = "") const {
    const fs::path plain = fs::path(BANKCHECK_TEST_DATA) / "submissions/pass/plain";
    const fs::path folder = submissions() / student;
    write_file(folder / "probe.cu",
               file_text(plain / "probe.cu") + "\n// " + student + "\n" + more + "\n");
    write_file(folder / "answers.yaml", file_text(plain / "answers.yaml"));
  }

  std::string arguments(const std::string& rubric, const std::string& more = "",
                        const std::string& out = "grades") const {
    return "batch " + submissions().string() + " --rubric " + rubric + " --out " +
           (root_ / out).string() + " --device sim --no-sandbox " + more;
  }

  nlohmann::json class_json(const std::string& out = "grades") const {
    return nlohmann::json::parse(file_text(root_ / out / "class.json"));
  }

  /// `KEY STATE VERDICT` of every student.
  std::vector<std::string> standings() const {
    std::vector<std::string> all;
    const nlohmann::json json = class_json();
    for (const auto& student : json["students"]) {
      const auto& verdict = student["verdict"];
      all.push_back(student["student"]["key"].get<std::string>() + " " +
                    student["state"].get<std::string>() +
                    (verdict.is_null() ? "" : " " + verdict.get<std::string>()));
    }
    return all;
  }

  fs::path root_;
};

TEST_F(Batch, GradesAFolderOfSubmissions) {
  hand_in_answers("ada", right_answers());
  hand_in_answers("ben", "exercise: bank-arithmetic\n");
  hand_in_answers("cleo", "[");
  write_file(root_ / "class.csv", "login,name\nada,Ada L.\ndora,Dora D.\n");
  const ProgramResult result =
      run_program(arguments(kArithmetic, "--roster " + (root_ / "class.csv").string()));
  EXPECT_EQ(result.exit_status, 0) << result.out << result.err;
  EXPECT_EQ(standings(), (std::vector<std::string>{"Dora_D. no_submission", "ada graded PASS",
                                                   "ben graded FAIL", "cleo unreadable"}));
  EXPECT_TRUE(fs::exists(grades() / "pages/ada.html"));
  EXPECT_TRUE(fs::exists(grades() / "pages/cleo.html"));
  EXPECT_TRUE(fs::exists(grades() / "grades.csv"));
  EXPECT_NE(result.out.find("4 students: 1 PASS, 1 FAIL, 1 no submission, 1 unreadable"),
            std::string::npos)
      << result.out;
  const auto one = nlohmann::json::parse(file_text(grades() / "results/ada.json"));
  EXPECT_EQ(one["verdict"], "PASS");
  EXPECT_EQ(one["batch"]["entry"]["state"], "graded");
}

TEST_F(Batch, GradesAgainOnlyWhatHasChanged) {
  hand_in_answers("ada", right_answers());
  hand_in_answers("ben", right_answers());
  EXPECT_NE(run_program(arguments(kArithmetic)).out.find("2 students, 2 to grade\n"),
            std::string::npos);
  EXPECT_NE(
      run_program(arguments(kArithmetic)).out.find("2 students, 0 to grade, 2 graded already"),
      std::string::npos);
  hand_in_answers("ben", "exercise: bank-arithmetic\n");
  EXPECT_NE(
      run_program(arguments(kArithmetic)).out.find("2 students, 1 to grade, 1 graded already"),
      std::string::npos);
  EXPECT_EQ(standings(), (std::vector<std::string>{"ada graded PASS", "ben graded FAIL"}));
}

TEST_F(Batch, GradesEverybodyAgainByAChangedRubric) {
  hand_in_answers("ada", right_answers());
  const std::string rubric = (root_ / "rubric.yaml").string();
  write_file(rubric, file_text(std::string(BANKCHECK_SOURCE_DIR "/") + kArithmetic));
  EXPECT_EQ(run_program(arguments(rubric)).exit_status, 0);
  write_file(rubric, file_text(rubric) + "\n# changed\n");
  EXPECT_NE(run_program(arguments(rubric)).out.find("1 student, 1 to grade\n"), std::string::npos);
}

TEST_F(Batch, GradesAgainWhoItIsTold) {
  for (const char* student : {"ada", "ben", "bo"}) hand_in_answers(student, right_answers());
  EXPECT_EQ(run_program(arguments(kArithmetic)).exit_status, 0);
  EXPECT_NE(
      run_program(arguments(kArithmetic, "--regrade 'b*'")).out.find("3 students, 2 to grade"),
      std::string::npos);
  EXPECT_NE(run_program(arguments(kArithmetic, "--all")).out.find("3 students, 3 to grade"),
            std::string::npos);
  EXPECT_EQ(run_program(arguments(kArithmetic, "--all --resume")).exit_status, 2);
}

TEST_F(Batch, WritesTheReportsItIsAskedFor) {
  hand_in_answers("ada", right_answers());
  EXPECT_EQ(run_program(arguments(kArithmetic, "--report text")).exit_status, 0);
  EXPECT_NE(file_text(grades() / "reports/ada.text").find("PASS: "), std::string::npos);
}

TEST_F(Batch, IsToldApartFromAnotherAtWorkInTheSameFolder) {
  hand_in_answers("ada", right_answers());
  EXPECT_EQ(run_program(arguments(kArithmetic)).exit_status, 0);
  const std::string hold = "flock " + (grades() / ".batch/lock").string() + " sh -c '";
  const std::string file = (root_ / "second").string();
  const std::string command = "cd " BANKCHECK_SOURCE_DIR " && " + hold + BANKCHECK_PROGRAM " " +
                              arguments(kArithmetic) + " > " + file + " 2>&1; echo $? >> " + file +
                              "'";
  if (std::system("flock --version > /dev/null 2>&1") != 0) GTEST_SKIP() << "no flock here";
  EXPECT_EQ(std::system(command.c_str()), 0);
  const std::string said = file_text(file);
  EXPECT_NE(said.find("another batch is at work here (process "), std::string::npos) << said;
  EXPECT_TRUE(said.ends_with("\n2\n")) << said;
}

TEST_F(Batch, RefusesAFolderThatHoldsSomethingElse) {
  hand_in_answers("ada", right_answers());
  write_file(grades() / "thesis.tex", "x");
  const ProgramResult result = run_program(arguments(kArithmetic));
  EXPECT_EQ(result.exit_status, 2);
  EXPECT_NE(result.err.find("is neither empty nor a folder that an earlier batch made"),
            std::string::npos)
      << result.err;
}

TEST_F(Batch, TellsItsFolderFromAStudentsWhenItLiesAmongThem) {
  hand_in_answers("ada", right_answers());
  fs::create_directory_symlink(submissions(), root_ / "link");
  for (const char* out : {"submissions/grades", "link/grades", "submissions/grades/"}) {
    EXPECT_EQ(run_program(arguments(kArithmetic, "", out)).exit_status, 0) << out;
    EXPECT_EQ(class_json("submissions/grades")["students"].size(), 1u) << out;
  }
}

TEST_F(Batch, RefusesAPlaceForGradesThatMixesThemWithSubmissions) {
  hand_in_answers("ada", right_answers());
  const struct {
    const char* out;
    const char* why;
  } cases[] = {{"submissions", "is the folder of submissions: grades need one of their own"},
               {"submissions/../submissions/", "is the folder of submissions"},
               {".", "holds the submissions: grades need a folder of their own"},
               {"submissions/ada/grades", "lies in what somebody handed in: name a folder beside"},
               {"submissions/out/grades", "lies in what somebody handed in"}};
  for (const auto& one : cases) {
    const ProgramResult result = run_program(arguments(kArithmetic, "", one.out));
    EXPECT_EQ(result.exit_status, 2) << one.out;
    EXPECT_NE(result.err.find(one.why), std::string::npos) << result.err;
    EXPECT_FALSE(fs::exists(root_ / one.out / ".batch")) << one.out;
  }
}

TEST_F(Batch, ReadsARosterAsExcelAndOthersSaveIt) {
  hand_in_answers("ada", right_answers());
  const std::string roster = (root_ / "class.csv").string();
  for (const char* text : {"\xef\xbb\xbfName;Login\r\nAda L\xc3\xb6we;ada\r\n",
                           "sep=;\r\nName;Login\r\n\"Ada L\xc3\xb6we\";ada\r\n",
                           "Name\tLogin\nAda L\xc3\xb6we\tada\n"}) {
    write_file(roster, text);
    const ProgramResult result = run_program(arguments(kArithmetic, "--roster " + roster));
    EXPECT_EQ(result.exit_status, 0) << result.err;
    EXPECT_EQ(class_json()["students"][0]["student"]["name"], "Ada L\xc3\xb6we") << text;
  }
  write_file(roster, "Name,Login\nBen,ben\nAda L\xf6we,ada\n");
  const ProgramResult result = run_program(arguments(kArithmetic, "--roster " + roster));
  EXPECT_EQ(result.exit_status, 2);
  EXPECT_NE(result.err.find("class.csv:3: error: this is no UTF-8 text; save the file as `CSV "),
            std::string::npos)
      << result.err;
}

TEST_F(Batch, RefusesOneSubmissionForAClass) {
  write_file(submissions() / "answers.yaml", right_answers());
  const ProgramResult result = run_program(arguments(kArithmetic));
  EXPECT_EQ(result.exit_status, 2);
  EXPECT_NE(result.err.find("is one submission and no class"), std::string::npos) << result.err;
}

TEST_F(Batch, ReportsOurTroubleApartFromZeros) {
  if (!has_nvcc()) GTEST_SKIP() << "no nvcc on this machine";
  hand_in_kernel("ada");
  fs::copy(fs::path(BANKCHECK_TEST_DATA) / "submissions/error/unsupported_instruction",
           submissions() / "ben");
  const ProgramResult result = run_program(arguments(kStrides));
  EXPECT_EQ(result.exit_status, 3) << result.out << result.err;
  EXPECT_EQ(standings(), (std::vector<std::string>{"ada graded PASS", "ben trouble ERROR"}));
  EXPECT_TRUE(class_json()["students"][1]["points"].is_null());
}

TEST_F(Batch, CompilesEqualSourcesOnce) {
  if (!has_nvcc()) GTEST_SKIP() << "no nvcc on this machine";
  const std::string source = file_text(BANKCHECK_TEST_DATA "/submissions/pass/plain/probe.cu");
  write_file(submissions() / "ada.cu", source);
  write_file(submissions() / "ben/probe.cu", source);
  write_file(submissions() / "cleo/probe.cu", source);
  write_file(submissions() / "cleo/answers.yaml", "exercise: strides\n");
  hand_in_kernel("dora");
  EXPECT_EQ(run_program(arguments(kStrides)).exit_status, 0);
  std::size_t kept = 0;
  for (const auto& entry : fs::directory_iterator(grades() / ".cache/compile")) {
    kept += entry.path().extension() == ".code" ? 1 : 0;
  }
  EXPECT_EQ(kept, 2u);
  EXPECT_EQ(class_json()["students"].size(), 4u);
}

TEST_F(Batch, NeedsACompilerBeforeItBegins) {
  hand_in_kernel("ada");
  const ProgramResult result =
      run_program(arguments(kStrides), "PATH=/usr/bin:/bin CUDA_HOME= CUDA_PATH=");
  if (result.exit_status == 0) GTEST_SKIP() << "there is one in /usr/local/cuda";
  EXPECT_EQ(result.exit_status, 3);
  EXPECT_FALSE(fs::exists(grades()));
}

TEST_F(Batch, HasNothingGradedByAWorkerThatIsNotWhatItBeganWith) {
  hand_in_answers("ada", right_answers());
  EXPECT_EQ(run_program(arguments(kArithmetic)).exit_status, 0);
  std::string task = file_text(grades() / ".batch/task-1.json");
  const std::size_t harness = task.find("\"harness\":\"") + 11;
  ASSERT_LT(harness, task.size());
  task.replace(harness, 4, "zzzz");
  write_file(root_ / "task.json", task);
  EXPECT_EQ(run_program("batch-task " + (root_ / "task.json").string()).exit_status, 3);
  const auto result = nlohmann::json::parse(file_text(grades() / "results/ada.json"));
  EXPECT_EQ(result["batch"]["entry"]["state"], "trouble");
  const std::string reason = result["batch"]["entry"]["reason"];
  EXPECT_TRUE(reason.ends_with(": bankcheck was replaced while the batch ran")) << reason;
}

TEST_F(Batch, HasNothingGradedByARubricThatWasEditedAfterItBegan) {
  hand_in_answers("ada", right_answers());
  const std::string rubric = (root_ / "rubric.yaml").string();
  write_file(rubric, file_text(std::string(BANKCHECK_SOURCE_DIR "/") + kArithmetic));
  EXPECT_EQ(run_program(arguments(rubric)).exit_status, 0);
  const std::string task = file_text(grades() / ".batch/task-1.json");
  write_file(rubric, file_text(rubric) + "\n# changed\n");
  write_file(root_ / "task.json", task);
  EXPECT_EQ(run_program("batch-task " + (root_ / "task.json").string()).exit_status, 3);
  const auto result = nlohmann::json::parse(file_text(grades() / "results/ada.json"));
  const std::string reason = result["batch"]["entry"]["reason"];
  EXPECT_TRUE(reason.ends_with(": the rubric was changed while the batch ran")) << reason;
}

/// A batch in a process group of its own, so that all of it can be found and ended.
pid_t start_batch(const std::string& arguments) {
  const std::string command =
      "cd " BANKCHECK_SOURCE_DIR " && exec " BANKCHECK_PROGRAM " " + arguments;
  const pid_t child = fork();
  if (child == 0) {
    const int null = open("/dev/null", O_RDWR);
    for (const int file : {0, 1, 2}) dup2(null, file);
    execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
    _exit(127);
  }
  return child;
}

/// The process and all below it that are there at this moment.
std::vector<pid_t> descendants(pid_t process) {
  std::vector<pid_t> found = {process};
  const std::string id = std::to_string(process);
  std::ifstream children("/proc/" + id + "/task/" + id + "/children");
  for (pid_t child = 0; children >> child;) {
    const std::vector<pid_t> more = descendants(child);
    found.insert(found.end(), more.begin(), more.end());
  }
  return found;
}

TEST_F(Batch, KilledAtAnyMomentGoesOnToTheSameGradebook) {
  if (!has_nvcc()) GTEST_SKIP() << "no nvcc on this machine";
  for (const char* student : {"ada", "ben", "cleo"}) hand_in_kernel(student);
  hand_in_kernel("dora", "int oops = ;");
  write_file(submissions() / "eve/answers.yaml", "[");
  ASSERT_EQ(run_program(arguments(kStrides, "", "wanted")).exit_status, 0);
  std::minstd_rand chance(20);
  for (int kill_number = 0; kill_number < 6; ++kill_number) {
    const pid_t batch = start_batch(arguments(kStrides));
    std::this_thread::sleep_for(std::chrono::milliseconds(chance() % 400));
    // A worker, a grader or a compiler; then, every other time, the batch itself at once, and else
    // when it has had time to notice.
    const std::vector<pid_t> there = descendants(batch);
    if (there.size() > 1) kill(there[1 + chance() % (there.size() - 1)], SIGKILL);
    if (kill_number % 2 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(300));
    kill(batch, SIGKILL);
    base::uninterrupted([&] { return waitpid(batch, nullptr, 0); });
  }
  const ProgramResult last = run_program(arguments(kStrides));
  EXPECT_EQ(last.exit_status, 0) << last.out << last.err;
  for (const char* name : {"grades.csv", "class.json"}) {
    EXPECT_EQ(file_text(grades() / name), file_text(root_ / "wanted" / name)) << name;
  }
  EXPECT_EQ(standings(),
            (std::vector<std::string>{"ada graded PASS", "ben graded PASS", "cleo graded PASS",
                                      "dora graded FAIL", "eve unreadable"}));
}

TEST_F(Batch, InterruptedStopsCleanlyAndSaysWhatIsNotGraded) {
  if (!has_nvcc()) GTEST_SKIP() << "no nvcc on this machine";
  std::string rubric = file_text(BANKCHECK_TEST_DATA "/rubrics/strides.yaml");
  const std::string limit = "warp_instructions: 1000000";
  rubric.replace(rubric.find(limit), limit.size(), "warp_instructions: 1000000000000");
  const std::string seconds = "row_seconds: 20";
  rubric.replace(rubric.find(seconds), seconds.size(), "row_seconds: 600");
  write_file(root_ / "rubric.yaml", rubric);
  hand_in_answers("zoe", "[");
  write_file(submissions() / "ada/probe.cu", R"(
constexpr int kStrides[] = {1};
__global__ void probe(const float* in, float* out, int stride) {
  __shared__ volatile int flag;
  flag = stride;
  while (flag != 0) {}
  out[threadIdx.x] = in[0];
}
)");
  const pid_t batch = start_batch(arguments((root_ / "rubric.yaml").string()));
  while (!fs::exists(grades() / "results/zoe.json")) {
    ASSERT_EQ(waitpid(batch, nullptr, WNOHANG), 0);
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  ASSERT_EQ(kill(batch, SIGINT), 0);
  int status = 0;
  ASSERT_EQ(base::uninterrupted([&] { return waitpid(batch, &status, 0); }), batch);
  ASSERT_TRUE(WIFEXITED(status)) << status;
  EXPECT_EQ(WEXITSTATUS(status), 130);
  EXPECT_EQ(standings(), (std::vector<std::string>{"ada not_yet", "zoe unreadable"}));
}

TEST_F(Batch, StartedTwiceAtOnceGradesTheClassOnce) {
  for (int i = 0; i < 8; ++i) hand_in_answers("s" + std::to_string(i), right_answers());
  const pid_t both[] = {start_batch(arguments(kArithmetic)), start_batch(arguments(kArithmetic))};
  std::multiset<int> statuses;
  for (const pid_t batch : both) {
    int status = 0;
    base::uninterrupted([&] { return waitpid(batch, &status, 0); });
    statuses.insert(WEXITSTATUS(status));
  }
  EXPECT_EQ(statuses.count(0) + statuses.count(2), 2u) << "the other is told, or comes after";
  EXPECT_GE(statuses.count(0), 1u);
  EXPECT_EQ(standings().size(), 8u);
  EXPECT_EQ(standings().front(), "s0 graded PASS");
}

TEST_F(Batch, NeedsSlurmsProgramsForAClusterAndLeavesNoFolderWithoutThem) {
  hand_in_answers("ada", right_answers());
  const ProgramResult result =
      run_program(arguments(kArithmetic, "--executor slurm"), "PATH=/nonexistent");
  EXPECT_EQ(result.exit_status, 3);
  EXPECT_NE(result.err.find("there is no sbatch on PATH"), std::string::npos) << result.err;
  EXPECT_FALSE(fs::exists(grades()));
}

TEST_F(Batch, RefusesOptionsThatItWouldIgnore) {
  hand_in_answers("ada", right_answers());
  const struct {
    const char* options;
    const char* why;
  } cases[] = {
      {"--gpus 1", "--gpus: goes with --executor slurm"},
      {"--per-task 2", "--per-task: goes with --executor slurm"},
      {"--slurm-tasks 64", "--slurm-tasks: goes with --executor slurm"},
      {"--slurm-option=--partition=x", "--slurm-option: goes with --executor slurm"},
      {"--executor slurm --gpus 1", "--gpus: does not go with --device sim"},
      {"--counters", "--counters: needs a GPU: it does not go with --device sim"},
      {"--jobs 0", "Value 0 not in range 1 to 1024"},
      {"--regrade dora", "--regrade dora: there is nobody of this name in the class"},
      {"--regrade ada --regrade 'b*'", "--regrade b*: there is nobody of this name in the class"},
      {"--resume --regrade ada", "--resume excludes --regrade"},
      {"--all --regrade ada", "--regrade excludes --all"},
      {"--all --resume", "--resume excludes --all"},
  };
  for (const auto& one : cases) {
    const ProgramResult result = run_program(arguments(kArithmetic, one.options));
    EXPECT_EQ(result.exit_status, 2) << one.options;
    EXPECT_NE(result.err.find(one.why), std::string::npos) << result.err;
    EXPECT_FALSE(fs::exists(grades() / "class.json")) << one.options;
  }
  const ProgramResult elsewhere =
      run_program("batch " + submissions().string() + " --rubric " + kArithmetic + " --out " +
                  grades().string() + " --executor slurm --counters");
  EXPECT_EQ(elsewhere.exit_status, 2);
  EXPECT_NE(elsewhere.err.find("--counters: needs --gpus or --device gpu on a cluster"),
            std::string::npos)
      << elsewhere.err;
}

}  // namespace
}  // namespace bankcheck::cli
