// Real PTX: what nvcc made of the kernels in harness/tests/data/kernels.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "ptx_text.hpp"

namespace bankcheck::ptx {
namespace {

namespace fs = std::filesystem;

std::string contents_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<fs::path> files_in(const std::string& folder, std::string_view extension) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(fs::path(BANKCHECK_TEST_DATA) / folder)) {
    if (entry.path().extension() == extension) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

Module recorded(const std::string& name) {
  return module_of(contents_of(fs::path(BANKCHECK_TEST_DATA) / "ptx" / (name + ".ptx")));
}

std::size_t count_of(const Module& module, Opcode opcode) {
  std::size_t count = 0;
  for (const Function& function : module.functions) {
    for (const Instruction& one : function.instructions) count += one.opcode == opcode ? 1 : 0;
  }
  return count;
}

TEST(Corpus, IsReadWithoutAWord) {
  const auto files = files_in("ptx", ".ptx");
  EXPECT_EQ(files.size(), 20u);
  for (const fs::path& file : files) EXPECT_EQ(errors_of(contents_of(file)), Lines{}) << file;
}

/// A folder of its own that is gone afterwards.
class ScratchFolder {
 public:
  ScratchFolder() {
    std::string name = (fs::temp_directory_path() / "bankcheck-corpus-XXXXXX").string();
    path_ = mkdtemp(name.data());
  }
  ~ScratchFolder() { fs::remove_all(path_); }
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

TEST(Corpus, IsReadAsTheCompilerOfThisMachinePrintsIt) {
  const std::string nvcc = "PATH=$PATH:/usr/local/cuda/bin nvcc";
  if (std::system((nvcc + " --version >/dev/null 2>&1").c_str()) != 0) {
    GTEST_SKIP() << "no nvcc on PATH or in /usr/local/cuda";
  }
  const ScratchFolder scratch;
  std::string command = "cd " + scratch.path().string() + " && " + nvcc +
                        " -ptx -O3 -lineinfo -arch=compute_90 --threads 0";
  std::size_t kernels = 0;
  for (const fs::path& source : files_in("kernels", ".cu")) {
    const fs::path file = fs::path(BANKCHECK_TEST_DATA) / "ptx" / source.stem();
    if (fs::exists(file.string() + ".ptx")) continue;
    command += " '" + source.string() + "'";
    ++kernels;
  }
  ASSERT_EQ(std::system(command.c_str()), 0) << command;
  std::size_t texts = 0;
  for (const auto& entry : fs::directory_iterator(scratch.path())) {
    if (entry.path().extension() != ".ptx") continue;
    EXPECT_EQ(errors_of(contents_of(entry.path())), Lines{}) << entry.path().filename();
    ++texts;
  }
  EXPECT_EQ(texts, kernels);
}

TEST(Corpus, GivesEveryMemoryAccessOfAKernelALine) {
  const Module module = recorded("transposes");
  for (const Function& function : module.functions) {
    for (const Instruction& one : function.instructions) {
      const bool is_memory = one.opcode == Opcode::kLd || one.opcode == Opcode::kSt;
      if (!is_memory || one.space == StateSpace::kParam) continue;
      EXPECT_EQ(module.lines[one.line_index].file, "/home/student/transposes.cu");
      EXPECT_GT(module.lines[one.line_index].line, 0) << print(one, function);
    }
  }
}

TEST(Corpus, PutsCopiesThatHeadersInlineOnTheLineOfTheCall) {
  const Module module = recorded("async_copies");
  const Function& kernel = *module.find_entries("async_simple").front();
  const auto copy = std::find_if(kernel.instructions.begin(), kernel.instructions.end(),
                                 [](const Instruction& one) { return one.opcode == Opcode::kCp; });
  ASSERT_NE(copy, kernel.instructions.end());
  EXPECT_EQ(module.lines[copy->line_index], (base::SourceLine{"/home/student/async_copies.cu", 7}));
}

TEST(Corpus, HasTheSharedAccessesOfTheProbe) {
  const Module module = recorded("shared_stride");
  const Function& kernel = *module.find_entries("shared_stride").front();
  EXPECT_EQ(kernel.parameters.size(), 4u);
  ASSERT_EQ(kernel.variables.size(), 1u);
  EXPECT_EQ(kernel.variables[0].size_bytes, 8192u);
  EXPECT_EQ(count_of(module, Opcode::kBar), 1u);
}

TEST(Corpus, HasCallsThroughPointersAndTheirTables) {
  const Module module = recorded("functions");
  const Variable& operations = *module.find_variable("operations");
  ASSERT_EQ(operations.relocations.size(), 3u);
  EXPECT_EQ(operations.relocations[1].symbol, "_Z8subtractii");
  EXPECT_EQ(operations.relocations[1].offset, 8u);
  const Function& kernel = *module.find_entries("pointers_to_functions").front();
  const auto call = std::find_if(kernel.instructions.begin(), kernel.instructions.end(),
                                 [](const Instruction& one) { return one.call.has_value(); });
  ASSERT_NE(call, kernel.instructions.end());
  EXPECT_TRUE(call->call->callee_register.has_value());
}

}  // namespace
}  // namespace bankcheck::ptx
