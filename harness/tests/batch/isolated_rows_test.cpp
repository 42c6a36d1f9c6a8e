#include "batch/isolated_rows.hpp"

#include <csignal>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include "sandbox/system_call_filter.hpp"
#include "sanitized.hpp"

namespace bankcheck::batch {
namespace {

using base::RowOutcome;

/// Four rows; all but the one labelled `c` do well.
class IsolatedRows : public testing::Test {
 protected:
  IsolatedRows() {
    for (const char* label : {"a", "b", "c", "d"}) {
      records_.emplace_back().label = label;
    }
  }

  void run(const std::function<void(base::RowRecord&, const std::atomic<bool>&)>& trouble) {
    const auto prepare = [&]() -> RowWork {
      return
          [&](std::size_t row, base::RowRecord& record, unsigned, const std::atomic<bool>& stop) {
            record.outcome = RowOutcome::kOk;
            record.warp_instructions = 100 + row;
            if (record.label == "c") trouble(record, stop);
          };
    };
    run_rows_isolated(records_, prepare, limits_, stop_);
  }

  /// The others are there; what the troubled row says.
  std::string text_of_c() {
    for (const std::size_t row : {0u, 1u, 3u}) {
      EXPECT_EQ(records_[row].outcome, RowOutcome::kOk) << records_[row].outcome_text;
      EXPECT_EQ(records_[row].warp_instructions, 100 + row);
    }
    EXPECT_EQ(records_[2].label, "c");
    EXPECT_EQ(records_[2].outcome, RowOutcome::kMachineTrouble);
    return records_[2].outcome_text;
  }

  std::vector<base::RowRecord> records_;
  RowsLimits limits_;
  std::atomic<bool> stop_ = false;
};

TEST_F(IsolatedRows, ComeBackAsTheyAre) {
  run([](base::RowRecord& record, const std::atomic<bool>&) {
    record.outcome = RowOutcome::kWrongResult;
    record.label = "another";
    record.mismatch =
        base::Mismatch{"out", 7, base::ThreadId{{1, 2, 3}, {4, 5, 6}}, 0.1, 0.2, true, 8, 9};
    record.hazards.push_back({base::HazardKind::kSharedRace, true, {}, {"a.cu", 3}, "text", 4});
    record.counts.emplace().shared_load.add(5);
    record.lines.push_back({{"a.cu", 3}, *record.counts});
    record.delays = {"reads the clock"};
    record.printed = std::string("x\0y", 3);
  });
  const base::RowRecord& record = records_[2];
  EXPECT_EQ(record.outcome, RowOutcome::kWrongResult);
  EXPECT_EQ(record.label, "c");
  ASSERT_TRUE(record.mismatch.has_value());
  EXPECT_EQ(record.mismatch->thread, (base::ThreadId{{1, 2, 3}, {4, 5, 6}}));
  EXPECT_EQ(record.mismatch->found, 0.1);
  EXPECT_EQ(record.mismatch->wrong_elements, 8u);
  ASSERT_EQ(record.hazards.size(), 1u);
  EXPECT_EQ(record.hazards[0].line.line, 3);
  EXPECT_EQ(record.hazards[0].occurrences, 4u);
  EXPECT_EQ(record.counts->shared_load.worst_wavefronts, 5u);
  EXPECT_EQ(record.lines.at(0).counts, *record.counts);
  EXPECT_EQ(record.delays, std::vector<std::string>{"reads the clock"});
  EXPECT_EQ(record.printed, std::string("x\0y", 3));
  EXPECT_EQ(record.ledger.has_value(), false);
}

TEST_F(IsolatedRows, LoseOnlyTheOneThatCrashes) {
  run([](base::RowRecord&, const std::atomic<bool>&) { ::raise(SIGKILL); });
  EXPECT_EQ(text_of_c(), "the simulator failed: ended by signal 9 (Killed)");
}

TEST_F(IsolatedRows, LoseOnlyTheOneThatAborts) {
  run([](base::RowRecord&, const std::atomic<bool>&) {
    constexpr std::string_view kText = "assertion failed";
    [[maybe_unused]] const auto written = ::write(2, kText.data(), kText.size());
    std::abort();
  });
  EXPECT_EQ(text_of_c(), "the simulator failed: ended by signal 6 (Aborted): assertion failed");
}

TEST_F(IsolatedRows, LoseOnlyTheOneThatThrows) {
  run([](base::RowRecord&, const std::atomic<bool>&) { throw std::runtime_error("no idea"); });
  EXPECT_EQ(text_of_c(), "the simulator failed: no idea");
}

TEST_F(IsolatedRows, LoseOnlyTheOneThatMakesASystemCall) {
  if (!sandbox::can_filter_system_calls()) GTEST_SKIP() << "this build cannot filter system calls";
  run([](base::RowRecord&, const std::atomic<bool>&) { ::socket(AF_INET, SOCK_STREAM, 0); });
  EXPECT_EQ(text_of_c(), "the simulator failed: a system call that is not allowed was made");
}

TEST_F(IsolatedRows, LoseOnlyTheOneThatUsesUpTheMemory) {
  if (kSanitized) GTEST_SKIP() << "the sanitizer cannot live with a limit on memory";
  limits_.memory_bytes = std::uint64_t{256} << 20;
  limits_.thread_memory_bytes = 0;
  run([](base::RowRecord&, const std::atomic<bool>&) {
    std::vector<std::string> all;
    for (;;) all.emplace_back(1u << 20, 'x');
  });
  EXPECT_EQ(text_of_c(), "the simulator failed: the limit on memory was reached");
}

TEST_F(IsolatedRows, EndTheOneWhoseTimeIsOver) {
  limits_.row_seconds = 0.1;
  run([](base::RowRecord& record, const std::atomic<bool>& stop) {
    while (!stop) {
    }
    record.outcome = RowOutcome::kNotRun;
  });
  EXPECT_EQ(text_of_c(), "the simulator had not finished after 0.1 s");
}

TEST_F(IsolatedRows, RunOnThreadsOfTheChild) {
  limits_.threads = 3;
  run([](base::RowRecord&, const std::atomic<bool>&) { ::raise(SIGKILL); });
  EXPECT_EQ(text_of_c(), "the simulator failed: ended by signal 9 (Killed)");
}

TEST_F(IsolatedRows, StayAsTheyAreWhenTheUserStops) {
  std::thread user([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    stop_ = true;
  });
  run([](base::RowRecord&, const std::atomic<bool>&) {
    for (;;) std::this_thread::sleep_for(std::chrono::seconds(1));
  });
  user.join();
  EXPECT_EQ(records_[2].outcome, RowOutcome::kNotRun);
  EXPECT_EQ(records_[2].label, "c");
}

}  // namespace
}  // namespace bankcheck::batch
