// The spread of ratios: for each row of the sweep how many students had which ratio. Bins are
// eighths of a doubling, so that a degree of 8 is as far from 4 as from 16. Where a GPU timed the
// rows, ratios of counts grow to the left and ratios of times to the right.
#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "base/escape.hpp"
#include "checks/text.hpp"
#include "report/class_page_parts.hpp"
#include "report/class_statistics.hpp"
#include "report/page_parts.hpp"

namespace bankcheck::report {
namespace {

constexpr double kLeft = 46;
constexpr double kTop = 16;
constexpr double kPlot = 300;
constexpr double kColumn = 84;
constexpr double kBottom = 46;
constexpr double kLongestBar = 34;  // of the most frequent bin of a row
constexpr int kBinsPerDoubling = 8;
constexpr std::size_t kColumns = 40;

int bin_of(double ratio) {
  const double bin = std::round(std::log2(ratio) * kBinsPerDoubling);
  return static_cast<int>(std::clamp(bin, -12.0 * kBinsPerDoubling, 20.0 * kBinsPerDoubling));
}

/// Whole doublings around every bin and the ratio 1.
struct Scale {
  int low = 0;
  int high = 1;

  void include(const std::vector<double>& values) {
    for (const double value : values) {
      const double doubling = static_cast<double>(bin_of(value)) / kBinsPerDoubling;
      low = std::min(low, static_cast<int>(std::floor(doubling)));
      high = std::max(high, static_cast<int>(std::ceil(doubling)));
    }
  }
  double y(double doubling) const { return kTop + kPlot * (high - doubling) / (high - low); }
  double bin_height() const {
    return std::clamp(kPlot / (high - low) / kBinsPerDoubling, 1.5, 8.0);
  }
};

std::map<int, std::size_t> binned(const std::vector<double>& values) {
  std::map<int, std::size_t> bins;
  for (const double value : values) ++bins[bin_of(value)];
  return bins;
}

/// Bars from the axis at `x`; `side` is -1 to the left, 1 to the right, 0 for half to each.
std::string bars(const std::vector<double>& values, const char* kind, double x, double side,
                 const Scale& scale) {
  const auto bins = binned(values);
  std::size_t most = 1;
  for (const auto& [bin, count] : bins) most = std::max(most, count);
  std::string text;
  for (const auto& [bin, count] : bins) {
    const double share = static_cast<double>(count) / static_cast<double>(most);
    const double length = std::max(2.5, kLongestBar * share * (side == 0 ? 2 : 1));
    const double start = side < 0 ? x - length : side > 0 ? x : x - length / 2;
    text += fmt::format(
        "<rect class=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\"/>", kind,
        start, scale.y(static_cast<double>(bin) / kBinsPerDoubling) - scale.bin_height() / 2,
        length, scale.bin_height() - 0.5);
  }
  return text;
}

std::string grid(const Scale& scale, double width) {
  std::string text;
  for (int doubling = scale.low; doubling <= scale.high; ++doubling) {
    const double y = scale.y(doubling);
    text += fmt::format(
        "<line class=\"grid{}\" x1=\"{}\" x2=\"{:.0f}\" y1=\"{:.1f}\" y2=\"{:.1f}\"/><text "
        "class=\"scale\" x=\"{}\" y=\"{:.1f}\">{}</text>\n",
        doubling == 0 ? " one" : "", kLeft, width, y, y, kLeft - 8, y + 4,
        checks::number_text(std::exp2(doubling)));
  }
  return text;
}

std::string degree_mark(const std::optional<double>& degree, double x, const Scale& scale) {
  if (!degree || !std::isfinite(*degree) || *degree <= 0) return "";
  const double doubling = std::log2(*degree);
  if (doubling < scale.low || doubling > scale.high) return "";
  return fmt::format(
      "<line class=\"degree\" x1=\"{:.1f}\" x2=\"{:.1f}\" y1=\"{:.1f}\" y2=\"{:.1f}\"/>", x - 38,
      x + 38, scale.y(doubling), scale.y(doubling));
}

std::string column(const RatioSpread& spread, double x, const Scale& scale) {
  const bool timed = !spread.times.empty();
  std::string text = "<g><title>" + base::escape_html(spread.label, 40);
  if (!spread.measured.empty()) {
    text += fmt::format(": {} by counts, median {}", spread.measured.size(),
                        checks::ratio_text(quantile(spread.measured, 0.5)));
  }
  if (timed) {
    text += fmt::format(", {} by times, median {}", spread.times.size(),
                        checks::ratio_text(quantile(spread.times, 0.5)));
  }
  return text + "</title>" + bars(spread.measured, "measured", x, timed ? -1 : 0, scale) +
         bars(spread.times, "time", x, 1, scale) + degree_mark(spread.predicted_degree, x, scale) +
         fmt::format("<text class=\"label\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text></g>\n", x,
                     kTop + kPlot + 22, base::escape_html(spread.label, 12));
}

std::string legend(const std::vector<RatioSpread>& spreads) {
  const auto any = [&](std::vector<double> RatioSpread::*values) {
    return std::any_of(spreads.begin(), spreads.end(),
                       [&](const RatioSpread& spread) { return !(spread.*values).empty(); });
  };
  const char* swatch =
      "<li><svg class=\"chart\" width=\"16\" height=\"12\" aria-hidden=\"true\"><rect class=\"{}\" "
      "width=\"16\" height=\"12\"/></svg> {}</li>";
  std::string text = "<ul class=\"legend\">";
  if (any(&RatioSpread::measured)) {
    text += fmt::format(fmt::runtime(swatch), "measured", "ratio of counts");
  }
  if (any(&RatioSpread::times)) {
    text += fmt::format(fmt::runtime(swatch), "time", "ratio of times");
  }
  return text +
         "<li><svg class=\"chart\" width=\"30\" height=\"12\" aria-hidden=\"true\"><line "
         "class=\"degree\" x1=\"0\" x2=\"30\" y1=\"6\" y2=\"6\"/></svg> degree by the "
         "model</li></ul>\n";
}

std::string chart(const checks::ClassGrades& grades, const std::vector<RatioSpread>& spreads) {
  Scale scale;
  for (const RatioSpread& spread : spreads) {
    scale.include(spread.measured);
    scale.include(spread.times);
  }
  const double width = kLeft + kColumn * static_cast<double>(spreads.size()) + 4;
  std::string text = fmt::format(
      "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-labelledby=\"spread\">\n<svg "
      "class=\"chart spread\" role=\"img\" aria-labelledby=\"spread-title spread-desc\" "
      "width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} {1:.0f}\">\n<title "
      "id=\"spread-title\">How many students had which ratio, on a logarithmic scale</title>\n"
      "<desc id=\"spread-desc\">A histogram for each row of the sweep; the table below has their "
      "quartiles.</desc>\n",
      width, kTop + kPlot + kBottom);
  text += grid(scale, width);
  for (std::size_t i = 0; i < spreads.size(); ++i) {
    text += column(spreads[i], kLeft + (static_cast<double>(i) + 0.5) * kColumn, scale);
  }
  return text +
         fmt::format("<text class=\"axis\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n",
                     (kLeft + width) / 2, kTop + kPlot + 42,
                     base::escape_html(grades.row_heading, 60)) +
         "</svg>\n</div>\n";
}

std::string quartile_row(const RatioSpread& spread, const char* of,
                         const std::vector<double>& values) {
  if (values.empty()) return "";
  std::string text = fmt::format(
      "<tr><th scope=\"row\" class=\"number\">{}</th><td>{}</td><td class=\"number\">{}</td><td "
      "class=\"number\">{}</td>",
      base::escape_html(spread.label, 40), of,
      spread.predicted_degree ? checks::number_text(*spread.predicted_degree) : "", values.size());
  for (const double share : {0.0, 0.25, 0.5, 0.75, 1.0}) {
    text += "<td class=\"number\">" + checks::ratio_text(quantile(values, share)) + "</td>";
  }
  return text + "</tr>\n";
}

std::string quartiles(const checks::ClassGrades& grades, const std::vector<RatioSpread>& spreads) {
  std::string text =
      "<details><summary>The same as a table</summary>\n<div class=\"scroll\" tabindex=\"0\" "
      "role=\"region\" aria-labelledby=\"spread\">\n<table class=\"sweep\">\n<thead><tr><th "
      "scope=\"col\" class=\"number\">" +
      base::escape_html(grades.row_heading, 60) + "</th><th scope=\"col\">ratio of</th>";
  for (const char* name :
       {"degree", "students", "least", "quartile", "median", "quartile", "most"}) {
    text += fmt::format("<th scope=\"col\" class=\"number\">{}</th>", name);
  }
  text += "</tr></thead>\n<tbody>\n";
  for (const RatioSpread& spread : spreads) {
    text += quartile_row(spread, "counts", spread.measured) +
            quartile_row(spread, "times", spread.times);
  }
  return text + "</tbody>\n</table>\n</div>\n</details>\n";
}

}  // namespace

std::string spread_part(const checks::ClassGrades& grades) {
  std::vector<RatioSpread> spreads = ratio_spreads(grades);
  if (spreads.empty()) return "";
  if (spreads.size() > kColumns) spreads.resize(kColumns);
  return legend(spreads) + chart(grades, spreads) + quartiles(grades, spreads);
}

}  // namespace bankcheck::report
