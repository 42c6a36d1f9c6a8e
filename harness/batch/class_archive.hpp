// The submissions of a class that came as one archive, unpacked within the class's folder.
//
// Theory of operation. Workers read submissions where the batch found them, on another machine
// perhaps, and a batch that goes on after a kill must find them again: so they lie in the class's
// folder, under a name made of the archive's path, size and time. They are unpacked beside it and
// renamed, so what has the name is whole. Those of an archive that is no longer named go away.
#pragma once

#include <atomic>
#include <filesystem>
#include <string>
#include <vector>

#include "base/diagnostic.hpp"
#include "batch/class_folder.hpp"

namespace bankcheck::batch {

struct UnpackedClass {
  base::Diagnostics errors;
  bool is_ours = false;  ///< they are this machine's, not the archive's
  std::filesystem::path folder;
  std::vector<std::string> remarks;  ///< what was left out of a fresh one and why
};

/// Where the archive's submissions lie, or are to lie; whether they do is for the file system.
std::filesystem::path unpacked_class_folder(const std::filesystem::path& archive,
                                            const ClassPaths& paths);

/// Unpacks the archive unless it is unpacked already, within submission::class_limits(). The
/// class's folder has been taken. `stop` may be null.
UnpackedClass unpack_class(const std::filesystem::path& archive, const ClassPaths& paths,
                           const std::atomic<bool>* stop);

}  // namespace bankcheck::batch
