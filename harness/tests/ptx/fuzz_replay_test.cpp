// Texts that fuzzing or a reader of the code made up, replayed: each must be read or refused, and
// what is read must hold together.
#include <filesystem>
#include <fstream>
#include <iterator>

#include "module_invariants.hpp"
#include "ptx_text.hpp"

namespace bankcheck::ptx {
namespace {

void expect_whole(std::string_view text, const std::string& name) {
  const auto result = parse(text, name);
  if (!result.ok()) {
    EXPECT_TRUE(base::has_errors(result.errors())) << name;
    return;
  }
  for (const Function& function : result.value().functions) {
    EXPECT_EQ(broken_invariant(result.value(), function), "") << name << " " << function.name;
  }
}

TEST(FuzzReplay, ReadsOrRefusesEveryText) {
  std::size_t files = 0;
  for (const char* folder : {"fuzz/ptx", "ptx"}) {
    for (const auto& entry :
         std::filesystem::directory_iterator(std::filesystem::path(BANKCHECK_TEST_DATA) / folder)) {
      std::ifstream file(entry.path(), std::ios::binary);
      expect_whole({std::string{std::istreambuf_iterator<char>(file), {}}},
                   entry.path().filename());
      ++files;
    }
  }
  EXPECT_GE(files, 23u);
}

TEST(FuzzReplay, ReadsOrRefusesEveryPrefixOfAText) {
  std::ifstream file(std::string(BANKCHECK_TEST_DATA) + "/ptx/inline_ptx.ptx", std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  ASSERT_FALSE(text.empty());
  for (std::size_t size = 0; size < text.size(); ++size) {
    expect_whole(std::string_view(text).substr(0, size), "prefix " + std::to_string(size));
  }
}

}  // namespace
}  // namespace bankcheck::ptx
