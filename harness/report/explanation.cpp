#include "report/explanation.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

#include <fmt/format.h>

#include "base/escape.hpp"
#include "checks/text.hpp"
#include "report/bank_picture.hpp"
#include "report/terminal.hpp"
#include "rubric/warp_access.hpp"

namespace bankcheck::report {
namespace {

constexpr int kBanksOfALine = 16;

std::string span_text(std::uint32_t first, int count, std::uint32_t modulus) {
  const std::uint32_t last = first + static_cast<std::uint32_t>(count) - 1;
  if (count == 1) return std::to_string(modulus == 0 ? first : first % modulus);
  return modulus == 0 ? fmt::format("{}-{}", first, last)
                      : fmt::format("{}-{}", first % modulus, last % modulus);
}

std::string block_text(const base::Dim3& block) {
  if (block.z > 1) return fmt::format("{}x{}x{}", block.x, block.y, block.z);
  return block.y > 1 ? fmt::format("{}x{}", block.x, block.y) : std::to_string(block.x);
}

std::string thread_of(const rubric::AccessSpec& spec, int lane) {
  const auto linear = static_cast<std::uint32_t>(spec.warp * base::kWarpLanes + lane);
  const base::Dim3& block = spec.block;
  std::string text = fmt::format("{},{}", linear % block.x, linear / block.x % block.y);
  if (block.z > 1) text += fmt::format(",{}", linear / block.x / block.y);
  return text;
}

/// Several lanes beside each other, so that a warp fits a screen.
std::string lane_table(const Explanation& explanation, bool colours) {
  const rubric::AccessSpec& spec = explanation.spec;
  const base::WarpAccess& access = explanation.map.access;
  const bool threads = spec.block.y > 1 || spec.block.z > 1;
  const int groups = threads ? 2 : 4;
  const int lines = base::kWarpLanes / groups;
  ColumnTable table;
  for (int group = 0; group < groups; ++group) {
    if (group > 0) table.add_column({""});
    table.add_column({"lane"});
    if (threads) table.add_column({spec.block.z > 1 ? "tx,ty,tz" : "tx,ty"});
    table.add_column({"word"});
    table.add_column({"bank"});
  }
  for (int line = 0; line < lines; ++line) {
    std::vector<Cell> cells;
    for (int group = 0; group < groups; ++group) {
      const int lane = group * lines + line;
      const bool active = is_active(access.active_mask, lane);
      const LaneWords words = words_of(access, lane);
      if (group > 0) cells.push_back({});
      cells.push_back({std::to_string(lane), Tone::kDim});
      if (threads) cells.push_back({active ? thread_of(spec, lane) : "-", Tone::kDim});
      cells.push_back({active ? span_text(words.first, words.count, 0) : "-"});
      cells.push_back({active ? span_text(words.first, words.count, base::kBankCount) : "-"});
    }
    table.add_row(std::move(cells));
  }
  return table.render(colours);
}

std::string bank_lines(const PhaseMap& phase, bool colours) {
  std::string text;
  for (int first = 0; first < base::kBankCount; first += kBanksOfALine) {
    std::string banks = "  bank ";
    std::string words = "  words";
    for (int bank = first; bank < first + kBanksOfALine; ++bank) {
      const std::size_t count = phase.banks[static_cast<std::size_t>(bank)].size();
      const std::string cell = count == 0 ? "  ." : fmt::format("{:>3}", count);
      banks += fmt::format("{:>4}", bank);
      words += " " + paint(cell, count > 1 ? Tone::kWarning : Tone::kPlain, colours);
    }
    text += paint(banks, Tone::kDim, colours) + "\n" + words + "\n";
  }
  return text;
}

/// The words of the busiest bank, when they are more than one; the rest of many are counted.
std::string busiest_lines(const PhaseMap& phase) {
  constexpr std::size_t kShown = 4;
  const int bank = phase.busiest_bank();
  const std::vector<BankWord>& words = phase.banks[static_cast<std::size_t>(bank)];
  if (words.size() < 2) return "";
  std::string text = fmt::format("  bank {} is asked for {} words:", bank, words.size());
  for (std::size_t i = 0; i < std::min(words.size(), kShown); ++i) {
    text += fmt::format("{} {} by {}", i == 0 ? "" : ",", words[i].word,
                        named_lanes_text(words[i].lanes));
  }
  if (words.size() > kShown) text += fmt::format(" and {} more", words.size() - kShown);
  return text + "\n";
}

std::string wavefronts_text(int count) {
  return checks::count_text(static_cast<std::uint64_t>(count), "wavefront", "wavefronts");
}

/// Numbered where the access is so wide that it can be cut.
std::string phase_text(const LaneMap& map, std::size_t index, bool colours) {
  const PhaseMap& phase = map.phases[index];
  std::string text = "\n";
  if (map.access.width_bytes > base::kBankBytes) {
    text +=
        paint(fmt::format("Phase {} of {}", index + 1, map.phases.size()), Tone::kBold, colours) +
        fmt::format(": {}, {}\n", named_lanes_text(phase.phase.lanes),
                    wavefronts_text(phase.phase.wavefronts));
  }
  return text + bank_lines(phase, colours) + busiest_lines(phase);
}

/// ` in 2 phases (1 + 1)`.
std::string phases_text(const LaneMap& map) {
  if (map.phases.size() < 2) return "";
  std::string text = fmt::format(" in {} phases (", map.phases.size());
  for (std::size_t i = 0; i < map.phases.size(); ++i) {
    text += fmt::format("{}{}", i == 0 ? "" : " + ", map.phases[i].phase.wavefronts);
  }
  return text + ")";
}

std::string warps_line(const Explanation& explanation) {
  const std::vector<int>& all = explanation.by_warp;
  if (all.size() < 2) return "";
  const auto [best, worst] = std::minmax_element(all.begin(), all.end());
  if (*best == *worst) {
    return fmt::format("each of the block's {} warps takes {}\n", all.size(),
                       wavefronts_text(*best));
  }
  const double mean =
      std::accumulate(all.begin(), all.end(), 0.0) / static_cast<double>(all.size());
  return fmt::format(
      "the block's {} warps differ: {} to {} wavefronts, {} in the mean; the worst "
      "is --warp {}\n",
      all.size(), *best, *worst, checks::ratio_text(mean), worst - all.begin());
}

base::Diagnostics in_warp(base::Diagnostics errors, int warp, int warps) {
  if (warps == 1) return errors;
  for (base::Diagnostic& error : errors) error.text = fmt::format("warp {}: {}", warp, error.text);
  return errors;
}

}  // namespace

base::Result<Explanation> explain(const rubric::AccessSpec& spec, const std::string& type) {
  Explanation explanation{spec, type, {}, {}};
  const int warps = rubric::warp_count(spec);
  for (int warp = 0; warp < warps; ++warp) {
    rubric::AccessSpec of_warp = spec;
    of_warp.warp = warp;
    const auto access = rubric::warp_access(of_warp, {});
    if (!access) return in_warp(access.errors(), warp, warps);
    const LaneMap map = map_lanes(access.value());
    explanation.by_warp.push_back(map.wavefronts);
    if (warp == spec.warp) explanation.map = map;
  }
  return explanation;
}

std::string access_title(const Explanation& explanation) {
  const rubric::AccessSpec& spec = explanation.spec;
  return fmt::format("{} of {} at element {}",
                     spec.kind == base::AccessKind::kStore ? "store" : "load", explanation.type,
                     base::escape_terminal(spec.index.text(), 200));
}

std::string render_explanation(const Explanation& explanation, bool colours) {
  const LaneMap& map = explanation.map;
  std::string text =
      paint(access_title(explanation), Tone::kBold, colours) +
      fmt::format(
          ": {} a lane, block {}, warp {} of {}\n\n",
          checks::count_text(static_cast<std::uint64_t>(map.access.width_bytes), "byte", "bytes"),
          block_text(explanation.spec.block), explanation.spec.warp, explanation.by_warp.size()) +
      lane_table(explanation, colours);
  for (std::size_t i = 0; i < map.phases.size(); ++i) text += phase_text(map, i, colours);
  text += fmt::format("\nconflict degree {}{}, {} a request{}: {}\n", map.degree,
                      map.phases.size() > 1 ? " over the whole warp" : "",
                      wavefronts_text(map.wavefronts), phases_text(map), conflict_text(map));
  return text + warps_line(explanation);
}

std::string render_explanation_svg(const Explanation& explanation) {
  return bank_picture_file(
      explanation.map,
      fmt::format("{}, warp {}: degree {}, {}", access_title(explanation), explanation.spec.warp,
                  explanation.map.degree, wavefronts_text(explanation.map.wavefronts)));
}

}  // namespace bankcheck::report
