// SHA-256 (FIPS 180-4), for naming inputs by their content.
#pragma once

#include <string>
#include <string_view>

namespace bankcheck::base {

/// 64 lower-case hexadecimal digits.
std::string sha256_hex(std::string_view data);

}  // namespace bankcheck::base
