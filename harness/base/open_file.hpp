// Opening a file for reading that may be anything.
#pragma once

#include <filesystem>

#include "base/file_descriptor.hpp"
#include "base/result.hpp"

namespace bankcheck::base {

/// An open regular file. Never blocks on a FIFO or a device.
Result<FileDescriptor> open_file(const std::filesystem::path& path);

/// `path` with what the system says is wrong with it.
Diagnostic system_trouble(const std::filesystem::path& path, std::string_view what, int error);

}  // namespace bankcheck::base
