// The chart of ratios. A ratio of 1 is the line that stems grow from; powers of two are as far from
// each other as degrees are on a logarithmic scale.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/escape.hpp"
#include "checks/text.hpp"
#include "report/page_parts.hpp"
#include "report/sweep_columns.hpp"

namespace bankcheck::report {
namespace {

constexpr double kLeft = 46;
constexpr double kTop = 26;    // room for the value of the highest mark
constexpr double kPlot = 260;  // height
constexpr double kColumn = 72;
constexpr double kBottom = 46;
constexpr double kTimeOffset = 14;  // of the time's mark to the right of the wavefronts'

/// What a row has to show: all positive, so that they have a logarithm.
struct Ratios {
  std::optional<double> predicted;
  std::optional<double> measured;
  std::optional<double> time;
};

std::optional<double> positive(const std::optional<double>& value) {
  return value && std::isfinite(*value) && *value > 0 ? value : std::nullopt;
}

/// The baseline's predicted degree: what the others are divided by, as measured ratios are.
double baseline_degree(const checks::Grade& grade) {
  for (const checks::TableRow& row : grade.rows) {
    if (row.record.label == grade.baseline) return positive(row.predicted_degree).value_or(1);
  }
  return 1;
}

std::vector<Ratios> ratios_of(const checks::Grade& grade) {
  const double divisor = baseline_degree(grade);
  std::vector<Ratios> all;
  for (const checks::TableRow& row : grade.rows) {
    Ratios ratios{positive(row.predicted_degree), positive(row.measured_ratio),
                  positive(row.time_ratio)};
    if (ratios.predicted) *ratios.predicted /= divisor;
    all.push_back(ratios);
  }
  return all;
}

/// Whole powers of two around every ratio and 1.
class Scale {
 public:
  explicit Scale(const std::vector<Ratios>& all) {
    for (const Ratios& ratios : all) {
      for (const auto& value : {ratios.predicted, ratios.measured, ratios.time}) {
        if (!value) continue;
        low_ = std::min(low_, static_cast<int>(std::floor(std::log2(*value))));
        high_ = std::max(high_, static_cast<int>(std::ceil(std::log2(*value))));
      }
    }
    low_ = std::max(low_, -12);
    high_ = std::min(high_, 20);
  }
  int low() const { return low_; }
  int high() const { return high_; }
  double y(double ratio) const {
    const double part = (std::log2(ratio) - low_) / (high_ - low_);
    return kTop + kPlot * (1 - std::clamp(part, 0.0, 1.0));
  }

