#include "ptx/literal.hpp"

#include <bit>
#include <charconv>
#include <limits>
#include <string_view>

namespace bankcheck::ptx {
namespace {

template <class Integer>
std::optional<Integer> whole(std::string_view digits, int base) {
  Integer value = 0;
  const char* last = digits.data() + digits.size();
  const auto [end, error] = std::from_chars(digits.data(), last, value, base);
  if (error != std::errc{} || end != last) return std::nullopt;
  return value;
}

double decimal(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc::result_out_of_range) return value;
  // from_chars does not say on which side; a tiny number has a negative exponent.
  const bool tiny = text.find('-') != std::string_view::npos || text.starts_with("0.");
  return tiny ? 0.0 : std::numeric_limits<double>::infinity();
}

}  // namespace

std::optional<std::uint64_t> integer_value(const Token& token) {
  std::string_view digits = token.text;
  if (digits.ends_with('U')) digits.remove_suffix(1);
  if (digits.size() < 2 || digits[0] != '0') return whole<std::uint64_t>(digits, 10);
  const char second = digits[1];
  if (second == 'x' || second == 'X') return whole<std::uint64_t>(digits.substr(2), 16);
  if (second == 'b' || second == 'B') return whole<std::uint64_t>(digits.substr(2), 2);
  return whole<std::uint64_t>(digits.substr(1), 8);
}

std::uint64_t double_bits(const Token& token) {
  switch (token.kind) {
    case TokenKind::kFloat32:
      return std::bit_cast<std::uint64_t>(double{std::bit_cast<float>(float_bits(token))});
    case TokenKind::kFloat64:
      return whole<std::uint64_t>(token.text.substr(2), 16).value_or(0);
    default:
      return std::bit_cast<std::uint64_t>(decimal(token.text));
  }
}

std::uint32_t float_bits(const Token& token) {
  if (token.kind == TokenKind::kFloat32) {
    return whole<std::uint32_t>(token.text.substr(2), 16).value_or(0);
  }
  return std::bit_cast<std::uint32_t>(
      static_cast<float>(std::bit_cast<double>(double_bits(token))));
}

}  // namespace bankcheck::ptx
