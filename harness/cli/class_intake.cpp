#include "cli/class_intake.hpp"

#include <algorithm>

#include <fnmatch.h>

#include "base/atomic_file.hpp"
#include "base/diagnostic.hpp"
#include "base/escape.hpp"
#include "batch/handed_in_hash.hpp"
#include "batch/roster.hpp"
#include "report/csv.hpp"

namespace bankcheck::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kRosterBytes = std::size_t{16} << 20;
constexpr std::size_t kMetadataBytes = std::size_t{64} << 20;
constexpr int kDepth = 4;

/// Names would be mangled, and found in no gradebook.
base::Diagnostic no_utf8(const std::string& path, int line) {
  return base::error_in(path, "this is no UTF-8 text; save the file as `CSV UTF-8`", line);
}

base::Result<std::vector<checks::Student>> load_roster(const std::string& path) {
  const auto text = base::read_file(path, kRosterBytes);
  if (!text) return text.errors();
  const auto file = report::parse_csv(path, text.value());
  if (!file) return file.errors();
  std::vector<std::vector<std::string>> rows;
  for (const report::CsvRow& row : file.value().rows) {
    // Excel's way to name the delimiter.
    if (rows.empty() && row.trimmed(0).starts_with("sep=")) continue;
    rows.emplace_back();
    for (const report::CsvField& field : row.fields) {
      if (!base::is_utf8(field.value)) return no_utf8(path, row.line);
      rows.back().push_back(field.value);
    }
  }
  return batch::read_roster(path, rows);
}

}  // namespace

base::Result<batch::Intake> read_intake(const fs::path& submissions, const std::string& roster,
                                        const fs::path& grades) {
  auto listing = batch::list_folder(submissions, kDepth);
  if (!listing) return listing.errors();
  if (grades.parent_path() == submissions) {
    std::erase_if(listing.value().children, [&](const batch::Listing& child) {
      return child.name == grades.filename().string();
    });
  }
  std::string metadata;
  if (const std::string path = batch::metadata_path(listing.value()); !path.empty()) {
    auto text = base::read_file(submissions / path, kMetadataBytes);
    if (!text) return text.errors();
    metadata = std::move(text).value();
  }
  batch::Intake intake = batch::take_in(listing.value(), metadata);
  if (roster.empty()) return intake;
  const auto students = load_roster(roster);
  if (!students) return students.errors();
  batch::apply_roster(students.value(), &intake);
  return intake;
}

std::vector<batch::TaskItem> items_of(const batch::Intake& intake, const fs::path& submissions,
                                      const batch::Fingerprint& made_of) {
  std::vector<batch::TaskItem> items;
  for (const batch::HandedIn& handed_in : intake.students) {
    if (handed_in.parts.empty()) continue;
    items.push_back({handed_in, made_of, 1});
    items.back().made_of.submission = batch::handed_in_hash(submissions, handed_in);
  }
  return items;
}

bool is_meant(const std::string& who, const checks::Student& student) {
  const std::string* fields[] = {&student.name, &student.id, &student.sis_id, &student.login,
                                 &student.email};
  return ::fnmatch(who.c_str(), student.key.c_str(), 0) == 0 ||
         std::any_of(std::begin(fields), std::end(fields),
                     [&](const std::string* field) { return !field->empty() && *field == who; });
}

}  // namespace bankcheck::cli
