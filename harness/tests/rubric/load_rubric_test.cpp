#include <map>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/atomic_file.hpp"
#include "rubric/check_kinds.hpp"
#include "rubric/rubric.hpp"

namespace bankcheck::rubric {
namespace {

/// A small exercise with one of everything; tests change a line of it.
const std::string kProbe = R"yaml(version: 1
exercise: probe
title: A probe
submission: {source: probe.cu, answers: answers.yaml}
constants: {words: 2048, side: {simulator: 64, gpu: 4096}}
kernels:
  - id: probe
    name: probeSharedStride
    launch: {block: 256, grid: 8, blocks_per_sm: 8}
    parameters:
      - {name: in, type: f32, length: threads, range: [0, 15]}
      - {name: out, type: f32, length: threads, output: true}
      - {name: stride, type: i32, value: stride}
    expect:
      - {buffer: out, value: "sum(k, 0, words, in[(tx*stride + k) % words])"}
    reads: {each: k, count: words, word: (tx*stride + k) % words}
    degree: gcd(stride, 32)
sweep:
  variable: stride
  rows_from: kStrides
  range: [1, 64]
  baseline: 1
  base: [1, 2, 4]
  added: [3, 8, 16]
  hidden: [5]
questions:
  - {key: degree, prompt: "Which?", type: number per row, rows: added}
  - {key: why, prompt: "Why?", type: text}
checks:
  - {result: {}, points: 4}
  - {closer: {row: 3, to: 1, than: 4}, points: 2}
  - {slower: {row: 16, than: 8}, points: 1}
  - {sentence: {question: why, phrases: [[gcd, coprime]]}, points: 3}
pass_mark: 7
)yaml";

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t place = text.find(from);
  EXPECT_NE(place, std::string::npos) << from;
  return text.replace(place, from.size(), to);
}

std::string errors_of(const std::string& text) {
  const auto rubric = parse_rubric(base::SourceText("r.yaml", text));
  return rubric.ok() ? "" : base::render(rubric.errors());
}

/// The errors of kProbe with one text replaced.
std::string errors_with(const std::string& from, const std::string& to) {
  return errors_of(replaced(kProbe, from, to));
}

struct Case {
  std::string from;
  std::string to;
  std::string errors;  ///< `line:column: text` of each
};

std::string brief(const base::Diagnostics& errors) {
  std::string text;
  for (const base::Diagnostic& error : errors) {
    text +=
        std::to_string(error.line) + ":" + std::to_string(error.column) + ": " + error.text + "\n";
  }
  return text;
}

void expect_errors(const std::vector<Case>& cases) {
  for (const Case& test : cases) {
    const auto rubric =
        parse_rubric(base::SourceText("r.yaml", replaced(kProbe, test.from, test.to)));
    EXPECT_EQ(rubric.ok() ? "" : brief(rubric.errors()), test.errors + "\n") << test.to;
  }
}

TEST(LoadRubricTest, TheHeadIsComplete) {
  expect_errors({
      {"version: 1", "version: 2",
       "1:10: version 2 of the format is not known: this program reads version 1"},
      {"version: 1\n", "", "1:1: a rubric needs `version`"},
      {"version: 1", "version: one",
       "1:10: `version` wants a whole number from 1 to 1000000, found `one`"},
      {"title:", "titel:",
       "1:1: a rubric needs `title`\n"
       "3:1: a rubric has no key `titel`; did you mean `title`?"},
      {"title: A probe", "title: [a]", "3:8: `title` wants a text, found a list"},
      {"title: A probe", "title:", "3:1: `title` wants a text, found nothing"},
      {"exercise: probe", "exercise: My Probe",
       "2:11: `exercise` wants a name of a-z, 0-9 and `-`, found `My Probe`"},
      {"source: probe.cu", "source: ../probe.cu",
       "4:22: `source` wants the name of a file in the student's folder, found `../probe.cu`"},
      {"source: probe.cu, ", "", "4:13: `submission` needs `source`"},
      {"title: A probe", "title: A probe\ntitle: B",
       "4:1: `title` is given twice, first in line 3"},
  });
}

