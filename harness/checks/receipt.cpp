#include "checks/receipt.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <span>

#include <fmt/format.h>

#include "base/diagnostic.hpp"
#include "base/sha256.hpp"
#include "checks/order_receipt.hpp"
#include "checks/random.hpp"
#include "rubric/expected.hpp"

namespace bankcheck::checks {
namespace {

constexpr std::byte kPoison{0xff};
/// So few that they stay in the cache.
constexpr std::size_t kElementsAtOnce = 1024;
constexpr std::int64_t kBufferBytesLimit = std::int64_t{2} << 30;

bool is_float(base::ElementType type) {
  return type == base::ElementType::kF32 || type == base::ElementType::kF64;
}

/// Large buffers are mostly of a few types: a loop of its own for each of those.
template <class T>
void fill_random_of(base::Buffer& buffer, const rubric::ParameterSpec& spec, SplitMix64& random) {
  const std::size_t length = buffer.length();
  std::byte* const elements = buffer.bytes.data();
  for (std::size_t i = 0; i < length; ++i) {
    const auto value = static_cast<T>(random.between(spec.low, spec.high));
    std::memcpy(elements + i * sizeof value, &value, sizeof value);
  }
}

void fill_random(base::Buffer& buffer, const rubric::ParameterSpec& spec, SplitMix64& random) {
  if (buffer.type == base::ElementType::kF32) return fill_random_of<float>(buffer, spec, random);
  if (buffer.type == base::ElementType::kF64) return fill_random_of<double>(buffer, spec, random);
  for (std::size_t i = 0; i < buffer.length(); ++i) {
    base::set_element(buffer, i, static_cast<double>(random.between(spec.low, spec.high)));
  }
}

/// Completes `elements` with those of the buffer that it has not got yet.
void append_elements(const base::Buffer& buffer, std::vector<double>* elements) {
  const std::size_t known = elements->size();
  elements->resize(buffer.length());
  base::read_elements(buffer, known, std::span(*elements).subspan(known));
}

void fill(base::Buffer& buffer, const rubric::ParameterSpec& spec, ReceiptKind kind,
          SplitMix64& random) {
  switch (spec.fill) {
    case rubric::Fill::kRandomIntegers:
      if (kind == ReceiptKind::kOrder && is_float(spec.type)) {
        return fill_order_values(buffer, random);
      }
      return fill_random(buffer, spec, random);
    case rubric::Fill::kIota:
      for (std::size_t i = 0; i < buffer.length(); ++i) {
        base::set_element(buffer, i, static_cast<double>(i));
      }
      return;
    case rubric::Fill::kZero:
      return;
    case rubric::Fill::kPoison:
      std::fill(buffer.bytes.begin(), buffer.bytes.end(), kPoison);
      return;
  }
}

/// The launch under construction, and its inputs as the expressions see them.
class LaunchBuilder {
 public:
  LaunchBuilder(const rubric::KernelSpec& kernel, const rubric::RowSpec& row, ReceiptKind kind,
                std::uint64_t seed, rubric::Geometry geometry)
      : kernel_(kernel), row_(row), kind_(kind), random_(seed) {
    prepared_.geometry = std::move(geometry);
    prepared_.launch.kernel = kernel.name;
    prepared_.launch.grid = prepared_.geometry.grid;
    prepared_.launch.block = prepared_.geometry.block;
    prepared_.launch.dynamic_shared_bytes = prepared_.geometry.dynamic_shared_bytes;
  }

  base::Result<PreparedLaunch> build() {
    for (const rubric::ParameterSpec& parameter : kernel_.parameters) {
      if (!(parameter.length ? add_buffer(parameter) : add_scalar(parameter))) return errors_;
    }
    for (const rubric::ExpectedOutput& output : kernel_.expect) {
      if (!add_expected(output)) return errors_;
    }
    return std::move(prepared_);
  }

 private:
  bool fail(const base::Diagnostics& errors) {
    for (base::Diagnostic error : errors) {
      error.text = fmt::format("row {}: {}", row_.label, error.text);
      errors_.push_back(std::move(error));
    }
    return false;
  }

  bool fail(std::string text) {
    return fail(base::Diagnostics{base::plain_error(std::move(text))});
  }

