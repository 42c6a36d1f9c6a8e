// Reports that are asked for beside the text, and where they go.
#pragma once

#include <string>
#include <vector>

#include "cli/session.hpp"
#include "report/report_table.hpp"

namespace CLI {
class App;
}

namespace bankcheck::cli {

struct ReportFile {
  const report::ReportFormat* format = nullptr;
  std::string path;  ///< `-`: standard output, after everything else
};

/// Declares --report FORMAT=FILE, --json FILE and --html FILE.
void declare_reports(CLI::App& command, std::vector<ReportFile>& files);

/// Writes each file whole; kExitOurs when one cannot be written, after the others are.
int write_reports(const Session& session, const std::vector<ReportFile>& files,
                  const checks::Grade& grade, bool hints);

}  // namespace bankcheck::cli