TEST(LoadRubricTest, ConstantsHaveNamesAndWholeValues) {
  expect_errors({
      {"words: 2048", "threads: 2048",
       "5:13: `threads` is a name that every launch defines\n"
       "15:41: unknown name `words`\n"
       "16:29: unknown name `words`\n"
       "16:60: unknown name `words`"},
      {"words: 2048", "2words: 2048",
       "5:13: a constant wants a name (letters, digits, `_`), found `2words`\n"
       "15:41: unknown name `words`; did you mean `2words`?\n"
       "16:29: unknown name `words`; did you mean `2words`?\n"
       "16:60: unknown name `words`; did you mean `2words`?"},
      {"words: 2048", "words: 20.5", "5:20: `words` wants a whole number, found `20.5`"},
      {"gpu: 4096}", "gpuu: 4096}",
       "5:32: `side` needs `gpu`\n"
       "5:48: `side` has no key `gpuu`; did you mean `gpu`?"},
  });
}

TEST(LoadRubricTest, ALaunchMustBePossible) {
  expect_errors({
      {"block: 256", "block: 2000",
       "9:21: row 1: `2000` makes the block's x 2000: possible are 1 to 1024"},
      {"block: 256", "block: [32, 64]",
       "9:22: row 1: `32` makes a block of 2048 threads: 1024 are possible"},
      {"block: 256", "block: [1,1,1,1]",
       "9:21: `block` wants a number or a list of 1 to 3 of them"},
      {"block: 256", "block: {x: 1}", "9:21: `block` wants a number or a list of 1 to 3 of them"},
      {"block: 256", "block: 256/0", "9:21: row 1: `256/0` cannot be worked out: division by zero"},
      {"block: 256", "block: grid", "9:21: unknown name `grid`"},
      {"block: 256, grid: 8", "block: 256, grid: 0",
       "9:32: row 1: `0` makes the grid's x 0: possible are 1 to 2147483647"},
  });
}

TEST(LoadRubricTest, ParametersAreBuffersOrScalars) {
  expect_errors({
      {"type: f32, length", "type: float, length",
       "11:26: `type` wants one of i8, u8, i16, u16, i32, u32, i64, u64, f32, f64, found `float`"},
      {"name: stride, type: i32, value: stride", "name: stride, type: i32",
       "13:9: a parameter needs either `length`, for a buffer, or `value`, for a scalar"},
      {"name: stride, type: i32, value: stride", "name: in, type: i32, value: stride",
       "13:16: the kernel has two parameters `in`"},
      {"range: [0, 15]", "range: [15, 0]",
       "11:60: `range` wants a whole number from 15 to 1000000, found `0`"},
      {"range: [0, 15]", "range: 15",
       "11:55: `range` wants the lowest and the highest value: [0, 15]"},
      {"range: [0, 15]", "fill: zero, range: [0, 1]", "11:67: `range` is for `fill: random` only"},
      {"range: [0, 15]", "fill: rand",
       "11:54: `fill` wants one of random, iota, zero, poison, found `rand`"},
      {"length: threads, range", "length: words/16, range",
       "15:30: row 1: `sum(k, 0, words, in[(tx*stride + k) % words])` cannot be worked out: "
       "in[128] is out of range: in has 128 elements"},
      {"length: threads, range", "length: 0, range",
       "11:16: row 1: `in` has 0 elements, possible are 1 to 1073741824"},
  });
}

TEST(LoadRubricTest, ExpectedOutputsNameWhatTheKernelHas) {
  expect_errors({
      {"buffer: out", "buffer: in", "15:18: no parameter `in` has `output: true`"},
      {"buffer: out", "buffer: ot",
       "15:18: no parameter `ot` has `output: true`; did you mean `out`?"},
      {"in[(tx", "inn[(tx", "15:48: unknown input `inn`; did you mean `in`?"},
      {"in[(tx", "out[(tx", "15:48: unknown input `out`"},
      {"sum(k, 0, words", "sum(k, 0, word", "15:41: unknown name `word`; did you mean `words`?"},
      {"sum(k, 0, words, in", "sum(k, 0, words in", "15:47: expected `,`, found `in`"},
  });
}

