#include "base/base64.hpp"

#include <cstdint>

namespace bankcheck::base {

std::string base64(std::string_view bytes) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  std::uint32_t bits = 0;  // those not yet written are the lowest `count`
  int count = 0;
  for (const char byte : bytes) {
    bits = bits << 8 | static_cast<unsigned char>(byte);
    for (count += 8; count >= 6; count -= 6) text += kDigits[bits >> (count - 6) & 63u];
  }
  if (count > 0) text += kDigits[bits << (6 - count) & 63u];
  text.append((4 - text.size() % 4) % 4, '=');
  return text;
}

}  // namespace bankcheck::base
