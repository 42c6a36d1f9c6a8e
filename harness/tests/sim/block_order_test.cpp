// Blocks that run beside each other give what blocks in order give, to the last byte.
#include <gtest/gtest.h>

#include "sim/launch_fixture.hpp"

namespace bankcheck::sim {
namespace {

using base::ElementType;
using base::RowOutcome;

void expect_same(const base::Hazard& one, const base::Hazard& two) {
  EXPECT_EQ(one.kind, two.kind);
  EXPECT_EQ(one.fatal, two.fatal);
  EXPECT_EQ(one.thread, two.thread);
  EXPECT_EQ(one.line.line, two.line.line);
  EXPECT_EQ(one.text, two.text);
  EXPECT_EQ(one.occurrences, two.occurrences);
}

void expect_same(const LaunchResult& one, const LaunchResult& two) {
  EXPECT_EQ(one.outcome, two.outcome);
  EXPECT_EQ(one.outcome_text, two.outcome_text);
  ASSERT_EQ(one.hazards.size(), two.hazards.size());
  for (std::size_t i = 0; i < one.hazards.size(); ++i) expect_same(one.hazards[i], two.hazards[i]);
  EXPECT_EQ(one.counts, two.counts);
  ASSERT_EQ(one.lines.size(), two.lines.size());
  for (std::size_t i = 0; i < one.lines.size(); ++i) {
    EXPECT_EQ(one.lines[i].line.line, two.lines[i].line.line);
    EXPECT_EQ(one.lines[i].counts, two.lines[i].counts);
  }
  EXPECT_EQ(one.warp_instructions, two.warp_instructions);
  EXPECT_EQ(one.shared_bytes, two.shared_bytes);
  EXPECT_EQ(one.printed, two.printed);
  EXPECT_EQ(one.reads, two.reads);
  EXPECT_EQ(one.requests, two.requests);
  EXPECT_EQ(one.lowest_word_read, two.lowest_word_read);
}

/// Runs the launch on 1, 2, 3 and 8 threads; what differs fails. Returns the launch after blocks in
/// order, and their result.
struct Ran {
  LaunchBuilder launch;
  LaunchResult result;
};

Ran run_on_any_threads(const LaunchBuilder& launch, std::uint64_t budget = 1'000'000) {
  static const Program kProgram = program_of(read_text(BANKCHECK_TEST_DATA "/ptx/block_order.ptx"));
  Options options;
  options.keep_ledger = true;
  options.instruction_budget = budget;
  options.print_limit_bytes = 60;
  Ran in_order{launch, {}};
  in_order.result = in_order.launch.run(kProgram, options);
  for (const unsigned threads : {2u, 3u, 8u}) {
    SCOPED_TRACE(threads);
    options.worker_threads = threads;
    LaunchBuilder beside = launch;
    expect_same(in_order.result, beside.run(kProgram, options));
    const std::vector<base::Buffer>& wanted = in_order.launch.launch().buffers;
    const std::vector<base::Buffer>& found = beside.launch().buffers;
    for (std::size_t i = 0; i < wanted.size(); ++i) EXPECT_EQ(wanted[i].bytes, found[i].bytes) << i;
  }
  return in_order;
}

int element(const LaunchBuilder& launch, std::size_t buffer, std::size_t index) {
  return static_cast<int>(launch.element(buffer, index));
}

int number(std::size_t i) { return static_cast<int>(i); }

TEST(BlockOrder, BlocksThatShareNothingGiveTheSameOnAnyNumberOfThreads) {
  const Ran ran = run_on_any_threads(LaunchBuilder("independent", {21, 1, 1}, {256, 1, 1})
                                         .buffer(ElementType::kI32, 21 * 256, number)
                                         .zeros(ElementType::kI32, 21 * 256));
  EXPECT_EQ(ran.result.outcome, RowOutcome::kOk);
  EXPECT_EQ(element(ran.launch, 1, 20 * 256), 3 * (20 * 256 + 255));
  EXPECT_EQ(ran.result.shared_bytes, 1024u);
  EXPECT_EQ(ran.result.reads.size(), 21u * 256);
  EXPECT_EQ(ran.result.counts.shared_load.requests, 21u * 8);
}

TEST(BlockOrder, OfBlocksThatWriteTheSameBytesTheLastStands) {
  const Ran ran = run_on_any_threads(LaunchBuilder("overlapping", {19, 1, 1}, {64, 1, 1})
                                         .buffer(ElementType::kI32, 19, number)
                                         .zeros(ElementType::kU8, 64));
  EXPECT_EQ(element(ran.launch, 1, 0), 18);
  EXPECT_EQ(element(ran.launch, 1, 1), 18);
}

TEST(BlockOrder, ABlockReadsWhatTheBlocksBeforeItHaveWritten) {
  const Ran ran = run_on_any_threads(
      LaunchBuilder("chained", {16, 1, 1}, {32, 1, 1}).zeros(ElementType::kI32, 17 * 32));
  EXPECT_EQ(element(ran.launch, 0, 16 * 32 + 5), 16);
}

TEST(BlockOrder, AtomicsOnGlobalMemoryTakeTheirTurnInTheOrderOfBlocks) {
  const Ran ran = run_on_any_threads(LaunchBuilder("tickets", {16, 1, 1}, {32, 1, 1})
                                         .zeros(ElementType::kI32, 1)
                                         .zeros(ElementType::kI32, 16));
  for (std::size_t block = 0; block < 16; ++block) {
    EXPECT_EQ(element(ran.launch, 1, block), static_cast<int>(block));
  }
}

TEST(BlockOrder, AModulesVariablesAreMemoryLikeAnyOther) {
  const Ran ran = run_on_any_threads(
      LaunchBuilder("stateful", {16, 1, 1}, {32, 1, 1}).zeros(ElementType::kI32, 16));
  EXPECT_EQ(element(ran.launch, 0, 15), 16);
}

TEST(BlockOrder, ALaunchEndsWithTheFirstBlockThatFails) {
  const Ran ran = run_on_any_threads(LaunchBuilder("out_of_bounds", {16, 1, 1}, {32, 1, 1})
                                         .zeros(ElementType::kI32, 16 * 32)
                                         .scalar(11));
  EXPECT_EQ(ran.result.outcome, RowOutcome::kCrashed);
  ASSERT_EQ(ran.result.hazards.size(), 1u);
  EXPECT_EQ(ran.result.hazards[0].thread.block.x, 11u);
  EXPECT_EQ(element(ran.launch, 0, 12 * 32 - 1), 7);
  EXPECT_EQ(element(ran.launch, 0, 12 * 32), 0);
}

TEST(BlockOrder, ABlockThatDoesNotEndUsesUpWhatTheBlocksBeforeItHaveLeft) {
  for (const int bad : {0, 11}) {
    const Ran ran = run_on_any_threads(LaunchBuilder("endless", {16, 1, 1}, {32, 1, 1})
                                           .zeros(ElementType::kI32, 16 * 32)
                                           .scalar(bad));
    EXPECT_EQ(ran.result.outcome, RowOutcome::kTimedOut);
    ASSERT_EQ(ran.result.hazards.size(), 1u);
    EXPECT_EQ(ran.result.hazards[0].thread.block.x, static_cast<unsigned>(bad));
  }
}

TEST(BlockOrder, BlocksThatTogetherTakeMoreThanTheBudgetAreStopped) {
  const LaunchBuilder launch = LaunchBuilder("independent", {21, 1, 1}, {256, 1, 1})
                                   .buffer(ElementType::kI32, 21 * 256, number)
                                   .zeros(ElementType::kI32, 21 * 256);
  EXPECT_EQ(run_on_any_threads(launch, 2000).result.outcome, RowOutcome::kTimedOut);
}

TEST(BlockOrder, HazardsAreCountedAndWhatIsPrintedIsCutAsInOrder) {
  const Ran ran = run_on_any_threads(
      LaunchBuilder("racing", {16, 1, 1}, {32, 1, 1}).zeros(ElementType::kI32, 16 * 32));
  ASSERT_EQ(ran.result.hazards.size(), 1u);
  EXPECT_EQ(ran.result.hazards[0].occurrences, 16u * 16);
  EXPECT_EQ(ran.result.printed.substr(0, 16), "block 0\nblock 1\n");
  EXPECT_EQ(ran.result.printed.size(), 60u);
}

}  // namespace
}  // namespace bankcheck::sim
