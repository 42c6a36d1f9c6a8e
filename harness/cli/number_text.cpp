#include "cli/number_text.hpp"

#include <array>
#include <charconv>
#include <cstring>
#include <limits>

#include <fmt/format.h>

namespace bankcheck::cli {
namespace {

template <class T>
void store(T value, std::span<std::byte> out) {
  std::memcpy(out.data(), &value, sizeof value);
}

std::string not_a_number(std::string_view text) {
  return fmt::format("'{}' is not a number", text);
}

/// Magnitude and sign, so that every 64-bit value of either signedness can be said.
struct Integer {
  bool negative = false;
  std::uint64_t magnitude = 0;
};

std::optional<Integer> parse_integer(std::string_view text) {
  Integer result;
  if (text.starts_with('-') || text.starts_with('+')) {
    result.negative = text.front() == '-';
    text.remove_prefix(1);
  }
  int base = 10;
  if (text.starts_with("0x") || text.starts_with("0X")) {
    base = 16;
    text.remove_prefix(2);
  }
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, result.magnitude, base);
  if (error != std::errc() || stop != end) return std::nullopt;
  return result;
}

template <class T>
std::optional<std::string> store_integer(std::string_view text, base::ElementType type,
                                         std::span<std::byte> out) {
  const auto integer = parse_integer(text);
  if (!integer) return fmt::format("'{}' is not a whole number", text);
  using Limits = std::numeric_limits<T>;
  const auto highest = static_cast<std::uint64_t>(Limits::max());
  const std::uint64_t limit = !integer->negative ? highest : Limits::is_signed ? highest + 1 : 0;
  if (integer->magnitude > limit) {
    return fmt::format("{} does not fit {}", text, base::name(type));
  }
  const std::uint64_t bits = integer->negative ? ~integer->magnitude + 1 : integer->magnitude;
  store(static_cast<T>(bits), out);
  return std::nullopt;
}

template <class T>
std::optional<std::string> store_float(std::string_view text, base::ElementType type,
                                       std::span<std::byte> out) {
  double value = 0;
  std::string_view digits = text;
  if (digits.starts_with('+')) digits.remove_prefix(1);
  const char* end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, value);
  if (error == std::errc::result_out_of_range) {
    return fmt::format("{} does not fit {}", text, base::name(type));
  }
  if (error != std::errc() || stop != end) return not_a_number(text);
  store(static_cast<T>(value), out);
  return std::nullopt;
}

struct TypeRow {
  base::ElementType type;
  std::optional<std::string> (*store)(std::string_view, base::ElementType, std::span<std::byte>);
};

using enum base::ElementType;
constexpr std::array kTypes = {
    TypeRow{kI8, store_integer<std::int8_t>},   TypeRow{kU8, store_integer<std::uint8_t>},
    TypeRow{kI16, store_integer<std::int16_t>}, TypeRow{kU16, store_integer<std::uint16_t>},
    TypeRow{kI32, store_integer<std::int32_t>}, TypeRow{kU32, store_integer<std::uint32_t>},
    TypeRow{kI64, store_integer<std::int64_t>}, TypeRow{kU64, store_integer<std::uint64_t>},
    TypeRow{kF32, store_float<float>},          TypeRow{kF64, store_float<double>},
};

}  // namespace

std::optional<std::string> store_number(std::string_view text, base::ElementType type,
                                        std::span<std::byte> out) {
  for (const TypeRow& row : kTypes) {
    if (row.type == type) return row.store(text, type, out);
  }
  return not_a_number(text);
}

std::optional<base::ElementType> element_type(std::string_view name) {
  for (const TypeRow& row : kTypes) {
    if (name == base::name(row.type)) return row.type;
  }
  return std::nullopt;
}

}  // namespace bankcheck::cli
