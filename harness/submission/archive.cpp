#include "submission/archive.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <fstream>
#include <map>
#include <optional>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include "base/mapped_file.hpp"
#include "base/text.hpp"
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
constexpr std::size_t kLeftOutShown = 20;
/// For libarchive: the largest dictionaries of xz, and one entry twice.
constexpr std::uint64_t kReaderMemory = std::uint64_t{768} << 20;

/// The path below the folder; empty for the folder itself. Absent when it is none, and why.
std::optional<fs::path> place_of(const std::string& name, std::string* why) {
  const auto refuse = [&](const char* text) {
    *why = text;
    return std::nullopt;
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
  Unpacking(const std::string& archive, const fs::path& folder, const UnpackLimits& limits,
            const std::atomic<bool>* stop)
      : archive_(archive), folder_(folder), limits_(limits), stop_(stop) {}

  Unpacked unpack() {
    if (!can_read_archives()) {
      fail(
          "is an archive, which this build cannot read (libarchive was not there); unpack it and "
          "name the folder",
          true);
      return std::move(unpacked_);
    }
    const auto file = base::MappedFile::open(archive_, limits_.archive_bytes);
    if (!file) {
      unpacked_.errors = file.errors();
      return std::move(unpacked_);
    }
    const sandbox::CallOutcome outcome = sandbox::isolated_call(
        [&](const sandbox::Send& send) { read_archive(file.value().bytes(), limits_, send); },
        [&](const std::string& message) { return take(message); }, limits(), stop_);
    if (unpacked_.errors.empty() && outcome.status != sandbox::CallStatus::kFinished) {
      const bool is_ours = outcome.status == sandbox::CallStatus::kCannotRun ||
                           outcome.status == sandbox::CallStatus::kStopped;
      fail("could not be unpacked: " + outcome.trouble, is_ours);
    }
    return std::move(unpacked_);
  }

 private:
  sandbox::CallLimits limits() const {
    sandbox::CallLimits limits;
    limits.wall_seconds = limits_.seconds;
    limits.cpu_seconds = limits_.seconds;
    limits.memory_bytes = kReaderMemory + 2 * std::min(limits_.file_bytes, limits_.total_bytes);
    limits.result_bytes = limits_.total_bytes + limits_.entries * (kNameBytes + 64);
    return limits;
  }

  bool fail(std::string text, bool is_ours = false) {
    unpacked_.errors = {base::error_in(archive_, std::move(text))};
    unpacked_.is_ours = is_ours;
    return false;
  }

  /// False when no more is wanted.
  bool take(const std::string& message) {
    const auto entry = decode_entry(message);
    if (!entry) return fail("could not be unpacked: the reader is confused");
    if (entry->kind == EntryKind::kRefused) {
      return fail((entry->name.empty() ? "" : "'" + entry->name + "' ") + entry->contents);
    }
    if (entry->kind == EntryKind::kUnfit) return leave_out(entry->name, entry->contents);
    std::string why;
    const auto place = place_of(entry->name, &why);
    if (!place) return leave_out(entry->name, why);
    if (place->empty()) return true;
    const bool is_folder = entry->kind == EntryKind::kFolder;
    if (const auto known = note(*place, is_folder)) {
      return leave_out(known->native(), "is in it twice");
    }
    return is_folder ? make_folder(*place) : write(*place, entry->contents);
  }

  bool leave_out(const std::string& name, const std::string& why) {
    std::string text = fmt::format("'{}' {}", name, why);
    if (!limits_.leaves_out) return fail(std::move(text));
    if (++unpacked_.left_out_count <= kLeftOutShown) unpacked_.left_out.push_back(std::move(text));
    return true;
  }

  /// Keeps account of what stands where. The place that would mean two things, if there is one.
  std::optional<fs::path> note(const fs::path& place, bool is_folder) {
    for (fs::path parent = place.parent_path(); !parent.empty(); parent = parent.parent_path()) {
      if (!seen_.emplace(parent.native(), true).first->second) return parent;
    }
    const auto [known, is_new] = seen_.emplace(place.native(), is_folder);
    return is_new || (known->second && is_folder) ? std::nullopt : std::optional(place);
  }

  bool make_folder(const fs::path& place) {
    std::error_code error;
    fs::create_directories(folder_ / place, error);
    return !error || fail("cannot be unpacked: " + error.message(), true);
  }

  bool write(const fs::path& place, const std::string& contents) {
    if (!make_folder(place.parent_path())) return false;
    ++unpacked_.files;
    errno = 0;
    std::ofstream file(folder_ / place, std::ios::binary);
    file << contents;
    file.close();
    if (file) return true;
    return fail(fmt::format("'{}' cannot be written: {}", place.native(),
                            std::generic_category().message(errno)),
                true);
  }

  const std::string& archive_;
  const fs::path& folder_;
  const UnpackLimits& limits_;
  const std::atomic<bool>* stop_;
  std::map<std::string, bool> seen_;  ///< whether it is a folder
  Unpacked unpacked_;
};

}  // namespace

bool is_archive_name(std::string_view name) {
  const std::string lower = base::lower_case(std::string(name));
  return std::any_of(kEndings.begin(), kEndings.end(), [&](std::string_view ending) {
    return lower.size() > ending.size() && lower.ends_with(ending);
  });
}

UnpackLimits class_limits() {
  UnpackLimits limits;
  limits.archive_bytes = std::uint64_t{2} << 30;
  limits.total_bytes = std::uint64_t{4} << 30;
  limits.entries = 200'000;
  limits.seconds = 600;
  limits.leaves_out = true;
  return limits;
}

Unpacked unpack_archive(const std::string& archive, const fs::path& folder,
                        const UnpackLimits& limits, const std::atomic<bool>* stop) {
  return Unpacking(archive, folder, limits, stop).unpack();
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
