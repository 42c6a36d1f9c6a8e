#include "base/launch.hpp"

#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "base/run_record.hpp"

namespace bankcheck::base {
namespace {

Buffer buffer_of(ElementType type, std::size_t length) {
  return {"data", type, std::vector<std::byte>(length * size_bytes(type))};
}

double round_trip(ElementType type, double value) {
  Buffer buffer = buffer_of(type, 3);
  set_element(buffer, 1, value);
  EXPECT_EQ(element_as_double(buffer, 0), 0);
  EXPECT_EQ(element_as_double(buffer, 2), 0);
  return element_as_double(buffer, 1);
}

TEST(ElementType, HasTheNameAndSizeThatItsNameSays) {
  using enum ElementType;
  const std::vector<std::pair<ElementType, std::string>> types{
      {kI8, "i8"},   {kU8, "u8"},   {kI16, "i16"}, {kU16, "u16"}, {kI32, "i32"},
      {kU32, "u32"}, {kI64, "i64"}, {kU64, "u64"}, {kF32, "f32"}, {kF64, "f64"}};
  for (const auto& [type, text] : types) {
    EXPECT_EQ(name(type), text);
    EXPECT_EQ(size_bytes(type) * 8, std::stoul(text.substr(1))) << text;
  }
}

TEST(Buffer, StoresElementsOfItsOwnTypeLittleEndian) {
  Buffer buffer = buffer_of(ElementType::kI16, 2);
  set_element(buffer, 1, -2);
  EXPECT_EQ(buffer.length(), 2u);
  EXPECT_EQ(buffer.bytes[2], std::byte{0xfe});
  EXPECT_EQ(buffer.bytes[3], std::byte{0xff});
}

TEST(Buffer, ReturnsTheValueThatWasStored) {
  EXPECT_EQ(round_trip(ElementType::kI8, -128), -128);
  EXPECT_EQ(round_trip(ElementType::kU8, 255), 255);
  EXPECT_EQ(round_trip(ElementType::kU32, 4294967295.0), 4294967295.0);
  EXPECT_EQ(round_trip(ElementType::kI64, -9007199254740992.0), -9007199254740992.0);
  EXPECT_EQ(round_trip(ElementType::kF32, 0.1), static_cast<double>(0.1f));
  EXPECT_EQ(round_trip(ElementType::kF64, 0.1), 0.1);
  EXPECT_TRUE(std::isnan(round_trip(ElementType::kF32, std::nan(""))));
}

TEST(Buffer, TruncatesAndSaturatesValuesThatDoNotFitAnInteger) {
  EXPECT_EQ(round_trip(ElementType::kI32, -2.9), -2);
  EXPECT_EQ(round_trip(ElementType::kU8, 256), 255);
  EXPECT_EQ(round_trip(ElementType::kU8, -1), 0);
  EXPECT_EQ(round_trip(ElementType::kI32, std::nan("")), 0);
  EXPECT_EQ(round_trip(ElementType::kI64, 1e300), 9223372036854775808.0);
  EXPECT_EQ(round_trip(ElementType::kU64, std::numeric_limits<double>::infinity()),
            18446744073709551616.0);
}

TEST(Dim3, CountsPast32Bits) {
  EXPECT_EQ((Dim3{0xffffffff, 0xffff, 1}.count()), 0xffffffffull * 0xffff);
}

MemoryCounts counts_from(std::uint64_t first) {
  std::uint64_t next = first;
  const auto accesses = [&] {
    AccessCounts counts;
    counts.requests = next++;
    counts.wavefronts = next++;
    counts.worst_wavefronts = static_cast<std::uint32_t>(next++);
    return counts;
  };
  const auto sectors = [&] {
    SectorCounts counts;
    counts.requests = next++;
    counts.sectors = next++;
    return counts;
  };
  MemoryCounts counts;
  counts.shared_load = accesses();
  counts.shared_store = accesses();
  counts.shared_atomic = accesses();
  counts.matrix_load = accesses();
  counts.async_copy = accesses();
  counts.unruled_atomics = next++;
  counts.global_load = sectors();
  counts.global_store = sectors();
  counts.global_atomic = sectors();
  return counts;
}

TEST(MemoryCounts, AddsEveryFieldAndKeepsTheWorst) {
  MemoryCounts sum = counts_from(1);
  sum.add(counts_from(101));
  EXPECT_EQ(sum.shared_load, (AccessCounts{102, 104, 103}));
  EXPECT_EQ(sum.shared_store, (AccessCounts{108, 110, 106}));
  EXPECT_EQ(sum.shared_atomic, (AccessCounts{114, 116, 109}));
  EXPECT_EQ(sum.matrix_load, (AccessCounts{120, 122, 112}));
  EXPECT_EQ(sum.async_copy, (AccessCounts{126, 128, 115}));
  EXPECT_EQ(sum.unruled_atomics, 132u);
  EXPECT_EQ(sum.global_load, (SectorCounts{134, 136}));
  EXPECT_EQ(sum.global_store, (SectorCounts{138, 140}));
  EXPECT_EQ(sum.global_atomic, (SectorCounts{142, 144}));
}

TEST(MemoryCounts, IsUnchangedByAddingNothing) {
  MemoryCounts counts = counts_from(1);
  counts.add(MemoryCounts{});
  EXPECT_EQ(counts, counts_from(1));
}

}  // namespace
}  // namespace bankcheck::base