TEST(LoadRubricTest, ReadsNameWordsOfSharedMemory) {
  expect_errors({
      {"word: (tx*stride + k) % words", "word: (tx*stride - k) % words",
       "16:42: row 1: `(tx*stride - k) % words` is word -1 of shared memory, possible are 0 to "
       "58111"},
      {"word: (tx*stride + k) % words", "word: index", "16:42: unknown name `index`"},
      {"each: k", "each: tx",
       "16:19: `tx` is a name that every launch defines\n"
       "16:56: unknown name `k`"},
  });
}

TEST(LoadRubricTest, SumsBelongIntoOutputs) {
  expect_errors({
      {"word: (tx*stride + k) % words", "word: \"sum(i, 0, 3, k + i)\"",
       "16:42: `word` cannot hold a sum"},
      {"length: threads, range", "length: \"sum(i, 0, 100000, 1)\", range",
       "11:39: row 1: `sum(i, 0, 100000, 1)` cannot be worked out: takes more than 65536 "
       "operations"},
  });
}

TEST(LoadRubricTest, DegreesMakeSense) {
  expect_errors({
      {"gcd(stride, 32)", "gcd(stride, 32", "17:27: expected `)`, found the end"},
      {"gcd(stride, 32)", "0 - stride", "17:13: row 1: `0 - stride` is -1, which is no degree"},
      {"gcd(stride, 32)", "32 / (stride - 4)",
       "17:13: row 1: `32 / (stride - 4)` is -10, which is no degree"},
  });
}

TEST(LoadRubricTest, ADegreeMayBeThatOfAnAccess) {
  const std::string access = "degree: {index: tx*stride + words, block: [32, 8], warp: 7}";
  const auto rubric =
      parse_rubric(base::SourceText("r.yaml", replaced(kProbe, "degree: gcd(stride, 32)", access)));
  ASSERT_TRUE(rubric.ok()) << base::render(rubric.errors());
  EXPECT_EQ(rubric.value().predicted_degree(*rubric.value().find_row("8")), 8);
  EXPECT_EQ(rubric.value().predicted_degree(*rubric.value().find_row("3")), 1);
  expect_errors({
      {"degree: gcd(stride, 32)", "degree: {index: tx*pitch}", "17:24: unknown name `pitch`"},
      {"degree: gcd(stride, 32)", "degree: {access: load}", "17:13: `degree` needs `index`"},
      {"degree: gcd(stride, 32)", "degree: {index: tx - stride}",
       "17:21: row 1: `tx - stride` has no degree: the index of lane 0 is -1, below 0"},
  });
}

TEST(LoadRubricTest, ACeilingIsARowWithBytesThatAreMoved) {
  const std::string bytes = "degree: gcd(stride, 32)\n    bytes_moved: 2*4*threads";
  const std::string moved = replaced(kProbe, "degree: gcd(stride, 32)", bytes);
  EXPECT_EQ(errors_of(replaced(moved, "baseline: 1", "baseline: 1\n  ceiling: 2")), "");
  EXPECT_EQ(errors_of(replaced(moved, "threads\nsweep", "threads*0\nsweep")),
            "r.yaml:18:18: error: row 1: `2*4*threads*0` is 0 bytes\n"
            "      bytes_moved: 2*4*threads*0\n                   ^\n");
  expect_errors({
      {"baseline: 1", "baseline: 1\n  ceiling: 2",
       "24:13: row 2 is the ceiling, and its kernel `probe` has no `bytes_moved`"},
      {"baseline: 1", "baseline: 1\n  ceiling: 7",
       "23:12: the sweep has no row `7`; it has 1, 2, 4, 3, 8, 16, 5"},
      {"baseline: 1", "baseline: 1\n  ceiling: 5",
       "23:12: the ceiling cannot be a hidden row: a student's own check needs it"},
  });
}

TEST(LoadRubricTest, ResidentBlocksAreThoseOfAComputeCapability) {
  EXPECT_EQ(errors_with("baseline: 1", "baseline: 1\n  occupancy: 9.0"), "");
  EXPECT_EQ(errors_with("baseline: 1", "baseline: 1\n  occupancy: 12.0"), "");
  for (const std::string wrong : {"90", "sm_90", "9.", ".0", "9.01", "123.0"}) {
    const std::string error =
        "23:14: `occupancy` wants a compute capability such as 9.0, found `" + wrong + "`";
    expect_errors({{"baseline: 1", "baseline: 1\n  occupancy: " + wrong, error}});
  }
}

