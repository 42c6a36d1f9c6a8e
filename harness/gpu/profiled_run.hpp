// One launch of each row, from a file, for a profiler to watch.
#pragma once

#include <string>
#include <vector>

#include "gpu/messages.hpp"
#include "gpu/wire.hpp"

namespace bankcheck::gpu {

/// What the file holds: the rows, and the image of one launch of each.
struct ProfiledRun {
  std::vector<WireRow> rows;
  std::vector<std::string> images;
};

template <class Archive>
void fields(Archive& archive, ProfiledRun& value) {
  archive(value.rows, value.images);
}

/// Name of the program's hidden subcommand; its arguments are the card's ordinal and the file.
inline constexpr const char* kProfiledSubcommand = "__gpu-profiled";

/// Launches the rows in order, one by one and ungated. The first thing that fails, or nothing.
std::string run_profiled(Driver& driver, int ordinal, const ProfiledRun& run);

/// What the hidden subcommand does; returns the exit status and sets `*trouble` when it is not 0.
int profiled_main(int ordinal, const std::string& path, std::string* trouble);

}  // namespace bankcheck::gpu
