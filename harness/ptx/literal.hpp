// The values of PTX's number tokens.
#pragma once

#include <cstdint>
#include <optional>

#include "ptx/lexer.hpp"

namespace bankcheck::ptx {

/// The value of a kInteger token, as 64 bits; nullopt when it needs more.
std::optional<std::uint64_t> integer_value(const Token& token);
/// The bits of a double from a kFloat32 (converted), kFloat64 or kDecimal token.
std::uint64_t double_bits(const Token& token);
/// The bits of a float from the same tokens.
std::uint32_t float_bits(const Token& token);

}  // namespace bankcheck::ptx
