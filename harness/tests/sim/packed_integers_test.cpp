// The toolkit's intrinsics on halfwords and bytes give what its documentation says of each element.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <functional>
#include <random>
#include <utility>

#include "sim/launch_fixture.hpp"

namespace bankcheck::sim {
namespace {

using Element = std::int64_t;
using OfWords = std::function<std::uint32_t(std::uint32_t, std::uint32_t, std::uint32_t)>;

template <class T>
Element element(std::uint32_t word, int at) {
  return static_cast<T>(word >> at);
}

/// `of` on the elements of type T of its words; the low bits of each result are kept.
template <class T, class F>
OfWords each(F of) {
  return [of](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    constexpr int kBits = 8 * sizeof(T);
    constexpr std::uint32_t kMask = kBits == 32 ? ~0u : (1u << kBits % 32) - 1;
    std::uint32_t result = 0;
    for (int at = 0; at < 32; at += kBits) {
      const Element value = of(element<T>(a, at), element<T>(b, at), element<T>(c, at));
      result |= (static_cast<std::uint32_t>(value) & kMask) << at;
    }
    return result;
  };
}

/// The sum of the absolute differences of the elements.
template <class T>
OfWords sum_of_differences() {
  return [](std::uint32_t a, std::uint32_t b, std::uint32_t) {
    Element sum = 0;
    for (int at = 0; at < 32; at += 8 * static_cast<int>(sizeof(T))) {
      sum += std::abs(element<T>(a, at) - element<T>(b, at));
    }
    return static_cast<std::uint32_t>(sum);
  };
}

template <class T>
Element saturated(Element value) {
  return std::clamp<Element>(value, std::numeric_limits<T>::min(), std::numeric_limits<T>::max());
}

using U8 = std::uint8_t;
using S8 = std::int8_t;
using U16 = std::uint16_t;
using S16 = std::int16_t;
using S32 = std::int32_t;

struct Intrinsic {
  const char* name;
  OfWords wanted;
};

Element negated(Element a, Element, Element) { return -a; }
Element absolute(Element a, Element, Element) { return std::abs(a); }
Element sum(Element a, Element b, Element) { return a + b; }
Element difference(Element a, Element b, Element) { return a - b; }
Element absolute_difference(Element a, Element b, Element) { return std::abs(a - b); }
Element rounded_average(Element a, Element b, Element) { return (a + b + 1) >> 1; }
Element average(Element a, Element b, Element) { return (a + b) >> 1; }
Element larger(Element a, Element b, Element) { return std::max(a, b); }
Element smaller(Element a, Element b, Element) { return std::min(a, b); }
Element larger_or_zero(Element a, Element b, Element) { return std::max({a, b, Element{0}}); }
Element smaller_or_zero(Element a, Element b, Element) {
  return std::max(std::min(a, b), Element{0});
}
Element largest(Element a, Element b, Element c) { return std::max({a, b, c}); }
Element smallest(Element a, Element b, Element c) { return std::min({a, b, c}); }
template <class T>
Element saturated_negation(Element a, Element, Element) {
  return saturated<T>(-a);
}
template <class T>
Element saturated_absolute(Element a, Element, Element) {
  return saturated<T>(std::abs(a));
}
template <class T>
Element saturated_sum(Element a, Element b, Element) {
  return saturated<T>(a + b);
}
template <class T>
Element saturated_difference(Element a, Element b, Element) {
  return saturated<T>(a - b);
}
/// The sum wraps before it is compared.
template <class T>
Element larger_of_sum(Element a, Element b, Element c) {
  return std::max<Element>(static_cast<T>(a + b), c);
}
template <class T>
Element smaller_of_sum(Element a, Element b, Element c) {
  return std::min<Element>(static_cast<T>(a + b), c);
}
template <class Holds>
auto all_ones_if(Holds holds) {
  return [holds](Element a, Element b, Element) { return holds(a, b) ? Element{-1} : Element{0}; };
}
template <class Holds>
auto one_if(Holds holds) {
  return [holds](Element a, Element b, Element) { return Element{holds(a, b)}; };
}

// In the order of data/kernels/packed_integers.cu.
const std::vector<Intrinsic> kOfOne = {
    {"__vabs2", each<S16>(absolute)},
    {"__vabs4", each<S8>(absolute)},
    {"__vabsss2", each<S16>(saturated_absolute<S16>)},
    {"__vabsss4", each<S8>(saturated_absolute<S8>)},
    {"__vneg2", each<S16>(negated)},
    {"__vneg4", each<S8>(negated)},
    {"__vnegss2", each<S16>(saturated_negation<S16>)},
    {"__vnegss4", each<S8>(saturated_negation<S8>)},
};

const std::vector<Intrinsic> kOfTwo = {
    {"__vadd2", each<U16>(sum)},
    {"__vadd4", each<U8>(sum)},
    {"__vaddss2", each<S16>(saturated_sum<S16>)},
    {"__vaddss4", each<S8>(saturated_sum<S8>)},
    {"__vaddus2", each<U16>(saturated_sum<U16>)},
    {"__vaddus4", each<U8>(saturated_sum<U8>)},
    {"__vsub2", each<U16>(difference)},
    {"__vsub4", each<U8>(difference)},
    {"__vsubss2", each<S16>(saturated_difference<S16>)},
    {"__vsubss4", each<S8>(saturated_difference<S8>)},
    {"__vsubus2", each<U16>(saturated_difference<U16>)},
    {"__vsubus4", each<U8>(saturated_difference<U8>)},
    {"__vabsdiffs2", each<S16>(absolute_difference)},
    {"__vabsdiffs4", each<S8>(absolute_difference)},
    {"__vabsdiffu2", each<U16>(absolute_difference)},
    {"__vabsdiffu4", each<U8>(absolute_difference)},
    {"__vsads2", sum_of_differences<S16>()},
    {"__vsads4", sum_of_differences<S8>()},
    {"__vsadu2", sum_of_differences<U16>()},
    {"__vsadu4", sum_of_differences<U8>()},
    {"__vavgs2", nullptr},  // which way halves round is not documented
    {"__vavgs4", nullptr},
    {"__vavgu2", each<U16>(rounded_average)},
    {"__vavgu4", each<U8>(rounded_average)},
    {"__vhaddu2", each<U16>(average)},
    {"__vhaddu4", each<U8>(average)},
    {"__vmaxs2", each<S16>(larger)},
    {"__vmaxs4", each<S8>(larger)},
    {"__vmaxu2", each<U16>(larger)},
    {"__vmaxu4", each<U8>(larger)},
    {"__vmins2", each<S16>(smaller)},
    {"__vmins4", each<S8>(smaller)},
    {"__vminu2", each<U16>(smaller)},
    {"__vminu4", each<U8>(smaller)},
    {"__vcmpeq2", each<U16>(all_ones_if(std::equal_to<>()))},
    {"__vcmpeq4", each<U8>(all_ones_if(std::equal_to<>()))},
    {"__vcmpges2", each<S16>(all_ones_if(std::greater_equal<>()))},
    {"__vcmpgeu4", each<U8>(all_ones_if(std::greater_equal<>()))},
    {"__vcmpgts4", each<S8>(all_ones_if(std::greater<>()))},
    {"__vcmpgtu2", each<U16>(all_ones_if(std::greater<>()))},
    {"__vcmpltu4", each<U8>(all_ones_if(std::less<>()))},
    {"__vseteq4", each<U8>(one_if(std::equal_to<>()))},
    {"__vsetges2", each<S16>(one_if(std::greater_equal<>()))},
    {"__vsetltu4", each<U8>(one_if(std::less<>()))},
    {"__vsetne2", each<U16>(one_if(std::not_equal_to<>()))},
    {"__vimax_s16x2_relu", each<S16>(larger_or_zero)},
    {"__vimin_s16x2_relu", each<S16>(smaller_or_zero)},
    {"__vimax_s32_relu", each<S32>(larger_or_zero)},
    {"__vimin_s32_relu", each<S32>(smaller_or_zero)},
};

template <class F>
auto or_zero(F of) {
  return [of](Element a, Element b, Element c) { return std::max(of(a, b, c), Element{0}); };
}

const std::vector<Intrinsic> kOfThree = {
    {"__viaddmax_s16x2", each<S16>(larger_of_sum<S16>)},
    {"__viaddmax_s16x2_relu", each<S16>(or_zero(larger_of_sum<S16>))},
    {"__viaddmax_u16x2", each<U16>(larger_of_sum<U16>)},
    {"__viaddmin_s16x2", each<S16>(smaller_of_sum<S16>)},
    {"__viaddmin_s16x2_relu", each<S16>(or_zero(smaller_of_sum<S16>))},
    {"__viaddmin_u16x2", each<U16>(smaller_of_sum<U16>)},
    {"__vimax3_s16x2", each<S16>(largest)},
    {"__vimax3_u16x2", each<U16>(largest)},
    {"__vimin3_s16x2_relu", each<S16>(or_zero(smallest))},
    {"__vimin3_u16x2", each<U16>(smallest)},
    {"__viaddmax_s32_relu", each<S32>(or_zero(larger_of_sum<S32>))},
    {"__vimax3_s32_relu", each<S32>(or_zero(largest))},
};

constexpr std::size_t kLanes = 32;
using Words = std::array<std::uint32_t, kLanes>;

/// Words whose halves and bytes are often at an edge.
Words awkward_words(std::uint32_t seed) {
  constexpr std::uint32_t kEdges[] = {0x0000, 0x0001, 0x007f, 0x0080, 0x00ff,
                                      0x7fff, 0x8000, 0x8001, 0xff80, 0xffff};
  std::mt19937 random(seed);
  const auto half = [&] {
    return random() % 3 == 0 ? random() & 0xffffu : kEdges[random() % std::size(kEdges)];
  };
  Words words{};
  for (std::uint32_t& word : words) word = half() << 16 | half();
  return words;
}

void expect_as_documented(const std::string& kernel, const std::vector<Intrinsic>& intrinsics,
                          std::size_t sources) {
  const Program program = program_of(read_text(BANKCHECK_TEST_DATA "/ptx/packed_integers.ptx"));
  for (std::uint32_t seed = 0; seed < 20; ++seed) {
    std::array<Words, 3> in{};
    LaunchBuilder launch(kernel, {1, 1, 1}, {kLanes, 1, 1});
    for (std::size_t s = 0; s < sources; ++s) {
      in[s] = awkward_words(3 * seed + static_cast<std::uint32_t>(s));
      launch.buffer(base::ElementType::kU32, kLanes, [&](std::size_t i) { return in[s][i]; });
    }
    launch.zeros(base::ElementType::kU32, kLanes * intrinsics.size());
    ASSERT_EQ(launch.run(program).outcome, base::RowOutcome::kOk);
    for (std::size_t k = 0; k < intrinsics.size(); ++k) {
      if (!intrinsics[k].wanted) continue;
      for (std::size_t i = 0; i < kLanes; ++i) {
        EXPECT_EQ(launch.element(sources, kLanes * k + i),
                  intrinsics[k].wanted(in[0][i], in[1][i], in[2][i]))
            << intrinsics[k].name << std::hex << " of " << in[0][i] << " " << in[1][i] << " "
            << in[2][i];
      }
    }
  }
}

TEST(PackedIntegers, OfOneWordAreAsDocumented) { expect_as_documented("packed_one", kOfOne, 1); }
TEST(PackedIntegers, OfTwoWordsAreAsDocumented) { expect_as_documented("packed_two", kOfTwo, 2); }
TEST(PackedIntegers, OfThreeWordsAreAsDocumented) {
  expect_as_documented("packed_three", kOfThree, 3);
}

}  // namespace
}  // namespace bankcheck::sim
