// bankcheck rubric: loads a rubric, checks it, and says in words what it will do.
#include <memory>
#include <ostream>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/escape.hpp"
#include "checks/text.hpp"
#include "cli/command_table.hpp"
#include "cli/exit_code.hpp"
#include "rubric/geometry.hpp"
#include "rubric/rubric.hpp"

namespace bankcheck::cli {
namespace {

std::string extent_text(const base::Dim3& extent) {
  return fmt::format("{}x{}x{}", extent.x, extent.y, extent.z);
}

std::string optional_text(const std::optional<double>& value) {
  return value ? checks::number_text(*value) : "-";
}

std::string row_kind(const rubric::RowSpec& row) {
  if (row.hidden) return "hidden";
  return row.added ? "to be added" : "";
}

std::string rows_text(const rubric::Rubric& rubric) {
  std::string text;
  for (const rubric::RowSpec& row : rubric.sweep.rows) {
    const auto geometry = rubric::geometry(rubric, row, rubric::Target{});
    text += fmt::format("  {:>10}  kernel {}, grid {}, block {}, degree {}{}\n", row.label,
                        row.kernel, geometry ? extent_text(geometry.value().grid) : "?",
                        geometry ? extent_text(geometry.value().block) : "?",
                        optional_text(rubric.predicted_degree(row)),
                        row_kind(row).empty() ? "" : ", " + row_kind(row));
  }
  return text;
}

std::string questions_text(const rubric::Rubric& rubric) {
  std::string text;
  for (const rubric::QuestionSpec& question : rubric.questions) {
    text += fmt::format("  {:<20}  {}\n", question.key, question.prompt);
    if (question.answer) {
      text += fmt::format("  {:<20}  answer: {}\n", "",
                          optional_text(rubric::answer_key(rubric, question)));
    }
  }
  return text;
}

std::string checks_text(const rubric::Rubric& rubric) {
  std::string text;
  for (const rubric::CheckSpec& check : rubric.checks) {
    text += fmt::format("  {:>5}  {:<20}  {}{}{}\n", checks::points_text(check.points), check.id,
                        check.title, check.required ? " (must pass)" : "",
                        check.hidden ? " (hidden)" : "");
  }
  return text;
}

std::string section(const char* title, const std::string& body) {
  return body.empty() ? "" : fmt::format("\n{}\n{}", title, body);
}

/// The files of a submission: its source, where it has one, and its answers.
std::vector<std::string> files_read(const rubric::Rubric& rubric) {
  std::vector<std::string> files;
  if (!rubric.source_file.empty()) files.push_back(rubric.source_file);
  if (!rubric.answers_file.empty()) files.push_back("answers from " + rubric.answers_file);
  return files;
}

std::string describe(const rubric::Rubric& rubric) {
  const rubric::Limits& limits = rubric.limits;
  std::string text = fmt::format("{}: {}\n  {}, sha256 {}\n", rubric.exercise, rubric.title,
                                 rubric.path, rubric.hash);
  text += "  reads " + fmt::format("{}", fmt::join(files_read(rubric), ", ")) + "\n";
  text += section("Rows (as the simulator runs them)", rows_text(rubric));
  text += section("Questions", questions_text(rubric));
  text += section("Checks", checks_text(rubric));
  text += fmt::format(
      "\n{} points, {} needed. Limits: {} warp instructions and {} s a row, {} s to compile.\n",
      checks::points_text(rubric.total_points()), checks::points_text(rubric.pass_mark),
      limits.warp_instructions_per_row, checks::number_text(limits.row_seconds),
      checks::number_text(limits.compile_seconds));
  return base::escape_terminal(text, std::size_t{1} << 20, true);
}

}  // namespace

Action declare_rubric(CLI::App& command) {
  auto path = std::make_shared<std::string>();
  command.add_option("FILE", *path, "The rubric")->required();
  return [path](const Session& session) -> int {
    const auto rubric = rubric::load_rubric(*path);
    if (!rubric) return refuse(session, rubric.errors());
    session.out << describe(rubric.value());
    return kExitDone;
  };
}

}  // namespace bankcheck::cli
