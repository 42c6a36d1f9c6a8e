#include "rubric/geometry.hpp"

#include <string>

#include <gtest/gtest.h>

#include "rubric/expected.hpp"

namespace bankcheck::rubric {
namespace {

Expression parse(const std::string& text) { return Expression::parse(text).value(); }

/// Rows are tiles of `width`; the grid covers `side` columns and rows.
Rubric tiles() {
  Rubric rubric;
  rubric.path = "r.yaml";
  rubric.constants = {{"side", 64}};
  rubric.gpu_constants = {{"side", 4096}};
  KernelSpec kernel;
  kernel.id = "tile";
  kernel.block = {parse("width"), parse("8")};
  kernel.grid = {parse("side / block_x"), parse("side / width")};
  kernel.dynamic_shared_bytes = parse("4 * width * (width + 1)");
  rubric.kernels.push_back(kernel);
  rubric.sweep.rows.push_back({.label = "wide",
                               .kernel = "tile",
                               .variables = {{"width", 32}},
                               .gpu_variables = {},
                               .degree = {}});
  return rubric;
}

TEST(GeometryTest, SizesComeFromConstantsAndTheRowsVariables) {
  const Rubric rubric = tiles();
  const auto sizes = geometry(rubric, rubric.sweep.rows[0], {});
  ASSERT_TRUE(sizes.ok());
  EXPECT_EQ(sizes.value().grid, (base::Dim3{2, 2, 1}));
  EXPECT_EQ(sizes.value().block, (base::Dim3{32, 8, 1}));
  EXPECT_EQ(sizes.value().dynamic_shared_bytes, 4224u);
  EXPECT_EQ(sizes.value().names.at("threads"), 1024);
  EXPECT_EQ(sizes.value().names.at("grid"), 4);
  EXPECT_EQ(sizes.value().names.at("block_y"), 8);
  EXPECT_EQ(sizes.value().names.at("grid_z"), 1);
}

TEST(GeometryTest, AGpuHasItsOwnConstants) {
  const Rubric rubric = tiles();
  EXPECT_EQ(geometry(rubric, rubric.sweep.rows[0], {true, 132}).value().grid,
            (base::Dim3{128, 128, 1}));
}

TEST(GeometryTest, AGpuMayHaveItsOwnVariables) {
  Rubric rubric = tiles();
  rubric.sweep.rows[0].gpu_variables = {{"width", 16}};
  EXPECT_EQ(geometry(rubric, rubric.sweep.rows[0], {true, 132}).value().block.x, 16u);
  EXPECT_EQ(geometry(rubric, rubric.sweep.rows[0], {}).value().block.x, 32u);
}

TEST(GeometryTest, BlocksPerMultiprocessorReplaceTheGridOnAGpuOnly) {
  Rubric rubric = tiles();
  rubric.kernels[0].blocks_per_sm = parse("8");
  EXPECT_EQ(geometry(rubric, rubric.sweep.rows[0], {true, 132}).value().grid,
            (base::Dim3{1056, 1, 1}));
  EXPECT_EQ(geometry(rubric, rubric.sweep.rows[0], {}).value().grid, (base::Dim3{2, 2, 1}));
}

TEST(GeometryTest, ImpossibleSizesNameTheRow) {
  Rubric rubric = tiles();
  const auto error = [&](std::int64_t width) {
    RowSpec row = rubric.sweep.rows[0];
    row.variables["width"] = width;
    return base::render(geometry(rubric, row, {}).errors());
  };
  EXPECT_EQ(error(0),
            "r.yaml: error: row wide: `width` makes the block's x 0: possible are 1 to 1024\n");
  EXPECT_EQ(error(256),
            "r.yaml: error: row wide: `width` makes a block of 2048 threads: 1024 are possible\n");
  EXPECT_EQ(error(128),
            "r.yaml: error: row wide: `side / block_x` makes the grid's x 0: possible are 1 to "
            "2147483647\n");
  RowSpec elsewhere = rubric.sweep.rows[0];
  elsewhere.kernel = "other";
  EXPECT_EQ(base::render(geometry(rubric, elsewhere, {}).errors()),
            "r.yaml: error: row wide: there is no kernel `other`\n");
  rubric.kernels[0].grid = {parse("2147483647"), parse("65535"), parse("65535")};
  EXPECT_EQ(error(32),
            "r.yaml: error: row wide: `2147483647` makes a launch of more than 2^36 threads\n");
}

TEST(GeometryTest, ThreadsArePlacedBlockAfterBlock) {
  Geometry sizes;
  sizes.grid = {2, 2, 1};
  sizes.block = {4, 2, 3};
  const auto place = sizes.place(24 * 3 + 8 + 4 + 1);
  EXPECT_EQ(place.block, (base::Dim3{1, 1, 0}));
  EXPECT_EQ(place.thread, (base::Dim3{1, 1, 1}));
}

struct ExpectedTest : testing::Test {
  Rubric rubric = tiles();
  Geometry sizes = geometry(rubric, rubric.sweep.rows[0], {}).value();
  std::vector<double> in;
  Inputs inputs;

