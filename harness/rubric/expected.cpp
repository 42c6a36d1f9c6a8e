#include "rubric/expected.hpp"

#include <algorithm>
#include <future>
#include <numeric>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "base/diagnostic.hpp"
#include "rubric/thread_names.hpp"

namespace bankcheck::rubric {
namespace {

/// So few that what they need stays in the cache.
constexpr std::size_t kElementsAtOnce = 4096;
/// A thread more for so many.
constexpr std::size_t kElementsOfAThread = std::size_t{1} << 20;
constexpr std::size_t kMaxReads = std::size_t{1} << 20;

base::Diagnostic trouble(const std::string& expression, const std::string& error) {
  return base::plain_error(fmt::format("`{}` cannot be worked out: {}", expression, error));
}

/// Names with one value for the whole launch, then names that differ from element to element.
struct Binding {
  std::vector<std::string> names;
  std::vector<std::int64_t> fixed;
};

Binding fixed_names(const Geometry& geometry) {
  Binding binding;
  for (const auto& [name, value] : geometry.names) {
    binding.names.push_back(name);
    binding.fixed.push_back(value);
  }
  return binding;
}

void append_thread_names(Binding* binding) {
  binding->names.insert(binding->names.end(), kThreadNames.begin(), kThreadNames.end());
}

/// The names of the elements of an output, one vector each: those of the thread, then `index`.
using ElementColumns = std::array<std::vector<std::int64_t>, kThreadNames.size() + 1>;

/// Of `count` elements from `first` on.
ElementColumns element_columns(const Geometry& geometry, std::size_t first, std::size_t count,
                               bool needs_thread) {
  ElementColumns columns;
  columns.back().resize(count);
  std::iota(columns.back().begin(), columns.back().end(), static_cast<std::int64_t>(first));
  for (std::size_t name = 0; name < kThreadNames.size(); ++name) {
    columns[name].resize(needs_thread ? count : 1);
  }
  for (std::size_t i = 0; needs_thread && i < count; ++i) {
    const Geometry::Place place = geometry.place(first + i);
    const ThreadValues values = thread_values(place.block, place.thread, geometry.block);
    for (std::size_t name = 0; name < values.size(); ++name) columns[name][i] = values[name];
  }
  return columns;
}

/// After how many elements the values start again.
std::size_t period(const Expression& value, const Geometry& geometry, std::size_t length) {
  if (value.names().count("index") != 0 || uses_block(value)) return length;
  if (uses_thread(value)) return std::min<std::size_t>(length, geometry.block.count());
  return std::min<std::size_t>(length, 1);
}

/// An output's expression bound to a launch, for any stretch of its elements.
class OutputColumn {
 public:
  static base::Result<OutputColumn> bind(const Expression& value, const Geometry& geometry,
                                         const Inputs& inputs, Precision precision) {
    OutputColumn column(geometry, precision);
    column.needs_thread_ = uses_thread(value);
    Binding binding = fixed_names(geometry);
    column.fixed_ = binding.fixed;
    append_thread_names(&binding);
    binding.names.push_back("index");
    std::vector<std::string> arrays;
    for (const auto& [name, elements] : inputs) {
      arrays.push_back(name);
      column.inputs_.push_back(elements);
    }
    auto code = BoundExpression::bind(value, binding.names, arrays, binding.fixed.size());
    if (!code.ok()) return code.errors();
    column.code_ = std::move(code).value();
    return column;
  }

  /// Elements `first` and on; the error, or empty.
  std::string fill(std::size_t first, std::span<double> values) const {
    std::string error;
    for (std::size_t done = 0; done < values.size() && error.empty(); done += kElementsAtOnce) {
      const std::size_t part = std::min(kElementsAtOnce, values.size() - done);
      const ElementColumns elements = element_columns(geometry_, first + done, part, needs_thread_);
      std::vector<Column> columns;
      for (const std::int64_t& value : fixed_) columns.push_back({&value, false});
      for (const auto& name : elements) columns.push_back({name.data(), name.size() == part});
      code_.evaluate_column(columns, inputs_, values.subspan(done, part), &error, precision_);
    }
    return error;
  }

