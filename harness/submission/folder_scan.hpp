// The files of a folder that a stranger filled.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "submission/submission.hpp"

namespace bankcheck::submission {

struct ScannedFile {
  std::string name;            ///< relative to the folder
  std::filesystem::path path;  ///< absolute, links followed, within the folder
};

/// The regular files, by name; hidden files and folders are left out. Fails on links that lead out
/// of the folder or nowhere, on devices, sockets and FIFOs, on folders that cannot be read, and
/// past the limits. `folder` is absolute and free of links.
base::Result<std::vector<ScannedFile>> scan_folder(const std::filesystem::path& folder,
                                                   const ReadLimits& limits);

/// Whether `path` lies below `folder`, by their names; both are absolute and free of links.
bool is_within(const std::filesystem::path& path, const std::filesystem::path& folder);

}  // namespace bankcheck::submission
