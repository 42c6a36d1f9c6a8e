#include "batch/slurm_executor.hpp"

#include <gtest/gtest.h>

namespace bankcheck::batch {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using Words = std::vector<std::string>;

class FakeClock : public Clock {
 public:
  Time now() override { return now_; }
  void sleep(milliseconds duration) override { now_ += duration; }

 private:
  Time now_;
};

/// A queue that does what the test writes into it.
class FakeSlurm : public SlurmCommands {
 public:
  explicit FakeSlurm(Clock& clock) : clock_(clock) {}

  base::Result<std::string> submit(const SlurmArray& array) override {
    if (refuses) return trouble("the partition is down");
    arrays.push_back(array);
    const std::string job = std::to_string(6 + arrays.size());
    for (std::size_t i = 0; i < array.tasks.size(); ++i) {
      listed.push_back({job, static_cast<int>(i), "PENDING", "None", "N/A", ""});
    }
    return job;
  }
  base::Result<std::vector<SlurmTask>> queue() override {
    ++looks;
    clock_.sleep(answer_time);
    if (is_silent) return trouble("no route to the controller");
    return listed;
  }
  bool start_now(const std::string& id) override {
    asked.push_back("start " + id);
    return allows;
  }
  bool release(const std::string& id) override {
    asked.push_back("release " + id);
    return allows;
  }
  void cancel(const Words& ids) override {
    cancelled.insert(cancelled.end(), ids.begin(), ids.end());
    for (SlurmTask& task : listed) {
      if (std::find(ids.begin(), ids.end(), task.id()) != ids.end()) task.state = "CANCELLED";
    }
  }

  bool refuses = false;
  bool is_silent = false;
  bool allows = true;
  milliseconds answer_time{0};
  int looks = 0;
  std::vector<SlurmArray> arrays;
  std::vector<SlurmTask> listed;
  Words asked;
  Words cancelled;

 private:
  static base::Diagnostic trouble(const std::string& text) {
    base::Diagnostic error;
    error.text = text;
    return error;
  }
  Clock& clock_;
};

class SlurmExecutorTest : public testing::Test {
 protected:
  SlurmExecutorTest() { make({}); }

  void make(const SlurmRules& rules) {
    auto fake = std::make_unique<FakeSlurm>(clock);
    slurm = fake.get();
    executor = std::make_unique<SlurmExecutor>(rules, std::move(fake), clock);
  }
  /// Tasks 1 to `count`, of one submission each.
  void submit(int count) {
    for (int number = 1; number <= count; ++number) {
      EXPECT_TRUE(executor->start(number, "/g/task-" + std::to_string(number), 1).empty());
    }
    EXPECT_TRUE(executor->flush().empty());
    executor->news();
  }
  /// After time for another look: `2 ended on n1 as FAILED`.
  Words ended() {
    clock.sleep(seconds(2));
    Words texts;
    for (const EndedTask& task : executor->ended()) {
      texts.push_back(std::to_string(task.number) + " " + task.how);
    }
    return texts;
  }
  void set(std::size_t index, const std::string& state, const std::string& reason = "None",
           const std::string& node = "n1") {
    slurm->listed[index].state = state;
    slurm->listed[index].reason = reason;
    slurm->listed[index].start = "12:02:00";
    slurm->listed[index].node = node;
  }

