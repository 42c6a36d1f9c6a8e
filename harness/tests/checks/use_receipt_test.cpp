#include "checks/use_receipt.hpp"

#include <gtest/gtest.h>

#include "checks/expected_ledger.hpp"

namespace bankcheck::checks {
namespace {

constexpr int kWords = 256;
constexpr int kThreads = 64;  // of each of 2 blocks

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
    reads: {each: k, count: words, word: (tx*stride + k) % words, together: true, used: true}
sweep: {variable: stride, baseline: 1, base: [1, 24]}
checks:
  - result: {rows: all}
    points: 1
pass_mark: 1
)yaml";

class Sums : public testing::Test {
 protected:
  Sums() {
    auto loaded = rubric::parse_rubric(base::SourceText("sums.yaml", kRubric));
    EXPECT_TRUE(loaded.ok()) << base::render(loaded.errors());
    rubric_ = std::move(loaded).value();
  }

  PreparedLaunch prepare(const char* label) const {
    auto prepared = prepare_launch(rubric_, *rubric_.find_row(label), {}, ReceiptKind::kExact, 1);
    EXPECT_TRUE(prepared.ok());
    return std::move(prepared).value();
  }

  /// The requests of a block's warps as a kernel with this stride makes them, in reverse order.
  static std::vector<sim::RequestDigest> requests(int stride, std::uint32_t lowest_word) {
    std::vector<sim::RequestDigest> warps(kThreads / base::kWarpLanes);
    for (int thread = 0; thread < kThreads; thread += base::kWarpLanes) {
      for (int k = kWords; k-- > 0;) {
        std::uint64_t sum = 0;
        for (int lane = 0; lane < base::kWarpLanes; ++lane) {
          const int word = ((thread + lane) * stride + k) % kWords;
          sum += sim::RequestDigest::of_lane(lane, static_cast<std::uint32_t>(word) + lowest_word);
        }
        warps[static_cast<std::size_t>(thread / base::kWarpLanes)].add(sum);
      }
    }
    return warps;
  }

  std::optional<std::size_t> different_warp(const char* label, int stride) const {
    const auto ledger = ExpectedLedger::make(*rubric_.kernels.front().reads,
                                             prepare(label).geometry, /*lowest_word=*/64);
    EXPECT_TRUE(ledger.ok());
    return ledger.value().first_different_warp(requests(stride, 64));
  }

  rubric::Rubric rubric_;
};

const sim::ReadAlteration kAlteration{7, kWords};

/// Outputs as they should be, but for those of altered threads where `uses`, and all where
/// `shares`.
void fill_outputs(PreparedLaunch& prepared, bool uses, bool shares) {
  base::Buffer& out = prepared.launch.buffers[1];
  for (std::size_t i = 0; i < out.length(); ++i) {
    const bool is_altered = kAlteration.altered_read(i).has_value();
    const double change = shares || (uses && is_altered) ? 1 : 0;
    base::set_element(out, i, prepared.expected[0].values[i] + change);
  }
}

TEST(ReadAlteration, ChoosesAboutEverySecondThreadAndOneOfItsReads) {
  int altered = 0;
  for (std::uint64_t thread = 0; thread < 1000; ++thread) {
    const auto read = kAlteration.altered_read(thread);
    if (!read) continue;
    ++altered;
    EXPECT_LT(*read, 256u);
  }
  EXPECT_GT(altered, 400);
  EXPECT_LT(altered, 600);
}

TEST_F(Sums, ThatChangeWithTheirOwnReadsOnlyAreKept) {
  PreparedLaunch prepared = prepare("1");
  fill_outputs(prepared, true, false);
  const auto outcome = judge_use(prepared, prepared.launch.buffers, kAlteration);
  ASSERT_TRUE(outcome);
  EXPECT_TRUE(outcome->kept) << outcome->text;
}

TEST_F(Sums, ThatDoNotChangeWithTheirReadsAreNotMadeOfThem) {
  PreparedLaunch prepared = prepare("1");
  fill_outputs(prepared, false, false);
  const auto outcome = judge_use(prepared, prepared.launch.buffers, kAlteration);
  ASSERT_TRUE(outcome);
  EXPECT_FALSE(outcome->kept);
  EXPECT_EQ(outcome->text,
            "has the same result when one of its shared reads brings another value: it does not "
            "use what it reads");
}

TEST_F(Sums, ThatChangeWithOthersReadsAreBorrowed) {
  PreparedLaunch prepared = prepare("1");
  fill_outputs(prepared, true, true);
  const auto outcome = judge_use(prepared, prepared.launch.buffers, kAlteration);
  ASSERT_TRUE(outcome);
  EXPECT_FALSE(outcome->kept);
  EXPECT_EQ(outcome->text,
            "has another result when only other threads' shared reads bring other values: its "
            "result is not made of its own reads");
}

TEST_F(Sums, HaveTheRequestsOfTheirStrideInAnyOrder) {
  EXPECT_EQ(different_warp("1", 1), std::nullopt);
  EXPECT_EQ(different_warp("24", 24), std::nullopt);
}

TEST_F(Sums, HaveOtherRequestsAtAnotherStrideOfTheSameDegree) {
  EXPECT_EQ(different_warp("1", 3), 0u);
  EXPECT_EQ(different_warp("24", 8), 0u);
}

TEST_F(Sums, LeaveTheirInputAsItWas) {
  PreparedLaunch prepared = prepare("1");
  const std::vector<base::Buffer> before = prepared.launch.buffers;
  std::vector<base::Buffer> after = before;
  base::set_element(after[1], 3, 5);  // an output may change
  EXPECT_FALSE(first_changed_input(prepared, before, after));
  base::set_element(after[0], 17, 100);
  const auto changed = first_changed_input(prepared, before, after);
  ASSERT_TRUE(changed);
  EXPECT_EQ(changed->buffer, "in");
  EXPECT_EQ(changed->index, 17u);
  EXPECT_EQ(changed->found, 100);
  EXPECT_EQ(changed->wanted, base::element_as_double(before[0], 17));
  EXPECT_EQ(changed->wrong_elements, 1u);
}

}  // namespace
}  // namespace bankcheck::checks
