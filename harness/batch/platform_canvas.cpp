// Canvas: all files in one folder, named NAME_[LATE_]USER_UPLOAD_FILE, where NAME is the sortable
// name without blanks and capitals (`doejane`), USER and UPLOAD are numbers, and FILE gets `-1`,
// `-2`… before its ending when a student uploads that name again.
#include <regex>

#include "batch/platform.hpp"

namespace bankcheck::batch {
namespace {

const std::regex& name_form() {
  static const std::regex kForm(R"((.+?)_(?:(LATE|late)_)?(\d+)_(\d+)_(.+))");
  return kForm;
}

/// `probe-2.cu` as `probe.cu` and 2.
std::pair<std::string, long> without_upload_number(const std::string& file) {
  static const std::regex kForm(R"((.+)-(\d{1,3})((?:\.tar)?\.[A-Za-z0-9]+))");
  std::smatch match;
  if (!std::regex_match(file, match, kForm)) return {file, 0};
  return {match[1].str() + match[3].str(), std::stol(match[2].str())};
}

}  // namespace

std::optional<std::vector<Piece>> read_canvas(const Listing& folder, const std::string&,
                                              std::vector<std::string>* remarks) {
  std::vector<Piece> pieces;
  for (const Listing& child : folder.children) {
    std::smatch match;
    if (child.is_folder || child.name.size() > 255 ||
        !std::regex_match(child.name, match, name_form())) {
      remarks->push_back(child.name + " is not named as Canvas names submissions: left out");
      continue;
    }
    Piece piece;
    piece.owner = match[3].str();
    piece.student.name = match[1].str();
    piece.student.id = match[3].str();
    piece.late = match[2].matched;
    const auto [name, number] = without_upload_number(match[5].str());
    piece.part = {child.name, name, false};
    const std::string upload = match[4].str();
    // Upload numbers have no leading zeros: the longer one is the greater.
    piece.order = {number,
                   std::string(20 - std::min<std::size_t>(20, upload.size()), '0') + upload};
    pieces.push_back(std::move(piece));
  }
  if (pieces.empty() || pieces.size() * 2 < folder.children.size()) return std::nullopt;
  return pieces;
}

}  // namespace bankcheck::batch
