#include "compile/compile_cache.hpp"

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>
#include <unistd.h>

#include "sandbox/fake_runner.hpp"

namespace bankcheck::compile {
namespace {

namespace fs = std::filesystem;

class CompileCacheTest : public testing::Test {
 protected:
  void SetUp() override {
    root_ = fs::path(testing::TempDir()) / ("bankcheck_cache_" + std::to_string(getpid()));
    fs::remove_all(root_);
  }
  void TearDown() override { fs::remove_all(root_); }

  static CompiledCode sample() {
    CompiledCode code;
    code.outcome = CompileOutcome::kOk;
    code.ptx = ".version 8.0\n";
    code.cubin = std::string(
        "\x7f"
        "ELF\0\xff",
        6);
    code.log = "a warning: \xe9";
    code.resources = {{"k", 32, 8192, 0, 4, 8}};
    code.rows = std::vector<std::int64_t>{1, -2};
    return code;
  }

  fs::path root_;
};

TEST_F(CompileCacheTest, GivesBackWhatItKeeps) {
  const CompileCache cache(root_);
  EXPECT_FALSE(cache.find("key").has_value());
  cache.keep("key", sample());
  const auto code = cache.find("key");
  ASSERT_TRUE(code.has_value());
  EXPECT_EQ(code->outcome, CompileOutcome::kOk);
  EXPECT_EQ(code->ptx, sample().ptx);
  EXPECT_EQ(code->cubin, sample().cubin);
  EXPECT_EQ(code->log, sample().log);
  EXPECT_EQ(code->rows, sample().rows);
  ASSERT_EQ(code->resources.size(), 1u);
  EXPECT_EQ(code->resources[0].spill_load_bytes, 8u);
}

TEST_F(CompileCacheTest, KeepsWhyACodeWasRejected) {
  const CompileCache cache(root_);
  CompiledCode code;
  code.outcome = CompileOutcome::kRejected;
  code.first_error = base::Diagnostic{base::Severity::kError, "probe.cu", 3, 4, "no", "x y"};
  cache.keep("key", code);
  const auto found = cache.find("key");
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->outcome, CompileOutcome::kRejected);
  EXPECT_EQ(base::render(*found->first_error), base::render(*code.first_error));
}

TEST_F(CompileCacheTest, TakesADamagedEntryForNone) {
  const CompileCache cache(root_);
  cache.keep("key", sample());
  const fs::path entry = root_ / "key.code";
  ASSERT_TRUE(fs::exists(entry));
  std::fstream file(entry, std::ios::in | std::ios::out | std::ios::binary);
  file.seekp(80);
  file.put('?');
  file.close();
  EXPECT_FALSE(cache.find("key").has_value());
}

TEST_F(CompileCacheTest, LosesWhatWasNotUsedForLongestWhenItIsFull) {
  const CompileCache cache(root_, 300);
  const auto now = fs::file_time_type::clock::now();
  int age = 3;
  for (const char* key : {"a", "b", "c"}) {
    cache.keep(key, sample());
    fs::last_write_time(root_ / (std::string(key) + ".code"), now - std::chrono::hours(age--));
  }
  const auto size = fs::file_size(root_ / "a.code");
  ASSERT_GT(size, 150u);
  ASSERT_LT(size, 300u);
  EXPECT_TRUE(cache.find("a").has_value()) << "which counts as use";
  cache.sweep();
  EXPECT_TRUE(fs::exists(root_ / "a.code"));
  EXPECT_FALSE(fs::exists(root_ / "b.code"));
  EXPECT_FALSE(fs::exists(root_ / "c.code"));
}

TEST_F(CompileCacheTest, ThatCannotBeUsedNeverHasAnything) {
  const CompileCache cache("/proc/nowhere");
  cache.keep("key", sample());
  EXPECT_FALSE(cache.find("key").has_value());
  cache.sweep();
}

}  // namespace
}  // namespace bankcheck::compile
