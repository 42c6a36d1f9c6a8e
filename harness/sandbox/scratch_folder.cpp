#include "sandbox/scratch_folder.hpp"

#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <system_error>
#include <utility>

namespace bankcheck::sandbox {

base::Result<ScratchFolder> ScratchFolder::create() {
  base::Diagnostics errors;
  for (const char* place : {"/dev/shm", "/tmp", "/var/tmp"}) {
    std::string name = std::string(place) + "/bankcheck-XXXXXX";
    if (::mkdtemp(name.data()) != nullptr) return ScratchFolder(name);
    base::Diagnostic error;
    error.file = place;
    error.text = "no temporary folder here: " + std::generic_category().message(errno);
    errors.push_back(std::move(error));
  }
  return errors;
}

base::Diagnostics ScratchFolder::write(const std::filesystem::path& name,
                                       std::string_view contents) const {
  const std::filesystem::path path = path_ / name;
  std::error_code ignored;
  std::filesystem::create_directories(path.parent_path(), ignored);
  std::ofstream file(path, std::ios::binary);
  file.write(contents.data(), static_cast<std::streamsize>(contents.size()));
  file.close();
  if (file) return {};
  base::Diagnostic error;
  error.file = path.string();
  error.text = "cannot be written: " + std::generic_category().message(errno);
  return {error};
}

ScratchFolder::ScratchFolder(ScratchFolder&& other) noexcept
    : path_(std::exchange(other.path_, {})) {}

ScratchFolder& ScratchFolder::operator=(ScratchFolder&& other) noexcept {
  std::swap(path_, other.path_);
  return *this;
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
}

}  // namespace bankcheck::sandbox
