#include "ptx/line_table.hpp"

#include <limits>

#include "ptx/limits.hpp"

namespace bankcheck::ptx {

std::size_t LineTable::PlaceHash::operator()(const Place& place) const {
  const std::uint64_t line = (std::uint64_t{place.file} << 32) | place.line;
  return (line ^ (std::uint64_t{place.column} << 17)) * 0x9E3779B97F4A7C15u >> 7;
}

LineTable::LineTable() : places_(1) {}

void LineTable::leave_function() {
  outermost_.clear();
  current_ = 0;
}

bool LineTable::loc(Place place, std::optional<Place> inlined_at) {
  Place outermost = place;
  if (inlined_at) {
    const auto known = outermost_.find(*inlined_at);
    outermost = known == outermost_.end() ? *inlined_at : known->second;
    outermost_[place] = outermost;
  } else {
    outermost_.erase(place);
  }
  current_ = index_of(outermost.file, outermost.line);
  return places_.size() <= kMaxPlaces;
}

std::uint32_t LineTable::index_of(std::uint32_t file, std::uint32_t line) {
  if (line == 0 || line > static_cast<std::uint32_t>(std::numeric_limits<int>::max())) return 0;
  const auto next = static_cast<std::uint32_t>(places_.size());
  const auto [entry, is_new] = index_by_line_.try_emplace((std::uint64_t{file} << 32) | line, next);
  if (is_new) places_.push_back({file, line, 0});
  return entry->second;
}

void LineTable::set_file(std::uint32_t number, std::string_view path) {
  if (files_.size() < kMaxFiles) files_.try_emplace(number, path);
}

std::vector<base::SourceLine> LineTable::lines() const {
  std::vector<base::SourceLine> lines;
  lines.reserve(places_.size());
  for (const Place& place : places_) {
    const auto file = files_.find(place.file);
    lines.push_back(
        {file == files_.end() ? "" : std::string(file->second), static_cast<int>(place.line)});
  }
  return lines;
}

}  // namespace bankcheck::ptx