  bool add_buffer(const rubric::ParameterSpec& parameter) {
    const auto length = rubric::evaluate_integer(*parameter.length, prepared_.geometry);
    if (!length) return fail(length.errors());
    const auto element_bytes = static_cast<std::int64_t>(base::size_bytes(parameter.type));
    if (length.value() < 1 || length.value() > kBufferBytesLimit / element_bytes) {
      return fail(fmt::format("'{}' would have {} elements", parameter.name, length.value()));
    }
    base::Buffer buffer{parameter.name, parameter.type, {}};
    buffer.bytes.resize(static_cast<std::size_t>(length.value() * element_bytes));
    fill(buffer, parameter, kind_, random_);
    if (!parameter.is_output) prepared_.inputs.push_back(prepared_.launch.buffers.size());
    prepared_.launch.arguments.emplace_back(base::BufferArgument{prepared_.launch.buffers.size()});
    prepared_.launch.buffers.push_back(std::move(buffer));
    return true;
  }

  bool add_scalar(const rubric::ParameterSpec& parameter) {
    base::Buffer scalar{parameter.name, parameter.type, {}};
    scalar.bytes.resize(base::size_bytes(parameter.type));
    const auto value = rubric::evaluate(*parameter.value, prepared_.geometry);
    if (!value) return fail(value.errors());
    base::set_element(scalar, 0, value.value());
    prepared_.launch.arguments.emplace_back(base::ScalarArgument{std::move(scalar.bytes)});
    return true;
  }

  /// Elements of the inputs, read once, only for the arrays that an expression names.
  rubric::Inputs inputs_of(const rubric::ExpectedOutput& output) {
    rubric::Inputs inputs;
    for (const base::Buffer& buffer : prepared_.launch.buffers) {
      if (!output.value.arrays().contains(buffer.name)) continue;
      std::vector<double>& elements = elements_[buffer.name];
      append_elements(buffer, &elements);
      inputs.emplace(buffer.name, elements);
    }
    return inputs;
  }

  bool add_expected(const rubric::ExpectedOutput& output) {
    ExpectedBuffer expected;
    const auto& buffers = prepared_.launch.buffers;
    while (expected.buffer < buffers.size() && buffers[expected.buffer].name != output.buffer) {
      ++expected.buffer;
    }
    if (expected.buffer == buffers.size()) {
      return fail(fmt::format("there is no buffer '{}'", output.buffer));
    }
    const auto precision =
        kind_ == ReceiptKind::kOrder ? rubric::Precision::kSingle : rubric::Precision::kDouble;
    auto values = rubric::expected_values(output, prepared_.geometry, inputs_of(output),
                                          buffers[expected.buffer].length(), precision);
    if (!values) return fail(values.errors());
    expected.values = std::move(values).value();
    expected.relative_tolerance = output.relative_tolerance;
    expected.absolute_tolerance = output.absolute_tolerance;
    expected.is_per_thread = output.is_per_thread();
    prepared_.expected.push_back(std::move(expected));
    return true;
  }

