// The fills that a buffer of `bankcheck profile` can start with.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/launch.hpp"

namespace bankcheck::cli {

/// Fills the whole buffer as kernel_argument.hpp describes; returns why not when it cannot.
std::optional<std::string> fill_buffer(base::Buffer& buffer, std::string_view fill);

}  // namespace bankcheck::cli
