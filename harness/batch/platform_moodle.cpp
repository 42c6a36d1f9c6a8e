// Moodle: `Full Name_1234567_assignsubmission_file_` is a folder of the student's files, or, when
// the download was not made "in folders", what each file's name begins with. The number is the
// participant's within the assignment, as in the grading worksheet. Online texts are other
// plugins'.
#include <map>
#include <regex>

#include "batch/platform.hpp"

namespace bankcheck::batch {
namespace {

const std::regex& name_form() {
  static const std::regex kForm(R"((.+)_(\d+)_assignsubmission_([a-z]+)_?(.*))");
  return kForm;
}

}  // namespace

std::optional<std::vector<Piece>> read_moodle(const Listing& folder, const std::string&,
                                              std::vector<std::string>* remarks) {
  std::vector<Piece> pieces;
  std::map<std::string, std::string> others;  ///< online texts and such, by participant
  bool recognised = false;
  for (const Listing& child : folder.children) {
    std::smatch match;
    if (child.name.size() > 255 || !std::regex_match(child.name, match, name_form())) {
      remarks->push_back(child.name + " is not named as Moodle names submissions: left out");
      continue;
    }
    recognised = true;
    if (match[3].str() != "file") {
      others.emplace(match[2].str(), child.name);
      continue;
    }
    Piece piece;
    piece.owner = match[2].str();
    piece.student.name = match[1].str();
    piece.student.id = match[2].str();
    piece.part = {child.name, child.is_folder ? "" : match[4].str(), child.is_folder};
    piece.is_whole = child.is_folder;
    pieces.push_back(std::move(piece));
  }
  if (!recognised) return std::nullopt;
  for (const Piece& piece : pieces) others.erase(piece.owner);
  for (const auto& [owner, name] : others) {
    remarks->push_back(name + " is all of its participant, and no file: left out");
  }
  return pieces;
}

}  // namespace bankcheck::batch
