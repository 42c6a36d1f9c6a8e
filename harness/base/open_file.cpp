#include "base/open_file.hpp"

#include <cerrno>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include "base/diagnostic.hpp"

namespace bankcheck::base {

Result<FileDescriptor> open_file(const std::filesystem::path& path) {
  FileDescriptor file(uninterrupted(
      [&] { return ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC); }));
  if (!file.is_open()) return system_trouble(path, "cannot be read", errno);
  struct stat status {};
  if (::fstat(file.number(), &status) != 0) return system_trouble(path, "cannot be read", errno);
  if (S_ISDIR(status.st_mode)) return error_in(path.string(), "is a folder, not a file");
  if (!S_ISREG(status.st_mode)) return error_in(path.string(), "is not a regular file");
  return file;
}

Diagnostic system_trouble(const std::filesystem::path& path, std::string_view what, int error) {
  return error_in(path.string(),
                  fmt::format("{}: {}", what, std::generic_category().message(error)));
}

}  // namespace bankcheck::base
