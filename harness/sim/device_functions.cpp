#include "sim/device_functions.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include <fmt/format.h>
#include <fmt/printf.h>

#include "base/escape.hpp"
#include "sim/memory_access.hpp"

namespace bankcheck::sim {
namespace {

constexpr std::size_t kLongestString = 1024;
constexpr int kWidestField = 200;

std::uint64_t argument(const Warp& warp, const CallSite& site, std::size_t index, int lane) {
  std::uint64_t value = 0;
  if (index >= site.arguments.size()) return 0;
  const ParameterBlock& block = site.arguments[index];
  std::memcpy(&value,
              warp.registers + block.slot + static_cast<std::size_t>(lane) * block.bytes_per_lane,
              sizeof(value));
  return value;
}

/// Reads bytes behind a generic address of one lane, without faults. False where there are none.
bool read_generic(BlockContext& context, const Warp& warp, int lane, std::uint64_t address,
                  void* to, std::uint32_t bytes) {
  if (address >= kSharedWindow && address - kSharedWindow < context.shared_bytes) {
    const std::uint64_t offset = address - kSharedWindow;
    if (bytes > context.shared_bytes - offset) return false;
    std::memcpy(to, context.shared.data() + offset, bytes);
    return true;
  }
  if (address >= kLocalWindow && address - kLocalWindow < kWindowBytes) {
    const auto& local = warp.local[static_cast<std::size_t>(lane)];
    const std::uint64_t offset = address - kLocalWindow;
    if (offset > local.size() || bytes > local.size() - offset) return false;
    std::memcpy(to, local.data() + offset, bytes);
    return true;
  }
  Allocation* allocation = context.memory.find(address, bytes);
  if (allocation == nullptr) return false;
  if ((allocation->uses & kUseRead) == 0) note_use(context, *allocation, kUseRead);
  std::memcpy(to, allocation->data + (address - allocation->base), bytes);
  return true;
}

std::string read_string(BlockContext& context, const Warp& warp, int lane, std::uint64_t address) {
  std::string text;
  char c = 0;
  while (text.size() < kLongestString &&
         read_generic(context, warp, lane, address + text.size(), &c, 1) && c != 0) {
    text.push_back(c);
  }
  return text;
}

/// One conversion of a printf format: `%-8.3f`, without its length modifiers.
struct Conversion {
  std::string flags;
  char kind = 0;
  bool is_long = false;
  int stars = 0;
};

Conversion read_conversion(const std::string& format, std::size_t& at) {
  Conversion conversion;
  for (; at < format.size(); ++at) {
    const char c = format[at];
    if (std::strchr("-+ #0123456789.*", c) != nullptr) {
      if (c == '*') ++conversion.stars;
      conversion.flags.push_back(c);
    } else if (std::strchr("hljztL", c) != nullptr) {
      conversion.is_long = conversion.is_long || std::strchr("ljzt", c) != nullptr;
    } else {
      conversion.kind = c;
      ++at;
      break;
    }
  }
  return conversion;
}

/// Reads the arguments as nvcc lays them out: each at its natural alignment, floats as doubles.
class ArgumentReader {
 public:
  ArgumentReader(BlockContext& context, const Warp& warp, int lane, std::uint64_t base)
      : context_(context), warp_(warp), lane_(lane), base_(base) {}

  template <class T>
  T next() {
    T value{};
    offset_ = (offset_ + sizeof(T) - 1) / sizeof(T) * sizeof(T);
    read_generic(context_, warp_, lane_, base_ + offset_, &value, sizeof(T));
    offset_ += sizeof(T);
    return value;
  }

