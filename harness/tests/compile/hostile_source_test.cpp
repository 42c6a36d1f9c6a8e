// Every file of harness/tests/data/hostile: what the compiler makes of it, in bounded time. None of
// them is an error of ours.
#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/atomic_file.hpp"
#include "compile/hostile_table.hpp"
#include "compile/with_compiler.hpp"

namespace bankcheck::compile {
namespace {

const char* outcome_text(CompileOutcome outcome) {
  switch (outcome) {
    case CompileOutcome::kOk:
      return "compiles";
    case CompileOutcome::kRejected:
      return "rejected";
    case CompileOutcome::kTimedOut:
      return "timed out";
    case CompileOutcome::kTrouble:
      return "trouble of ours";
  }
  return "";
}

/// The messages in full, of all that ran in this process.
class Table : public testing::Environment {
 public:
  static std::vector<std::string>& lines() {
    static std::vector<std::string> lines;
    return lines;
  }
  void TearDown() override {
    if (lines().size() < 2) return;
    std::printf("\n| attack | outcome | message |\n|---|---|---|\n");
    for (const std::string& line : lines()) std::printf("%s\n", line.c_str());
  }
};

const testing::Environment* const kTable = testing::AddGlobalTestEnvironment(new Table);

std::string first_line(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

class HostileSource : public WithCompiler, public testing::WithParamInterface<Attack> {};

TEST_P(HostileSource, IsTheStudentsOwnFailure) {
  const Attack& attack = GetParam();
  CompileRequest request;
  request.source_path = std::string(BANKCHECK_TEST_DATA) + "/hostile/" + attack.file + ".cu";
  request.rows_array = "kStrides";
  // Enough for all that ends at all, so that a busy machine changes no outcome.
  request.seconds = attack.outcome == kTimedOut ? 3 : 120;
  const CompiledCode code = compile(toolchain_, *runner_, request);
  EXPECT_NE(code.outcome, CompileOutcome::kTrouble) << code.trouble;
  EXPECT_LT(code.log.size(), 200'000u);
  if (attack.needs_sandbox && runner_->isolation() != sandbox::Isolation::kBubblewrap) return;
  EXPECT_EQ(code.outcome, attack.outcome) << code.log << code.trouble;
  const std::string text = code.first_error ? code.first_error->text : code.rows_note;
  Table::lines().push_back(
      fmt::format("| {} | {} | {} |", attack.file, outcome_text(code.outcome), text));
  EXPECT_NE(text.find(attack.text), std::string::npos) << text;
}

TEST(HostileSources, StandInTheSandboxsPageAsTheyAreTested) {
  const std::string root = BANKCHECK_SOURCE_DIR "/harness/sandbox/README.md";
  const std::string page = base::read_file(root, 1 << 20).value();
  for (const Attack& attack : kAttacks) {
    const std::string does =
        first_line(std::string(BANKCHECK_TEST_DATA) + "/hostile/" + attack.file + ".cu").substr(3);
    const std::string row = fmt::format("| `{}` | {} | {} | {} |\n", attack.file, does,
                                        outcome_text(attack.outcome), attack.text);
    EXPECT_NE(page.find(row), std::string::npos) << row;
  }
}

std::string test_name(const testing::TestParamInfo<Attack>& info) { return info.param.file; }

INSTANTIATE_TEST_SUITE_P(Attack, HostileSource, testing::ValuesIn(kAttacks), test_name);

}  // namespace
}  // namespace bankcheck::compile
