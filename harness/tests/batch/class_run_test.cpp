#include "batch/class_run.hpp"

#include <map>
#include <set>

#include <gtest/gtest.h>

namespace bankcheck::batch {
namespace {

using std::chrono::milliseconds;

/// Time passes when somebody sleeps, and only then.
class FakeClock : public Clock {
 public:
  Time now() override { return now_; }
  void sleep(milliseconds duration) override { now_ += duration; }

 private:
  Time now_;
};

class FakeShelf : public ResultShelf {
 public:
  std::optional<StoredResult> read(const std::string& key) override {
    new_.erase(key);
    const auto found = results.find(key);
    return found == results.end() ? std::nullopt : std::optional(found->second);
  }
  std::optional<StoredResult> read_if_new(const std::string& key) override {
    return new_.contains(key) ? read(key) : std::nullopt;
  }
  void remove(const std::string& key) override { results.erase(key); }
  base::Diagnostics write(const std::string& key, const StoredResult& result) override {
    results[key] = result;
    new_.insert(key);
    return {};
  }

  std::map<std::string, StoredResult> results;

 private:
  std::set<std::string> new_;
};

/// What becomes of a submission when a worker comes to it.
enum class Fate { kGraded, kTrouble, kKillsWorker };

/// Each poll, every worker does one submission of its task.
class FakeExecutor : public Executor {
 public:
  FakeExecutor(FakeShelf& shelf, std::map<std::string, std::vector<Fate>> fates)
      : shelf_(shelf), fates_(std::move(fates)) {}

  std::size_t room() override { return slots - tasks_.size(); }
  std::size_t items_per_task(std::size_t waiting) const override {
    return std::min(waiting, most_items);
  }
  base::Diagnostics start(int number, const std::filesystem::path&, std::size_t items) override {
    if (refuses) {
      base::Diagnostic error;
      error.text = "no processes left";
      return {error};
    }
    started.push_back(items);
    tasks_[number] = placed[number].items;
    return {};
  }
  base::Diagnostics flush() override {
    if (refused_flushes == 0) return {};
    --refused_flushes;
    for (const auto& [number, task] : placed) tasks_.erase(number);
    base::Diagnostic error;
    error.text = "the queue is full";
    return {error};
  }
  std::vector<EndedTask> ended() override {
    std::vector<EndedTask> over;
    for (auto& [number, items] : tasks_) {
      const bool dies = !items.empty() && !work(items.front());
      if (!items.empty()) items.erase(items.begin());
      if (dies) over.push_back({number, "was killed by signal 9"});
      if (!dies && items.empty()) over.push_back({number, "exited with status 0"});
    }
    for (const EndedTask& task : over) tasks_.erase(task.number);
    return over;
  }
  void cancel() override {
    cancelled = true;
    tasks_.clear();
  }

  bool work(const TaskItem& item) {
    attempts[item.key()].emplace_back(item.number, item.attempt);
    auto& fates = fates_[item.key()];
    const Fate fate = fates.empty() ? Fate::kGraded : fates.front();
    if (!fates.empty()) fates.erase(fates.begin());
    if (fate == Fate::kKillsWorker) return false;
    StoredResult result = trouble_result(item, "run", "the disk is full");
    if (fate == Fate::kGraded) {
      result.entry.state = checks::EntryState::kGraded;
      result.entry.verdict = checks::Verdict::kPass;
    }
    EXPECT_TRUE(shelf_.write(item.key(), result).empty());
    return true;
  }

  std::map<std::string, std::vector<std::pair<std::size_t, int>>> attempts;  ///< number, attempt
  std::size_t slots = 1;
  std::size_t most_items = 1000;
  bool refuses = false;
  int refused_flushes = 0;
  bool cancelled = false;
  std::map<int, Task> placed;
  std::vector<std::size_t> started;  ///< sizes of the tasks