 private:
  OutputColumn(const Geometry& geometry, Precision precision)
      : geometry_(geometry), precision_(precision) {}

  const Geometry& geometry_;
  Precision precision_;
  bool needs_thread_ = false;
  std::vector<std::int64_t> fixed_;
  std::vector<std::span<const double>> inputs_;
  BoundExpression code_;
};

/// The error of the first stretch that has one, or empty.
std::string fill_in_parallel(const OutputColumn& column, std::span<double> values) {
  const std::size_t threads = std::clamp<std::size_t>(
      values.size() / kElementsOfAThread, 1, std::max(1u, std::thread::hardware_concurrency()));
  const std::size_t part = (values.size() + threads - 1) / threads;
  std::vector<std::future<std::string>> others;
  for (std::size_t first = part; first < values.size(); first += part) {
    const auto stretch = values.subspan(first, std::min(part, values.size() - first));
    // Worked out by get() where no thread can be had.
    others.push_back(std::async([&column, first, stretch] { return column.fill(first, stretch); }));
  }
  std::string error = column.fill(0, values.first(std::min(part, values.size())));
  for (std::future<std::string>& other : others) {
    const std::string later = other.get();
    if (error.empty()) error = later;
  }
  return error;
}

}  // namespace

base::Result<std::vector<double>> expected_values(const ExpectedOutput& output,
                                                  const Geometry& geometry, const Inputs& inputs,
                                                  std::size_t length, Precision precision) {
  const auto column = OutputColumn::bind(output.value, geometry, inputs, precision);
  if (!column.ok()) return column.errors();
  const std::size_t count = period(output.value, geometry, length);
  std::vector<double> values(length);
  const std::string error = fill_in_parallel(column.value(), std::span(values).first(count));
  if (!error.empty()) return trouble(output.value.text(), error);
  for (std::size_t i = count; i < length; ++i) values[i] = values[i - count];
  return values;
}

base::Result<ExpectedReads> ExpectedReads::bind(const LedgerSpec& ledger,
                                                const Geometry& geometry) {
  const auto count = evaluate_integer(ledger.count, geometry);
  if (!count.ok()) return count.errors();
  if (count.value() < 0 || static_cast<std::uint64_t>(count.value()) > kMaxReads) {
    return trouble(ledger.count.text(), fmt::format("{} reads of a thread, possible are 0 to {}",
                                                    count.value(), kMaxReads));
  }
  Binding binding = fixed_names(geometry);
  append_thread_names(&binding);
  binding.names.push_back(ledger.variable);
  const std::size_t fixed = binding.names.size() - 1;
  auto word = BoundExpression::bind(ledger.word, std::move(binding.names), {}, fixed);
  if (!word.ok()) return word.errors();
  ExpectedReads reads;
  reads.word_ = std::move(word).value();
  reads.text_ = ledger.word.text();
  reads.block_ = geometry.block;
  reads.fixed_values_ = std::move(binding.fixed);
  reads.variable_values_.resize(static_cast<std::size_t>(count.value()));
  std::iota(reads.variable_values_.begin(), reads.variable_values_.end(), std::int64_t{0});
  reads.same_in_every_block_ = !uses_block(ledger.word);
  return reads;
}

base::Result<std::vector<std::int64_t>> ExpectedReads::words(const base::ThreadId& thread) const {
  const ThreadValues place = thread_values(thread.block, thread.thread, block_);
  std::vector<Column> columns;
  for (const std::int64_t& value : fixed_values_) columns.push_back({&value, false});
  for (const std::int64_t& value : place) columns.push_back({&value, false});
  columns.push_back({variable_values_.data(), true});
  std::vector<double> values(variable_values_.size());
  std::string error;
  if (!word_.evaluate_column(columns, {}, values, &error)) return trouble(text_, error);
  return std::vector<std::int64_t>(values.begin(), values.end());
}

base::Result<std::vector<std::int64_t>> expected_reads(const LedgerSpec& ledger,
                                                       const Geometry& geometry,
                                                       const base::ThreadId& thread) {
  const auto reads = ExpectedReads::bind(ledger, geometry);
  if (!reads.ok()) return reads.errors();
  return reads.value().words(thread);
}

}  // namespace bankcheck::rubric
