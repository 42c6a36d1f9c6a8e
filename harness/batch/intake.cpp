#include "batch/intake.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <set>

#include <fmt/format.h>

#include "base/sha256.hpp"
#include "base/text.hpp"
#include "batch/platform.hpp"
#include "submission/archive.hpp"

namespace bankcheck::batch {
namespace {

constexpr std::size_t kKeyBytes = 80;
constexpr const char* kMetadataFile = "submission_metadata.yml";

constexpr std::array kPlatforms = {
    Platform{"Gradescope", read_gradescope},
    Platform{"Moodle", read_moodle},
    Platform{"Canvas", read_canvas},
    Platform{"folders", read_folders},
};

/// A download that unpacked into a folder of its own: that folder, and its path from the root.
struct Rooted {
  const Listing* folder;
  std::string path;  ///< "" or "assignment_1_export/"
};

std::vector<Rooted> roots(const Listing& folder) {
  std::vector<Rooted> found = {{&folder, ""}};
  while (found.back().folder->children.size() == 1 &&
         found.back().folder->children.front().is_folder) {
    const Listing& only = found.back().folder->children.front();
    found.push_back({&only, found.back().path + only.name + "/"});
  }
  return found;
}

bool is_fit(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '-' || c == '_';
}

/// Of one student: which of the pieces count, by the names of the parts.
HandedIn put_together(std::vector<Piece> pieces) {
  std::stable_sort(pieces.begin(), pieces.end(),
                   [](const Piece& a, const Piece& b) { return a.order < b.order; });
  std::map<std::string, Piece> latest;
  std::map<std::string, std::size_t> count;
  for (Piece& piece : pieces) {
    const std::string slot = piece.is_whole ? "" : piece.part.name;
    ++count[slot];
    latest.insert_or_assign(slot, std::move(piece));
  }
  HandedIn entry;
  std::size_t most = 0;
  std::string when;
  for (auto& [slot, piece] : latest) {
    entry.late = entry.late || piece.late;
    most = std::max(most, count[slot]);
    when = std::max(when, piece.when);
    entry.student = piece.student;
    entry.parts.push_back(std::move(piece.part));
  }
  entry.submitted = when;
  const auto say = [&](const std::string& text) {
    entry.submitted += (entry.submitted.empty() ? "" : ", ") + text;
  };
  if (most > 1) say(fmt::format("the latest of {}", most));
  if (entry.late) say("late");
  return entry;
}

std::string key_text(const checks::Student& student) {
  std::string text = student.name;
  const std::string& id = student.id.empty() ? student.sis_id : student.id;
  if (!id.empty()) text += (text.empty() ? "" : "_") + id;
  return text;
}

}  // namespace

/// Keys are told apart whatever a file system thinks of capitals.
void finish(Intake* intake) {
  std::set<std::string> used;
  for (const HandedIn& entry : intake->students) used.insert(base::lower_case(entry.student.key));
  for (HandedIn& entry : intake->students) {
    if (!entry.student.key.empty()) continue;
    const std::string base = file_key(key_text(entry.student));
    std::string key = base;
    for (int n = 2; !used.insert(base::lower_case(key)).second; ++n)
      key = fmt::format("{}-{}", base, n);
    entry.student.key = key;
  }
  std::sort(intake->students.begin(), intake->students.end(),
            [](const HandedIn& a, const HandedIn& b) { return a.student.key < b.student.key; });
}

std::string HandedIn::text() const {
  if (parts.empty()) return "";
  return parts.size() == 1 ? parts.front().path
                           : fmt::format("{} and {} more", parts.front().path, parts.size() - 1);
}

std::span<const Platform> platform_table() { return kPlatforms; }

NameAndEnding split_ending(const std::string& file_name) {
  constexpr std::array kEndings = {".tar.gz", ".tar.bz2", ".tar.xz", ".tar.zst",
                                   ".tgz",    ".tar",     ".zip",    ".cu"};
  for (const std::string_view ending : kEndings) {
    if (file_name.size() > ending.size() && file_name.ends_with(ending)) {
      return {file_name.substr(0, file_name.size() - ending.size()), std::string(ending)};
    }
  }
  return {file_name, ""};
}

std::string file_key(const std::string& name) {
  std::string key;
  for (const char c : name.substr(0, kKeyBytes)) key += is_fit(c) ? c : '_';
  const bool fits = !key.empty() && key == name && key.front() != '.' && key.front() != '-';
  if (fits) return key;
  // Blanks are common in names and go without a trace; everything else leaves one.
  std::string plain = name;
  std::replace(plain.begin(), plain.end(), ' ', '_');
  if (!key.empty() && key == plain && key.front() != '.' && key.front() != '-') return key;
  return "s_" + key + "-" + base::sha256_hex(name).substr(0, 8);
}

std::string metadata_path(const Listing& folder) {
  for (const Rooted& root : roots(folder)) {
    for (const Listing& child : root.folder->children) {
      if (!child.is_folder && child.name == kMetadataFile) return root.path + child.name;
    }
  }
  return "";
}

Intake take_in(const Listing& folder, const std::string& metadata) {
  Intake intake;
  std::vector<Piece> pieces;
  for (const Platform& platform : kPlatforms) {
    for (const Rooted& root : roots(folder)) {
      std::vector<std::string> remarks;
      auto read = platform.read(*root.folder, metadata, &remarks);
      if (!read) continue;
      intake.platform = platform.name;
      pieces = std::move(*read);
      for (Piece& piece : pieces) piece.part.path.insert(0, root.path);
      intake.remarks = std::move(remarks);
      break;
    }
    if (!intake.platform.empty()) break;
  }
  std::map<std::string, std::vector<Piece>> by_owner;
  for (Piece& piece : pieces) by_owner[piece.owner].push_back(std::move(piece));
  for (auto& [owner, owned] : by_owner) intake.students.push_back(put_together(std::move(owned)));
  finish(&intake);
  return intake;
}

}  // namespace bankcheck::batch
