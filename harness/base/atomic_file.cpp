#include "base/atomic_file.hpp"

#include <algorithm>
#include <atomic>
#include <cerrno>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/diagnostic.hpp"
#include "base/file_descriptor.hpp"
#include "base/open_file.hpp"

namespace bankcheck::base {
namespace {

namespace fs = std::filesystem;

bool write_all(int file, std::string_view contents) {
  while (!contents.empty()) {
    const ssize_t written =
        uninterrupted([&] { return ::write(file, contents.data(), contents.size()); });
    if (written < 0) return false;
    contents.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

fs::path temporary_beside(const fs::path& path) {
  static std::atomic<unsigned> counter{0};
  return path.parent_path() / fmt::format(".bankcheck-{}-{}.tmp", ::getpid(), counter++);
}

/// A new file of a name that nobody uses; `*temporary` is its path. A process that was killed may
/// have left files under the names that this one would take first.
int create_temporary(const fs::path& path, fs::path* temporary) {
  constexpr int kAttempts = 1000;
  int file = -1;
  for (int attempt = 0; attempt < kAttempts && file < 0; ++attempt) {
    *temporary = temporary_beside(path);
    file = uninterrupted(
        [&] { return ::open(temporary->c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666); });
    if (file < 0 && errno != EEXIST) break;
  }
  return file;
}

bool sync_folder(const fs::path& path) {
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  FileDescriptor file(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!file.is_open()) return false;
  // Some network file systems cannot sync a folder and say so with EINVAL; nothing more can be
  // done.
  return uninterrupted([&] { return ::fsync(file.number()); }) == 0 || errno == EINVAL;
}

/// Writes, syncs and renames; 0, or the errno of the step that failed.
int write_and_rename(FileDescriptor& file, const fs::path& temporary, const fs::path& path,
                     std::string_view contents) {
  if (!write_all(file.number(), contents)) return errno;
  if (uninterrupted([&] { return ::fsync(file.number()); }) != 0) return errno;
  if (!file.close()) return errno;
  if (::rename(temporary.c_str(), path.c_str()) != 0) return errno;
  return 0;
}

}  // namespace

Diagnostics write_file_whole(const fs::path& path, std::string_view contents) {
  struct stat old {};
  if (::stat(path.c_str(), &old) == 0 && !S_ISREG(old.st_mode)) {
    return {error_in(path.string(), "cannot be replaced: it is not a regular file")};
  }
  fs::path temporary;
  FileDescriptor file(create_temporary(path, &temporary));
  if (!file.is_open()) return {system_trouble(path, "cannot be written", errno)};
  if (const int error = write_and_rename(file, temporary, path, contents); error != 0) {
    ::unlink(temporary.c_str());
    return {system_trouble(path, "cannot be written", error)};
  }
  if (!sync_folder(path)) return {system_trouble(path, "its folder cannot be synced", errno)};
  return {};
}

Result<std::string> read_file(const fs::path& path, std::size_t limit_bytes) {
  const auto file = open_file(path);
  if (!file) return file.errors();
  std::string contents;
  char chunk[64 * 1024];
  for (;;) {
    const ssize_t count =
        uninterrupted([&] { return ::read(file.value().number(), chunk, sizeof chunk); });
    if (count < 0) return system_trouble(path, "cannot be read", errno);
    if (count == 0) return contents;
    contents.append(chunk, static_cast<std::size_t>(count));
    if (contents.size() > limit_bytes) {
      return error_in(path.string(), fmt::format("is larger than {} bytes", limit_bytes));
    }
  }
}

}  // namespace bankcheck::base
