#include "gpu/file_descriptor.hpp"

#include <unistd.h>

namespace bankcheck::gpu {

void FileDescriptor::reset() {
  if (number_ >= 0) close(number_);
  number_ = -1;
}

}  // namespace bankcheck::gpu
