// The bytes of a file without reading it: pages come from the disk when somebody looks at them.
#pragma once

#include <filesystem>
#include <string_view>

#include "base/result.hpp"

namespace bankcheck::base {

class MappedFile {
 public:
  /// A regular file of at most `limit_bytes`. Never blocks on a FIFO or a device. A file that is
  /// cut short afterwards raises SIGBUS in whoever reads what is gone: leave that to a child.
  static Result<MappedFile> open(const std::filesystem::path& path, std::size_t limit_bytes);

  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&&) = delete;
  ~MappedFile();

  std::string_view bytes() const { return bytes_; }

 private:
  MappedFile() = default;

  std::string_view bytes_;
};

}  // namespace bankcheck::base