 private:
  FakeShelf& shelf_;
  std::map<std::string, std::vector<Fate>> fates_;
  std::map<int, std::vector<TaskItem>> tasks_;
};

class ClassRunTest : public testing::Test {
 protected:
  static std::vector<TaskItem> items(const std::vector<std::string>& keys) {
    std::vector<TaskItem> all;
    for (const std::string& key : keys) {
      TaskItem item;
      item.handed_in.student.key = key;
      item.made_of.submission = "hash of " + key;
      all.push_back(item);
    }
    return all;
  }

  base::Diagnostics run(FakeExecutor& executor, const std::vector<std::string>& keys) {
    GradingSettings settings;
    settings.run = "run";
    RunHooks hooks;
    hooks.on_result = [&](const StoredResult& result) {
      done[result.entry.student.key].push_back(result.entry.state);
      if (done.size() == stop_after) stop = true;
    };
    hooks.say = [&](const std::string& text) { said.push_back(text); };
    ClassRun class_run(settings, items(keys), {}, hooks,
                       {executor, shelf, clock,
                        [&](int number, const Task& task) -> base::Result<std::filesystem::path> {
                          executor.placed[number] = task;
                          return std::filesystem::path("task");
                        }});
    return class_run.run(stop);
  }

  using States = std::vector<checks::EntryState>;
  static constexpr auto kGraded = checks::EntryState::kGraded;
  static constexpr auto kTrouble = checks::EntryState::kTrouble;

