// Unpacking an archive that a stranger made.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace bankcheck::submission {

/// Bounds of what is unpacked; an archive that passes one is refused whole.
struct UnpackLimits {
  std::uint64_t archive_bytes = std::uint64_t{64} << 20;
  std::uint64_t total_bytes = std::uint64_t{64} << 20;  ///< of all files, unpacked
  std::size_t entries = 4000;
  double seconds = 20;
};

/// Whether a file's name says that it is one: .zip, .tar, .tar.gz, .tgz, .tar.bz2, .tar.xz,
/// .tar.zst.
bool is_archive_name(std::string_view name);

/// Unpacks the archive into `folder`, which exists and is empty: regular files and folders alone,
/// owned by the caller, mode 0644 and 0755. Refused whole are names that are absolute or lead out
/// of the folder, links, devices, encrypted entries, names that come twice, and what passes the
/// limits. Returns how many files there are now. On failure the folder may hold a part.
base::Result<std::size_t> unpack_archive(const std::string& archive,
                                         const std::filesystem::path& folder,
                                         const UnpackLimits& limits = {});

/// Where the submission is among what was unpacked to `folder`: people pack their folder, or what
/// is in it. The only folder that stands there alone, else `folder`; hidden files and what macOS
/// adds do not count.
std::filesystem::path unpacked_root(const std::filesystem::path& folder);

}  // namespace bankcheck::submission
