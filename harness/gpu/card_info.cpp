#include "gpu/card_info.hpp"

#include <fmt/format.h>

namespace bankcheck::gpu {

std::string CardInfo::architecture() const {
  return fmt::format("{}{}", compute_major, compute_minor);
}

std::string CardInfo::description() const {
  return fmt::format("{}, compute capability {}.{}, {} SMs, CUDA driver {}.{}", name, compute_major,
                     compute_minor, multiprocessors, driver_version / 1000,
                     driver_version % 1000 / 10);
}

std::string format_uuid(const unsigned char (&bytes)[16]) {
  std::string text = "GPU";
  for (std::size_t i = 0; i < 16; ++i) {
    if (i == 0 || i == 4 || i == 6 || i == 8 || i == 10) text += '-';
    text += fmt::format("{:02x}", bytes[i]);
  }
  return text;
}

}  // namespace bankcheck::gpu
