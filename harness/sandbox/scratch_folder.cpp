#include "sandbox/scratch_folder.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <mutex>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/open_file.hpp"
#include "sandbox/unprivileged_user.hpp"

namespace bankcheck::sandbox {

namespace {

namespace fs = std::filesystem;

constexpr std::array kPlaces = {"/dev/shm", "/tmp", "/var/tmp"};
constexpr std::string_view kPrefix = "bankcheck-";
/// A younger folder without a lock may be one whose owner is about to lock it.
constexpr std::time_t kStaleSeconds = 60;

/// An open folder with its lock taken; closed when another process holds the lock.
base::FileDescriptor lock(const fs::path& folder) {
  base::FileDescriptor file(
      ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (file.is_open() && ::flock(file.number(), LOCK_EX | LOCK_NB) != 0) file.close();
  return file;
}

/// Whether it is a folder that we, or a command of ours, left long ago.
bool may_be_stale(const fs::path& path) {
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0 || !S_ISDIR(status.st_mode)) return false;
  const bool ours =
      status.st_uid == ::geteuid() || (::geteuid() == 0 && is_unprivileged_user(status.st_uid));
  return ours && status.st_mtime + kStaleSeconds < std::time(nullptr);
}

}  // namespace

base::Result<ScratchFolder> ScratchFolder::create() {
  static std::once_flag swept;
  std::call_once(swept, [] { std::for_each(kPlaces.begin(), kPlaces.end(), sweep); });
  base::Diagnostics errors;
  for (const char* place : kPlaces) {
    std::string name = fmt::format("{}/{}XXXXXX", place, kPrefix);
    if (::mkdtemp(name.data()) != nullptr) return ScratchFolder(name);
    errors.push_back(base::system_trouble(place, "no temporary folder here", errno));
  }
  return errors;
}

void ScratchFolder::sweep(const fs::path& place) {
  std::error_code error;
  for (fs::directory_iterator entry(place, error), end; !error && entry != end;
       entry.increment(error)) {
    const fs::path& path = entry->path();
    if (!path.filename().string().starts_with(kPrefix) || !may_be_stale(path)) continue;
    std::error_code ignored;
    if (lock(path).is_open()) fs::remove_all(path, ignored);
  }
}

ScratchFolder::ScratchFolder(fs::path path) : path_(std::move(path)), lock_(lock(path_)) {}

base::Diagnostics ScratchFolder::write(const std::filesystem::path& name,
                                       std::string_view contents) const {
  const std::filesystem::path path = path_ / name;
  std::error_code ignored;
  std::filesystem::create_directories(path.parent_path(), ignored);
  std::ofstream file(path, std::ios::binary);
  file.write(contents.data(), static_cast<std::streamsize>(contents.size()));
  file.close();
  if (file) return {};
  return {base::system_trouble(path, "cannot be written", errno)};
}

ScratchFolder::ScratchFolder(ScratchFolder&& other) noexcept
    : path_(std::exchange(other.path_, {})), lock_(std::move(other.lock_)) {}

ScratchFolder& ScratchFolder::operator=(ScratchFolder&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(lock_, other.lock_);
  return *this;
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
}

}  // namespace bankcheck::sandbox
