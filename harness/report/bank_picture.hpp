// A drawing of the 32 banks with the lanes that land in each, as SVG.
//
// A column is a bank, a row below the bank's number is a wavefront: the boxes of a column are the
// distinct words that the bank is asked for, with the lanes that ask. The colours are those of
// picture_style(), light or dark as the reader's system is.
#pragma once

#include <string>
#include <string_view>

#include "report/lane_map.hpp"

namespace bankcheck::report {

/// CSS for every picture of a page; a page has it once.
std::string_view picture_style();

/// An `<svg>` element for a page with picture_style(). `id` is unique in the page; `title` is what
/// a screen reader says first, text, not markup.
std::string bank_picture(const LaneMap& map, const std::string& id, const std::string& title);

/// The same as a file that stands alone.
std::string bank_picture_file(const LaneMap& map, const std::string& title);

}  // namespace bankcheck::report
