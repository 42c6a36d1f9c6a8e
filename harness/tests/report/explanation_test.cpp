#include "report/explanation.hpp"

#include <gtest/gtest.h>

namespace bankcheck::report {
namespace {

rubric::AccessSpec spec_of(const std::string& index, base::Dim3 block = {32, 1, 1}, int bytes = 4) {
  rubric::AccessSpec spec;
  spec.index = rubric::Expression::parse(index).value();
  spec.width_bytes = spec.element_bytes = bytes;
  spec.block = block;
  return spec;
}

std::string text_of(const rubric::AccessSpec& spec, const std::string& type = "f32") {
  const auto explanation = explain(spec, type);
  return explanation ? render_explanation(explanation.value(), false)
                     : base::render(explanation.errors());
}

std::string last_line(const std::string& text) {
  return text.substr(text.rfind('\n', text.size() - 2) + 1);
}

TEST(Explanation, ShowsLanesThenBanksThenTheDegree) {
  EXPECT_EQ(text_of(spec_of("tx*6")),
            R"(load of f32 at element tx*6: 4 bytes a lane, block 32, warp 0 of 1

  lane  word  bank    lane  word  bank    lane  word  bank    lane  word  bank
     0     0     0       8    48    16      16    96     0      24   144    16
     1     6     6       9    54    22      17   102     6      25   150    22
     2    12    12      10    60    28      18   108    12      26   156    28
     3    18    18      11    66     2      19   114    18      27   162     2
     4    24    24      12    72     8      20   120    24      28   168     8
     5    30    30      13    78    14      21   126    30      29   174    14
     6    36     4      14    84    20      22   132     4      30   180    20
     7    42    10      15    90    26      23   138    10      31   186    26

  bank    0   1   2   3   4   5   6   7   8   9  10  11  12  13  14  15
  words   2   .   2   .   2   .   2   .   2   .   2   .   2   .   2   .
  bank   16  17  18  19  20  21  22  23  24  25  26  27  28  29  30  31
  words   2   .   2   .   2   .   2   .   2   .   2   .   2   .   2   .
  bank 0 is asked for 2 words: 0 by lane 0, 96 by lane 16

conflict degree 2, 2 wavefronts a request: a 2-way bank conflict
)");
}

TEST(Explanation, ShowsTheThreadsOfABlockWithRowsAndIdleLanes) {
  EXPECT_EQ(text_of(spec_of("tx*33 + ty", {6, 3, 1})),
            R"(load of f32 at element tx*33 + ty: 4 bytes a lane, block 6x3, warp 0 of 1

  lane  tx,ty  word  bank    lane  tx,ty  word  bank
     0    0,0     0     0      16    4,2   134     6
     1    1,0    33     1      17    5,2   167     7
     2    2,0    66     2      18      -     -     -
     3    3,0    99     3      19      -     -     -
     4    4,0   132     4      20      -     -     -
     5    5,0   165     5      21      -     -     -
     6    0,1     1     1      22      -     -     -
     7    1,1    34     2      23      -     -     -
     8    2,1    67     3      24      -     -     -
     9    3,1   100     4      25      -     -     -
    10    4,1   133     5      26      -     -     -
    11    5,1   166     6      27      -     -     -
    12    0,2     2     2      28      -     -     -
    13    1,2    35     3      29      -     -     -
    14    2,2    68     4      30      -     -     -
    15    3,2   101     5      31      -     -     -

  bank    0   1   2   3   4   5   6   7   8   9  10  11  12  13  14  15
  words   1   2   3   3   3   3   2   1   .   .   .   .   .   .   .   .
  bank   16  17  18  19  20  21  22  23  24  25  26  27  28  29  30  31
  words   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .
  bank 2 is asked for 3 words: 2 by lane 12, 34 by lane 7, 66 by lane 2

conflict degree 3, 3 wavefronts a request: a 3-way bank conflict
)");
}

TEST(Explanation, CutsAWideAccessIntoItsPhases) {
  const std::string text = text_of(spec_of("tx*2", {32, 1, 1}, 8), "f64");
  EXPECT_NE(text.find("     7  28-29  28-29      15  60-61  28-29"), std::string::npos) << text;
  EXPECT_NE(text.find("\nPhase 2 of 2: lanes 16-31, 2 wavefronts\n"), std::string::npos) << text;
  EXPECT_EQ(last_line(text),
            "conflict degree 4 over the whole warp, 4 wavefronts a request in 2 phases (2 + 2): a "
            "bank conflict within a phase\n");
}

TEST(Explanation, ServesAWideLoadOfPairsOnOneAddressInOnePhase) {
  EXPECT_EQ(last_line(text_of(spec_of("tx/2", {32, 1, 1}, 8), "f64")),
            "conflict degree 1, 1 wavefront a request: no conflict: lanes on the same word are "
            "served together\n");
  rubric::AccessSpec store = spec_of("tx/2", {32, 1, 1}, 8);
  store.kind = base::AccessKind::kStore;
  EXPECT_EQ(last_line(text_of(store, "f64")),
            "conflict degree 1 over the whole warp, 2 wavefronts a request in 2 phases (1 + 1): no "
            "conflict, but several lanes store to the same word\n");
}

TEST(Explanation, SaysWhetherOtherWarpsDiffer) {
  EXPECT_EQ(last_line(text_of(spec_of("tx*32 + ty", {32, 8, 1}))),
            "each of the block's 8 warps takes 32 wavefronts\n");
  EXPECT_EQ(last_line(text_of(spec_of("tx*(ty + 1)", {32, 4, 1}))),
            "the block's 4 warps differ: 1 to 4 wavefronts, 2.00 in the mean; the worst is --warp "
            "3\n");
}

TEST(Explanation, ShowsTheWarpThatIsAskedFor) {
  rubric::AccessSpec spec = spec_of("tx*(ty + 1)", {32, 4, 1});
  spec.warp = 3;
  const std::string text = text_of(spec);
  EXPECT_NE(text.find(", block 32x4, warp 3 of 4\n"), std::string::npos) << text;
  EXPECT_NE(text.find("bank 0 is asked for 4 words: 0 by lane 0, 32 by lane 8, 64 by lane 16, 96 "
                      "by lane 24\n"),
            std::string::npos)
      << text;
}

TEST(Explanation, NamesTheFirstFourWordsOfABusyBank) {
  EXPECT_NE(text_of(spec_of("tx*32"))
                .find("bank 0 is asked for 32 words: 0 by lane 0, 32 by lane "
                      "1, 64 by lane 2, 96 by lane 3 and 28 more\n"),
            std::string::npos);
}

TEST(Explanation, PointsAtWhatIsWrongWithAnIndex) {
  EXPECT_EQ(text_of(spec_of("tx + q")), "index:1:6: error: unknown name `q`\n  tx + q\n       ^\n");
  EXPECT_EQ(text_of(spec_of("tx - 3")),
            "index:1:1: error: the index of lane 0 is -3, below 0\n  tx - 3\n  ^\n");
  EXPECT_EQ(text_of(spec_of("8/(2 - ty)", {32, 4, 1})),
            "index:1:1: error: warp 2: lane 0: division by zero\n  8/(2 - ty)\n  ^\n");
  EXPECT_EQ(text_of(spec_of("tx << 40")),
            "index:1:1: error: the index of lane 1 is 1099511627776, too large\n  tx << 40\n  ^\n");
}

TEST(Explanation, DrawsAFileThatStandsAloneWithATitle) {
  const std::string svg = render_explanation_svg(explain(spec_of("tx*16 & 255"), "f32").value());
  EXPECT_TRUE(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"")) << svg;
  EXPECT_TRUE(svg.ends_with("</svg>\n")) << svg;
  EXPECT_NE(svg.find("<title id=\"banks-title\">load of f32 at element tx*16 &amp; 255, warp 0: "
                     "degree 8, 8 wavefronts</title>"),
            std::string::npos)
      << svg;
  EXPECT_NE(svg.find("<desc id=\"banks-desc\">"), std::string::npos);
  EXPECT_NE(svg.find("<title>word 16: lanes 1, 17</title>"), std::string::npos);
  EXPECT_NE(svg.find("prefers-color-scheme:dark"), std::string::npos);
}

TEST(Explanation, DrawsABoxForEveryWord) {
  const std::string svg = render_explanation_svg(explain(spec_of("tx*8"), "f32").value());
  std::size_t boxes = 0;
  for (std::size_t at = 0; (at = svg.find("<rect class=\"word", at)) != std::string::npos; ++at) {
    ++boxes;
  }
  EXPECT_EQ(boxes, 32u);
}

}  // namespace
}  // namespace bankcheck::report
