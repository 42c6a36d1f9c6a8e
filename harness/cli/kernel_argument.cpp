#include "cli/kernel_argument.hpp"

#include <charconv>
#include <optional>

#include <fmt/format.h>

#include "cli/buffer_fill.hpp"
#include "cli/number_text.hpp"

namespace bankcheck::cli {
namespace {

constexpr std::size_t kBufferBytesLimit = std::size_t{1} << 30;

/// `name:type[length]=fill` cut at its punctuation, with the places that errors point to.
struct Pieces {
  std::string_view name;
  std::string_view type;
  std::optional<std::string_view> length;
  std::optional<std::string_view> fill;
};

class ArgumentParser {
 public:
  explicit ArgumentParser(std::string_view text)
      : text_(text), source_("--arg", std::string(text)) {}

  base::Result<KernelArgument> parse() {
    const auto pieces = cut();
    if (!pieces) return error_;
    const auto type = element_type(pieces->type);
    if (!type) {
      fail(pieces->type,
           fmt::format("'{}' is no type: u8 i8 u16 i16 i32 u32 i64 u64 f32 f64", pieces->type));
      return error_;
    }
    return pieces->length ? buffer(*pieces, *type) : scalar(*pieces, *type);
  }

 private:
  void fail(std::string_view at, std::string text) {
    const auto column = static_cast<int>(at.data() - text_.data()) + 1;
    error_ = {source_.at(1, column, std::move(text))};
  }

  std::optional<Pieces> cut() {
    Pieces pieces;
    const std::size_t colon = text_.find(':');
    if (colon == 0 || colon == std::string_view::npos) {
      fail(text_, "an argument is name:type=value or name:type[length]=fill");
      return std::nullopt;
    }
    pieces.name = text_.substr(0, colon);
    std::string_view rest = text_.substr(colon + 1);
    if (const std::size_t equals = rest.find('='); equals != std::string_view::npos) {
      pieces.fill = rest.substr(equals + 1);
      rest = rest.substr(0, equals);
    }
    const std::size_t bracket = rest.find('[');
    pieces.type = rest.substr(0, bracket);
    if (bracket == std::string_view::npos) return pieces;
    if (!rest.ends_with(']')) {
      fail(rest.substr(bracket), "the length's ']' is missing");
      return std::nullopt;
    }
    pieces.length = rest.substr(bracket + 1, rest.size() - bracket - 2);
    return pieces;
  }

  base::Result<KernelArgument> scalar(const Pieces& pieces, base::ElementType type) {
    if (!pieces.fill) {
      fail(pieces.type,
           "a scalar needs a value: name:type=value (a buffer a length: name:type[length])");
      return error_;
    }
    std::vector<std::byte> bytes(base::size_bytes(type));
    if (auto why_not = store_number(*pieces.fill, type, bytes)) {
      fail(*pieces.fill, *why_not);
      return error_;
    }
    return KernelArgument{std::string(pieces.name), std::move(bytes)};
  }

  base::Result<KernelArgument> buffer(const Pieces& pieces, base::ElementType type) {
    std::size_t length = 0;
    const std::string_view digits = *pieces.length;
    const char* end = digits.data() + digits.size();
    const auto [stop, error] = std::from_chars(digits.data(), end, length);
    if (error != std::errc() || stop != end || length == 0) {
      fail(digits, "a length is a whole number, at least 1");
      return error_;
    }
    if (length > kBufferBytesLimit / base::size_bytes(type)) {
      fail(digits, "a buffer has at most 1 GiB");
      return error_;
    }
    base::Buffer buffer{std::string(pieces.name), type,
                        std::vector<std::byte>(length * base::size_bytes(type))};
    if (auto why_not = fill_buffer(buffer, pieces.fill.value_or("zero"))) {
      fail(*pieces.fill, *why_not);
      return error_;
    }
    return KernelArgument{buffer.name, std::move(buffer)};
  }

  std::string_view text_;
  base::SourceText source_;
  base::Diagnostics error_;
};

}  // namespace

base::Result<KernelArgument> parse_kernel_argument(std::string_view text) {
  return ArgumentParser(text).parse();
}

base::Result<base::Dim3> parse_extent(std::string_view text, std::string_view option) {
  const base::SourceText source{std::string(option), std::string(text)};
  std::uint32_t extents[3] = {1, 1, 1};
  std::size_t start = 0;
  for (int axis = 0;; ++axis) {
    const std::size_t comma = std::min(text.find_first_of(",x", start), text.size());
    const char* first = text.data() + start;
    const char* last = text.data() + comma;
    const int column = static_cast<int>(start) + 1;
    if (axis == 3) return source.at(1, column, "at most three extents: X[xY[xZ]]");
    const auto [stop, error] = std::from_chars(first, last, extents[axis]);
    if (error != std::errc() || stop != last || extents[axis] == 0) {
      return source.at(1, column, "an extent is a whole number, at least 1: X[xY[xZ]]");
    }
    if (comma == text.size()) return base::Dim3{extents[0], extents[1], extents[2]};
    start = comma + 1;
  }
}

void add_arguments(base::Launch& launch, std::vector<KernelArgument> arguments) {
  for (KernelArgument& argument : arguments) {
    if (auto* buffer = std::get_if<base::Buffer>(&argument.value)) {
      launch.arguments.emplace_back(base::BufferArgument{launch.buffers.size()});
      launch.buffers.push_back(std::move(*buffer));
    } else {
      launch.arguments.emplace_back(
          base::ScalarArgument{std::get<std::vector<std::byte>>(std::move(argument.value))});
    }
  }
}

}  // namespace bankcheck::cli
