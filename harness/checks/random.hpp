// Reproducible randomness: the same seed gives the same numbers on every machine and library.
//
// splitmix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014): a counter
// stepped by the golden ratio, put through a mixing function. The standard library's distributions
// are not used because their results differ between libraries.
#pragma once

#include <cstdint>

namespace bankcheck::checks {

class SplitMix64 {
 public:
  explicit SplitMix64(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    state_ += 0x9e3779b97f4a7c15ull;
    std::uint64_t mixed = state_;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9ull;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebull;
    return mixed ^ (mixed >> 31);
  }

  /// Whole numbers in [low, high]. The bias is below 2^-40 for spans below 2^24. The number is the
  /// high half of a product, which takes a fraction of the time of a remainder (Lemire: Fast Random
  /// Integer Generation in an Interval, 2019).
  std::int64_t between(std::int64_t low, std::int64_t high) {
    const auto span = static_cast<std::uint64_t>(high - low) + 1;
    if (span == 0) return low + static_cast<std::int64_t>(next());
    return low + static_cast<std::int64_t>(static_cast<Product>(next()) * span >> 64);
  }

  /// In [0, 1), a multiple of 2^-24: exact in float and double.
  double unit() { return static_cast<double>(next() >> 40) * 0x1p-24; }

 private:
  __extension__ typedef unsigned __int128 Product;

  std::uint64_t state_;
};

}  // namespace bankcheck::checks