  FakeClock clock;
  FakeSlurm* slurm = nullptr;
  std::unique_ptr<SlurmExecutor> executor;
};

TEST_F(SlurmExecutorTest, TasksThatAreStartedTogetherGoIntoTheQueueAsOneArray) {
  submit(3);
  ASSERT_EQ(slurm->arrays.size(), 1u);
  EXPECT_EQ(slurm->arrays[0].tasks, (Words{"/g/task-1", "/g/task-2", "/g/task-3"}));
}

TEST_F(SlurmExecutorTest, NothingIsSubmittedBeforeAllTasksAreThere) {
  EXPECT_TRUE(executor->start(1, "/g/task-1", 1).empty());
  EXPECT_TRUE(slurm->arrays.empty());
}

TEST_F(SlurmExecutorTest, ARefusedArrayLeavesRoomForItsTasks) {
  make({.most_tasks = 2});
  slurm->refuses = true;
  EXPECT_TRUE(executor->start(1, "/g/task-1", 1).empty());
  const base::Diagnostics errors = executor->flush();
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_EQ(errors[0].text, "the partition is down");
  EXPECT_EQ(executor->room(), 2u);
}

TEST_F(SlurmExecutorTest, ATaskTakesRoomUntilItHasEnded) {
  make({.most_tasks = 3});
  submit(2);
  EXPECT_EQ(executor->room(), 1u);
  set(0, "COMPLETED");
  ended();
  ended();
  EXPECT_EQ(executor->room(), 2u);
}

TEST_F(SlurmExecutorTest, AClassIsCutIntoTasksThatAreWorthTheirStart) {
  make({.most_tasks = 64, .jobs = 2});
  EXPECT_EQ(executor->items_per_task(10), 8u);       // not fewer than four rounds
  EXPECT_EQ(executor->items_per_task(640), 20u);     // 32 tasks
  EXPECT_EQ(executor->items_per_task(50000), 128u);  // not more than 64 rounds
  make({.most_tasks = 64, .items_per_task = 5});
  EXPECT_EQ(executor->items_per_task(640), 5u);
}

TEST_F(SlurmExecutorTest, ALoneSubmissionMayTakeAllTimeAndManyTakeWhatIsUsual) {
  make({.jobs = 2, .most_item_seconds = 500, .usual_item_seconds = 100});
  EXPECT_TRUE(executor->start(1, "/g/task-1", 1).empty());
  EXPECT_TRUE(executor->flush().empty());
  EXPECT_TRUE(executor->start(2, "/g/task-2", 21).empty());
  EXPECT_TRUE(executor->flush().empty());
  EXPECT_EQ(slurm->arrays[0].seconds, 60 + 500);
  EXPECT_EQ(slurm->arrays[1].seconds, 60 + 11 * 100);
}

TEST_F(SlurmExecutorTest, ATaskHasEndedWhenTwoLooksSaySo) {
  submit(2);
  set(0, "TIMEOUT", "TimeLimit", "n7");
  EXPECT_EQ(ended(), Words{});
  EXPECT_EQ(ended(), Words{"1 ended on n7 as TIMEOUT (TimeLimit)"});
  EXPECT_EQ(ended(), Words{});
}

TEST_F(SlurmExecutorTest, ATaskThatIsPutBackAfterItsEndHasNotEnded) {
  submit(1);
  set(0, "NODE_FAIL");
  EXPECT_EQ(ended(), Words{});
  set(0, "PENDING", "BeginTime");
  EXPECT_EQ(ended(), Words{});
  EXPECT_EQ(ended(), Words{});
}

TEST_F(SlurmExecutorTest, ATaskThatTheQueueForgotHasEnded) {
  submit(1);
  slurm->listed.clear();
  ended();
  EXPECT_EQ(ended(), Words{"1 is no longer in Slurm's queue"});
}

TEST_F(SlurmExecutorTest, ASilentQueueEndsNothingAndIsToldOnce) {
  submit(1);
  slurm->is_silent = true;
  EXPECT_EQ(ended(), Words{});
  EXPECT_EQ(ended(), Words{});
  EXPECT_EQ(ended(), Words{});
  EXPECT_EQ(executor->news(), Words{"Slurm's queue does not answer: no route to the controller"});
  slurm->is_silent = false;
  ended();
  EXPECT_EQ(executor->news(), Words{"Slurm's queue answers again"});
}

TEST_F(SlurmExecutorTest, ATaskOfALostNodeIsAskedToStartAtOnce) {
  submit(1);
  set(0, "RUNNING");
  ended();
  set(0, "PENDING", "BeginTime", "");
  ended();
  ended();
  EXPECT_EQ(slurm->asked, Words{"start 7_0"});
  EXPECT_EQ(executor->news(),
            (Words{"1 task lost the node and went back into Slurm's queue",
                   "Slurm held 1 task until 12:02:00, and was asked to start at once"}));
}

TEST_F(SlurmExecutorTest, AHoldThatMayNotBeEndedIsShown) {
  submit(1);
  slurm->allows = false;
  set(0, "RUNNING");
  ended();
  set(0, "PENDING", "BeginTime", "");
  ended();
  EXPECT_EQ(executor->news(),
            (Words{"1 task lost the node and went back into Slurm's queue",
                   "Slurm holds 1 task until 12:02:00, and does not let us start earlier"}));
}

TEST_F(SlurmExecutorTest, ATaskThatTheUserDelaysIsLeftToWait) {
  submit(1);
  set(0, "PENDING", "BeginTime", "");
  ended();
  EXPECT_EQ(slurm->asked, Words{});
}

TEST_F(SlurmExecutorTest, OnlyAHoldOfSlurmsOwnIsReleased) {
  submit(2);
  set(0, "PENDING", "JobHeldUser", "");
  set(1, "PENDING", "launch_failed_requeued_held", "");
  ended();
  EXPECT_EQ(slurm->asked, Words{"release 7_1"});
}

TEST_F(SlurmExecutorTest, ATaskThatLosesNodeAfterNodeIsTakenOut) {
  make({.most_lost_nodes = 2});
  submit(1);
  for (int i = 0; i < 2; ++i) {
    set(0, "RUNNING");
    ended();
    set(0, "PENDING", "BeginTime", "");
    EXPECT_EQ(ended(), Words{});
  }
  EXPECT_EQ(slurm->cancelled, Words{"7_0"});
  EXPECT_EQ(ended(), Words{"1 lost one node after the other, was taken out of the queue"});
}

TEST_F(SlurmExecutorTest, WhyTasksWaitIsToldOnceForEachReason) {
  submit(3);
  set(0, "PENDING", "Priority", "");
  set(1, "PENDING", "Priority", "");
  set(2, "PENDING", "Resources", "");
  ended();
  ended();
  EXPECT_EQ(executor->news(), (Words{"a task waits in Slurm's queue: Priority",
                                     "a task waits in Slurm's queue: Resources"}));
}

TEST_F(SlurmExecutorTest, ASlowQueueIsAskedLessOften) {
  submit(1);
  slurm->answer_time = seconds(1);
  ended();
  const int looks = slurm->looks;
  for (int i = 0; i < 9; ++i) ended();
  EXPECT_EQ(slurm->looks, looks);  // 18 seconds of the 20
  ended();
  EXPECT_EQ(slurm->looks, looks + 1);
}

TEST_F(SlurmExecutorTest, TasksOfAnEarlierBatchAreTakenOutFirst) {
  slurm->listed = {{"3", 0, "RUNNING", "None", "", "n1"}, {"3", 1, "COMPLETED", "None", "", "n1"}};
  EXPECT_TRUE(executor->start(1, "/g/task-1", 1).empty());
  EXPECT_TRUE(executor->flush().empty());
  EXPECT_EQ(slurm->cancelled, Words{"3_0"});
  EXPECT_EQ(executor->news(), (Words{"1 task of an earlier batch taken out of Slurm's queue",
                                     "1 task in Slurm's queue as job 7"}));
}

TEST_F(SlurmExecutorTest, CancellingTakesOutAllAndWaitsForTheirEnd) {
  submit(2);
  set(0, "RUNNING");
  executor->cancel();
  EXPECT_EQ(slurm->cancelled, (Words{"7_0", "7_1"}));
  EXPECT_EQ(executor->room(), SlurmRules{}.most_tasks);
}

TEST_F(SlurmExecutorTest, WhatStillWaitsWhenAllIsGradedIsTakenOut) {
  // The executor owns the fake: what it was asked has to outlive both.
  class Remembering : public FakeSlurm {
   public:
    Remembering(Clock& clock, Words& all) : FakeSlurm(clock), all_(all) {}
    ~Remembering() override { all_ = cancelled; }

   private:
    Words& all_;
  };
  Words all;
  executor = std::make_unique<SlurmExecutor>(SlurmRules{},
                                             std::make_unique<Remembering>(clock, all), clock);
  submit(1);
  executor.reset();
  EXPECT_EQ(all, Words{"7_0"});
}

}  // namespace
}  // namespace bankcheck::batch
