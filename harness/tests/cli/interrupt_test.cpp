#include <csignal>
#include <filesystem>
#include <fstream>

#include <fcntl.h>
#include <gtest/gtest.h>

#include "cli/run_program.hpp"

namespace bankcheck::cli {
namespace {

namespace fs = std::filesystem;

/// A submission whose kernel never ends, with a rubric that would let it run for a long time.
class Interrupt : public testing::Test {
 protected:
  void SetUp() override {
    if (!has_nvcc()) GTEST_SKIP() << "no nvcc on this machine";
    folder_ = fs::path(testing::TempDir()) / ("bankcheck_interrupt_" + std::to_string(getpid()));
    fs::create_directories(folder_ / "submission");
    std::string rubric = file_text(BANKCHECK_TEST_DATA "/rubrics/strides.yaml");
    const std::string limit = "warp_instructions: 1000000";
    rubric.replace(rubric.find(limit), limit.size(), "warp_instructions: 1000000000000");
    std::ofstream(folder_ / "rubric.yaml") << rubric;
    std::ofstream(folder_ / "submission/probe.cu") << R"(
constexpr int kStrides[] = {1};
__global__ void probe(const float* in, float* out, int stride) {
  __shared__ volatile int flag;
  flag = stride;
  while (flag != 0) {}
  out[threadIdx.x] = in[0];
}
)";
  }
  void TearDown() override {
    if (!folder_.empty()) fs::remove_all(folder_);
  }

  /// Starts `bankcheck -v check` with its stdout in a file and its stderr in a pipe.
  pid_t start(int* err) {
    int ends[2];
    EXPECT_EQ(pipe(ends), 0);
    const pid_t child = fork();
    if (child == 0) {
      const int out = open((folder_ / "out").c_str(), O_WRONLY | O_CREAT, 0600);
      dup2(out, STDOUT_FILENO);
      dup2(ends[1], STDERR_FILENO);
      close(ends[0]);
      close(ends[1]);
      execl(BANKCHECK_PROGRAM, "bankcheck", "-v", "check", "--device", "sim",
            (folder_ / "submission").c_str(), "--rubric", (folder_ / "rubric.yaml").c_str(),
            nullptr);
      _exit(127);
    }
    close(ends[1]);
    *err = ends[0];
    return child;
  }

  fs::path folder_;
};

TEST_F(Interrupt, EndsWith130AndPrintsTheTableOfWhatIsKnown) {
  int err = -1;
  const pid_t child = start(&err);
  std::string said;
  char byte = 0;
  while (said.find("grading ") == std::string::npos && read(err, &byte, 1) == 1) said += byte;
  ASSERT_NE(said.find("grading "), std::string::npos) << said;
  ASSERT_EQ(kill(child, SIGINT), 0);
  int status = 0;
  while (read(err, &byte, 1) == 1) said += byte;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  close(err);
  EXPECT_TRUE(WIFEXITED(status)) << status;
  EXPECT_EQ(WEXITSTATUS(status), 130);
  const std::string out = file_text(folder_ / "out");
  EXPECT_NE(out.find("not run"), std::string::npos) << out;
  EXPECT_TRUE(out.ends_with("INTERRUPTED: 0 of 5 rows ran; there is no verdict\n")) << out;
}

}  // namespace
}  // namespace bankcheck::cli
