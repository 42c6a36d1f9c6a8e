// An archive from anywhere: entries come out, or it is refused; no entry passes the limits.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "submission/archive_reader.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace bankcheck::submission;
  UnpackLimits limits;
  limits.total_bytes = 1 << 20;
  limits.entries = 50;
  std::size_t entries = 0;
  std::size_t bytes = 0;
  read_archive({reinterpret_cast<const char*>(data), size}, limits, [&](std::string_view message) {
    const auto entry = decode_entry(message);
    if (!entry) std::abort();
    if (entry->kind == EntryKind::kRefused) return;
    bytes += entry->contents.size();
    if (++entries > limits.entries || bytes > limits.total_bytes) std::abort();
  });
  return 0;
}
