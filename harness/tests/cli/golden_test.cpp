// Runs the whole program as golden/*.txt say: arguments, exit status, expected output.
//
// A golden file holds lines `args: …` (as a shell reads them), `env: NAME=value …`, `exit: N`,
// `needs: nvcc` (skipped without), then `--- stdout` and `--- stderr` with what is expected. Run
// with BANKCHECK_RECORD=1 to write down what the program says now. What differs from machine to
// machine is masked before it is compared: see mask().
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

#include <gtest/gtest.h>

#include "cli/run_program.hpp"

namespace bankcheck::cli {
namespace {

namespace fs = std::filesystem;

struct Golden {
  std::string args;
  std::string environment;
  std::string needs;
  int exit_status = 0;
  std::string out;
  std::string err;
};

Golden read_golden(const fs::path& path) {
  Golden golden;
  std::ifstream file(path);
  std::string* section = nullptr;
  for (std::string line; std::getline(file, line);) {
    if (line == "--- stdout") {
      section = &golden.out;
    } else if (line == "--- stderr") {
      section = &golden.err;
    } else if (section != nullptr) {
      *section += line + "\n";
    } else if (line.starts_with("args: ")) {
      golden.args = line.substr(6);
    } else if (line.starts_with("env: ")) {
      golden.environment = line.substr(5);
    } else if (line.starts_with("needs: ")) {
      golden.needs = line.substr(7);
    } else if (line.starts_with("exit: ")) {
      golden.exit_status = std::stoi(line.substr(6));
    }
  }
  return golden;
}

void write_golden(const fs::path& path, const Golden& golden) {
  std::ofstream file(path);
  file << "args: " << golden.args << "\n";
  if (!golden.environment.empty()) file << "env: " << golden.environment << "\n";
  if (!golden.needs.empty()) file << "needs: " << golden.needs << "\n";
  file << "exit: " << golden.exit_status << "\n";
  if (!golden.out.empty()) file << "--- stdout\n" << golden.out;
  if (!golden.err.empty()) file << "--- stderr\n" << golden.err;
}

/// Hashes, versions and the sandbox belong to the machine and to files that golden files do not
/// watch.
std::string mask(std::string text) {
  const std::pair<const char*, const char*> masks[] = {
      {"sha256 [0-9a-f]{64}", "sha256 {hash}"},
      {"sha256 [0-9a-f]{12}", "sha256 {hash}"},
      {"nvcc [0-9]+\\.[0-9.]+", "nvcc {version}"},
      {"compiled in: (bubblewrap|no sandbox)", "compiled in: {sandbox}"},
      {"bankcheck( *) [0-9]+\\.[0-9.]+", "bankcheck$1 {version}"},
  };
  for (const auto& [pattern, replacement] : masks) {
    text = std::regex_replace(text, std::regex(pattern), replacement);
  }
  const std::string source = BANKCHECK_SOURCE_DIR;
  for (std::size_t at = text.find(source); at != std::string::npos; at = text.find(source, at)) {
    text.replace(at, source.size(), "{source}");
  }
  return text;
}

class GoldenRun : public testing::TestWithParam<std::string> {};

TEST_P(GoldenRun, SaysWhatItSaidBefore) {
  const fs::path path =
      fs::path(BANKCHECK_SOURCE_DIR) / "harness/tests/cli/golden" / (GetParam() + ".txt");
  Golden golden = read_golden(path);
  if (golden.needs == "nvcc" && !has_nvcc()) GTEST_SKIP() << "no nvcc on this machine";
  const ProgramResult result = run_program(golden.args, golden.environment);
  if (std::getenv("BANKCHECK_RECORD") != nullptr) {
    golden.exit_status = result.exit_status;
    golden.out = mask(result.out);
    golden.err = mask(result.err);
    write_golden(path, golden);
    return;
  }
  EXPECT_EQ(mask(result.out), golden.out);
  EXPECT_EQ(mask(result.err), golden.err);
  EXPECT_EQ(result.exit_status, golden.exit_status);
}

std::vector<std::string> golden_names() {
  std::vector<std::string> names;
  for (const auto& entry :
       fs::directory_iterator(fs::path(BANKCHECK_SOURCE_DIR) / "harness/tests/cli/golden")) {
    names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

INSTANTIATE_TEST_SUITE_P(Golden, GoldenRun, testing::ValuesIn(golden_names()),
                         [](const auto& info) { return info.param; });

}  // namespace
}  // namespace bankcheck::cli
