#include "base/launch.hpp"

#include <array>
#include <cassert>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

namespace bankcheck::base {
namespace {

template <class T>
T load(const Buffer& buffer, std::size_t index) {
  T value;
  std::memcpy(&value, buffer.bytes.data() + index * sizeof(T), sizeof(T));
  return value;
}

template <class T>
T saturate(double value) {
  if constexpr (std::is_floating_point_v<T>) {
    return static_cast<T>(value);
  } else {
    if (std::isnan(value)) return 0;
    // The largest 64-bit values round up to 2^63 and 2^64 as doubles, so reaching them is too much.
    if (value >= static_cast<double>(std::numeric_limits<T>::max())) {
      return std::numeric_limits<T>::max();
    }
    if (value <= static_cast<double>(std::numeric_limits<T>::min())) {
      return std::numeric_limits<T>::min();
    }
    return static_cast<T>(value);
  }
}

struct ElementTypeRow {
  const char* name;
  std::size_t size_bytes;
  void (*load)(const Buffer&, std::size_t, std::span<double>);
  void (*store)(Buffer&, std::size_t, double);
};

template <class T>
constexpr ElementTypeRow row(const char* name) {
  return {name, sizeof(T),
          [](const Buffer& buffer, std::size_t first, std::span<double> elements) {
            for (std::size_t i = 0; i < elements.size(); ++i) {
              elements[i] = static_cast<double>(load<T>(buffer, first + i));
            }
          },
          [](Buffer& buffer, std::size_t index, double value) {
            const T element = saturate<T>(value);
            std::memcpy(buffer.bytes.data() + index * sizeof(T), &element, sizeof(T));
          }};
}

/// In the order of ElementType.
constexpr std::array<ElementTypeRow, 10> kElementTypes{
    row<std::int8_t>("i8"),    row<std::uint8_t>("u8"),   row<std::int16_t>("i16"),
    row<std::uint16_t>("u16"), row<std::int32_t>("i32"),  row<std::uint32_t>("u32"),
    row<std::int64_t>("i64"),  row<std::uint64_t>("u64"), row<float>("f32"),
    row<double>("f64"),
};

const ElementTypeRow& row_of(ElementType type) {
  return kElementTypes[static_cast<std::size_t>(type)];
}

}  // namespace

std::size_t size_bytes(ElementType type) { return row_of(type).size_bytes; }

const char* name(ElementType type) { return row_of(type).name; }

double element_as_double(const Buffer& buffer, std::size_t index) {
  double element = 0;
  read_elements(buffer, index, {&element, 1});
  return element;
}

void read_elements(const Buffer& buffer, std::size_t first, std::span<double> elements) {
  assert(first + elements.size() <= buffer.length());
  row_of(buffer.type).load(buffer, first, elements);
}

void set_element(Buffer& buffer, std::size_t index, double value) {
  assert(index < buffer.length());
  row_of(buffer.type).store(buffer, index, value);
}

}  // namespace bankcheck::base