TEST(LoadRubricTest, TheSweepHasEachRowOnce) {
  expect_errors({
      {"variable: stride", "variable: words",
       "13:42: unknown name `stride`; did you mean `side`?\n"
       "15:55: unknown name `stride`; did you mean `side`?\n"
       "16:46: unknown name `stride`; did you mean `side`?\n"
       "17:17: unknown name `stride`; did you mean `side`?\n"
       "19:13: `words` is a constant already"},
      {"  variable: stride\n", "",
       "13:42: unknown name `stride`; did you mean `side`?\n"
       "15:55: unknown name `stride`; did you mean `side`?\n"
       "16:46: unknown name `stride`; did you mean `side`?\n"
       "17:17: unknown name `stride`; did you mean `side`?\n"
       "19:3: the sweep needs `variable`"},
      {"range: [1, 64]", "range: [1, 8]",
       "24:17: a row of `added` wants a whole number from 1 to 8, found `16`\n"
       "32:20: the sweep has no row `16`; it has 1, 2, 4, 3, 8, 5"},
      {"baseline: 1", "baseline: 7",
       "22:13: the sweep has no row `7`; it has 1, 2, 4, 3, 8, 16, 5"},
      {"baseline: 1", "baseline: 5",
       "22:13: the baseline cannot be a hidden row: a student's own check needs it"},
      {"  baseline: 1\n", "", "19:3: the sweep needs `baseline`"},
      {"base: [1, 2, 4]", "base: [1, 2, 2, 4]", "23:16: the sweep has two rows `2`"},
      {"base: [1, 2, 4]", "base: []",
       "22:13: the sweep has no row `1`; it has 3, 8, 16, 5\n"
       "23:9: `base` wants a list, found an empty one\n"
       "31:27: the sweep has no row `1`; it has 3, 8, 16, 5\n"
       "31:36: the sweep has no row `4`; it has 3, 8, 16, 5"},
      {"base: [1, 2, 4]", "base: [1, 2, four, 4]",
       "23:16: a row of `base` wants a whole number from 1 to 64, found `four`"},
      {"hidden: [5]", "hidden: [5]\n  degrees: {3: 2, 7: 1}",
       "26:19: the sweep has no row `7`; it has 1, 2, 4, 3, 8, 16, 5"},
      {"hidden: [5]", "hidden: [5]\n  measure: shared_load_wavefront",
       "26:12: `measure` wants one of shared_load_wavefronts, shared_store_wavefronts, "
       "shared_atomic_wavefronts, shared_wavefronts, global_load_sectors, global_store_sectors, "
       "total_shared_wavefronts, total_global_load_sectors, total_global_store_sectors, "
       "total_global_load_requests, found "
       "`shared_load_wavefront`; did you mean `shared_load_wavefronts`?"},
  });
}

TEST(LoadRubricTest, QuestionsAreDistinctAndTyped) {
  expect_errors({
      {"rows: added", "rows: add",
       "27:65: `rows` wants one of all, base, added, hidden, found `add`"},
      {"rows: added", "rows: [3, 9]",
       "27:69: the sweep has no row `9`; it has 1, 2, 4, 3, 8, 16, 5"},
      {", rows: added", "", "27:5: a question needs `rows`"},
      {"type: text", "type: text, rows: all", "28:50: `rows` is for `type: number per row` only"},
      {"key: why", "key: degree",
       "28:11: there are two questions `degree`\n"
       "33:27: there is no question `why`"},
      {"key: why", "key: exercise",
       "28:11: `exercise` is in every answers file: it cannot be a question\n"
       "33:27: there is no question `why`"},
      {"type: text", "type: words",
       "28:38: `type` wants one of number, text, number per row, choice, found `words`"},
  });
}

