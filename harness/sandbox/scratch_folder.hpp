// A private folder that disappears with its owner.
//
// Theory of operation. The owner holds a lock on its folder, which the kernel drops when the owner
// ends, however it ends. The first folder that a process makes looks for old ones without a lock:
// their owners were killed before they could clean up.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

#include "base/file_descriptor.hpp"
#include "base/result.hpp"

namespace bankcheck::sandbox {

class ScratchFolder {
 public:
  /// A fresh folder of a name nobody can guess, mode 0700, in the first of /dev/shm, /tmp and
  /// /var/tmp that can be written.
  static base::Result<ScratchFolder> create();

  /// Removes what killed owners left in `place`. Done by the first `create()`.
  static void sweep(const std::filesystem::path& place);

  ScratchFolder(ScratchFolder&& other) noexcept;
  ScratchFolder& operator=(ScratchFolder&& other) noexcept;
  ~ScratchFolder();

  const std::filesystem::path& path() const { return path_; }
  /// Writes a file that everybody who can enter the folder may read, and the folders on its way.
  base::Diagnostics write(const std::filesystem::path& name, std::string_view contents) const;

 private:
  explicit ScratchFolder(std::filesystem::path path);

  std::filesystem::path path_;
  base::FileDescriptor lock_;
};

}  // namespace bankcheck::sandbox
