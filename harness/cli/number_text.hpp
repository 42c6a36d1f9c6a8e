// Numbers of the command line as elements of a given type.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/launch.hpp"

namespace bankcheck::cli {

/// Writes `text` as one little-endian element to `out`, which has the type's size. Integers may be
/// decimal or 0x…; returns why not when the text is no number or does not fit the type.
std::optional<std::string> store_number(std::string_view text, base::ElementType type,
                                        std::span<std::byte> out);

std::optional<base::ElementType> element_type(std::string_view name);

}  // namespace bankcheck::cli