TEST(LoadRubricTest, ChecksOfCountsCompareTwoRowsWithinBoundsThatCanBe) {
  const auto error = [](const std::string& check) {
    const auto rubric =
        parse_rubric(base::SourceText("r.yaml", replaced(kProbe, "{result: {}", "{" + check)));
    return rubric.ok() ? "" : rubric.errors()[0].text;
  };
  EXPECT_EQ(error("ratio: {row: 8, to: 2, at_least: 4, at_most: 4}"), "");
  EXPECT_EQ(error("ratio: {row: 8, to: 8, at_least: 4}"), "row 8 is compared with itself");
  EXPECT_EQ(error("ratio: {row: 8, to: 2, at_least: 5, at_most: 4}"),
            "`at_least` is more than `at_most`");
  EXPECT_EQ(error("no_more_shared: {row: 8, than: 8}"), "row 8 is compared with itself");
  EXPECT_EQ(error("shared_bytes: {at_least: 2, at_most: 1}"), "`at_least` is more than `at_most`");
  EXPECT_EQ(error("hazard_found: {rows: all}"), "`hazard_found` needs `kinds`");
}

TEST(LoadRubricTest, AChecksKindAndSettingsAreKnown) {
  expect_errors({
      {"{result: {}", "{resul: {}",
       "30:6: there is no kind of check `resul`; did you mean `result`?"},
      {"{result: {}", "{result: {}, closer: {row: 1, to: 2, than: 3}",
       "30:18: a check is of one kind: this one is `result` already"},
      {"{result: {}, ", "{",
       "30:5: a check needs its kind, one of result, reads, degrees, closer, slower, rows_added, "
       "hazards, hazard_found, line_degrees, shared_bytes, no_more_shared, ratio, times_agree, "
       "delays, even_work, predicted_degrees, reported_ratios, answered, answer, sentence"},
      {"{result: {}", "{result: {row: all}",
       "30:15: `result` has no key `row`; did you mean `rows`?"},
      {"{result: {}", "{result: all",
       "30:14: `result` wants a map of keys and values, found `all`"},
      {"than: 4}", "than: 7}", "31:36: the sweep has no row `7`; it has 1, 2, 4, 3, 8, 16, 5"},
      {", than: 4}", "}", "31:14: `closer` needs `than`"},
      {"question: why", "question: wy", "33:27: there is no question `wy`; did you mean `why`?"},
      {"[[gcd, coprime]]", "[gcd, coprime]",
       "33:42: a group of `phrases` wants a list, found `gcd`\n"
       "33:47: a group of `phrases` wants a list, found `coprime`"},
      {"[[gcd, coprime]]", "[]", "33:41: `phrases` wants a list, found an empty one"},
      {"{sentence: {question: why, phrases: [[gcd, coprime]]}", "{hazards: {allow: [rces]}",
       "33:24: `allow` wants one of race, missing_barrier, divergent_barrier, uninitialised_read, "
       "out_of_bounds, misaligned, endless_loop, deadlock, trap, assertion, guard_word, found "
       "`rces`"},
  });
}

TEST(LoadRubricTest, PointsAreNumbersThatAddUp) {
  expect_errors({
      {", points: 4", "", "30:5: a check needs `points`"},
      {", points: 4", ", points: -4",
       "30:26: `points` wants a number from 0 to 1000000, found `-4`"},
      {", points: 4", ", points: .nan", "30:26: `points` wants a number, found `.nan`"},
      {", points: 4", ", points: 1e999",
       "30:26: `points` wants a number from 0 to 1000000, found `1e999`"},
      {", points: 4", ", points: .inf", "30:26: `points` wants a number, found `.inf`"},
      {", points: 4", ", points: 4, required: yes",
       "30:39: `required` wants true or false, found `yes`"},
      {"pass_mark: 7", "pass_mark: 11",
       "34:12: the pass mark 11 is above the 10 points that there are"},
  });
}

TEST(LoadRubricTest, OrderingsMustNotContradictTheDegrees) {
  expect_errors({
      {"to: 1, than: 4", "to: 4, than: 1",
       "31:6: this contradicts the degrees: row 3 has 1, row 4 has 4, row 1 has 1"},
      {"row: 16, than: 8", "row: 8, than: 16",
       "32:6: this contradicts the degrees: row 8 has 8, row 16 has 16"},
      {"row: 16, than: 8", "row: 16, than: 16", "32:6: row 16 is compared with itself"},
  });
}

