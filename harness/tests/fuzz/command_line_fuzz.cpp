// What `bankcheck profile` reads of its command line: launch extents and kernel arguments.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "cli/kernel_argument.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace bankcheck;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (text.find('@') != std::string_view::npos) return 0;  // would read files
  (void)base::render(cli::parse_extent(text, "--grid").errors());
  (void)base::render(cli::parse_kernel_argument(text).errors());
  return 0;
}