  const rubric::KernelSpec& kernel_;
  const rubric::RowSpec& row_;
  ReceiptKind kind_;
  SplitMix64 random_;
  PreparedLaunch prepared_;
  std::map<std::string, std::vector<double>> elements_;
  base::Diagnostics errors_;
};

/// The value as an element of the buffer can hold it: an exact comparison asks for no more.
double as_stored(double value, base::ElementType type) {
  return type == base::ElementType::kF32 ? static_cast<double>(static_cast<float>(value)) : value;
}

bool is_poison(const base::Buffer& buffer, std::size_t index) {
  const std::size_t size = base::size_bytes(buffer.type);
  const auto first = buffer.bytes.begin() + static_cast<std::ptrdiff_t>(index * size);
  return std::all_of(first, first + static_cast<std::ptrdiff_t>(size),
                     [](std::byte byte) { return byte == kPoison; });
}

base::Mismatch describe(const ExpectedBuffer& expected, const base::Buffer& buffer,
                        const rubric::Geometry& geometry, std::size_t index) {
  base::Mismatch mismatch;
  mismatch.buffer = buffer.name;
  mismatch.index = index;
  mismatch.found = base::element_as_double(buffer, index);
  mismatch.wanted = expected.values[index];
  mismatch.never_written = is_poison(buffer, index);
  mismatch.elements = expected.values.size();
  if (expected.is_per_thread && index < geometry.grid.count() * geometry.block.count()) {
    const rubric::Geometry::Place place = geometry.place(index);
    mismatch.thread = base::ThreadId{place.block, place.thread};
  }
  return mismatch;
}

bool is_close(const ExpectedBuffer& expected, double found, double wanted) {
  const double slack =
      expected.absolute_tolerance + expected.relative_tolerance * std::fabs(wanted);
  return slack > 0 ? std::fabs(found - wanted) <= slack : found == wanted;
}

/// Nearly all elements of nearly all buffers are right: many are looked at before one is described.
std::optional<base::Mismatch> mismatch_of(const ExpectedBuffer& expected,
                                          const base::Buffer& buffer,
                                          const rubric::Geometry& geometry) {
  std::optional<base::Mismatch> mismatch;
  std::array<double, kElementsAtOnce> found;
  const std::size_t count = expected.values.size();
  for (std::size_t first = 0; first < count; first += kElementsAtOnce) {
    const std::size_t part = std::min(kElementsAtOnce, count - first);
    base::read_elements(buffer, first, std::span(found).first(part));
    for (std::size_t i = 0; i < part; ++i) {
      const double wanted = as_stored(expected.values[first + i], buffer.type);
      if (is_close(expected, found[i], wanted)) continue;
      if (!mismatch) mismatch = describe(expected, buffer, geometry, first + i);
      ++mismatch->wrong_elements;
    }
  }
  return mismatch;
}

}  // namespace

bool is_right(const ExpectedBuffer& expected, const base::Buffer& buffer, std::size_t index) {
  return is_close(expected, base::element_as_double(buffer, index),
                  as_stored(expected.values[index], buffer.type));
}

base::Result<PreparedLaunch> prepare_launch(const rubric::Rubric& rubric,
                                            const rubric::RowSpec& row,
                                            const rubric::Target& target, ReceiptKind kind,
                                            std::uint64_t seed) {
  const rubric::KernelSpec* kernel = rubric.find_kernel(row.kernel);
  if (kernel == nullptr) {
    return base::plain_error(fmt::format("row {} names no kernel", row.label));
  }
  auto geometry = rubric::geometry(rubric, row, target);
  if (!geometry) return geometry.errors();
  return LaunchBuilder(*kernel, row, kind, seed, std::move(geometry).value()).build();
}

std::optional<base::Mismatch> first_mismatch(const PreparedLaunch& prepared,
                                             const std::vector<base::Buffer>& buffers) {
  for (const ExpectedBuffer& expected : prepared.expected) {
    if (auto mismatch = mismatch_of(expected, buffers[expected.buffer], prepared.geometry)) {
      return mismatch;
    }
  }
  return std::nullopt;
}

std::optional<base::Mismatch> first_changed_input(const PreparedLaunch& prepared,
                                                  const std::vector<base::Buffer>& before,
                                                  const std::vector<base::Buffer>& after) {
  std::optional<base::Mismatch> first;
  for (const std::size_t input : prepared.inputs) {
    const std::size_t width = base::size_bytes(before[input].type);
    for (std::size_t i = 0; i < before[input].length(); ++i) {
      const auto at = static_cast<std::ptrdiff_t>(i * width);
      const auto was = before[input].bytes.begin() + at;
      const auto is = after[input].bytes.begin() + at;
      if (std::equal(was, was + static_cast<std::ptrdiff_t>(width), is)) continue;
      if (!first) {
        first.emplace();
        first->buffer = before[input].name;
        first->index = i;
        first->found = base::element_as_double(after[input], i);
        first->wanted = base::element_as_double(before[input], i);
        first->elements = before[input].length();
      }
      ++first->wrong_elements;
    }
    if (first) return first;
  }
  return first;
}

std::uint64_t row_seed(std::string_view submission_hash, std::string_view rubric_hash,
                       std::string_view row_label, ReceiptKind kind) {
  const std::string digits = base::sha256_hex(fmt::format(
      "{}\n{}\n{}\n{}", submission_hash, rubric_hash, row_label, static_cast<int>(kind)));
  std::uint64_t seed = 0;
  std::from_chars(digits.data(), digits.data() + 16, seed, 16);
  return seed;
}

}  // namespace bankcheck::checks
