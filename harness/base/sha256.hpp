// SHA-256 (FIPS 180-4), for naming inputs by their content.
#pragma once

#include <string>
#include <string_view>

namespace bankcheck::base {

/// 64 lower-case hexadecimal digits.
std::string sha256_hex(std::string_view data);
/// The digest in base64 with padding, as content security policies name a script.
std::string sha256_base64(std::string_view data);

}  // namespace bankcheck::base
