#include <fmt/format.h>

#include "base/escape.hpp"
#include "checks/text.hpp"
#include "report/access_rows.hpp"
#include "report/profile_report.hpp"
#include "report/terminal.hpp"

namespace bankcheck::report {
namespace {

constexpr std::size_t kSourceBytes = 100;
constexpr std::size_t kShownElements = 4096;
constexpr std::size_t kOutcomeBytes = 4000;

std::string extent_text(const base::Dim3& extent) {
  return fmt::format("{}x{}x{}", extent.x, extent.y, extent.z);
}

std::string header(const Profile& profile, bool colours) {
  std::string text =
      paint(base::escape_terminal(profile.kernel), Tone::kBold, colours) +
      fmt::format("  {}\n", base::escape_terminal(profile.source)) +
      fmt::format("  grid {}, block {}, {} bytes of shared memory a block, {} warp instructions\n",
                  extent_text(profile.grid), extent_text(profile.block), profile.shared_bytes,
                  profile.warp_instructions);
  text += fmt::format(
      "  counted by the simulator in the PTX for compute_{} of {}; ptxas may merge or drop "
      "accesses\n",
      profile.architecture, base::escape_terminal(profile.toolchain));
  return text;
}

std::vector<Cell> access_cells(const std::string& place, const AccessRow& row,
                               const std::string& source) {
  const bool conflicts = row.is_shared && row.worst > 1;
  return {{place},
          {row.name},
          {std::to_string(row.requests)},
          {std::to_string(row.amount)},
          {row.is_shared ? std::to_string(row.worst) : "-"},
          {checks::ratio_text(row.mean()), conflicts ? Tone::kWarning : Tone::kPlain},
          {source, Tone::kDim}};
}

/// Leading blanks say nothing here.
std::string trimmed(const std::string& text) {
  const std::size_t start = text.find_first_not_of(" \t");
  return start == std::string::npos ? "" : text.substr(start);
}

std::string source_of(const Profile& profile, const base::SourceLine& line) {
  const auto found = profile.source_lines.find(line);
  return found == profile.source_lines.end()
             ? ""
             : base::escape_terminal(trimmed(found->second), kSourceBytes);
}

std::string table(const Profile& profile, bool colours) {
  ColumnTable table;
  table.add_column({"line"}, true);
  table.add_column({"access"}, true);
  table.add_column({"requests"});
  table.add_column({"wavefronts"});
  table.add_column({"worst"});
  table.add_column({"mean"});
  table.add_column({"source"}, true);
  for (const base::LineCounts& line : profile.lines) {
    std::string place = base::escape_terminal(checks::line_text(line.line), 60);
    std::string source = source_of(profile, line.line);
    for (const AccessRow& row : access_rows(line.counts)) {
      if (row.requests == 0) continue;
      table.add_row(access_cells(place, row, source));
      place.clear();
      source.clear();
    }
  }
  std::string place = "total";
  for (const AccessRow& row : access_rows(profile.counts)) {
    if (row.requests == 0) continue;
    table.add_row(access_cells(place, row, ""));
    place.clear();
  }
  return table.render(colours) +
         "  for global accesses the column wavefronts counts 32-byte sectors\n";
}

std::string joined_loads_text(const Profile& profile) {
  if (!profile.joined_loads) return "";
  const base::AccessCounts& counted = profile.counts.shared_load;
  const base::AccessCounts& joined = *profile.joined_loads;
  return fmt::format(
      "  ptxas joins neighbouring loads: of these {} shared loads with {} wavefronts a card is "
      "expected\n  to see {} with {}\n",
      counted.requests, counted.wavefronts, joined.requests, joined.wavefronts);
}

std::string hazard_lines(const Profile& profile) {
  std::string text;
  for (const base::Hazard& hazard : profile.hazards) {
    const std::string place = checks::line_text(hazard.line);
    text += fmt::format(
        "  {}{}: {}{}\n", place.empty() ? "" : place + ": ", checks::hazard_text(hazard.kind),
        hazard.text, hazard.occurrences > 1 ? fmt::format(" ({} times)", hazard.occurrences) : "");
  }
  return base::escape_terminal(text, 20000, true);
}

std::string buffer_text(const base::Buffer& buffer) {
  std::string text = base::escape_terminal(buffer.name) + " =";
  const std::size_t shown = std::min(buffer.length(), kShownElements);
  for (std::size_t i = 0; i < shown; ++i) {
    text += " " + checks::number_text(base::element_as_double(buffer, i));
  }
  if (shown < buffer.length()) text += fmt::format(" … ({} more)", buffer.length() - shown);
  return text + "\n";
}

}  // namespace

std::string render_profile_text(const Profile& profile, bool colours) {
  std::string text = header(profile, colours) + "\n";
  if (!profile.lines.empty()) {
    text += table(profile, colours);
  } else {
    text += profile.warp_instructions == 0
                ? "  the kernel did not run\n"
                : "  the kernel made no access to shared or global memory\n";
  }
  text += joined_loads_text(profile);
  if (profile.counts.unruled_atomics > 0) {
    text += fmt::format("  {} shared atomics that no measured rule covers are not counted\n",
                        profile.counts.unruled_atomics);
  }
  const std::string hazards = hazard_lines(profile);
  if (!hazards.empty()) {
    text += "\n" + paint("Seen while running", Tone::kBold, colours) + "\n" + hazards;
  }
  if (!profile.printed.empty()) {
    text += "\n" + paint("Printed by the kernel", Tone::kBold, colours) + "\n" +
            base::escape_terminal(profile.printed, 8000, true) + "\n";
  }
  for (const base::Buffer& buffer : profile.shown_buffers) text += "\n" + buffer_text(buffer);
  if (profile.outcome != base::RowOutcome::kOk) {
    text += "\n" + paint(checks::outcome_text(profile.outcome), Tone::kBad, colours) + ": " +
            base::escape_terminal(profile.outcome_text, kOutcomeBytes, true) + "\n";
  }
  return text;
}

}  // namespace bankcheck::report