  FakeShelf shelf;
  FakeClock clock;
  std::atomic<bool> stop = false;
  std::size_t stop_after = 0;
  std::map<std::string, States> done;
  std::vector<std::string> said;
};

TEST_F(ClassRunTest, GivesEverythingToOneWorkerAndTellsEachResultOnce) {
  FakeExecutor executor(shelf, {});
  EXPECT_TRUE(run(executor, {"a", "b", "c"}).empty());
  EXPECT_EQ(executor.started, (std::vector<std::size_t>{3}));
  EXPECT_EQ(done,
            (std::map<std::string, States>{{"a", {kGraded}}, {"b", {kGraded}}, {"c", {kGraded}}}));
  EXPECT_TRUE(said.empty());
}

TEST_F(ClassRunTest, PacksTasksAsTheExecutorWantsThem) {
  FakeExecutor executor(shelf, {});
  executor.most_items = 2;
  executor.slots = 2;
  EXPECT_TRUE(run(executor, {"a", "b", "c", "d", "e"}).empty());
  EXPECT_EQ(executor.started, (std::vector<std::size_t>{2, 2, 1}));
  EXPECT_EQ(done.size(), 5u);
}

TEST_F(ClassRunTest, TriesAgainWhatAMachineFailedAt) {
  FakeExecutor executor(shelf, {{"a", {Fate::kTrouble, Fate::kTrouble}}});
  const auto start = clock.now();
  EXPECT_TRUE(run(executor, {"a", "b"}).empty());
  EXPECT_EQ(done["a"], States{kGraded});
  EXPECT_EQ(shelf.results["a"].attempt, 3);
  EXPECT_EQ(said, (std::vector<std::string>{"a: attempt 1 of 3 failed: the disk is full",
                                            "a: attempt 2 of 3 failed: the disk is full"}));
  EXPECT_GE(clock.now() - start, milliseconds(3000)) << "pauses of one and two seconds";
}

TEST_F(ClassRunTest, GivesASubmissionOneNumberForAllItsAttempts) {
  FakeExecutor executor(shelf, {{"b", {Fate::kTrouble, Fate::kKillsWorker, Fate::kTrouble}}});
  EXPECT_TRUE(run(executor, {"a", "b", "c"}).empty());
  using Attempts = std::vector<std::pair<std::size_t, int>>;
  EXPECT_EQ(executor.attempts["a"], (Attempts{{0, 1}}));
  for (const auto& [number, attempt] : executor.attempts["b"]) EXPECT_EQ(number, 1u) << attempt;
  EXPECT_EQ(executor.attempts["b"].back().second, 3);
  EXPECT_EQ(executor.attempts["c"].back().first, 2u);
}

TEST_F(ClassRunTest, BelievesInTroubleAfterTheLastAttempt) {
  FakeExecutor executor(shelf, {{"a", {Fate::kTrouble, Fate::kTrouble, Fate::kTrouble}}});
  EXPECT_TRUE(run(executor, {"a", "b"}).empty());
  EXPECT_EQ(done["a"], States{kTrouble});
  EXPECT_EQ(done["b"], States{kGraded});
}

TEST_F(ClassRunTest, GivesWhatALostWorkerLeftToOthers) {
  FakeExecutor executor(shelf, {{"b", {Fate::kKillsWorker}}});
  EXPECT_TRUE(run(executor, {"a", "b", "c", "d", "e"}).empty());
  EXPECT_EQ(executor.started, (std::vector<std::size_t>{5, 2, 2}));
  for (const char* key : {"a", "b", "c", "d", "e"}) EXPECT_EQ(done[key], States{kGraded}) << key;
  EXPECT_EQ(said, std::vector<std::string>{"a worker was killed by signal 9 and left 4 submissions "
                                           "ungraded; they are given to others"});
}

TEST_F(ClassRunTest, FindsTheOneThatTakesEveryWorkerAlong) {
  FakeExecutor executor(shelf, {{"c", std::vector<Fate>(50, Fate::kKillsWorker)}});
  EXPECT_TRUE(run(executor, {"a", "b", "c", "d", "e", "f", "g", "h"}).empty());
  EXPECT_EQ(done["c"], States{kTrouble});
  EXPECT_EQ(done.size(), 8u);
  for (const auto& [key, states] : done) {
    EXPECT_EQ(states, States{key == "c" ? kTrouble : kGraded}) << key;
  }
  EXPECT_EQ(shelf.results["c"].entry.reason,
            "a worker was killed by signal 9 and left 1 submission ungraded, and so did those "
            "before it");
}

TEST_F(ClassRunTest, TakesNoResultThatWasMadeOfSomethingElse) {
  FakeExecutor executor(shelf, {});
  StoredResult old;
  old.entry.student.key = "a";
  old.made_of.submission = "hash of an earlier a";
  old.entry.state = kGraded;
  EXPECT_TRUE(shelf.write("a", old).empty());
  EXPECT_TRUE(run(executor, {"a"}).empty());
  EXPECT_EQ(done["a"], States{kGraded});
  EXPECT_EQ(shelf.results["a"].made_of.submission, "hash of a");
}

TEST_F(ClassRunTest, StopsTheWorkersWhenItIsToldTo) {
  FakeExecutor executor(shelf, {});
  stop_after = 2;
  EXPECT_TRUE(run(executor, {"a", "b", "c", "d"}).empty());
  EXPECT_TRUE(executor.cancelled);
  EXPECT_LT(done.size(), 4u);
}

TEST_F(ClassRunTest, GivesUpWhenNoWorkerCanBeStarted) {
  FakeExecutor executor(shelf, {});
  executor.refuses = true;
  const base::Diagnostics errors = run(executor, {"a"});
  ASSERT_FALSE(errors.empty());
  EXPECT_EQ(errors.front().text, "no processes left");
  EXPECT_TRUE(done.empty());
}

TEST_F(ClassRunTest, TasksThatTheExecutorCannotBeginAreStartedAgain) {
  FakeExecutor executor(shelf, {});
  executor.slots = 2;
  executor.most_items = 1;
  executor.refused_flushes = 2;
  EXPECT_TRUE(run(executor, {"a", "b", "c"}).empty());
  EXPECT_EQ(done,
            (std::map<std::string, States>{{"a", {kGraded}}, {"b", {kGraded}}, {"c", {kGraded}}}));
}

}  // namespace
}  // namespace bankcheck::batch
