#include "gpu/wire_row.hpp"

namespace bankcheck::gpu {
namespace {

WireArgument wire_argument(const base::Argument& argument, const ImageLayout& layout) {
  if (const auto* buffer = std::get_if<base::BufferArgument>(&argument)) {
    return {true, layout.offsets.at(buffer->index), {}};
  }
  const std::vector<std::byte>& bytes = std::get<base::ScalarArgument>(argument).bytes;
  return {false, 0, {reinterpret_cast<const char*>(bytes.data()), bytes.size()}};
}

}  // namespace

WireRow wire_row(const GpuRow& row, const ImageLayout& layout) {
  WireRow wire;
  wire.code = *row.code;
  wire.entry = row.entry;
  wire.grid = row.launch.grid;
  wire.block = row.launch.block;
  wire.dynamic_shared_bytes = row.launch.dynamic_shared_bytes;
  wire.image_bytes = layout.total_bytes;
  for (const base::Argument& argument : row.launch.arguments) {
    wire.arguments.push_back(wire_argument(argument, layout));
  }
  return wire;
}

}  // namespace bankcheck::gpu
