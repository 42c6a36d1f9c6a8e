#include "submission/archive.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <map>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include "base/atomic_file.hpp"
#include "sandbox/isolated_call.hpp"
#include "submission/archive_reader.hpp"

namespace bankcheck::submission {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 10> kEndings{
    ".zip", ".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tbz2", ".tar.xz", ".txz", ".tar.zst", ".tzst"};
constexpr std::size_t kNameBytes = 1000;
constexpr std::size_t kPartBytes = 255;
constexpr int kDepth = 32;
/// For libarchive: the largest dictionaries of xz, and one entry twice.
constexpr std::uint64_t kReaderMemory = std::uint64_t{768} << 20;

base::Diagnostic trouble(const std::string& file, std::string text) {
  base::Diagnostic diagnostic;
  diagnostic.file = file;
  diagnostic.text = std::move(text);
  return diagnostic;
}

/// The path below the folder; empty for the folder itself. The error says why it is none.
base::Result<fs::path> place_of(const std::string& archive, const std::string& name) {
  const auto refuse = [&](const char* why) {
    return trouble(archive, fmt::format("'{}' {}", name, why));
  };
  if (name.empty() || name.size() > kNameBytes) return refuse("has no name, or too long a one");
  if (name.front() == '/') return refuse("has an absolute name");
  fs::path place;
  int depth = 0;
  for (const fs::path& part : fs::path(name)) {
    if (part == "..") return refuse("leads out of the archive");
    if (part.empty() || part == ".") continue;
    if (part.native().size() > kPartBytes) return refuse("has no name, or too long a one");
    if (++depth > kDepth) return refuse("is in folders nested too deep");
    place /= part;
  }
  return place;
}

class Unpacking {
 public:
  Unpacking(const std::string& archive, const fs::path& folder, const UnpackLimits& limits)
      : archive_(archive), folder_(folder), limits_(limits) {}

  base::Result<std::size_t> unpack() {
    if (!can_read_archives()) {
      return trouble(archive_,
                     "is an archive, which this build cannot read (libarchive was not there); "
                     "unpack it and name the folder");
    }
    auto bytes = base::read_file(archive_, limits_.archive_bytes);
    if (!bytes) return bytes.errors();
    const sandbox::CallOutcome outcome = sandbox::isolated_call(
        [&](const sandbox::Send& send) { read_archive(bytes.value(), limits_, send); }, limits());
    for (const std::string& message : outcome.messages) {
      if (auto errors = take(message); !errors.empty()) return errors;
    }
    if (outcome.status != sandbox::CallStatus::kFinished) return fault(outcome);
    return files_;
  }

 private:
  sandbox::CallLimits limits() const {
    sandbox::CallLimits limits;
    limits.wall_seconds = limits_.seconds;
    limits.cpu_seconds = limits_.seconds;
    limits.memory_bytes = kReaderMemory + 2 * limits_.total_bytes;
    limits.result_bytes = limits_.total_bytes + limits_.entries * (kNameBytes + 64);
    return limits;
  }

  base::Diagnostics fault(const sandbox::CallOutcome& outcome) const {
    return {trouble(archive_, "could not be unpacked: " + outcome.trouble)};
  }

  base::Diagnostics take(const std::string& message) {
    const auto entry = decode_entry(message);
    if (!entry) return {trouble(archive_, "could not be unpacked: the reader is confused")};
    if (entry->kind == EntryKind::kRefused) {
      const std::string subject = entry->name.empty() ? "" : "'" + entry->name + "' ";
      return {trouble(archive_, subject + entry->contents)};
    }
    const auto place = place_of(archive_, entry->name);
    if (!place) return place.errors();
    if (place.value().empty()) return {};
    const bool is_folder = entry->kind == EntryKind::kFolder;
    if (auto errors = note(place.value(), is_folder); !errors.empty()) return errors;
    if (is_folder) return make_folder(folder_ / place.value());
    ++files_;
    return write(place.value(), entry->contents);
  }

  /// Keeps account of what stands where; a name that means two things is refused.
  base::Diagnostics note(const fs::path& place, bool is_folder) {
    for (fs::path parent = place.parent_path(); !parent.empty(); parent = parent.parent_path()) {
      if (!seen_.emplace(parent.native(), true).first->second) return twice(parent);
    }
    const auto [known, is_new] = seen_.emplace(place.native(), is_folder);
    return is_new || (known->second && is_folder) ? base::Diagnostics{} : twice(place);
  }

  base::Diagnostics twice(const fs::path& place) const {
    return {trouble(archive_, fmt::format("'{}' is in it twice", place.native()))};
  }

  base::Diagnostics make_folder(const fs::path& path) const {
    std::error_code error;
    fs::create_directories(path, error);
    if (!error) return {};
    return {trouble(archive_, "cannot be unpacked: " + error.message())};
  }

  base::Diagnostics write(const fs::path& place, const std::string& contents) const {
    const fs::path path = folder_ / place;
    if (auto errors = make_folder(path.parent_path()); !errors.empty()) return errors;
    std::ofstream file(path, std::ios::binary);
    file << contents;
    file.close();
    if (file) return {};
    return {trouble(archive_, fmt::format("'{}' cannot be written", place.native()))};
  }

  const std::string& archive_;
  const fs::path& folder_;
  const UnpackLimits& limits_;
  std::map<std::string, bool> seen_;  ///< whether it is a folder
  std::size_t files_ = 0;
};

}  // namespace

bool is_archive_name(std::string_view name) {
  std::string lower(name);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return std::any_of(kEndings.begin(), kEndings.end(), [&](std::string_view ending) {
    return lower.size() > ending.size() && lower.ends_with(ending);
  });
}

base::Result<std::size_t> unpack_archive(const std::string& archive, const fs::path& folder,
                                         const UnpackLimits& limits) {
  return Unpacking(archive, folder, limits).unpack();
}

fs::path unpacked_root(const fs::path& folder) {
  std::vector<fs::path> entries;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (!name.starts_with('.') && name != "__MACOSX") entries.push_back(entry->path());
  }
  return entries.size() == 1 && fs::is_directory(entries.front(), error) ? entries.front() : folder;
}

}  // namespace bankcheck::submission
