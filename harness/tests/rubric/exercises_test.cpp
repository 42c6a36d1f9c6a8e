// The format carries the exercises that come: kernels as rows, two inputs, questions with computed
// keys.
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "rubric/expected.hpp"
#include "rubric/rubric.hpp"

namespace bankcheck::rubric {
namespace {

Rubric load(const std::string& text) {
  auto rubric = parse_rubric(base::SourceText("r.yaml", text));
  EXPECT_TRUE(rubric.ok()) << base::render(rubric.errors());
  return rubric.ok() ? std::move(rubric).value() : Rubric{};
}

const std::string kTransposes = R"yaml(
version: 1
exercise: transpose
title: Pad the tile
submission: {source: transpose.cu}
constants:
  side: {simulator: 128, gpu: 4096}
kernels:
  - name: copyTile
    launch: {block: [32, 8], grid: [side/32, side/32]}
    parameters:
      - {name: in, type: f32, length: side*side, fill: iota}
      - {name: out, type: f32, length: side*side, output: true}
      - {name: side, type: i32, value: side}
    expect:
      - {buffer: out, value: "in[index]"}
  - name: transposeTile
    launch: {block: [32, 8], grid: [side/32, side/32]}
    parameters:
      - {name: in, type: f32, length: side*side, fill: iota}
      - {name: out, type: f32, length: side*side, output: true}
      - {name: side, type: i32, value: side}
    expect:
      - {buffer: out, value: "in[(index % side)*side + index / side]"}
    reads: {each: j, count: 4, word: tx*32 + ty + 8*j}
    degree: 32
  - name: transposePadded
    launch: {block: [32, 8], grid: [side/32, side/32]}
    parameters:
      - {name: in, type: f32, length: side*side, fill: iota}
      - {name: out, type: f32, length: side*side, output: true}
      - {name: side, type: i32, value: side}
    expect:
      - {buffer: out, value: "in[(index % side)*side + index / side]"}
    reads: {each: j, count: 4, word: tx*33 + ty + 8*j}
    degree: 1
sweep:
  heading: kernel
  measure: shared_load_wavefronts
  baseline: padded
  rows:
    - {label: copy, kernel: copyTile}
    - {label: plain, kernel: transposeTile}
    - {label: padded, kernel: transposePadded, added: true}
checks:
  - {result: {}, points: 5}
  - {reads: {rows: [plain, padded]}, points: 1}
  - {degrees: {rows: [plain, padded]}, points: 3}
  - {slower: {row: plain, than: padded}, points: 1}
pass_mark: 9
)yaml";

TEST(ExercisesTest, RowsMayBeKernels) {
  const Rubric rubric = load(kTransposes);
  ASSERT_EQ(rubric.sweep.rows.size(), 3u);
  EXPECT_EQ(rubric.sweep.heading, "kernel");
  EXPECT_EQ(rubric.predicted_degree(*rubric.find_row("plain")), 32);
  EXPECT_EQ(rubric.predicted_degree(*rubric.find_row("copy")), std::nullopt);
  EXPECT_EQ(rubric.answers_file, "");
  EXPECT_EQ(geometry(rubric, rubric.sweep.rows[0], {true, 132}).value().grid,
            (base::Dim3{128, 128, 1}));
}

TEST(ExercisesTest, AMatrixProductHasTwoInputsAndATolerance) {
  const Rubric rubric = load(R"yaml(
version: 1
exercise: matmul
title: Tiles
submission: {source: matmul.cu}
constants: {rows: 3, inner: 5, columns: 2}
kernels:
  - name: matmul
    launch: {block: [16, 16], grid: [(columns + 15)/16, (rows + 15)/16]}
    parameters:
      - {name: a, type: f32, length: rows*inner, range: [-4, 4]}
      - {name: b, type: f32, length: inner*columns, range: [-4, 4]}
      - {name: c, type: f32, length: rows*columns, output: true}
    expect:
      - buffer: c
        value: sum(k, 0, inner, a[index/columns*inner + k] * b[k*columns + index%columns])
        relative_tolerance: 1e-5
sweep:
  measure: total_global_load_sectors
  baseline: tiled
  rows:
    - {label: tiled, kernel: matmul}
checks:
  - {result: {}, points: 1}
pass_mark: 1
)yaml");
  ASSERT_EQ(rubric.kernels.size(), 1u);
  EXPECT_EQ(rubric.kernels[0].expect[0].relative_tolerance, 1e-5);
  const auto sizes = geometry(rubric, rubric.sweep.rows[0], {}).value();
  const std::vector<double> a{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  const std::vector<double> b{1, 0, 0, 1, 1, 1, 2, 0, 0, -1};
  EXPECT_EQ(expected_values(rubric.kernels[0].expect[0], sizes, {{"a", a}, {"b", b}}, 6).value(),
            (std::vector<double>{12, 0, 32, 5, 52, 10}));
}

TEST(ExercisesTest, QuestionsMayHaveKeysThatTheBankModelComputes) {
  const Rubric rubric = load(R"yaml(
version: 1
exercise: bank-arithmetic
title: Banks
submission: {answers: answers.yaml}
constants: {byte: 260}
questions:
  - {key: bank, prompt: "Which bank?", type: number, answer: byte / 4 % 32}
  - {key: stride, prompt: Stride 6, type: number, answer: {degree: {index: lane*6}}}
  - {key: column, prompt: A column, type: number, answer: {degree: {index: tx*32 + ty, block: [32, 8], warp: 7}}}
  - {key: padded, prompt: Padded, type: number, answer: {degree: {index: tx*33 + ty, block: [32, 8]}}}
  - {key: doubles, prompt: Doubles, type: number, answer: {wavefronts: {index: tx, bytes: 8}}}
  - {key: phases, prompt: Phases, type: number, answer: {phases: {index: tx, bytes: 16, access: store}}}
  - {key: float3, prompt: x of 12, type: number, answer: {degree: {index: tx, element_bytes: 12}}}
  - {key: float4, prompt: x of 16, type: number, answer: {degree: {index: tx, element_bytes: 16}}}
  - {key: atomic, prompt: One counter, type: number, answer: {wavefronts: {index: 0, access: atomic}}}
checks:
  - {answer: {question: bank}, points: 1}
  - {answer: {question: stride, tolerance: 0.5}, points: 1}
pass_mark: 1
)yaml");
  const auto key = [&](const char* question) {
    return answer_key(rubric, *rubric.find_question(question));
  };
  ASSERT_EQ(rubric.questions.size(), 9u);
  EXPECT_EQ(key("bank"), 1);
  EXPECT_EQ(key("stride"), 2);
  EXPECT_EQ(key("column"), 32);
  EXPECT_EQ(key("padded"), 1);
  EXPECT_EQ(key("doubles"), 2);
  EXPECT_EQ(key("phases"), 4);
  EXPECT_EQ(key("float3"), 1);
  EXPECT_EQ(key("float4"), 4);
  EXPECT_EQ(key("atomic"), 33);
  EXPECT_EQ(rubric.checks[1].numbers.at("tolerance"), 0.5);
  EXPECT_TRUE(rubric.source_file.empty());
}

Rubric questions(const std::string& more, const std::string& head = "") {
  return load("version: 1\nexercise: e\ntitle: t\nsubmission: {answers: a.yaml}\npass_mark: 0\n" +
              head +
              "checks: [{answered: {question: name}, points: 1}]\nquestions:\n"
              "  - {key: name, prompt: Name, type: text}\n" +
              more);
}

TEST(ExercisesTest, KeysMayBeBanksAndPaddings) {
  const Rubric rubric = questions(R"yaml(
  - {key: bank, prompt: p, type: number, answer: {bank: {index: 77 + lane}}}
  - {key: byte, prompt: p, type: number, answer: {bank: {index: 260, element_bytes: 1}}}
  - {key: none, prompt: p, type: number, answer: {smallest_padding: {index: tx*(33 + padding)}}}
  - {key: one, prompt: p, type: number, answer: {smallest_padding: {index: tx*(32 + padding)}}}
  - {key: two, prompt: p, type: number, answer: {smallest_padding: {index: "tx*(16 + padding) + ty", block: [16, 16]}}}
)yaml");
  const auto key = [&](const char* name) {
    return answer_key(rubric, *rubric.find_question(name));
  };
  EXPECT_EQ(key("bank"), 13);
  EXPECT_EQ(key("byte"), 1);
  EXPECT_EQ(key("none"), 0);
  EXPECT_EQ(key("one"), 1);
  EXPECT_EQ(key("two"), 2);
}

TEST(ExercisesTest, AChoiceIsRightWhoseAccessIsWorst) {
  const auto key = [](const std::string& load_index) {
    const Rubric rubric = questions(
        "  - {key: c, prompt: p, type: choice, choices: [store, load], answer: {worst_access: "
        "{load: {index: " +
        load_index + "}, store: {index: tx, access: store}}}}\n");
    return answer_key(rubric, *rubric.find_question("c"));
  };
  EXPECT_EQ(key("tx*32"), 1);
  EXPECT_EQ(key("tx*3"), std::nullopt) << "neither is worse";
}

const std::string kDraws =
    "draws: {by: name, numbers: {word: {from: 40, to: 900, step: 4}, stride: [2, 6, 24]}}\n";
const std::string kDrawn =
    "  - {key: q, prompt: \"word {word}, stride {stride}\", type: number, answer: {bank: {index: "
    "word}}}\n";

TEST(ExercisesTest, NumbersAreDrawnFromTheSeedAndShownInPrompts) {
  const Rubric rubric = questions(kDrawn, kDraws);
  const Rubric ada = draw_numbers(rubric, "Ada");
  EXPECT_EQ(ada.constants, draw_numbers(rubric, "Ada").constants);
  EXPECT_EQ(ada.constants, ada.gpu_constants);
  const std::int64_t word = ada.constants.at("word");
  EXPECT_EQ(word % 4, 0);
  EXPECT_TRUE(word >= 40 && word <= 900) << word;
  EXPECT_EQ(ada.find_question("q")->prompt, "word " + std::to_string(word) + ", stride " +
                                                std::to_string(ada.constants.at("stride")));
  EXPECT_EQ(answer_key(ada, *ada.find_question("q")), word % 32);
}

TEST(ExercisesTest, SeedsDrawDifferentNumbersAndNoSeedDrawsNone) {
  const Rubric rubric = questions(kDrawn, kDraws);
  std::set<std::int64_t> words;
  for (const char* seed : {"a", "b", "c", "d", "e", "f", "g", "h"}) {
    words.insert(draw_numbers(rubric, seed).constants.at("word"));
  }
  EXPECT_GT(words.size(), 5u);
  EXPECT_EQ(draw_numbers(rubric, "").find_question("q")->prompt, "word [yours], stride [yours]");
  EXPECT_EQ(draw_numbers(rubric, "").constants.at("word"), 40);
}

TEST(ExercisesTest, DrawsThatCannotBeAreErrors) {
  const auto error = [](const std::string& draws, const std::string& answer = "1") {
    const auto rubric = parse_rubric(base::SourceText(
        "r.yaml",
        "version: 1\nexercise: e\ntitle: t\nsubmission: {answers: a.yaml}\npass_mark: 0\n"
        "constants: {side: 8}\ndraws: " +
            draws +
            "\nchecks: [{answer: {question: q}, points: 1}]\nquestions:\n"
            "  - {key: name, prompt: Name, type: text}\n"
            "  - {key: q, prompt: Name, type: number, answer: " +
            answer + "}\n"));
    return rubric.ok() ? "" : rubric.errors()[0].text;
  };
  EXPECT_EQ(error("{by: name, numbers: {n: [1, 2]}}"), "");
  EXPECT_EQ(error("{by: q, numbers: {n: [1, 2]}}"),
            "`by` wants a question with `type: text`, found `q`");
  EXPECT_EQ(error("{by: nam, numbers: {n: [1, 2]}}"),
            "`by` wants a question with `type: text`, found `nam`; did you mean `name`?");
  EXPECT_EQ(error("{by: name, numbers: {side: [1, 2]}}"), "`side` is a constant already");
  EXPECT_EQ(error("{by: name, numbers: {tx: [1, 2]}}"), "`tx` is a name that every launch defines");
  EXPECT_EQ(error("{by: name, numbers: {n: {from: 1, to: 20000}}}"),
            "`n` has more than 10000 values");
  EXPECT_EQ(error("{by: name, numbers: {n: [1, 0]}}", "8 / n"),
            "the answer to question `q` cannot be worked out");
}

TEST(ExercisesTest, AKeyThatCannotBeWorkedOutIsAnError) {
  const std::string head =
      "version: 1\nexercise: e\ntitle: t\nsubmission: {answers: a.yaml}\npass_mark: 0\n"
      "checks: [{answer: {question: q}, points: 1}]\nquestions:\n"
      "  - {key: q, prompt: p, type: number, answer: ";
  const auto error = [&](const std::string& answer) {
    const auto rubric = parse_rubric(base::SourceText("r.yaml", head + answer + "}\n"));
    return rubric.ok() ? ""
                       : std::to_string(rubric.errors()[0].line) + ": " + rubric.errors()[0].text;
  };
  EXPECT_EQ(error("1 / 0"), "6: the answer to question `q` cannot be worked out");
  EXPECT_EQ(error("{degree: {index: lane - 1}}"),
            "6: the answer to question `q` cannot be worked out");
  EXPECT_EQ(error("{degree: {index: lane, element_bytes: 6}}"),
            "6: the answer to question `q` cannot be worked out");
  EXPECT_EQ(error("{wavefronts: {index: lane, bytes: 8, access: atomic}}"),
            "6: the answer to question `q` cannot be worked out");
  EXPECT_EQ(error("{degree: {index: lan}}"), "8: unknown name `lan`; did you mean `lane`?");
  EXPECT_EQ(error("{degre: {index: lane}}"),
            "8: `answer` has no key `degre`; did you mean `degree`?");
  EXPECT_EQ(error("{}"),
            "8: `answer` wants an expression or one of degree, wavefronts, phases, bank, "
            "smallest_padding");
}

TEST(ExercisesTest, AnAnswersOnlyRubricHasNoChecksOfKernels) {
  const auto rubric = parse_rubric(base::SourceText(
      "r.yaml",
      "version: 1\nexercise: e\ntitle: t\nsubmission: {source: a.cu, answers: a.yaml}\npass_mark: "
      "0\n"
      "checks: [{hazards: {}, points: 1}]\nquestions:\n  - {key: q, prompt: p, type: text}\n"));
  ASSERT_FALSE(rubric.ok());
  EXPECT_EQ(rubric.errors()[0].text, "`source` is for rubrics with `kernels`");
  EXPECT_EQ(rubric.errors()[1].text, "`hazards` is about kernels, and this rubric has none");
}

}  // namespace
}  // namespace bankcheck::rubric