 private:
  BlockContext& context_;
  const Warp& warp_;
  int lane_;
  std::uint64_t base_;
  std::uint64_t offset_ = 0;
};

/// A width or precision that a kernel passes for `*`, bounded.
std::string with_stars(const Conversion& conversion, ArgumentReader& arguments) {
  std::string flags;
  for (const char c : conversion.flags) {
    if (c == '*') {
      flags +=
          std::to_string(std::clamp(arguments.next<std::int32_t>(), -kWidestField, kWidestField));
    } else {
      flags.push_back(c);
    }
  }
  return flags;
}

/// Widths and precisions longer than three digits are cut, so that no conversion prints megabytes.
std::string bounded(const std::string& flags) {
  std::string result;
  int digits = 0;
  for (const char c : flags) {
    digits = c >= '0' && c <= '9' ? digits + 1 : 0;
    if (digits <= 3) result.push_back(c);
  }
  return result;
}

std::string convert(BlockContext& context, const Warp& warp, int lane, const Conversion& conversion,
                    ArgumentReader& arguments) {
  const std::string flags = bounded(with_stars(conversion, arguments));
  const auto print_as = [&](const char* suffix, auto value) {
    return fmt::sprintf("%" + flags + suffix, value);
  };
  const std::string kind(1, conversion.kind);
  switch (conversion.kind) {
    case 'd':
    case 'i':
      return conversion.is_long ? print_as("d", arguments.next<std::int64_t>())
                                : print_as("d", arguments.next<std::int32_t>());
    case 'u':
    case 'x':
    case 'X':
    case 'o':
      return conversion.is_long ? print_as(kind.c_str(), arguments.next<std::uint64_t>())
                                : print_as(kind.c_str(), arguments.next<std::uint32_t>());
    case 'c':
      return print_as("c", static_cast<char>(arguments.next<std::int32_t>()));
    case 'f':
    case 'F':
    case 'e':
    case 'E':
    case 'g':
    case 'G':
    case 'a':
    case 'A':
      return print_as(kind.c_str(), arguments.next<double>());
    case 's': {
      const auto address = arguments.next<std::uint64_t>();
      return print_as("s", read_string(context, warp, lane, address));
    }
    case 'p':
      return fmt::format("{:#x}", arguments.next<std::uint64_t>());
    case '%':
      return "%";
    default:
      return "%" + conversion.flags + kind;
  }
}

std::string format_line(BlockContext& context, const Warp& warp, int lane,
                        const std::string& format, std::uint64_t argument_base) {
  ArgumentReader arguments(context, warp, lane, argument_base);
  std::string text;
  for (std::size_t at = 0; at < format.size();) {
    if (format[at] != '%') {
      text.push_back(format[at++]);
      continue;
    }
    ++at;
    const Conversion conversion = read_conversion(format, at);
    try {
      text += convert(context, warp, lane, conversion, arguments);
    } catch (const fmt::format_error&) {
      text +=
          "%" + conversion.flags + conversion.kind;  // a format that printf would not take either
    }
  }
  return text;
}

}  // namespace

bool print(BlockContext& context, Warp& warp, const Op&, const CallSite& site,
           std::uint32_t active) {
  for (std::uint32_t lanes = active; lanes != 0; lanes &= lanes - 1) {
    const int lane = std::countr_zero(lanes);
    if (context.printed.size() < context.options.print_limit_bytes) {
      const std::string format = read_string(context, warp, lane, argument(warp, site, 0, lane));
      context.printed += format_line(context, warp, lane, format, argument(warp, site, 1, lane));
    }
    if (!site.results.empty()) {
      const std::int32_t result = 1;
      std::memcpy(warp.registers + site.results[0].slot +
                      static_cast<std::size_t>(lane) * site.results[0].bytes_per_lane,
                  &result, sizeof(result));
    }
  }
  if (context.printed.size() > context.options.print_limit_bytes) {
    context.printed.resize(context.options.print_limit_bytes);
  }
  return true;
}

bool assert_fail(BlockContext& context, Warp& warp, const Op& op, const CallSite& site,
                 std::uint32_t active) {
  const int lane = std::countr_zero(active);
  const std::string message = read_string(context, warp, lane, argument(warp, site, 0, lane));
  const std::uint32_t thread = warp.index * base::kWarpLanes + static_cast<std::uint32_t>(lane);
  context.fail(base::HazardKind::kAssertion, thread, op.line,
               fmt::format("{} fails the assertion `{}`", context.thread_text(thread),
                           base::escape_terminal(message, 200)));
  return false;
}

}  // namespace bankcheck::sim
