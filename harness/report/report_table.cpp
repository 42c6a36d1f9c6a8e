#include "report/report_table.hpp"

#include <algorithm>
#include <array>

namespace bankcheck::report {
namespace {

constexpr std::array kFormats = {
    ReportFormat{"text", "for people, in a terminal", render_text},
    ReportFormat{"json", "for programs, with every count", render_json},
    ReportFormat{"html", "for a browser, with charts, on one page", render_html},
    ReportFormat{"junit", "for CI, as JUnit XML", render_junit},
    ReportFormat{"gradescope", "Gradescope's results.json", render_gradescope},
    ReportFormat{"prairielearn", "PrairieLearn's results.json", render_prairielearn},
    ReportFormat{"autolab", "for Autolab, with the scores as the last line", render_autolab},
    ReportFormat{"github-classroom", "for GitHub Classroom's autograding reporter",
                 render_github_classroom},
};

}  // namespace

std::span<const ReportFormat> report_table() { return kFormats; }

const ReportFormat* find_format(std::string_view name) {
  const auto found = std::find_if(kFormats.begin(), kFormats.end(),
                                  [&](const ReportFormat& format) { return format.name == name; });
  return found == kFormats.end() ? nullptr : &*found;
}

}  // namespace bankcheck::report
