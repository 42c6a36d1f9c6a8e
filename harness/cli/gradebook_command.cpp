// bankcheck gradebook: fills the marks of a graded class into a gradebook that was downloaded from
// the learning platform.
#include <filesystem>
#include <memory>
#include <ostream>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "base/atomic_file.hpp"
#include "base/escape.hpp"
#include "checks/text.hpp"
#include "cli/command_table.hpp"
#include "cli/exit_code.hpp"
#include "report/class_table.hpp"
#include "report/gradebook.hpp"

namespace bankcheck::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kFileBytesLimit = std::size_t{256} << 20;

struct GradebookOptions {
  std::string grades;
  const report::GradebookFormat* format = nullptr;
  std::string download;
  std::string column;
  std::string out;
};

base::Result<checks::ClassGrades> read_grades(const std::string& place) {
  std::error_code ignored;
  const fs::path path = fs::is_directory(place, ignored)
                            ? fs::path(place) / report::find_class_format("json")->file_name
                            : fs::path(place);
  const auto text = base::read_file(path, kFileBytesLimit);
  if (!text) return text.errors();
  return report::read_class_json(path.string(), text.value());
}

base::Result<report::FilledGradebook> fill(const GradebookOptions& options,
                                           const checks::ClassGrades& grades) {
  const auto text = base::read_file(options.download, kFileBytesLimit);
  if (!text) return text.errors();
  const auto file = report::parse_csv(options.download, text.value());
  if (!file) return file.errors();
  return options.format->fill(grades, file.value(), options.column);
}

std::string list(const char* heading, const std::vector<std::string>& entries) {
  if (entries.empty()) return "";
  std::string text = fmt::format("\n{} ({})\n", heading, entries.size());
  for (const std::string& entry : entries) {
    text += "  " + base::escape_terminal(entry, 500) + "\n";
  }
  return text;
}

std::string strangers(std::size_t rows) {
  if (rows == 0) return "";
  return fmt::format("\n{} of the file {} of nobody in this class\n",
                     checks::count_text(rows, "row", "rows"), rows == 1 ? "is" : "are");
}

std::string summary(const report::FilledGradebook& book, const std::string& out) {
  return fmt::format("{} in column `{}`, {} of them new or changed; {}\n",
                     checks::count_text(book.written, "mark", "marks"),
                     base::escape_terminal(book.column, 200), book.changed, book.scaling) +
         list("Without a mark, so nothing was written", book.no_mark) +
         list("Graded, but not in the file", book.not_in_file) +
         list("Not written, because it is not certain which row is theirs", book.ambiguous) +
         list("Left alone, because the platform would not take it", book.left_alone) +
         list("Written, but look at these", book.warnings) + strangers(book.not_in_class) +
         fmt::format("\nwrote {}\n", base::escape_terminal(out, 500));
}

int run_gradebook(const Session& session, const GradebookOptions& options) {
  if (options.format == nullptr)
    return refuse(session, "name the file to fill in, as in --canvas FILE");
  std::error_code ignored;
  if (fs::equivalent(options.download, options.out, ignored)) {
    return refuse(session, "--out is the download itself, which is kept as it came");
  }
  const auto grades = read_grades(options.grades);
  if (!grades) return refuse(session, grades.errors());
  const auto book = fill(options, grades.value());
  if (!book) return refuse(session, book.errors());
  const int status = write_output(session, options.out, book.value().file.text());
  if (status == kExitDone) session.out << summary(book.value(), options.out);
  return status;
}

void declare_format(CLI::App& command, const std::shared_ptr<GradebookOptions>& options,
                    const report::GradebookFormat& format) {
  command.add_option_function<std::string>(
      "--" + std::string(format.name),
      [options, &format](const std::string& path) {
        if (options->format != nullptr) throw CLI::ValidationError("name one file to fill in");
        options->format = &format;
        options->download = path;
      },
      "Fill in " + std::string(format.description));
}

}  // namespace

Action declare_gradebook(CLI::App& command) {
  auto options = std::make_shared<GradebookOptions>();
  command.add_option("GRADES", options->grades, "The folder of a graded class, or its class.json")
      ->required();
  for (const report::GradebookFormat& format : report::gradebook_table()) {
    declare_format(command, options, format);
  }
  command.add_option("--column", options->column,
                     "Heading of the column to fill, or the number of the assignment");
  command.add_option("--out", options->out, "The file to write")->required();
  return [options](const Session& session) { return run_gradebook(session, *options); };
}

}  // namespace bankcheck::cli