  void SetUp() override {
    for (int i = 0; i < 64 * 64; ++i) in.push_back(i);
    inputs["in"] = in;
  }
  std::vector<double> values(const std::string& text, std::size_t length,
                             Precision precision = Precision::kDouble) {
    const auto values = expected_values({"out", parse(text)}, sizes, inputs, length, precision);
    EXPECT_TRUE(values.ok()) << base::render(values.errors());
    return values.ok() ? values.value() : std::vector<double>{};
  }
};

TEST_F(ExpectedTest, ElementsAreKnownByTheirIndex) {
  const auto transposed = values("in[(index % side)*side + index / side]", 64 * 64);
  for (std::size_t i = 0; i < transposed.size(); ++i) {
    ASSERT_EQ(transposed[i], static_cast<double>((i % 64) * 64 + i / 64));
  }
}

TEST_F(ExpectedTest, ElementsAreKnownByTheirThread) {
  const auto all =
      values("((bz*grid_y + by)*grid_x + bx)*1000000 + thread*1000 + ty*32 + tx", 1024);
  for (std::size_t i = 0; i < all.size(); ++i) {
    ASSERT_EQ(all[i], static_cast<double>(i / 256 * 1000000 + i % 256 * 1001)) << i;
  }
}

TEST_F(ExpectedTest, WhatDependsOnTheThreadWithinItsBlockRepeatsFromBlockToBlock) {
  const auto all = values("sum(k, 0, 3, in[tx + k]) + ty", 1024);
  for (std::size_t i = 0; i < all.size(); ++i) {
    ASSERT_EQ(all[i], static_cast<double>(3 * (i % 32) + 3 + i / 32 % 8)) << i;
  }
  EXPECT_EQ(values("width", 3), (std::vector<double>{32, 32, 32}));
  EXPECT_EQ(values("tx", 0), std::vector<double>{});
}

TEST_F(ExpectedTest, ALongOutputIsTheSameForSeveralThreads) {
  constexpr std::size_t kLength = (std::size_t{5} << 20) + 3;
  const auto all = values("index*2 + 1", kLength);
  for (std::size_t i = 0; i < kLength; ++i) ASSERT_EQ(all[i], static_cast<double>(2 * i + 1)) << i;
  EXPECT_EQ(
      base::render(
          expected_values({"out", parse("in[index - 5242786]")}, sizes, inputs, kLength).errors()),
      "error: `in[index - 5242786]` cannot be worked out: in[-5242786] is out of range: in has "
      "4096 elements\n");
  EXPECT_FALSE(
      expected_values({"out", parse("1 / (5242882 - index)")}, sizes, inputs, kLength).ok());
}

TEST_F(ExpectedTest, OrderMattersInSinglePrecision) {
  in[0] = 16777216;
  EXPECT_EQ(values("in[0] + in[1] + in[1]", 1, Precision::kSingle)[0], 16777216);
  EXPECT_EQ(values("in[1] + in[1] + in[0]", 1, Precision::kSingle)[0], 16777218);
}

TEST_F(ExpectedTest, AnIndexOutOfRangeIsAnError) {
  EXPECT_EQ(
      base::render(expected_values({"out", parse("in[index + 4090]")}, sizes, inputs, 8).errors()),
      "error: `in[index + 4090]` cannot be worked out: in[4096] is out of range: in has 4096 "
      "elements\n");
}

TEST_F(ExpectedTest, TheWordsOfAThreadFollowTheLedger) {
  const LedgerSpec ledger{"j", parse("width / 8"), parse("tx*(width + 1) + ty + 8*j"), false,
                          false};
  EXPECT_EQ(expected_reads(ledger, sizes, {{1, 1, 0}, {2, 3, 0}}).value(),
            (std::vector<std::int64_t>{69, 77, 85, 93}));
  const auto reads = ExpectedReads::bind(ledger, sizes).value();
  EXPECT_EQ(reads.count(), 4u);
  EXPECT_TRUE(reads.same_in_every_block());
  EXPECT_FALSE(
      ExpectedReads::bind({"j", parse("1"), parse("bx + j")}, sizes).value().same_in_every_block());
  EXPECT_EQ(base::render(ExpectedReads::bind({"j", parse("-1"), parse("j")}, sizes).errors()),
            "error: `-1` cannot be worked out: -1 reads of a thread, possible are 0 to 1048576\n");
}

}  // namespace
}  // namespace bankcheck::rubric
