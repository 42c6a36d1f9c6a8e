#include "cli/buffer_fill.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <vector>

#include <fmt/format.h>

#include "base/atomic_file.hpp"
#include "checks/random.hpp"
#include "cli/number_text.hpp"

namespace bankcheck::cli {
namespace {

using Failure = std::optional<std::string>;

bool is_float(base::ElementType type) {
  return type == base::ElementType::kF32 || type == base::ElementType::kF64;
}

Failure fill_zero(base::Buffer&, std::string_view) { return std::nullopt; }

Failure fill_ones(base::Buffer& buffer, std::string_view) {
  for (std::size_t i = 0; i < buffer.length(); ++i) base::set_element(buffer, i, 1);
  return std::nullopt;
}

/// Narrow integers wrap around, as a kernel that stores its index would.
Failure fill_iota(base::Buffer& buffer, std::string_view) {
  const std::size_t size = base::size_bytes(buffer.type);
  for (std::size_t i = 0; i < buffer.length(); ++i) {
    if (is_float(buffer.type)) {
      base::set_element(buffer, i, static_cast<double>(i));
      continue;
    }
    for (std::size_t byte = 0; byte < size; ++byte) {
      buffer.bytes[i * size + byte] = static_cast<std::byte>(i >> (8 * byte) & 0xff);
    }
  }
  return std::nullopt;
}

Failure fill_random(base::Buffer& buffer, std::string_view inside) {
  std::array<std::byte, 8> seed_bytes{};
  if (auto why_not = store_number(inside, base::ElementType::kU64, seed_bytes)) {
    return "random takes a seed, such as random(1): " + *why_not;
  }
  std::uint64_t seed = 0;
  for (std::size_t i = 0; i < 8; ++i)
    seed |= std::to_integer<std::uint64_t>(seed_bytes[i]) << 8 * i;
  checks::SplitMix64 random(seed);
  for (std::size_t i = 0; i < buffer.length(); ++i) {
    base::set_element(
        buffer, i,
        is_float(buffer.type) ? random.unit() : static_cast<double>(random.between(0, 99)));
  }
  return std::nullopt;
}

std::vector<std::string_view> words(std::string_view text) {
  std::vector<std::string_view> result;
  constexpr std::string_view kSeparators = " ,\t\n";
  std::size_t start = text.find_first_not_of(kSeparators);
  while (start != std::string_view::npos) {
    const std::size_t end = std::min(text.find_first_of(kSeparators, start), text.size());
    result.push_back(text.substr(start, end - start));
    start = text.find_first_not_of(kSeparators, end);
  }
  return result;
}

Failure fill_values(base::Buffer& buffer, std::string_view inside) {
  const auto values = words(inside);
  if (values.size() != buffer.length()) {
    return fmt::format("values() has {} values, {} has {} elements", values.size(), buffer.name,
                       buffer.length());
  }
  const std::size_t size = base::size_bytes(buffer.type);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::span<std::byte> element(buffer.bytes.data() + i * size, size);
    if (auto why_not = store_number(values[i], buffer.type, element)) return why_not;
  }
  return std::nullopt;
}

Failure fill_from_file(base::Buffer& buffer, std::string_view path) {
  std::error_code unknown;
  const auto size = std::filesystem::file_size(std::string(path), unknown);
  if (!unknown && size != buffer.bytes.size()) {
    return fmt::format("{} has {} bytes, {} has {}", path, size, buffer.name, buffer.bytes.size());
  }
  const auto contents = base::read_file(std::string(path), buffer.bytes.size() + 1);
  if (!contents) return fmt::format("{} {}", path, contents.errors().front().text);
  if (contents.value().size() != buffer.bytes.size()) {
    return fmt::format("{} has {} bytes, {} has {}", path, contents.value().size(), buffer.name,
                       buffer.bytes.size());
  }
  std::transform(contents.value().begin(), contents.value().end(), buffer.bytes.begin(),
                 [](char c) { return static_cast<std::byte>(c); });
  return std::nullopt;
}

struct FillRow {
  std::string_view name;
  bool has_parentheses;
  Failure (*fill)(base::Buffer& buffer, std::string_view inside);
};

constexpr std::array kFills = {
    FillRow{"zero", false, fill_zero},    FillRow{"ones", false, fill_ones},
    FillRow{"iota", false, fill_iota},    FillRow{"random", true, fill_random},
    FillRow{"values", true, fill_values},
};

}  // namespace

std::optional<std::string> fill_buffer(base::Buffer& buffer, std::string_view fill) {
  if (fill.starts_with('@')) return fill_from_file(buffer, fill.substr(1));
  const std::size_t parenthesis = fill.find('(');
  const bool called = parenthesis != std::string_view::npos && fill.ends_with(')');
  const std::string_view name = fill.substr(0, parenthesis);
  for (const FillRow& row : kFills) {
    if (row.name != name || row.has_parentheses != called) continue;
    return row.fill(buffer,
                    called ? fill.substr(parenthesis + 1, fill.size() - parenthesis - 2) : "");
  }
  return fmt::format("'{}' is no fill: zero, ones, iota, random(seed), values(1 2 3) or @file",
                     fill);
}

}  // namespace bankcheck::cli
