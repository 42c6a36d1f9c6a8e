// One kernel launch as data: what a device needs to run it, the same for the simulator and a GPU.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace bankcheck::base {

struct Dim3 {
  std::uint32_t x = 1;
  std::uint32_t y = 1;
  std::uint32_t z = 1;

  std::uint64_t count() const { return std::uint64_t{x} * y * z; }
  friend bool operator==(const Dim3&, const Dim3&) = default;
};

enum class ElementType : std::uint8_t { kI8, kU8, kI16, kU16, kI32, kU32, kI64, kU64, kF32, kF64 };

std::size_t size_bytes(ElementType type);
/// `i32`, `f64`, … as rubrics and the command line spell it.
const char* name(ElementType type);

/// A span of global memory that a pointer parameter of the kernel names. Little-endian elements.
struct Buffer {
  std::string name;
  ElementType type = ElementType::kF32;
  std::vector<std::byte> bytes;

  std::size_t length() const { return bytes.size() / size_bytes(type); }
};

/// A kernel parameter: a buffer (by its index in `Launch::buffers`) or the bytes of a scalar.
struct BufferArgument {
  std::size_t index = 0;
};
struct ScalarArgument {
  std::vector<std::byte> bytes;
};
using Argument = std::variant<BufferArgument, ScalarArgument>;

struct Launch {
  /// The kernel as its source names it (`probeSharedStride`) or mangled as in the PTX.
  std::string kernel;
  Dim3 grid;
  Dim3 block;
  std::uint32_t dynamic_shared_bytes = 0;
  std::vector<Buffer> buffers;
  std::vector<Argument> arguments;
};

/// Element `index` of a buffer as a double (exact for every type but 64-bit integers past 2^53).
double element_as_double(const Buffer& buffer, std::size_t index);
/// As many elements as `elements` has, from `first` on.
void read_elements(const Buffer& buffer, std::size_t first, std::span<double> elements);
/// Stores `value`, converted to the buffer's type: integers truncate and saturate, and take 0 for
/// NaN.
void set_element(Buffer& buffer, std::size_t index, double value);

}  // namespace bankcheck::base
