#include "base/mapped_file.hpp"

#include <cerrno>
#include <utility>

#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "base/diagnostic.hpp"
#include "base/open_file.hpp"

namespace bankcheck::base {

Result<MappedFile> MappedFile::open(const std::filesystem::path& path, std::size_t limit_bytes) {
  const auto file = open_file(path);
  if (!file) return file.errors();
  struct stat status {};
  if (::fstat(file.value().number(), &status) != 0) {
    return system_trouble(path, "cannot be read", errno);
  }
  const auto size = static_cast<std::size_t>(status.st_size);
  if (size > limit_bytes) {
    return error_in(path.string(), fmt::format("is larger than {} bytes", limit_bytes));
  }
  MappedFile mapped;
  if (size == 0) return mapped;  // which cannot be mapped
  void* const bytes = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.value().number(), 0);
  if (bytes == MAP_FAILED) return system_trouble(path, "cannot be read", errno);
  mapped.bytes_ = {static_cast<const char*>(bytes), size};
  return mapped;
}

MappedFile::MappedFile(MappedFile&& other) noexcept : bytes_(std::exchange(other.bytes_, {})) {}

MappedFile::~MappedFile() {
  if (!bytes_.empty()) ::munmap(const_cast<char*>(bytes_.data()), bytes_.size());
}

}  // namespace bankcheck::base
