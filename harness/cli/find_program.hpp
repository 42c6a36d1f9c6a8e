// Where a program is.
#pragma once

#include <string>

namespace bankcheck::cli {

/// The absolute path of `name` in the first of the folders, which colons separate, that has it as
/// something to execute; empty when none has.
std::string find_program(const std::string& name, const std::string& folders);

}  // namespace bankcheck::cli
