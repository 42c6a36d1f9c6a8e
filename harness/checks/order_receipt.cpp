#include "checks/order_receipt.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "checks/receipt.hpp"
#include "checks/text.hpp"

namespace bankcheck::checks {
namespace {

constexpr std::size_t kGroup = 64;
constexpr std::int64_t kHighestExponent = 40;

void shuffle(std::vector<std::size_t>& places, SplitMix64& random) {
  for (std::size_t i = places.size(); i > 1; --i) {
    std::swap(
        places[i - 1],
        places[static_cast<std::size_t>(random.between(0, static_cast<std::int64_t>(i) - 1))]);
  }
}

/// The output that the receipt looks at, and how many of its elements the first block has.
struct Judged {
  const ExpectedBuffer* expected = nullptr;
  std::size_t elements = 0;
};

Judged find_judged(const PreparedLaunch& prepared) {
  for (const ExpectedBuffer& expected : prepared.expected) {
    const base::ElementType type = prepared.launch.buffers[expected.buffer].type;
    if (!expected.is_per_thread || type != base::ElementType::kF32) continue;
    const auto threads = static_cast<std::size_t>(prepared.geometry.block.count());
    return {&expected, std::min(threads, expected.values.size())};
  }
  return {};
}

std::size_t distinct_values(const std::vector<double>& values) {
  return std::set<double>(values.begin(), values.end()).size();
}

std::vector<double> first_elements(const base::Buffer& buffer, std::size_t count) {
  std::vector<double> values;
  for (std::size_t i = 0; i < count; ++i) values.push_back(base::element_as_double(buffer, i));
  return values;
}

base::ThreadId thread_at(const PreparedLaunch& prepared, std::size_t index) {
  const rubric::Geometry::Place place = prepared.geometry.place(index);
  return {place.block, place.thread};
}

}  // namespace

void fill_order_values(base::Buffer& buffer, SplitMix64& random) {
  for (std::size_t start = 0; start < buffer.length(); start += kGroup) {
    std::vector<std::size_t> places;
    for (std::size_t i = start; i < std::min(start + kGroup, buffer.length()); ++i) {
      places.push_back(i);
    }
    shuffle(places, random);
    for (std::size_t i = 0; i < places.size(); i += 2) {
      const auto exponent = static_cast<int>(random.between(0, kHighestExponent));
      double value = std::ldexp(1.0 + random.unit(), exponent);
      value = static_cast<double>(static_cast<float>(value));
      if (random.between(0, 1) == 1) value = -value;
      base::set_element(buffer, places[i], value);
      if (i + 1 < places.size()) base::set_element(buffer, places[i + 1], -value);
    }
  }
}

bool order_matters(const PreparedLaunch& prepared) {
  const Judged judged = find_judged(prepared);
  if (judged.expected == nullptr) return false;
  const auto& values = judged.expected->values;
  return distinct_values(
             {values.begin(), values.begin() + static_cast<std::ptrdiff_t>(judged.elements)}) > 1;
}

std::optional<base::LedgerOutcome> judge_order(const PreparedLaunch& prepared,
                                               const std::vector<base::Buffer>& buffers,
                                               bool reads_are_proved) {
  if (!order_matters(prepared)) return std::nullopt;
  const Judged judged = find_judged(prepared);
  const auto found = first_elements(buffers[judged.expected->buffer], judged.elements);
  const auto no_number =
      std::find_if(found.begin(), found.end(), [](double value) { return std::isnan(value); });
  if (no_number != found.end()) {
    const auto index = static_cast<std::size_t>(no_number - found.begin());
    return base::LedgerOutcome{false, thread_at(prepared, index),
                               "has no sum when the inputs are not whole numbers"};
  }
  if (std::equal(found.begin(), found.end(), judged.expected->values.begin())) {
    return base::LedgerOutcome{true, std::nullopt,
                               "every sum equals the sum in the lesson's order, bit for bit"};
  }
  const std::size_t distinct = distinct_values(found);
  if (distinct > 1) {
    return base::LedgerOutcome{
        true, std::nullopt,
        fmt::format("sums were added up in an order of their own: {} different ones in {} threads",
                    distinct, found.size())};
  }
  if (reads_are_proved) {
    return base::LedgerOutcome{true, std::nullopt,
                               "sums do not depend on the order; the ledger proves the reads"};
  }
  return base::LedgerOutcome{
      false, thread_at(prepared, 0),
      fmt::format("has the same sum as all {} threads of its block, to the last bit, though each "
                  "adds in another order: it was made once and shared",
                  found.size())};
}

}  // namespace bankcheck::checks
