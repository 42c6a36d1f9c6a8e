// A private folder that disappears with its owner.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

#include "base/result.hpp"

namespace bankcheck::sandbox {

class ScratchFolder {
 public:
  /// A fresh folder of a name nobody can guess, mode 0700, in the first of /dev/shm, /tmp and
  /// /var/tmp that can be written.
  static base::Result<ScratchFolder> create();

  ScratchFolder(ScratchFolder&& other) noexcept;
  ScratchFolder& operator=(ScratchFolder&& other) noexcept;
  ~ScratchFolder();

  const std::filesystem::path& path() const { return path_; }
  /// Writes a file that everybody who can enter the folder may read, and the folders on its way.
  base::Diagnostics write(const std::filesystem::path& name, std::string_view contents) const;

 private:
  explicit ScratchFolder(std::filesystem::path path) : path_(std::move(path)) {}

  std::filesystem::path path_;
};

}  // namespace bankcheck::sandbox
