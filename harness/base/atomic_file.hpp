// Files that are either the old ones or the new ones, whole, whatever happens in between.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace bankcheck::base {

/// Writes a temporary file beside `path`, fsyncs it, renames it over `path`, fsyncs the folder.
/// Returns the errors (no space, no permission) and leaves the old file as it was then.
[[nodiscard]] Diagnostics write_file_whole(const std::filesystem::path& path,
                                           std::string_view contents);

/// Reads a regular file of at most `limit_bytes`. Never blocks on a FIFO or a device.
[[nodiscard]] Result<std::string> read_file(const std::filesystem::path& path,
                                            std::size_t limit_bytes);

}  // namespace bankcheck::base
