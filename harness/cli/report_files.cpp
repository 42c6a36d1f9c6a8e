#include "cli/report_files.hpp"

#include <ostream>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/exit_code.hpp"

namespace bankcheck::cli {
namespace {

std::string format_names() {
  std::string names;
  for (const report::ReportFormat& format : report::report_table()) {
    names += (names.empty() ? "" : ", ") + std::string(format.name);
  }
  return names;
}

ReportFile report_file(const std::string& argument) {
  const std::size_t equals = argument.find('=');
  const ReportFile file{report::find_format(argument.substr(0, equals)),
                        equals == std::string::npos ? "" : argument.substr(equals + 1)};
  if (file.format == nullptr || file.path.empty()) {
    throw CLI::ValidationError(
        "--report",
        fmt::format("{} is not FORMAT=FILE with one of the formats {}", argument, format_names()));
  }
  return file;
}

void declare_shorthand(CLI::App& command, std::vector<ReportFile>& files, const char* format,
                       const char* description) {
  command.add_option_function<std::string>(
      std::string("--") + format,
      [&files, format](const std::string& path) {
        files.push_back({report::find_format(format), path});
      },
      description);
}

}  // namespace

void declare_reports(CLI::App& command, std::vector<ReportFile>& files) {
  command
      .add_option_function<std::vector<std::string>>(
          "--report",
          [&files](const std::vector<std::string>& arguments) {
            for (const std::string& argument : arguments) files.push_back(report_file(argument));
          },
          "Also write a report to a file (`-`: standard output), any number of times; FORMAT is "
          "one of " +
              format_names())
      ->type_name("FORMAT=FILE")
      ->expected(1)
      ->take_all();
  declare_shorthand(command, files, "json", "Also write the result to this file");
  declare_shorthand(command, files, "html",
                    "Also write the report to this file, as one page for a browser");
}

int write_reports(const Session& session, const std::vector<ReportFile>& files,
                  const checks::Grade& grade, bool hints) {
  int status = kExitDone;
  for (const ReportFile& file : files) {
    if (file.path == "-") continue;
    const int written =
        write_output(session, file.path, file.format->render(grade, {false, hints}));
    if (written != kExitDone) status = written;
  }
  for (const ReportFile& file : files) {
    if (file.path == "-") session.out << file.format->render(grade, {false, hints});
  }
  session.out.flush();
  return status;
}

}  // namespace bankcheck::cli
