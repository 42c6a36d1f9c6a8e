// The special registers of PTX: `%tid.x`, `%clock64`, … (names by index: special_register_names()).
#pragma once

#include <optional>
#include <string_view>

#include "ptx/instruction_table.hpp"

namespace bankcheck::ptx {

/// Index into special_register_names().
std::optional<int> find_special_register(std::string_view name);
ScalarType special_register_type(int index);

}  // namespace bankcheck::ptx