TEST(LoadRubricTest, AChecksSubjectMustBeThere) {
  expect_errors({
      {"question: why", "question: degree", "33:6: question `degree` must have `type: text`"},
      {"{sentence: {question: why, phrases: [[gcd, coprime]]}", "{answer: {question: why}",
       "33:6: question `why` has no `answer` to compare with"},
      {"{sentence: {question: why, phrases: [[gcd, coprime]]}", "{reported_ratios: {question: why}",
       "33:6: question `why` must have `type: number per row`"},
      {"    expect:\n      - {buffer: out, value: \"sum(k, 0, words, in[(tx*stride + k) % "
       "words])\"}\n",
       "", "28:6: kernel `probe` has no `expect` to compare with"},
  });
}

TEST(LoadRubricTest, LimitsAreKnownAndPositive) {
  expect_errors({
      {"pass_mark: 7", "pass_mark: 7\nlimits: {seconds: 3}",
       "35:10: `limits` has no key `seconds`; there are warp_instructions, row_seconds, "
       "compile_seconds, student_rows"},
      {"pass_mark: 7", "pass_mark: 7\nlimits: {row_seconds: 0}",
       "35:23: `row_seconds` wants a number from 0.001 to 86400, found `0`"},
  });
}

TEST(LoadRubricTest, AllErrorsAreShownAtOnceInTheOrderOfTheFile) {
  std::string text = replaced(kProbe, "title: A probe", "titel: A probe");
  text = replaced(text, "points: 4", "points: many");
  text = replaced(text, "tx*stride + k) % words])", "tx*strid + k) % words])");
  EXPECT_EQ(errors_of(text),
            "r.yaml:1:1: error: a rubric needs `title`\n"
            "  version: 1\n"
            "  ^\n"
            "r.yaml:3:1: error: a rubric has no key `titel`; did you mean `title`?\n"
            "  titel: A probe\n"
            "  ^\n"
            "r.yaml:15:55: error: unknown name `strid`; did you mean `stride`?\n"
            "        - {buffer: out, value: \"sum(k, 0, words, in[(tx*strid + k) % words])\"}\n"
            "                                                        ^\n"
            "r.yaml:30:26: error: `points` wants a number, found `many`\n"
            "    - {result: {}, points: many}\n"
            "                           ^\n");
}

TEST(LoadRubricTest, ManyErrorsAreCutAndTheRestIsCounted) {
  std::string constants;
  for (int i = 0; i < 1150; ++i) constants += "c" + std::to_string(i) + ": x, ";
  const auto rubric = parse_rubric(
      base::SourceText("r.yaml", replaced(kProbe, "words: 2048", constants + "words: 2048")));
  ASSERT_FALSE(rubric.ok());
  ASSERT_EQ(rubric.errors().size(), 101u);
  EXPECT_EQ(base::render(rubric.errors().back()), "r.yaml: note: 1050 more errors are not shown\n");
}

