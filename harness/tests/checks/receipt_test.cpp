#include "checks/receipt.hpp"

#include <cmath>
#include <set>

#include <gtest/gtest.h>

#include "checks/order_receipt.hpp"
#include "checks/reads_difference.hpp"

namespace bankcheck::checks {
namespace {

constexpr const char* kRubric = R"yaml(
version: 1
exercise: sums
title: Sums of rotations
submission: {source: sum.cu}
constants: {words: 256}
kernels:
  - id: sum
    name: sum
    launch: {block: 64, grid: 2}
    parameters:
      - {name: in, type: f32, length: words, fill: random, range: [0, 15]}
      - {name: out, type: f32, length: threads, output: true}
      - {name: stride, type: i32, value: stride}
    expect:
      - {buffer: out, value: "sum(k, 0, words, in[(tx*stride + k) % words])"}
    reads: {each: k, count: words, word: (tx*stride + k) % words}
    degree: gcd(stride, 32)
sweep:
  variable: stride
  baseline: 1
  base: [1, 256]
checks:
  - result: {rows: all}
    points: 1
pass_mark: 1
)yaml";

rubric::Rubric sums() {
  auto rubric = rubric::parse_rubric(base::SourceText("sums.yaml", kRubric));
  EXPECT_TRUE(rubric.ok()) << base::render(rubric.errors());
  return std::move(rubric).value();
}

PreparedLaunch prepare(ReceiptKind kind, const char* label = "1", std::uint64_t seed = 1) {
  const rubric::Rubric rubric = sums();
  auto prepared = prepare_launch(rubric, *rubric.find_row(label), {}, kind, seed);
  EXPECT_TRUE(prepared.ok()) << base::render(prepared.errors());
  return std::move(prepared).value();
}

/// The sums as an honest kernel makes them, each thread in the order that `next` gives.
using Order = std::size_t (*)(std::size_t step);
void run_kernel(PreparedLaunch& prepared, std::size_t stride, Order order) {
  base::Buffer& in = prepared.launch.buffers[0];
  base::Buffer& out = prepared.launch.buffers[1];
  for (std::size_t thread = 0; thread < out.length(); ++thread) {
    float sum = 0;
    for (std::size_t step = 0; step < 256; ++step) {
      sum += static_cast<float>(
          base::element_as_double(in, (thread % 64 * stride + order(step)) % 256));
    }
    base::set_element(out, thread, sum);
  }
}

std::size_t forwards(std::size_t step) { return step; }
std::size_t backwards(std::size_t step) { return 255 - step; }
std::size_t odd_ones_first(std::size_t step) {
  return step < 128 ? 2 * step + 1 : 2 * (step - 128);
}

TEST(Receipt, StartsWithSecretsInTheInputsAndPoisonInTheOutputs) {
  const PreparedLaunch prepared = prepare(ReceiptKind::kExact);
  std::set<double> seen;
  for (std::size_t i = 0; i < 256; ++i) {
    const double value = base::element_as_double(prepared.launch.buffers[0], i);
    EXPECT_TRUE(value >= 0 && value <= 15 && value == std::floor(value)) << value;
    seen.insert(value);
  }
  EXPECT_EQ(seen.size(), 16u);
  for (std::size_t i = 0; i < 128; ++i) {
    EXPECT_TRUE(std::isnan(base::element_as_double(prepared.launch.buffers[1], i)));
  }
}

TEST(Receipt, IsTheSameForTheSameSeedAndAnotherForAnother) {
  const auto bytes = [](std::uint64_t seed) {
    return prepare(ReceiptKind::kExact, "1", seed).launch.buffers[0].bytes;
  };
  EXPECT_EQ(bytes(5), bytes(5));
  EXPECT_NE(bytes(5), bytes(6));
}

TEST(Receipt, SeedDependsOnSubmissionRubricRowAndKind) {
  const std::uint64_t seed = row_seed("a", "b", "1", ReceiptKind::kExact);
  EXPECT_EQ(seed, row_seed("a", "b", "1", ReceiptKind::kExact));
  EXPECT_NE(seed, row_seed("x", "b", "1", ReceiptKind::kExact));
  EXPECT_NE(seed, row_seed("a", "x", "1", ReceiptKind::kExact));
  EXPECT_NE(seed, row_seed("a", "b", "2", ReceiptKind::kExact));
  EXPECT_NE(seed, row_seed("a", "b", "1", ReceiptKind::kOrder));
}

TEST(Receipt, AcceptsAnHonestKernelInAnyOrder) {
  for (const Order order : {forwards, backwards, odd_ones_first}) {
    PreparedLaunch prepared = prepare(ReceiptKind::kExact);
    run_kernel(prepared, 1, order);
    EXPECT_EQ(first_mismatch(prepared, prepared.launch.buffers), std::nullopt);
  }
}

TEST(Receipt, NamesTheFirstWrongElementAndItsThread) {
  PreparedLaunch prepared = prepare(ReceiptKind::kExact);
  run_kernel(prepared, 1, forwards);
  const double right = base::element_as_double(prepared.launch.buffers[1], 81);
  base::set_element(prepared.launch.buffers[1], 81, right + 1);
  base::set_element(prepared.launch.buffers[1], 90, 0);
  const auto mismatch = first_mismatch(prepared, prepared.launch.buffers);
  ASSERT_TRUE(mismatch.has_value());
  EXPECT_EQ(mismatch->buffer, "out");
  EXPECT_EQ(mismatch->index, 81u);
  EXPECT_EQ(mismatch->thread, (base::ThreadId{{1, 0, 0}, {17, 0, 0}}));
  EXPECT_EQ(mismatch->found, right + 1);
  EXPECT_EQ(mismatch->wanted, right);
  EXPECT_FALSE(mismatch->never_written);
  EXPECT_EQ(mismatch->wrong_elements, 2u);
  EXPECT_EQ(mismatch->elements, 128u);
}

TEST(Receipt, LooksAtEveryElementOfALongOutput) {
  constexpr std::size_t kLength = 2500;
  PreparedLaunch prepared;
  base::Buffer& out = prepared.launch.buffers.emplace_back();
  out.bytes.resize(kLength * sizeof(float));
  prepared.expected.push_back({0, std::vector<double>(kLength, 0.0)});
  EXPECT_EQ(first_mismatch(prepared, prepared.launch.buffers), std::nullopt);
  base::set_element(out, 1024, 7);
  base::set_element(out, kLength - 1, 8);
  const auto mismatch = first_mismatch(prepared, prepared.launch.buffers);
  ASSERT_TRUE(mismatch.has_value());
  EXPECT_EQ(mismatch->index, 1024u);
  EXPECT_EQ(mismatch->found, 7);
  EXPECT_EQ(mismatch->wrong_elements, 2u);
}

TEST(Receipt, SaysThatAnElementWasNeverWritten) {
  const PreparedLaunch prepared = prepare(ReceiptKind::kExact);
  const auto mismatch = first_mismatch(prepared, prepared.launch.buffers);
  ASSERT_TRUE(mismatch.has_value());
  EXPECT_TRUE(mismatch->never_written);
  EXPECT_EQ(mismatch->wrong_elements, 128u);
}

base::LedgerOutcome judged(PreparedLaunch& prepared, bool reads_are_proved = false) {
  return judge_order(prepared, prepared.launch.buffers, reads_are_proved).value();
}

TEST(OrderReceipt, EqualsTheLessonsOrderBitForBit) {
  PreparedLaunch prepared = prepare(ReceiptKind::kOrder);
  run_kernel(prepared, 1, forwards);
  const base::LedgerOutcome outcome = judged(prepared);
  EXPECT_TRUE(outcome.kept);
  EXPECT_EQ(outcome.text, "every sum equals the sum in the lesson's order, bit for bit");
}

TEST(OrderReceipt, AcceptsHonestKernelsWithAnOrderOfTheirOwn) {
  for (const Order order : {backwards, odd_ones_first}) {
    PreparedLaunch prepared = prepare(ReceiptKind::kOrder);
    run_kernel(prepared, 1, order);
    const base::LedgerOutcome outcome = judged(prepared);
    EXPECT_TRUE(outcome.kept) << outcome.text;
    EXPECT_NE(outcome.text.find("in an order of their own"), std::string::npos) << outcome.text;
  }
}

void share_one_sum(PreparedLaunch& prepared) {
  run_kernel(prepared, 1, forwards);
  base::Buffer& out = prepared.launch.buffers[1];
  const double sum = base::element_as_double(out, 0);
  for (std::size_t i = 0; i < out.length(); ++i) base::set_element(out, i, sum);
}

TEST(OrderReceipt, FailsWhenOneSumWasMadeAndShared) {
  PreparedLaunch prepared = prepare(ReceiptKind::kOrder);
  share_one_sum(prepared);
  const base::LedgerOutcome outcome = judged(prepared);
  EXPECT_FALSE(outcome.kept);
  EXPECT_EQ(outcome.text,
            "has the same sum as all 64 threads of its block, to the last bit, though each adds in "
            "another order: it was made once and shared");
}

TEST(OrderReceipt, SharedSumPassesTheExactReceiptWhichIsWhyThereAreTwo) {
  PreparedLaunch prepared = prepare(ReceiptKind::kExact);
  share_one_sum(prepared);
  EXPECT_EQ(first_mismatch(prepared, prepared.launch.buffers), std::nullopt);
}

TEST(OrderReceipt, GivesWayToALedgerThatProvesTheReads) {
  PreparedLaunch prepared = prepare(ReceiptKind::kOrder);
  share_one_sum(prepared);
  EXPECT_TRUE(judged(prepared, true).kept);
}

TEST(OrderReceipt, FailsWhenASumIsNotANumber) {
  PreparedLaunch prepared = prepare(ReceiptKind::kOrder);
  const base::LedgerOutcome outcome = judged(prepared);
  EXPECT_FALSE(outcome.kept);
  EXPECT_EQ(outcome.thread, (base::ThreadId{{0, 0, 0}, {0, 0, 0}}));
}

TEST(OrderReceipt, SaysNothingWhereEveryThreadAddsInTheSameOrder) {
  PreparedLaunch prepared = prepare(ReceiptKind::kOrder, "256");
  run_kernel(prepared, 256, forwards);
  EXPECT_EQ(judge_order(prepared, prepared.launch.buffers, false), std::nullopt);
}

TEST(ReadsDifference, SaysWhatIsMissing) {
  EXPECT_EQ(reads_difference({}, {0, 1}), "made no shared read, 2 wanted");
  EXPECT_EQ(reads_difference({0}, {0, 1}), "made 1 shared read, 2 wanted");
  EXPECT_EQ(reads_difference({0, 0}, {0, 1}), "read word 0 twice, once wanted");
  EXPECT_EQ(reads_difference({1, 1}, {0, 1}), "never read word 0 of the array");
  EXPECT_EQ(reads_difference({5, 5}, {7, 7}), "read word 5, which is not one of its words");
}

}  // namespace
}  // namespace bankcheck::checks
