// Names what was handed in by its content, without unpacking or compiling any of it.
#pragma once

#include <filesystem>
#include <string>

#include "batch/intake.hpp"

namespace bankcheck::batch {

/// A hash over the names and contents of all files of all parts. A file that is too large to be
/// read, or cannot be, counts by its size and time.
std::string handed_in_hash(const std::filesystem::path& submissions, const HandedIn& handed_in);

}  // namespace bankcheck::batch
