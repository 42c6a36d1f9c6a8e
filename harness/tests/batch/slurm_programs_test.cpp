#include "batch/slurm_programs.hpp"

#include <fstream>
#include <sstream>

#include <gtest/gtest.h>
#include <unistd.h>

namespace bankcheck::batch {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

class SlurmProgramsTest : public testing::Test {
 protected:
  SlurmProgramsTest() {
    job.worker = {"/opt/bankcheck", "batch-task"};
    job.folder = fs::path(testing::TempDir()) / ("slurm_50%_" + std::to_string(getpid()));
    job.name = "bankcheck-1";
    job.cpus = 2;
    job.memory_mib = 4608;
    fs::create_directories(job.folder);
  }
  ~SlurmProgramsTest() override { fs::remove_all(job.folder); }

  SlurmPrograms programs() {
    return {
        {"/bin/sbatch", "/bin/squeue", "/bin/scontrol", "/bin/scancel"}, job, [this](auto& argv) {
          lines.push_back(argv);
          return answer;
        }};
  }
  bool has(const std::string& word) const {
    return std::find(lines.at(0).begin(), lines.at(0).end(), word) != lines.at(0).end();
  }

  SlurmJob job;
  ToolResult answer{true, "17\n", ""};
  std::vector<Words> lines;
};

TEST_F(SlurmProgramsTest, AnArrayIsSubmittedWithItsLimits) {
  const auto number = programs().submit({{"/g/task-1", "/g/task-2"}, 121});
  ASSERT_TRUE(number.ok());
  EXPECT_EQ(number.value(), "17");
  for (const char* word : {"--parsable", "--job-name=bankcheck-1", "--array=0-1", "--requeue",
                           "--cpus-per-task=2", "--mem=4608M", "--time=3"}) {
    EXPECT_TRUE(has(word)) << word;
  }
  EXPECT_EQ(lines[0].front(), "/bin/sbatch");
  EXPECT_EQ(lines[0].back(), (job.folder / "task-array-1.sh").string());
}

TEST_F(SlurmProgramsTest, APercentSignInTheFolderIsNoPattern) {
  ASSERT_TRUE(programs().submit({{"/g/task-1"}, 60}).ok());
  const std::string folder = job.folder.string();
  std::string doubled = folder;
  doubled.insert(doubled.find('%'), "%");
  EXPECT_TRUE(has("--output=" + doubled + "/worker-%A_%a.log"));
}

TEST_F(SlurmProgramsTest, GpusAreAskedForWhenWanted) {
  job.gpus = 2;
  ASSERT_TRUE(programs().submit({{"/g/task-1"}, 60}).ok());
  EXPECT_TRUE(has("--gres=gpu:2"));
}

TEST_F(SlurmProgramsTest, TheUsersOptionsComeLastSoThatTheyCount) {
  job.options = {"--time=10", "--partition=short"};
  ASSERT_TRUE(programs().submit({{"/g/task-1"}, 60}).ok());
  const Words& line = lines.at(0);
  EXPECT_EQ(Words(line.end() - 3, line.end() - 1), job.options);
}

TEST_F(SlurmProgramsTest, TheClustersNameAfterTheNumberIsPassedOver) {
  answer.output = "17;alpha\n";
  EXPECT_EQ(programs().submit({{"/g/task-1"}, 60}).value(), "17");
}

TEST_F(SlurmProgramsTest, WhatSbatchSaysAgainstItIsTold) {
  answer = {false, "", "sbatch: error: invalid partition specified: short"};
  const auto number = programs().submit({{"/g/task-1"}, 60});
  ASSERT_FALSE(number.ok());
  EXPECT_EQ(number.errors()[0].text, "sbatch: error: invalid partition specified: short");
}

TEST_F(SlurmProgramsTest, AnAnswerWithoutANumberIsTrouble) {
  answer.output = "welcome to the cluster\n17\n";
  EXPECT_FALSE(programs().submit({{"/g/task-1"}, 60}).ok());
}

TEST_F(SlurmProgramsTest, TheQueueIsReadAsItIsPrinted) {
  answer.output =
      "17|0|RUNNING|None|2026-03-01T10:00:00|n1\n"
      "17|12|PENDING|launch failed requeued held|N/A|\n"
      "18|N/A|PENDING|Resources|N/A|\n"
      "slurm: a remark\n";
  const auto tasks = programs().queue();
  ASSERT_TRUE(tasks.ok());
  ASSERT_EQ(tasks.value().size(), 2u);
  EXPECT_EQ(tasks.value()[0].id(), "17_0");
  EXPECT_EQ(tasks.value()[0].node, "n1");
  EXPECT_EQ(tasks.value()[1].id(), "17_12");
  EXPECT_EQ(tasks.value()[1].reason, "launch failed requeued held");
  EXPECT_EQ(tasks.value()[1].start, "N/A");
}

TEST_F(SlurmProgramsTest, TasksAreStartedReleasedAndCancelledByTheirIds) {
  SlurmPrograms slurm = programs();
  slurm.start_now("17_3");
  slurm.release("17_4");
  slurm.cancel({"17_5", "17_6"});
  slurm.cancel({});
  EXPECT_EQ(lines, (std::vector<Words>{{"/bin/scontrol", "update", "JobId=17_3", "StartTime=now"},
                                       {"/bin/scontrol", "release", "17_4"},
                                       {"/bin/scancel", "--quiet", "17_5", "17_6"}}));
}

TEST_F(SlurmProgramsTest, TheScriptGivesEachIndexItsTaskWhateverItsName) {
  const fs::path script = job.folder / "script";
  std::ofstream(script) << slurm_script({"/bin/echo", "do"}, {"/g/a", "/g/it's $HOME", "/g/c"});
  const ToolResult result =
      run_tool({"/usr/bin/env", "SLURM_ARRAY_TASK_ID=1", "/bin/sh", script.string()}, 10);
  EXPECT_TRUE(result.ran) << result.trouble;
  EXPECT_EQ(result.output, "do /g/it's $HOME\n");
}

TEST(RunTool, WhatAToolSaysOnItsWayOutIsTheTrouble) {
  const ToolResult result = run_tool({"/bin/sh", "-c", "echo no partition >&2; exit 4"}, 10);
  EXPECT_FALSE(result.ran);
  EXPECT_EQ(result.trouble, "no partition");
}

TEST(RunTool, AToolThatSaysNothingIsKnownByItsEnd) {
  EXPECT_EQ(run_tool({"/bin/sh", "-c", "exit 4"}, 10).trouble, "exited with status 4");
}

TEST(RunTool, ALongOutputIsReadWhole) {
  const ToolResult result = run_tool({"/bin/sh", "-c", "head -c 300000 /dev/zero"}, 30);
  EXPECT_TRUE(result.ran) << result.trouble;
  EXPECT_EQ(result.output.size(), 300000u);
}

TEST(RunTool, AToolThatHangsIsEndedWithItsChildren) {
  EXPECT_EQ(run_tool({"/bin/sh", "-c", "sleep 1000 & wait"}, 0.2).trouble,
            "did not answer within 0.2 s");
}

}  // namespace
}  // namespace bankcheck::batch
