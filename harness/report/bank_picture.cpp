#include "report/bank_picture.hpp"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "base/escape.hpp"
#include "checks/text.hpp"

namespace bankcheck::report {
namespace {

constexpr int kLeft = 38;  // room for the numbers of the wavefronts
constexpr int kColumn = 31;
constexpr int kBox = 29;
constexpr int kWidth = kLeft + base::kBankCount * kColumn + 4;
constexpr int kHeading = 22;  // of a phase
constexpr int kBankNumbers = 18;
constexpr int kGap = 14;  // between phases
constexpr std::size_t kFewWords = 8;
/// What a box has room for.
constexpr std::size_t kBoxText = 5;

std::size_t most_words(const PhaseMap& phase) {
  return phase.banks[static_cast<std::size_t>(phase.busiest_bank())].size();
}

/// Flatter where there are many, so that a conflict of degree 32 fits a screen.
int row_height(const LaneMap& map) {
  const bool few = std::all_of(map.phases.begin(), map.phases.end(), [](const PhaseMap& phase) {
    return most_words(phase) <= kFewWords;
  });
  return few ? 24 : 15;
}

std::string box_text(std::uint32_t lanes) {
  std::string text = lanes_text(lanes);
  if (text.size() > kBoxText) text = fmt::format("\u00d7{}", std::popcount(lanes));
  return text;
}

class Drawing {
 public:
  explicit Drawing(const LaneMap& map) : row_height_(row_height(map)) {
    for (std::size_t i = 0; i < map.phases.size(); ++i) {
      if (i > 0) y_ += kGap;
      if (map.phases.size() > 1) heading(map.phases[i], i, map.phases.size());
      phase(map.phases[i]);
    }
  }
  const std::string& body() const { return body_; }
  int height() const { return y_ + 2; }

 private:
  void text(double x, double y, std::string_view kind, std::string_view content) {
    body_ += fmt::format("<text class=\"{}\" x=\"{}\" y=\"{}\">{}</text>\n", kind, x, y, content);
  }

  void heading(const PhaseMap& map, std::size_t index, std::size_t count) {
    text(kLeft, y_ + 15, "phase",
         fmt::format("Phase {} of {}: {}, {}", index + 1, count, named_lanes_text(map.phase.lanes),
                     checks::count_text(static_cast<std::uint64_t>(map.phase.wavefronts),
                                        "wavefront", "wavefronts")));
    y_ += kHeading;
  }

  void phase(const PhaseMap& map) {
    text(kLeft - 6, y_ + 12, "wavefront", "bank");
    for (int bank = 0; bank < base::kBankCount; ++bank) {
      text(kLeft + bank * kColumn + kBox / 2.0, y_ + 12, "bank", std::to_string(bank));
    }
    y_ += kBankNumbers;
    const int rows = static_cast<int>(most_words(map));
    for (int row = 0; row < rows; ++row) {
      text(kLeft - 6, y_ + (row + 0.5) * row_height_ + 3.5, "wavefront", std::to_string(row + 1));
    }
    for (int bank = 0; bank < base::kBankCount; ++bank) column(map, bank, rows);
    y_ += rows * row_height_;
  }

  void column(const PhaseMap& map, int bank, int rows) {
    const int x = kLeft + bank * kColumn;
    body_ += fmt::format("<rect class=\"idle\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>\n", x,
                         y_, kBox, rows * row_height_ - 2);
    const std::vector<BankWord>& words = map.banks[static_cast<std::size_t>(bank)];
    for (std::size_t i = 0; i < words.size(); ++i) {
      box(x, y_ + static_cast<int>(i) * row_height_, words[i], i > 0);
    }
  }

  void box(int x, int y, const BankWord& word, bool is_extra) {
    body_ += fmt::format(
        "<g><title>word {}: {}</title><rect class=\"word{}\" x=\"{}\" y=\"{}\" width=\"{}\" "
        "height=\"{}\" rx=\"3\"/>",
        word.word, named_lanes_text(word.lanes), is_extra ? " extra" : "", x, y, kBox,
        row_height_ - 2);
    body_ += fmt::format("<text class=\"lanes\" x=\"{}\" y=\"{}\">{}</text></g>\n", x + kBox / 2.0,
                         y + row_height_ / 2.0 + 2.5, box_text(word.lanes));
  }

  int row_height_;
  int y_ = 2;
  std::string body_;
};

std::string description(const LaneMap& map) {
  std::string text = fmt::format(
      "Columns are the 32 banks, rows are wavefronts; each box is a word with the lanes that ask "
      "for it. {}: {}.",
      checks::count_text(static_cast<std::uint64_t>(map.wavefronts), "wavefront", "wavefronts"),
      conflict_text(map));
  for (const PhaseMap& phase : map.phases) {
    const int bank = phase.busiest_bank();
    const std::size_t words = phase.banks[static_cast<std::size_t>(bank)].size();
    if (words > 1) text += fmt::format(" Bank {} is asked for {} words.", bank, words);
  }
  return text;
}

std::string picture(const LaneMap& map, const std::string& id, const std::string& title,
                    const std::string& attributes, const std::string& before_body) {
  const Drawing drawing(map);
  return fmt::format(
             "<svg{} class=\"banks\" role=\"img\" aria-labelledby=\"{}-title {}-desc\" viewBox=\"0 "
             "0 {} {}\">\n<title id=\"{}-title\">{}</title>\n<desc id=\"{}-desc\">{}</desc>\n",
             attributes, id, id, kWidth, drawing.height(), id, base::escape_html(title, 400), id,
             description(map)) +
         before_body + drawing.body() + "</svg>\n";
}

}  // namespace

std::string_view picture_style() {
  return R"css(.banks{--idle:#eef0f3;--word:#cfe0ff;--word-edge:#5b86d6;--extra:#ffd9b8;--extra-edge:#c4661a;--ink:#1b1f24;--quiet:#57606a}
.banks text{font:11px ui-sans-serif,system-ui,sans-serif;fill:var(--ink)}
.banks .bank{text-anchor:middle;fill:var(--quiet)}
.banks .wavefront{text-anchor:end;fill:var(--quiet)}
.banks .phase{font-size:13px;font-weight:600}
.banks .lanes{text-anchor:middle;font-size:10px}
.banks .idle{fill:var(--idle)}
.banks .word{fill:var(--word);stroke:var(--word-edge)}
.banks .extra{fill:var(--extra);stroke:var(--extra-edge)}
@media (prefers-color-scheme:dark){.banks{--idle:#21262d;--word:#1f3a68;--word-edge:#6c9bf0;--extra:#5c3412;--extra-edge:#e8934a;--ink:#e6edf3;--quiet:#9aa4af}}
)css";
}

std::string bank_picture(const LaneMap& map, const std::string& id, const std::string& title) {
  return picture(map, id, title, "", "");
}

std::string bank_picture_file(const LaneMap& map, const std::string& title) {
  const std::string style =
      "<style>\n" + std::string(picture_style()) +
      ".banks{background:#fff}\n@media (prefers-color-scheme:dark){.banks{background:#0d1117}}\n"
      "</style>\n";
  return picture(map, "banks", title,
                 fmt::format(" xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\"", kWidth), style);
}

}  // namespace bankcheck::report
