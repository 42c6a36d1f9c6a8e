// What `ptxas -v` says about each kernel.
#pragma once

#include <string_view>
#include <vector>

#include "compile/compiler.hpp"

namespace bankcheck::compile {

std::vector<KernelResources> parse_assembler_report(std::string_view log);

}  // namespace bankcheck::compile
