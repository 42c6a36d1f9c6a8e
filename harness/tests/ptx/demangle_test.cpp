#include "ptx/demangle.hpp"

#include <string>

#include <gtest/gtest.h>

namespace bankcheck::ptx {
namespace {

TEST(Demangle, ShowsTheSourceForm) {
  EXPECT_EQ(demangle("_Z5probePKfPf"), "probe(float const*, float*)");
  EXPECT_EQ(demangle("_ZN6lesson6scopedIiEEvPT_"), "void lesson::scoped<int>(int*)");
}

TEST(Demangle, LeavesOtherNamesAlone) {
  EXPECT_EQ(demangle("probe"), "probe");
  EXPECT_EQ(demangle("_Zgarbage"), "_Zgarbage");
  EXPECT_EQ(demangle(""), "");
}

TEST(Demangle, ShowsAnyNumberOfParametersOfOneType) {
  std::string mangled = "_Z5probePKf";
  for (int i = 0; i < 100; ++i) mangled += "S0_";
  EXPECT_TRUE(demangle(mangled).starts_with("probe(float const*, float const*, float const*"));
}

TEST(Demangle, DoesNotUnfoldNamesThatDoubleWithEveryReference) {
  // f(p<int, int>, p<p<int, int>, p<int, int>>, ...), forty times.
  std::string mangled = "_Z1f1pIiiE";
  const std::string digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  for (int i = 0; i < 36; ++i) {
    const std::string reference = std::string("S") + digits[i] + "_";
    mangled += "S_I" + reference + reference + "E";
  }
  EXPECT_EQ(demangle(mangled), mangled);
  EXPECT_EQ(source_name(mangled), "f");
}

TEST(SourceName, IsTheFunctionsOwn) {
  EXPECT_EQ(source_name("probe(float const*, float*)"), "probe");
  EXPECT_EQ(source_name("void lesson::scoped<int>(int*)"), "scoped");
  EXPECT_EQ(source_name("(anonymous namespace)::secret(int*)"), "secret");
  EXPECT_EQ(source_name("void reduce<256, &(add(int, int))>(int*)"), "reduce");
  EXPECT_EQ(source_name("plain"), "plain");
  EXPECT_EQ(source_name(""), "");
}

TEST(SourceName, IsReadFromAMangledNameThatStayedSo) {
  EXPECT_EQ(source_name("_Z5probePKf"), "probe");
  EXPECT_EQ(source_name("_ZN6lesson6scopedIiEEvPT_"), "scoped");
  EXPECT_EQ(source_name("_Z99probe"), "_Z99probe");
  EXPECT_EQ(source_name("_Z99999999999999999999999x"), "_Z99999999999999999999999x");
  EXPECT_EQ(source_name("_Z"), "_Z");
}

}  // namespace
}  // namespace bankcheck::ptx
