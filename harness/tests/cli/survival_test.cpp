// What the program leaves behind when the world breaks while it runs: the old result or the new
// one, whole, and a clear word.
#include <csignal>
#include <filesystem>
#include <fstream>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sys/resource.h>

#include "base/sha256.hpp"
#include "cli/run_program.hpp"

namespace bankcheck::cli {
namespace {

namespace fs = std::filesystem;

class Survival : public testing::Test {
 protected:
  void SetUp() override {
    if (!has_nvcc()) GTEST_SKIP() << "no nvcc on this machine";
    std::string name = testing::TempDir() + "bankcheck_survival_XXXXXX";
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    folder_ = name;
    fs::copy(BANKCHECK_TEST_DATA "/submissions/pass/plain", folder_ / "work");
    fs::copy(BANKCHECK_TEST_DATA "/rubrics/strides.yaml", folder_ / "rubric.yaml");
  }
  void TearDown() override {
    if (!folder_.empty()) fs::remove_all(folder_);
  }

  std::string arguments(const std::string& more = "") const {
    return "grade --device sim --no-sandbox " + (folder_ / "work").string() + " --rubric " +
           (folder_ / "rubric.yaml").string() + " " + more;
  }
  std::string json() const { return (folder_ / "grade.json").string(); }

  /// Runs the program as a child that `prepare` has changed; its pid.
  pid_t start(const std::string& prepare) const {
    const pid_t child = fork();
    if (child == 0) {
      const std::string command = prepare + "exec " BANKCHECK_PROGRAM " " +
                                  arguments("--json " + json()) + " > /dev/null 2> " +
                                  (folder_ / "err").string();
      execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
      _exit(127);
    }
    return child;
  }
  static int end_of(pid_t child) {
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }

