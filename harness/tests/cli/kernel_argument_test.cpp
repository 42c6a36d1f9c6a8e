#include "cli/kernel_argument.hpp"

#include <cstring>
#include <fstream>

#include <gtest/gtest.h>

namespace bankcheck::cli {
namespace {

base::Buffer buffer(const std::string& text) {
  auto argument = parse_kernel_argument(text);
  EXPECT_TRUE(argument.ok()) << base::render(argument.errors());
  return std::get<base::Buffer>(argument.value().value);
}

std::vector<double> elements(const std::string& text) {
  const base::Buffer filled = buffer(text);
  std::vector<double> values;
  for (std::size_t i = 0; i < filled.length(); ++i) {
    values.push_back(base::element_as_double(filled, i));
  }
  return values;
}

template <class T>
T scalar(const std::string& text) {
  auto argument = parse_kernel_argument(text);
  EXPECT_TRUE(argument.ok()) << base::render(argument.errors());
  const auto& bytes = std::get<std::vector<std::byte>>(argument.value().value);
  T value{};
  EXPECT_EQ(bytes.size(), sizeof value);
  std::memcpy(&value, bytes.data(), sizeof value);
  return value;
}

std::string error(const std::string& text) {
  const auto argument = parse_kernel_argument(text);
  EXPECT_FALSE(argument.ok());
  return base::render(argument.errors());
}

TEST(KernelArgument, ScalarHasAValueOfItsType) {
  EXPECT_EQ(scalar<std::int32_t>("stride:i32=8"), 8);
  EXPECT_EQ(scalar<std::int8_t>("x:i8=-128"), -128);
  EXPECT_EQ(scalar<std::uint64_t>("n:u64=18446744073709551615"), 18446744073709551615u);
  EXPECT_EQ(scalar<std::int64_t>("n:i64=-9223372036854775808"),
            std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(scalar<std::uint16_t>("mask:u16=0xffff"), 0xffff);
  EXPECT_EQ(scalar<float>("a:f32=1.5e3"), 1500.0f);
  EXPECT_EQ(scalar<double>("a:f64=-0.1"), -0.1);
}

TEST(KernelArgument, BufferIsZeroWhenNoFillIsGiven) {
  const base::Buffer out = buffer("out:i32[32]");
  EXPECT_EQ(out.name, "out");
  EXPECT_EQ(out.type, base::ElementType::kI32);
  EXPECT_EQ(out.bytes, std::vector<std::byte>(128));
}

TEST(KernelArgument, FillsGiveTheElementsThatTheyName) {
  EXPECT_EQ(elements("a:f32[3]=iota"), (std::vector<double>{0, 1, 2}));
  EXPECT_EQ(elements("a:f64[2]=ones"), (std::vector<double>{1, 1}));
  EXPECT_EQ(elements("a:i16[3]=values(1 -2 3)"), (std::vector<double>{1, -2, 3}));
  EXPECT_EQ(elements("a:f32[2]=values(0.5, 1e2)"), (std::vector<double>{0.5, 100}));
}

TEST(KernelArgument, IotaWrapsAroundInNarrowTypes) {
  EXPECT_EQ(elements("a:u8[258]=iota")[257], 1);
  EXPECT_EQ(elements("a:i8[130]=iota")[129], -127);
}

TEST(KernelArgument, RandomIsTheSameForTheSameSeed) {
  EXPECT_EQ(elements("a:i32[4]=random(1)"), (std::vector<double>{56, 74, 97, 44}));
  EXPECT_EQ(elements("a:f32[64]=random(7)"), elements("b:f32[64]=random(7)"));
  EXPECT_NE(elements("a:f32[64]=random(7)"), elements("b:f32[64]=random(8)"));
}

TEST(KernelArgument, FileGivesTheRawBytes) {
  const std::string path = testing::TempDir() + "kernel_argument_test.bin";
  std::ofstream(path, std::ios::binary) << std::string("\x01\x00\xff\xff", 4);
  EXPECT_EQ(elements("a:i16[2]=@" + path), (std::vector<double>{1, -1}));
  EXPECT_NE(error("a:i16[3]=@" + path).find("has 4 bytes, a has 6"), std::string::npos);
  EXPECT_NE(error("a:i16[1]=@" + path).find("has 4 bytes, a has 2"), std::string::npos);
}

TEST(KernelArgument, ErrorsPointAtThePieceThatIsWrong) {
  EXPECT_EQ(error("stride:i33=8"),
            "--arg:1:8: error: 'i33' is no type: u8 i8 u16 i16 i32 u32 i64 u64 f32 f64\n"
            "  stride:i33=8\n"
            "         ^\n");
  EXPECT_EQ(error("x:u8=256"),
            "--arg:1:6: error: 256 does not fit u8\n"
            "  x:u8=256\n"
            "       ^\n");
}

TEST(KernelArgument, RefusesWhatItCannotRead) {
  EXPECT_NE(error("stride=8").find("name:type=value"), std::string::npos);
  EXPECT_NE(error("x:i32").find("a scalar needs a value"), std::string::npos);
  EXPECT_NE(error("x:i32=").find("'' is not a whole number"), std::string::npos);
  EXPECT_NE(error("x:i32=1.5").find("'1.5' is not a whole number"), std::string::npos);
  EXPECT_NE(error("x:u32=-1").find("-1 does not fit u32"), std::string::npos);
  EXPECT_NE(error("x:f32=abc").find("'abc' is not a number"), std::string::npos);
  EXPECT_NE(error("x:i32[0]").find("at least 1"), std::string::npos);
  EXPECT_NE(error("x:i32[-1]").find("at least 1"), std::string::npos);
  EXPECT_NE(error("x:i32[5").find("']' is missing"), std::string::npos);
  EXPECT_NE(error("x:f64[999999999999]").find("at most 1 GiB"), std::string::npos);
  EXPECT_NE(error("x:i32[4]=fibonacci").find("'fibonacci' is no fill"), std::string::npos);
  EXPECT_NE(error("x:i32[4]=random").find("'random' is no fill"), std::string::npos);
  EXPECT_NE(error("x:i32[4]=random(x)").find("takes a seed"), std::string::npos);
  EXPECT_NE(error("x:i32[4]=values(1 2)").find("has 2 values, x has 4"), std::string::npos);
  EXPECT_NE(error("x:u8[2]=values(1 256)").find("256 does not fit u8"), std::string::npos);
}

TEST(Extent, FillsMissingAxesWithOne) {
  EXPECT_EQ(parse_extent("32", "--grid").value(), (base::Dim3{32, 1, 1}));
  EXPECT_EQ(parse_extent("32,8", "--grid").value(), (base::Dim3{32, 8, 1}));
  EXPECT_EQ(parse_extent("1,2,3", "--grid").value(), (base::Dim3{1, 2, 3}));
}

TEST(Extent, MayBeSeparatedByAnX) {
  const auto extent = parse_extent("32x8x2", "--block");
  ASSERT_TRUE(extent.ok());
  EXPECT_EQ(extent.value().count(), 512u);
}

TEST(Extent, RefusesWhatIsNoExtent) {
  for (const char* text : {"", "0", "1,", ",1", "1,2,3,4", "-1", "x", "8x", "1 2", "99999999999"}) {
    EXPECT_FALSE(parse_extent(text, "--grid").ok()) << text;
  }
  EXPECT_EQ(base::render(parse_extent("8,0", "--grid").errors()),
            "--grid:1:3: error: an extent is a whole number, at least 1: X[xY[xZ]]\n"
            "  8,0\n"
            "    ^\n");
}

}  // namespace
}  // namespace bankcheck::cli
