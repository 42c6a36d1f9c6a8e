// One folder, .cu file or archive for each student, named for the student. `_LATE` at the end of
// the name says late. Within a student's folder, folders `attempt 1`, `attempt-2`… are attempts.
#include <algorithm>
#include <regex>

#include "batch/platform.hpp"

namespace bankcheck::batch {
namespace {

/// `jane_LATE` as `jane` and true.
std::pair<std::string, bool> without_late(const std::string& name) {
  static const std::regex kForm(R"((.+?)[-_ ]*[-_ (](?:LATE|late|Late)\)?)");
  std::smatch match;
  if (name.size() > 255 || !std::regex_match(name, match, kForm)) return {name, false};
  return {match[1].str(), true};
}

long attempt_number(const Listing& child) {
  static const std::regex kForm(R"((?:attempt|submission|try)[-_ ]?(\d{1,6}))", std::regex::icase);
  std::smatch match;
  if (!child.is_folder || child.name.size() > 40 || !std::regex_match(child.name, match, kForm)) {
    return 0;
  }
  return std::stol(match[1].str());
}

bool is_all_attempts(const Listing& folder) {
  return !folder.children.empty() &&
         std::all_of(folder.children.begin(), folder.children.end(),
                     [](const Listing& child) { return attempt_number(child) > 0; });
}

/// A folder that holds nothing but one folder of folders: the class is further down.
bool is_wrapper(const Listing& folder) {
  if (folder.children.size() != 1) return false;
  const auto& inner = folder.children.front().children;
  return inner.size() > 1 && !is_all_attempts(folder.children.front()) &&
         std::all_of(inner.begin(), inner.end(), [](const Listing& c) { return c.is_folder; });
}

}  // namespace

std::optional<std::vector<Piece>> read_folders(const Listing& folder, const std::string&,
                                               std::vector<std::string>* remarks) {
  if (is_wrapper(folder)) return std::nullopt;
  std::vector<Piece> pieces;
  for (const Listing& child : folder.children) {
    const NameAndEnding parts =
        child.is_folder ? NameAndEnding{child.name, ""} : split_ending(child.name);
    if (!child.is_folder && parts.ending.empty()) {
      remarks->push_back(child.name + " is neither a folder, a .cu file nor an archive: left out");
      continue;
    }
    Piece piece;
    const auto [name, late] = without_late(parts.name);
    piece.owner = piece.student.name = name;
    piece.late = late;
    piece.is_whole = true;
    piece.order = {0, child.name};
    piece.part = {child.name, child.is_folder ? "" : child.name, child.is_folder};
    if (!child.is_folder || !is_all_attempts(child)) {
      pieces.push_back(std::move(piece));
      continue;
    }
    for (const Listing& attempt : child.children) {
      piece.order.first = attempt_number(attempt);
      piece.part.path = child.name + "/" + attempt.name;
      pieces.push_back(piece);
    }
  }
  return pieces;
}

}  // namespace bankcheck::batch
