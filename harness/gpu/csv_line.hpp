// One line of comma-separated values, with quotes as RFC 4180 has them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace bankcheck::gpu {

/// The cells of `line`, without their quotes; a carriage return at the end is left out.
std::vector<std::string> split_csv_line(std::string_view line);

}  // namespace bankcheck::gpu