TEST(LoadRubricTest, HostileTextsAreRefused) {
  EXPECT_EQ(errors_of(""),
            "r.yaml: error: a rubric wants a map of keys and values, found nothing\n");
  EXPECT_EQ(errors_of("[]"),
            "r.yaml:1:1: error: a rubric wants a map of keys and values, found a list\n"
            "  []\n"
            "  ^\n");
  EXPECT_EQ(errors_of("a: &a [x, x]\nb: &b [*a, *a]\n"),
            "r.yaml:1:4: error: anchors are not allowed: a text that starts with `&` needs quotes\n"
            "  a: &a [x, x]\n"
            "     ^\n");
  EXPECT_EQ(errors_of(std::string(300'000, '#')), "r.yaml: error: is larger than 262144 bytes\n");
}

TEST(LoadRubricTest, AProbeIsLoadedWhole) {
  const auto loaded = parse_rubric(base::SourceText("r.yaml", kProbe));
  ASSERT_TRUE(loaded.ok()) << base::render(loaded.errors());
  const Rubric& rubric = loaded.value();
  EXPECT_EQ(rubric.path, "r.yaml");
  EXPECT_EQ(rubric.hash.size(), 64u);
  EXPECT_EQ(rubric.constants.at("side"), 64);
  EXPECT_EQ(rubric.gpu_constants.at("side"), 4096);
  EXPECT_EQ(rubric.gpu_constants.at("words"), 2048);
  ASSERT_EQ(rubric.sweep.rows.size(), 7u);
  EXPECT_EQ(rubric.sweep.heading, "stride");
  EXPECT_EQ(rubric.sweep.rows[3].label, "3");
  EXPECT_TRUE(rubric.sweep.rows[3].added);
  EXPECT_TRUE(rubric.find_row("5")->hidden);
  EXPECT_EQ(rubric.find_question("degree")->rows, (std::vector<std::string>{"3", "8", "16"}));
  EXPECT_EQ(rubric.checks[0].row_set,
            (std::vector<std::string>{"1", "2", "4", "3", "8", "16", "5"}));
  EXPECT_EQ(rubric.checks[1].rows.at("to"), "1");
  EXPECT_EQ(rubric.checks[3].numbers.at("words"), 8);
  EXPECT_EQ(rubric.checks[3].phrases, (std::vector<std::vector<std::string>>{{"gcd", "coprime"}}));
  EXPECT_EQ(rubric.total_points(), 10);
  EXPECT_EQ(rubric.predicted_degree(*rubric.find_row("16")), 16);
  EXPECT_EQ(rubric.predicted_degree(rubric.student_row(24)), 8);
  EXPECT_EQ(rubric.student_row(24).label, "24");
}

TEST(LoadRubricTest, ChecksOfOneKindAreNumbered) {
  const auto loaded = parse_rubric(
      base::SourceText("r.yaml", replaced(kProbe, "  - {slower:",
                                          "  - {closer: {row: 5, to: 1, than: 2}, points: 0}\n"
                                          "  - {id: last, slower:")));
  ASSERT_TRUE(loaded.ok()) << base::render(loaded.errors());
  EXPECT_EQ(loaded.value().checks[1].id, "closer");
  EXPECT_EQ(loaded.value().checks[2].id, "closer-2");
  EXPECT_EQ(loaded.value().checks[3].id, "last");
  EXPECT_EQ(errors_with("{result: {}, points: 4}", "{result: {}, id: closer, points: 4}"),
            "r.yaml:31:5: error: there are two checks with the id `closer`\n"
            "    - {closer: {row: 3, to: 1, than: 4}, points: 2}\n"
            "      ^\n");
}

TEST(LoadRubricTest, ListedDegreesMustAgreeWithTheFormula) {
  EXPECT_EQ(errors_with("hidden: [5]", "hidden: [5]\n  degrees: {3: 2, 4: 4}"),
            "r.yaml:24:11: error: row 3 is listed with degree 2, `gcd(stride, 32)` makes it 1\n"
            "    added: [3, 8, 16]\n"
            "            ^\n");
  EXPECT_EQ(errors_of(replaced(replaced(kProbe, "    degree: gcd(stride, 32)\n", ""), "hidden: [5]",
                               "hidden: [5]\n  degrees: {3: 1, 1: 1, 4: 3}")),
            "");
}

TEST(LoadRubricTest, RowsThatLackAVariableAreReported) {
  const std::string rows =
      "sweep:\n"
      "  baseline: a\n"
      "  rows:\n"
      "    - {label: a, variables: {stride: 1}}\n"
      "    - {label: b, kernel: probe, variables: {strid: 2}}\n"
      "    - {label: b, kernel: prob}\n"
      "checks:\n"
      "  - {result: {}, points: 4}\n"
      "pass_mark: 1\n";
  const std::string head = kProbe.substr(0, kProbe.find("sweep:"));
  const std::string text = replaced(head, ", answers: answers.yaml", "") + rows;
  EXPECT_EQ(errors_of(text),
            "r.yaml:23:7: error: the sweep has two rows `b`\n"
            "      - {label: b, kernel: prob}\n"
            "        ^\n"
            "r.yaml:23:26: error: there is no kernel `prob`; did you mean `probe`?\n"
            "      - {label: b, kernel: prob}\n"
            "                           ^\n");
  EXPECT_EQ(errors_of(replaced(text, "    - {label: b, kernel: prob}\n", "")),
            "r.yaml:21:7: error: row a has no `strid`, which other rows of kernel `probe` have\n"
            "      - {label: a, variables: {stride: 1}}\n"
            "        ^\n"
            "r.yaml:22:7: error: row b has no `stride`, which other rows of kernel `probe` have\n"
            "      - {label: b, kernel: probe, variables: {strid: 2}}\n"
            "        ^\n");
}

TEST(LoadRubricTest, EveryKernelIsRunBySomeRow) {
  const std::string other =
      "  - {id: other, name: other, launch: {block: 1, grid: 1}, parameters: []}\nsweep:\n"
      "  kernel: probe";
  EXPECT_EQ(errors_with("sweep:", other),
            "r.yaml:18:5: error: no row runs kernel `other`\n"
            "    - {id: other, name: other, launch: {block: 1, grid: 1}, parameters: []}\n"
            "      ^\n");
}

TEST(LoadRubricTest, AFileThatCannotBeReadIsADiagnostic) {
  const auto missing = load_rubric("/nonexistent/r.yaml");
  ASSERT_FALSE(missing.ok());
  EXPECT_EQ(base::render(missing.errors()),
            "/nonexistent/r.yaml: error: cannot be read: No such file or directory\n");
}

TEST(LoadRubricTest, EveryRubricOfTheRepositoryLoads) {
  const auto loaded = load_rubric(BANKCHECK_SOURCE_DIR "/rubrics/bank-conflicts.yaml");
  ASSERT_TRUE(loaded.ok()) << base::render(loaded.errors());
  EXPECT_EQ(loaded.value().total_points(), 100);
  for (const auto& [label, degree] : std::map<std::string, double>{{"1", 1},
                                                                   {"2", 2},
                                                                   {"3", 1},
                                                                   {"8", 8},
                                                                   {"16", 16},
                                                                   {"24", 8},
                                                                   {"31", 1},
                                                                   {"33", 1},
                                                                   {"48", 16},
                                                                   {"64", 32}}) {
    EXPECT_EQ(loaded.value().predicted_degree(*loaded.value().find_row(label)), degree) << label;
  }
}

TEST(LoadRubricTest, SettingsOfEveryKindHaveDistinctNames) {
  for (const CheckKind& kind : check_kinds()) {
    std::set<std::string_view> names;
    for (const Setting& setting : kind.settings) EXPECT_TRUE(names.insert(setting.name).second);
    EXPECT_EQ(find_check_kind(kind.name), &kind);
    EXPECT_FALSE(kind.title.empty());
  }
  EXPECT_EQ(find_check_kind("nothing"), nullptr);
}

TEST(LoadRubricTest, TheManualNamesEveryKindSettingAndMeasure) {
  const auto manual = base::read_file(BANKCHECK_SOURCE_DIR "/rubrics/README.md", 1 << 20);
  ASSERT_TRUE(manual.ok());
  const std::string text = manual.value();
  const std::string table = text.substr(text.find("## checks"));
  const auto documented = [&](const std::string& name) {
    return text.find(name) != std::string::npos;
  };
  for (const CheckKind& kind : check_kinds()) {
    const std::string start = "\n| " + std::string(kind.name) + " | ";
    ASSERT_NE(table.find(start), std::string::npos) << kind.name;
    const std::size_t at = table.find(start) + 1;
    const std::string line = table.substr(at, table.find('\n', at) - at);
    for (const Setting& setting : kind.settings) {
      EXPECT_NE(line.find(setting.name), std::string::npos) << kind.name << ": " << setting.name;
      for (const std::string_view word : setting.allowed)
        EXPECT_TRUE(documented("`" + std::string(word) + "`"));
    }
  }
  for (std::size_t i = 0; i < kMeasureCount; ++i) {
    EXPECT_TRUE(documented(std::string("`") + name(static_cast<Measure>(i)) + "`"));
  }
}

}  // namespace
}  // namespace bankcheck::rubric
