// What a check asks for must be there, and must not contradict the degrees that the rubric
// predicts.
#include <algorithm>
#include <cmath>
#include <functional>

#include <fmt/format.h>

#include "rubric/loader.hpp"

namespace bankcheck::rubric {
namespace {

constexpr int kSeedsTried = 16;
/// Of a rubric: trying them takes time.
constexpr int kKeysTried = 1000;

/// A check and the place of its errors.
struct Subject {
  Loader& loader;
  const CheckSpec& check;
  const YamlNode& node;
  int* keys_to_try;

  const Rubric& rubric() const { return loader.rubric; }
  void error(std::string text) const { loader.reader.error(node, std::move(text)); }
  std::optional<double> degree(const std::string& label) const {
    return rubric().predicted_degree(*rubric().find_row(label));
  }
};

void rows_have_degrees(const Subject& subject, const std::vector<std::string>& labels) {
  for (const std::string& label : labels) {
    if (!subject.degree(label)) {
      return subject.error(fmt::format("row {} has no degree to compare with", label));
    }
  }
}

void kernels_have(const Subject& subject, const char* key,
                  const std::function<bool(const KernelSpec&)>& has) {
  for (const std::string& label : subject.check.row_set) {
    const std::string& id = subject.rubric().find_row(label)->kernel;
    if (!has(*subject.rubric().find_kernel(id))) {
      return subject.error(fmt::format("kernel `{}` has no `{}` to compare with", id, key));
    }
  }
}

void check_result(const Subject& subject) {
  kernels_have(subject, "expect", [](const KernelSpec& kernel) { return !kernel.expect.empty(); });
}

void check_reads(const Subject& subject) {
  kernels_have(subject, "reads", [](const KernelSpec& kernel) { return kernel.reads.has_value(); });
}

void check_degrees(const Subject& subject) {
  if (subject.check.measure != subject.rubric().sweep.measure) return;
  rows_have_degrees(subject, subject.check.row_set);
}

void check_rows_added(const Subject& subject) {
  if (subject.rubric().sweep.rows_from.empty()) {
    return subject.error("the sweep has no `rows_from` that a student could add rows to");
  }
  if (subject.check.row_set.empty()) subject.error("the sweep has no added rows");
}

bool rows_differ(const Subject& subject) {
  std::vector<std::string> labels;
  for (const auto& [key, label] : subject.check.rows) labels.push_back(label);
  std::sort(labels.begin(), labels.end());
  const auto twice = std::adjacent_find(labels.begin(), labels.end());
  if (twice == labels.end()) return true;
  subject.error(fmt::format("row {} is compared with itself", *twice));
  return false;
}

/// Degrees speak about the sweep's measure only.
bool degrees_apply(const Subject& subject) {
  return rows_differ(subject) && subject.check.measure == subject.rubric().sweep.measure;
}

void check_closer(const Subject& subject) {
  if (!degrees_apply(subject)) return;
  const auto& rows = subject.check.rows;
  const auto row = subject.degree(rows.at("row"));
  const auto to = subject.degree(rows.at("to"));
  const auto than = subject.degree(rows.at("than"));
  if (!row || !to || !than || std::abs(*row - *to) < std::abs(*row - *than)) return;
  subject.error(
      fmt::format("this contradicts the degrees: row {} has {}, row {} has {}, row {} has {}",
                  rows.at("row"), *row, rows.at("to"), *to, rows.at("than"), *than));
}

void check_slower(const Subject& subject) {
  if (!degrees_apply(subject)) return;
  const auto& rows = subject.check.rows;
  const auto row = subject.degree(rows.at("row"));
  const auto than = subject.degree(rows.at("than"));
  if (!row || !than || *row > *than) return;
  subject.error(fmt::format("this contradicts the degrees: row {} has {}, row {} has {}",
                            rows.at("row"), *row, rows.at("than"), *than));
}

void check_rows_differ(const Subject& subject) { (void)rows_differ(subject); }

void check_bounds(const Subject& subject) {
  const auto& numbers = subject.check.numbers;
  if (numbers.at("at_least") <= numbers.at("at_most")) return;
  subject.error("`at_least` is more than `at_most`");
}

void check_ratio(const Subject& subject) {
  if (rows_differ(subject)) check_bounds(subject);
}

void question_has_type(const Subject& subject, AnswerType type, const char* name) {
  const QuestionSpec& question = *subject.rubric().find_question(subject.check.question);
  if (question.type != type) {
    subject.error(fmt::format("question `{}` must have `type: {}`", question.key, name));
  }
}

void check_per_row_question(const Subject& subject) {
  question_has_type(subject, AnswerType::kNumberPerRow, "number per row");
  rows_have_degrees(subject, subject.rubric().find_question(subject.check.question)->rows);
}

void check_sentence(const Subject& subject) {
  question_has_type(subject, AnswerType::kText, "text");
}

void check_answer(const Subject& subject) {
  const QuestionSpec& question = *subject.rubric().find_question(subject.check.question);
  if (!question.answer) {
    return subject.error(
        fmt::format("question `{}` has no `answer` to compare with", question.key));
  }
  // Numbers that are drawn are tried with some seeds: a key must be there for whoever is asked.
  Rubric sample;
  sample.exercise = subject.rubric().exercise;
  sample.draws = subject.rubric().draws;
  const int seeds = sample.draws.empty() ? 0 : kSeedsTried;
  for (int seed = 0; seed <= seeds && (seed == 0 || *subject.keys_to_try > 0); ++seed) {
    --*subject.keys_to_try;
    sample.constants = subject.rubric().constants;
    if (seed > 0) sample = draw_numbers(std::move(sample), std::to_string(seed));
    const auto key = answer_key(sample, question);
    if (key && std::isfinite(*key)) continue;
    return subject.error(
        fmt::format("the answer to question `{}` cannot be worked out", question.key));
  }
}

struct Row {
  std::string_view kind;
  void (*check)(const Subject&);
};
constexpr Row kRows[] = {
    {"result", check_result},
    {"reads", check_reads},
    {"degrees", check_degrees},
    {"rows_added", check_rows_added},
    {"closer", check_closer},
    {"slower", check_slower},
    {"sentence", check_sentence},
    {"predicted_degrees", check_per_row_question},
    {"no_more_shared", check_rows_differ},
    {"ratio", check_ratio},
    {"shared_bytes", check_bounds},
    {"answer", check_answer},
    {"reported_ratios", check_per_row_question},
};

}  // namespace

void check_checks(Loader& loader) {
  int keys_to_try = kKeysTried;
  for (std::size_t i = 0; i < loader.rubric.checks.size(); ++i) {
    const Subject subject{loader, loader.rubric.checks[i], *loader.check_nodes[i], &keys_to_try};
    for (const Row& row : kRows) {
      if (row.kind == subject.check.kind) row.check(subject);
    }
  }
}

}  // namespace bankcheck::rubric
