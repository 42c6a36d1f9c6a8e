#include <algorithm>
#include <array>

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

/// One access of a row: what a summary says of it, and its lanes.
struct Picture {
  std::string name;  ///< "kernel padded, load at transpose.cu:62"
  LaneMap map;
};

const char* verb(base::AccessKind kind) {
  static constexpr std::array<const char*, 3> kVerbs = {"load", "store", "atomic"};
  return kVerbs.at(static_cast<std::size_t>(kind));
}

/// As the row's first warp made them; where it was not simulated, the read that the rubric asks of
/// it. Atomics are left out: a bank serves their lanes one by one, which these pictures do not
/// show.
std::vector<Picture> pictures_of(const checks::Grade& grade, const checks::TableRow& row) {
  const std::string name = row_heading(grade) + " " + row.record.label;
  std::vector<Picture> pictures;
  for (const base::SeenAccess& seen : row.record.first_accesses) {
    if (seen.access.kind == base::AccessKind::kAtomic) continue;
    const std::string place = checks::line_text(seen.line);
    pictures.push_back(
        {fmt::format("{}, {}{}", name, verb(seen.access.kind), place.empty() ? "" : " at " + place),
         map_lanes(seen.access)});
  }
  if (pictures.empty() && row.first_read) pictures.push_back({name, map_lanes(*row.first_read)});
  return pictures;
}

std::string markup(const Picture& picture, const std::string& id, bool open) {
  return fmt::format("<details{}><summary>{}: {}</summary>\n", open ? " open" : "",
                     base::escape_html(picture.name, 200), cost_text(picture.map)) +
         scroller("Banks of " + picture.name,
                  bank_picture(picture.map, id, picture.name + ": " + cost_text(picture.map))) +
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
  std::string all;
  bool opened = false;
  for (std::size_t row = 0; row < grade.rows.size(); ++row) {
    const std::vector<Picture> pictures = pictures_of(grade, grade.rows[row]);
    for (std::size_t i = 0; i < pictures.size(); ++i) {
      const bool open = !opened && pictures[i].map.wavefronts > 1;
      opened = opened || open;
      all += markup(pictures[i], fmt::format("row-{}-{}", row, i), open);
    }
  }
  if (all.empty()) return "";
  return "<p>Each column is a bank, each row a wavefront. A box is one word, with the lanes that "
         "ask for it; a bank that is asked for several words serves one a wavefront. Of each line "
         "that accesses shared memory it is the first access, by the first warp.</p>\n" +
         slider(6) + all;
}

}  // namespace bankcheck::report
