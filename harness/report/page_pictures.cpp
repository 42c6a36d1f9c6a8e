#include <algorithm>

#include <fmt/format.h>

#include "base/escape.hpp"
#include "checks/text.hpp"
#include "report/bank_picture.hpp"
#include "report/page_parts.hpp"
#include "report/sweep_columns.hpp"

namespace bankcheck::report {
namespace {

/// Past it the pattern repeats: 32 more words are the same bank again.
constexpr std::uint32_t kMostStride = 64;

base::WarpAccess strided(std::uint32_t stride) {
  base::WarpAccess access;
  for (std::uint32_t lane = 0; lane < base::kWarpLanes; ++lane) {
    access.byte_address[lane] = lane * stride * base::kBankBytes;
  }
  return access;
}

std::string cost_text(const LaneMap& map) {
  return fmt::format(
      "{}, {}", conflict_text(map),
      checks::count_text(static_cast<std::uint64_t>(map.wavefronts), "wavefront", "wavefronts"));
}

std::string scroller(const std::string& label, const std::string& picture) {
  return fmt::format("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{}\">\n",
                     base::escape_html(label, 200)) +
         picture + "</div>\n";
}

std::string row_picture(const checks::Grade& grade, std::size_t index, const LaneMap& map,
                        bool open) {
  const std::string name = row_heading(grade) + " " + grade.rows[index].record.label;
  return fmt::format("<details{}><summary>{}: {}</summary>\n", open ? " open" : "",
                     base::escape_html(name, 100), cost_text(map)) +
         scroller("Banks of " + name,
                  bank_picture(map, fmt::format("row-{}", index), name + ": " + cost_text(map))) +
         "</details>\n";
}

/// The stride that the slider begins with: the first that conflicts.
std::string slider(std::uint32_t stride) {
  const LaneMap map = map_lanes(strided(stride));
  return fmt::format(
             "<div id=\"slider\" hidden>\n<p class=\"control\"><label for=\"stride\">Any stride"
             "</label> <input type=\"range\" id=\"stride\" min=\"0\" max=\"{}\" value=\"{}\" "
             "aria-describedby=\"stride-says\"> <output id=\"stride-says\" for=\"stride\">stride "
             "{}: {}</output></p>\n",
             kMostStride, stride, stride, cost_text(map)) +
         scroller("Banks of the stride that is chosen",
                  bank_picture(map, "any-stride", fmt::format("Lane t on word t*{}", stride))) +
         "</div>\n";
}

}  // namespace

std::string pictures_part(const checks::Grade& grade) {
  std::string rows;
  bool opened = false;
  for (std::size_t i = 0; i < grade.rows.size(); ++i) {
    if (!grade.rows[i].first_read) continue;
    const LaneMap map = map_lanes(*grade.rows[i].first_read);
    const bool open = !opened && map.wavefronts > 1;
    opened = opened || open;
    rows += row_picture(grade, i, map, open);
  }
  if (rows.empty()) return "";
  return "<p>Each column is a bank, each row a wavefront. A box is one word, with the lanes that "
         "ask for it; a bank that is asked for several words serves one a wavefront. The lanes are "
         "those of a block's first warp at its first shared read.</p>\n" +
         slider(6) + rows;
}

}  // namespace bankcheck::report
