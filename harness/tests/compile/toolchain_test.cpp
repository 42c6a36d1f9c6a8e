#include <filesystem>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "compile/compiler.hpp"
#include "sandbox/scratch_folder.hpp"

namespace bankcheck::compile {
namespace {

namespace fs = std::filesystem;

/// A folder tree with programs that pretend to be nvcc.
class ToolchainSearch : public testing::Test {
 protected:
  void SetUp() override {
    auto folder = sandbox::ScratchFolder::create();
    ASSERT_TRUE(folder.ok());
    folder_ = std::make_unique<sandbox::ScratchFolder>(std::move(folder).value());
    fs::permissions(folder_->path(), fs::perms(0755));
  }

  std::string path(const std::string& name) const { return (folder_->path() / name).string(); }

  void install(const std::string& folder, const std::string& says) {
    const std::string name = folder + "/nvcc";
    ASSERT_TRUE(folder_->write(name, "#!/bin/sh\necho '" + says + "'\n").empty());
    fs::permissions(path(name), fs::perms(0755));
  }

  std::unique_ptr<sandbox::ScratchFolder> folder_;
};

TEST_F(ToolchainSearch, TakesTheFirstNvccOnThePath) {
  install("a", "Cuda compilation tools, release 12.6, V12.6.85");
  install("b", "Cuda compilation tools, release 13.0, V13.0.88");
  const auto found = find_toolchain(path("none") + "::" + path("a") + ":" + path("b"), "", "");
  ASSERT_TRUE(found.ok()) << base::render(found.errors());
  EXPECT_EQ(found.value().nvcc, path("a/nvcc"));
  EXPECT_EQ(found.value().version, "12.6.85");
}

TEST_F(ToolchainSearch, LooksIntoCudaHomeThenCudaPath) {
  install("home/bin", "Cuda compilation tools, release 13.0, V13.0.88");
  install("path/bin", "Cuda compilation tools, release 12.6, V12.6.85");
  EXPECT_EQ(find_toolchain("", path("home"), path("path")).value().nvcc, path("home/bin/nvcc"));
  EXPECT_EQ(find_toolchain("", "", path("path")).value().nvcc, path("path/bin/nvcc"));
}

TEST_F(ToolchainSearch, PassesOverAProgramThatIsNoNvcc) {
  install("a", "hello");
  install("b", "Cuda compilation tools, release 13.0, V13.0.88");
  EXPECT_EQ(find_toolchain(path("a") + ":" + path("b"), "", "").value().nvcc, path("b/nvcc"));
}

TEST_F(ToolchainSearch, SaysHowToGetOne) {
  if (fs::exists("/usr/local/cuda/bin/nvcc")) GTEST_SKIP() << "there is one in the default place";
  const auto found = find_toolchain("", "", "");
  ASSERT_EQ(found.errors().size(), 1u);
  EXPECT_NE(found.errors()[0].text.find("apt install nvidia-cuda-toolkit"), std::string::npos);
}

}  // namespace
}  // namespace bankcheck::compile
