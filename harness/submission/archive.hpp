// Unpacking an archive that a stranger made.
//
// A student's archive is refused whole when anything about it is unfit: the student can pack it
// again. In an archive of a whole class one student's link must not stop the others, so there an
// entry that is unfit is left out, and said.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.hpp"

namespace bankcheck::submission {

/// Bounds of what is unpacked; an archive that passes one is refused whole.
struct UnpackLimits {
  std::uint64_t archive_bytes = std::uint64_t{64} << 20;
  std::uint64_t total_bytes = std::uint64_t{64} << 20;  ///< of all files, unpacked
  std::uint64_t file_bytes = std::uint64_t{64} << 20;   ///< of one file, unpacked
  std::size_t entries = 4000;
  double seconds = 20;
  /// Entries that are unfit (their names, links, devices, what is too large) are left out instead.
  bool leaves_out = false;
};

/// Those of an archive with the submissions of a whole class.
UnpackLimits class_limits();

/// What came of unpacking.
struct Unpacked {
  base::Diagnostics errors;  ///< why it is refused; empty when it was unpacked
  bool is_ours = false;      ///< they are this machine's (no space), not the archive's
  std::size_t files = 0;
  std::vector<std::string> left_out;  ///< `'NAME' is a link`; the first of them
  std::size_t left_out_count = 0;
};

/// Whether a file's name says that it is one: .zip, .tar, .tar.gz, .tgz, .tar.bz2, .tar.xz,
/// .tar.zst.
bool is_archive_name(std::string_view name);

/// Unpacks the archive into `folder`, which exists and is empty: regular files and folders alone,
/// owned by the caller, mode 0644 and 0755. Refused whole are names that are absolute or lead out
/// of the folder, links, devices, encrypted entries, names that come twice, and what passes the
/// limits. On failure, and when `stop` (may be null) is set, the folder may hold a part. Neither
/// the archive nor what comes out of it is ever in memory as a whole.
Unpacked unpack_archive(const std::string& archive, const std::filesystem::path& folder,
                        const UnpackLimits& limits = {}, const std::atomic<bool>* stop = nullptr);

/// Where the submission is among what was unpacked to `folder`: people pack their folder, or what
/// is in it. The only folder that stands there alone, else `folder`; hidden files and what macOS
/// adds do not count.
std::filesystem::path unpacked_root(const std::filesystem::path& folder);

}  // namespace bankcheck::submission
