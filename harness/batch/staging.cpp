#include "batch/staging.hpp"

#include <algorithm>
#include <system_error>
#include <vector>

#include "base/atomic_file.hpp"
#include "base/diagnostic.hpp"
#include "base/text.hpp"
#include "batch/listing.hpp"
#include "batch/platform.hpp"
#include "submission/archive.hpp"

namespace bankcheck::batch {
namespace {

namespace fs = std::filesystem;

constexpr int kDepth = 6;

/// One line: the first error, without its place.
std::string first_text(const base::Diagnostics& errors) {
  if (errors.empty()) return "for no known reason";
  const base::Diagnostic& error = errors.front();
  std::string place = error.file;
  if (!place.empty() && error.line > 0) place += ":" + std::to_string(error.line);
  return place.empty() ? error.text : place + ": " + error.text;
}

}  // namespace

bool Staging::fail(const base::Diagnostics& errors, bool is_ours) {
  failure_ = {is_ours, first_text(errors)};
  return false;
}

std::optional<Staged> Staging::stage(const HandedIn& handed_in) {
  Staged staged;
  fs::path folder;
  const std::string shown = handed_in.text();
  const auto rename = [&](std::string* text) {
    base::replace_all(text, folder.string(), shown);
    if (staged.scratch) base::replace_all(text, staged.scratch->path().string(), shown);
    base::replace_all(text, submissions_.string() + "/", "");
  };
  const bool placed = place(handed_in, &staged, &folder);
  if (placed) {
    auto read = submission::read_submission(folder.string(), rubric_);
    if (read) {
      staged.submission = std::move(read).value();
    } else {
      fail(read.errors());
    }
  }
  rename(&failure_.text);
  if (!failure_.text.empty()) return std::nullopt;
  staged.submission.name = shown;
  for (auto* remarks : {&staged.submission.remarks, &staged.submission.answers.remarks}) {
    for (base::Diagnostic& remark : *remarks) rename(&remark.file);
  }
  rename(&staged.submission.answers.path);
  return staged;
}

bool Staging::place(const HandedIn& handed_in, Staged* staged, fs::path* folder) {
  failure_ = {};
  if (handed_in.parts.size() == 1 && handed_in.parts.front().is_folder) {
    *folder = descend(submissions_ / handed_in.parts.front().path);
    const auto archive = only_archive(*folder);
    if (!archive) return true;
    if (!make_scratch(staged, folder) || !unpack(*archive, *folder)) return false;
  } else if (!make_scratch(staged, folder) || !place_files(handed_in, *folder)) {
    return false;
  }
  *folder = descend(*folder);
  return true;
}

bool Staging::make_scratch(Staged* staged, fs::path* folder) {
  auto scratch = sandbox::ScratchFolder::create();
  if (!scratch) return fail(scratch.errors(), true);
  staged->scratch = std::move(scratch).value();
  *folder = staged->scratch->path() / "submission";
  std::error_code error;
  fs::create_directory(*folder, error);
  if (!error) return true;
  return fail({base::error_in(folder->string(), error.message())}, true);
}

bool Staging::unpack(const fs::path& archive, const fs::path& folder) {
  const submission::Unpacked unpacked = submission::unpack_archive(archive.string(), folder);
  return unpacked.errors.empty() || fail(unpacked.errors, unpacked.is_ours);
}

/// A lone .cu file gets the name that the rubric asks for: equal kernels are then equal to the last
/// byte, whatever their files were called.
bool Staging::place_files(const HandedIn& handed_in, const fs::path& folder) {
  const bool alone = handed_in.parts.size() == 1;
  for (const Part& part : handed_in.parts) {
    const fs::path from = submissions_ / part.path;
    if (submission::is_archive_name(part.name)) {
      const fs::path into = alone ? folder : folder / split_ending(part.name).name;
      std::error_code ignored;
      fs::create_directories(into, ignored);
      if (!unpack(from, into)) return false;
      continue;
    }
    const auto text = base::read_file(from, submission::ReadLimits{}.total_bytes);
    if (!text) return fail(text.errors());
    const bool renamed = alone && part.name.ends_with(".cu") && !rubric_.source_file.empty();
    const fs::path name = renamed ? fs::path(rubric_.source_file) : fs::path(part.name).filename();
    const base::Diagnostics errors = base::write_file_whole(folder / name, text.value());
    if (!errors.empty()) return fail(errors, true);
  }
  return true;
}

/// Down through folders that hold one folder and no file.
fs::path Staging::descend(fs::path folder) const {
  for (int depth = 0; depth < kDepth; ++depth) {
    const auto listing = list_folder(folder, 1);
    if (!listing || listing.value().children.size() != 1) break;
    const Listing& only = listing.value().children.front();
    if (!only.is_folder) break;
    folder /= only.name;
  }
  return folder;
}

/// The archive of a folder that holds one and no source of its own.
std::optional<fs::path> Staging::only_archive(const fs::path& folder) const {
  const auto listing = list_folder(folder, 1);
  if (!listing) return std::nullopt;
  std::optional<fs::path> found;
  for (const Listing& child : listing.value().children) {
    if (child.is_folder || child.name.ends_with(".cu")) return std::nullopt;
    if (!submission::is_archive_name(child.name)) continue;
    if (found) return std::nullopt;
    found = folder / child.name;
  }
  return found;
}

}  // namespace bankcheck::batch