  fs::path folder_;
};

TEST_F(Survival, KilledAtAnyMomentItLeavesTheOldResultOrTheNew) {
  const std::string old = "{\"old\": true}\n";
  std::ofstream(json()) << old;
  for (int milliseconds = 0; milliseconds < 2400; milliseconds += 300) {
    const pid_t child = start("");
    ::usleep(static_cast<useconds_t>(milliseconds) * 1000);
    ::kill(child, SIGKILL);
    end_of(child);
    const std::string text = file_text(json());
    if (text == old) continue;
    const auto whole = nlohmann::json::parse(text, nullptr, false);
    ASSERT_FALSE(whole.is_discarded()) << milliseconds << " ms: " << text.substr(0, 200);
    EXPECT_EQ(whole["verdict"], "PASS");
  }
}

TEST_F(Survival, OnAFullDiskItSaysSoAndKeepsTheOldResult) {
  std::ofstream(json()) << "{\"old\": true}\n";
  // Of 512 bytes: less than a result, and more than what else is written.
  EXPECT_EQ(end_of(start("trap '' XFSZ; ulimit -f 4; ")), 3);
  EXPECT_EQ(file_text(json()), "{\"old\": true}\n");
  for (const auto& entry : fs::directory_iterator(folder_)) {
    EXPECT_EQ(entry.path().string().find(".tmp"), std::string::npos) << entry.path();
  }
}

TEST_F(Survival, WithoutPermissionItSaysSo) {
  const ProgramResult result = run_program(arguments("--json /proc/bankcheck.json"));
  EXPECT_EQ(result.exit_status, 3);
  EXPECT_NE(result.err.find("/proc/bankcheck.json: error: cannot be written"), std::string::npos)
      << result.err;
  EXPECT_NE(result.out.find("PASS: "), std::string::npos) << "the report is printed all the same";
}

TEST_F(Survival, WithoutAFolderForTemporaryFilesItGoesOn) {
  const ProgramResult result = run_program(arguments(), "TMPDIR=/nowhere");
  EXPECT_EQ(result.exit_status, 0) << result.err;
}

TEST_F(Survival, WithACompilerThatGoesAwayItIsAnErrorOfOurs) {
  // A compiler that can be asked for its version, and is gone when it is needed.
  fs::create_directories(folder_ / "cuda/bin");
  // It is asked as another user when this one is root.
  fs::permissions(folder_, fs::perms(0755));
  std::ofstream(folder_ / "cuda/bin/nvcc")
      << "#!/bin/sh\n[ \"$1\" = --version ] || exit 127\n"
         "echo 'Cuda compilation tools, release 12.4, V12.4.99'\n";
  fs::permissions(folder_ / "cuda/bin/nvcc", fs::perms(0755));
  const ProgramResult result =
      run_program(arguments(), "PATH=" + (folder_ / "cuda/bin").string() + ":/usr/bin:/bin");
  EXPECT_EQ(result.exit_status, 3) << result.out << result.err;
  EXPECT_NE(result.out.find("ERROR: "), std::string::npos) << result.out;
}

TEST_F(Survival, WithAWallClockThatJumpsItSaysTheSame) {
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "the sanitizer must be loaded first";
#endif
  const fs::path clock =
      fs::path(BANKCHECK_PROGRAM).parent_path() / "bin/bankcheck_jumping_clock.so";
  ASSERT_TRUE(fs::exists(clock));
  const ProgramResult steady = run_program(arguments());
  const ProgramResult jumping = run_program(arguments(), "LD_PRELOAD=" + clock.string());
  EXPECT_EQ(jumping.exit_status, 0) << jumping.err;
  EXPECT_EQ(jumping.out, steady.out);
  EXPECT_EQ(jumping.err, steady.err);
  const std::string batch = "batch " + (folder_ / "class").string() + " --rubric " +
                            (folder_ / "rubric.yaml").string() +
                            " --device sim --no-sandbox --out " + folder_.string();
  fs::create_directories(folder_ / "class");
  fs::copy(folder_ / "work", folder_ / "class/ada", fs::copy_options::recursive);
  EXPECT_EQ(run_program(batch + "/steady").exit_status, 0);
  EXPECT_EQ(run_program(batch + "/jumping", "LD_PRELOAD=" + clock.string()).exit_status, 0);
  EXPECT_EQ(file_text(folder_ / "jumping/class.json"), file_text(folder_ / "steady/class.json"));
}

TEST_F(Survival, WithARubricThatIsEditedWhileItRunsItNamesTheOneThatItUsed) {
  const std::string path = (folder_ / "rubric.yaml").string();
  const std::string before = file_text(path);
  std::string after = before;
  const std::size_t title = after.find("title: ");
  ASSERT_NE(title, std::string::npos);
  after.insert(title + 7, "Edited ");
  const pid_t child = start("");
  ::usleep(300'000);  // while it compiles, or any time: it must be one of the two
  std::ofstream(path) << after;
  EXPECT_EQ(end_of(child), 0);
  const auto grade = nlohmann::json::parse(file_text(json()));
  const bool edited = grade["title"].get<std::string>().starts_with("Edited ");
  EXPECT_EQ(grade["rubric"]["sha256"], base::sha256_hex(edited ? after : before));
}

TEST_F(Survival, WhereOnlyAnotherFolderForTemporaryFilesCanBeWrittenItGoesOn) {
  const std::string script = (folder_ / "read_only.sh").string();
  std::ofstream(script) << "for folder in $FOLDERS; do\n"
                           "  mount --bind $folder $folder || exit 99\n"
                           "  mount -o remount,ro,bind $folder || exit 99\n"
                           "done\n"
                           "exec \"$@\"\n";
  const auto run = [&](const std::string& environment) {
    return run_program(arguments(), environment + " unshare -m sh " + script);
  };
  const ProgramResult one = run("FOLDERS=/tmp TMPDIR=/tmp");
  if (one.exit_status == 99 || one.err.find("unshare") != std::string::npos) {
    GTEST_SKIP() << "folders cannot be made read-only here: " << one.err;
  }
  EXPECT_EQ(one.exit_status, 0) << one.err;
  EXPECT_EQ(run("FOLDERS='/tmp /dev/shm' env -u TMPDIR").exit_status, 0);
  const ProgramResult all = run("FOLDERS='/tmp /dev/shm /var/tmp'");
  EXPECT_EQ(all.exit_status, 3) << all.out << all.err;
  EXPECT_NE((all.out + all.err).find("no temporary folder here: Read-only file system"),
            std::string::npos)
      << all.out << all.err;
}

TEST_F(Survival, TwoRunsInOneFolderEachWriteAWholeResult) {
  const pid_t first = start("");
  const pid_t second = start("");
  EXPECT_EQ(end_of(first), 0);
  EXPECT_EQ(end_of(second), 0);
  EXPECT_EQ(nlohmann::json::parse(file_text(json()))["verdict"], "PASS");
}

}  // namespace
}  // namespace bankcheck::cli
