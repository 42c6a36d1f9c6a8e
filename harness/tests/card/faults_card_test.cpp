// Kernels and accidents that take a worker with them, on a real card.
#include <csignal>
#include <ostream>

#include <sys/wait.h>
#include <unistd.h>

#include "card_fixture.hpp"
#include "gpu/device_lock.hpp"
#include "sandbox/process_filters.hpp"
#include "sandbox/system_call_filter.hpp"

namespace bankcheck::card {
namespace {

using base::HazardKind;
using base::RowOutcome;

struct Fault {
  const char* entry;
  RowOutcome outcome;
  HazardKind hazard;
  const char* text;
};

/// For the names of the tests.
void PrintTo(const Fault& fault, std::ostream* stream) { *stream << fault.entry; }

class FaultOnCard : public OnCard, public testing::WithParamInterface<Fault> {};

TEST_P(FaultOnCard, InRowThreeOfEightLeavesTheOtherSeven) {
  gpu::GpuJob job = honest_sweep({1, 2, 3, 4, 8, 16, 32, 33});
  job.rows[2] = kernel_row("3", GetParam().entry, 3);
  job.row_seconds = 1;
  const auto rows = run(job);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (i == 2) continue;
    EXPECT_EQ(rows[i].outcome, RowOutcome::kOk) << table(rows);
    EXPECT_TRUE(rows[i].timing && rows[i].timing->ratio > 0) << table(rows);
  }
  EXPECT_EQ(rows[2].outcome, GetParam().outcome) << rows[2].outcome_text;
  EXPECT_EQ(rows[2].outcome_text, GetParam().text);
  ASSERT_EQ(rows[2].hazards.size(), 1u);
  EXPECT_EQ(rows[2].hazards[0].kind, GetParam().hazard);
}

INSTANTIATE_TEST_SUITE_P(
    EachKind, FaultOnCard,
    testing::Values(
        Fault{"writes_to_nowhere", RowOutcome::kCrashed, HazardKind::kOutOfBounds,
              "the kernel accessed memory that is not its own (CUDA_ERROR_ILLEGAL_ADDRESS)"},
        Fault{"writes_misaligned", RowOutcome::kCrashed, HazardKind::kMisaligned,
              "the kernel accessed a misaligned address (CUDA_ERROR_MISALIGNED_ADDRESS)"},
        Fault{"traps", RowOutcome::kCrashed, HazardKind::kTrap,
              "the kernel stopped itself (a trap, or shared memory out of bounds) "
              "(CUDA_ERROR_LAUNCH_FAILED)"},
        Fault{"asserts", RowOutcome::kCrashed, HazardKind::kAssertion,
              "an assertion of the kernel failed (CUDA_ERROR_ASSERT)"},
        Fault{"never_ends", RowOutcome::kTimedOut, HazardKind::kEndlessLoop,
              "the kernel had not finished after 1 s"}),
    [](const auto& info) { return std::string(info.param.entry); });

using AccidentsOnCard = OnCard;

TEST_F(AccidentsOnCard, AWorkerKilledFromOutsideIsReplaced) {
  gpu::GpuJob job = honest_sweep({1, 2, 4});
  job.timing.minimum_rounds = 300;
  job.timing.time_limit_ms = 20'000;
  gpu::Session session(workers());
  ASSERT_TRUE(session.wait_until_ready().empty());
  const pid_t worker = session.worker().process();
  int batches = 0;
  job.is_cancelled = [&] {
    if (++batches == 50) kill(worker, SIGKILL);
    return false;
  };
  const auto rows = gpu::run_rows(session, job);
  EXPECT_GE(batches, 50);
  EXPECT_NE(session.worker().process(), worker);
  for (const auto& row : rows) EXPECT_EQ(row.outcome, RowOutcome::kOk) << table(rows);
}

TEST_F(AccidentsOnCard, EveryThreadOfAWorkerIsConfinedAndItsRowsAreFine) {
  if (!sandbox::can_filter_system_calls()) GTEST_SKIP() << "built without libseccomp";
  const auto own = sandbox::filters_on(getpid());
  if (!own) GTEST_SKIP() << "this kernel does not tell";
  gpu::Session session(workers());
  ASSERT_TRUE(session.wait_until_ready().empty());
  const auto rows = gpu::run_rows(session, honest_sweep({1, 32}));
  EXPECT_EQ(rows[1].outcome, RowOutcome::kOk) << table(rows);
  EXPECT_EQ(sandbox::filters_on(session.worker().process()), *own + 1);
}

/// Grades under the card's lock in a process of its own; exits with 0 when all is well.
pid_t start_grader(const std::string& folder) {
  const pid_t process = fork();
  if (process != 0) return process;
  const auto lock = gpu::DeviceLock::acquire(folder, the_card().value().uuid, {});
  const auto rows = run(honest_sweep({1, 32}));
  const bool is_fine = lock && rows[1].timing && rows[1].timing->conclusive;
  if (!is_fine) fputs(table(rows).c_str(), stderr);
  _exit(is_fine ? 0 : 1);
}

TEST_F(AccidentsOnCard, TwoGradersAtOnceTimeOneAfterTheOther) {
  const std::string folder = testing::TempDir();
  const pid_t graders[] = {start_grader(folder), start_grader(folder)};
  for (const pid_t grader : graders) {
    int status = -1;
    waitpid(grader, &status, 0);
    EXPECT_EQ(status, 0);
  }
}

}  // namespace
}  // namespace bankcheck::card