 private:
  int low_ = 0;
  int high_ = 1;
};

std::string grid(const Scale& scale, double width) {
  const int step = (scale.high() - scale.low()) / 10 + 1;
  std::string text;
  for (int power = scale.low(); power <= scale.high(); power += step) {
    const double y = scale.y(std::exp2(power));
    text += fmt::format(
        "<line class=\"grid{}\" x1=\"{}\" x2=\"{:.0f}\" y1=\"{:.1f}\" y2=\"{:.1f}\"/>"
        "<text class=\"scale\" x=\"{}\" y=\"{:.1f}\">{}</text>\n",
        power == 0 ? " one" : "", kLeft, width, y, y, kLeft - 8, y + 4,
        checks::number_text(std::exp2(power)));
  }
  return text;
}

/// The predicted degree, a bar that the measured mark should lie on.
std::string predicted_mark(double x, double y) {
  return fmt::format(
      "<rect class=\"predicted\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"44\" height=\"5\" "
      "rx=\"2.5\"/>",
      x - 22, y - 2.5);
}

std::string stem(const char* kind, double x, double from, double to) {
  return fmt::format(
      "<line class=\"stem {}\" x1=\"{:.1f}\" x2=\"{:.1f}\" y1=\"{:.1f}\" y2=\"{:.1f}\"/>", kind, x,
      x, from, to);
}

std::string measured_mark(double x, double y) {
  return fmt::format("<circle class=\"measured\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"6\"/>", x, y);
}

std::string time_mark(double x, double y) {
  return fmt::format("<path class=\"time\" d=\"M{:.1f} {:.1f}l7 7l-7 7l-7 -7z\"/>", x, y - 7);
}

std::string row_label(const checks::TableRow& row, double x) {
  return fmt::format("<text class=\"label\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>", x,
                     kTop + kPlot + 20, base::escape_html(row.record.label, 12));
}

/// Why a row has no ratio.
std::string missing_text(const checks::TableRow& row) {
  return row.record.outcome == base::RowOutcome::kOk ? "no ratio"
                                                     : checks::outcome_text(row.record);
}

std::string hover_text(const checks::TableRow& row, const Ratios& ratios,
                       const checks::Grade& grade) {
  std::string text = row_heading(grade) + " " + row.record.label;
  if (ratios.predicted) text += ", predicted " + checks::number_text(*ratios.predicted);
  if (ratios.measured) text += ", measured " + checks::ratio_text(*ratios.measured);
  if (ratios.time) text += ", in time " + checks::ratio_text(*ratios.time);
  if (!ratios.measured) text += fmt::format(", {}", missing_text(row));
  return base::escape_html(text, 300);
}

std::string row_marks(const checks::Grade& grade, std::size_t index, const Ratios& ratios,
                      const Scale& scale) {
  const checks::TableRow& row = grade.rows[index];
  const double x = kLeft + (static_cast<double>(index) + 0.5) * kColumn;
  const double one = scale.y(1);
  std::string text = "<g><title>" + hover_text(row, ratios, grade) + "</title>";
  double top = one;
  if (ratios.predicted) text += predicted_mark(x, scale.y(*ratios.predicted));
  if (ratios.measured) {
    top = scale.y(*ratios.measured);
    text += stem("measured", x, one, top) + measured_mark(x, top);
  }
  if (ratios.time) {
    const double y = scale.y(*ratios.time);
    text += stem("time", x + kTimeOffset, one, y) + time_mark(x + kTimeOffset, y);
    top = std::min(top, y);
  }
  const std::string value =
      ratios.measured ? checks::ratio_text(*ratios.measured) : missing_text(row);
  text += fmt::format("<text class=\"value\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>", x, top - 12,
                      base::escape_html(value));
  return text + row_label(row, x) + "</g>\n";
}

std::string legend(const std::vector<Ratios>& all, const checks::Grade& grade) {
  const auto any = [&](std::optional<double> Ratios::*ratio) {
    return std::any_of(all.begin(), all.end(),
                       [&](const Ratios& r) { return (r.*ratio).has_value(); });
  };
  std::string text = "<ul class=\"legend\">";
  if (any(&Ratios::predicted)) {
    text += "<li><svg class=\"chart\" width=\"46\" height=\"16\" aria-hidden=\"true\">" +
            predicted_mark(23, 8) + "</svg> degree by the model</li>";
  }
  text += "<li><svg class=\"chart\" width=\"16\" height=\"16\" aria-hidden=\"true\">" +
          measured_mark(8, 8) + "</svg> " + base::escape_html(grade.measure_noun) +
          " ratio, counted</li>";
  if (any(&Ratios::time)) {
    text += "<li><svg class=\"chart\" width=\"16\" height=\"16\" aria-hidden=\"true\">" +
            time_mark(8, 8) + "</svg> time ratio, measured</li>";
  }
  return text + "</ul>\n";
}

}  // namespace

std::string chart_part(const checks::Grade& grade) {
  const std::vector<Ratios> all = ratios_of(grade);
  const bool empty = std::none_of(
      all.begin(), all.end(), [](const Ratios& ratios) { return ratios.measured || ratios.time; });
  if (empty) return "";
  const Scale scale(all);
  const double width = kLeft + kColumn * static_cast<double>(all.size()) + 4;
  std::string text =
      legend(all, grade) +
      fmt::format(
          "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-labelledby=\"ratios\">\n"
          "<svg class=\"chart\" role=\"img\" aria-labelledby=\"chart-title chart-desc\" "
          "width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} {1:.0f}\">\n",
          width, kTop + kPlot + kBottom) +
      "<title id=\"chart-title\">Ratios to the baseline, on a logarithmic scale</title>\n"
      "<desc id=\"chart-desc\">One column for each row of the table above, which has the same "
      "numbers.</desc>\n" +
      grid(scale, width);
  for (std::size_t i = 0; i < all.size(); ++i) text += row_marks(grade, i, all[i], scale);
  text +=
      fmt::format("<text class=\"axis\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n", (kLeft + width) / 2,
                  kTop + kPlot + 40, base::escape_html(row_heading(grade), 60));
  return text + "</svg>\n</div>\n";
}

}  // namespace bankcheck::report
