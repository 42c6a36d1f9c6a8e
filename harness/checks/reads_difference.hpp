// How the shared words that a thread read differ from those it must read.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace bankcheck::checks {

/// One sentence on how the words that a thread read differ from those it must read, such as `made
/// 1024 shared reads, 2048 wanted` or `never read word 17`. Words are counted from the lowest one.
std::string reads_difference(const std::vector<std::uint32_t>& read,
                             const std::vector<std::int64_t>& wanted);

}  // namespace bankcheck::checks
