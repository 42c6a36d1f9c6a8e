// What fuzzing of the executor begins with and what it found, replayed: any outcome will do, but it
// must be the same with other instruction bodies and other threads.
#include <filesystem>

#include "fuzz/executor.hpp"
#include "sim/launch_fixture.hpp"

namespace bankcheck::sim {
namespace {

namespace fs = std::filesystem;

TEST(FuzzReplay, RunsEveryKernelOfEveryTextTheSameTwice) {
  std::size_t files = 0;
  for (const char* folder : {"fuzz/executor", "fuzz/ptx", "ptx", "cases/ptx"}) {
    for (const auto& entry : fs::directory_iterator(fs::path(BANKCHECK_TEST_DATA) / folder)) {
      if (entry.path().extension() != ".ptx") continue;
      EXPECT_EQ(fuzz::execute(read_text(entry.path().string())), "") << entry.path();
      ++files;
    }
  }
  EXPECT_GE(files, 55u);
}

/// How the first kernel of a seed ends with the arguments that the fuzz target gives.
base::RowOutcome outcome_of(const std::string& seed) {
  const Program program =
      program_of(read_text(BANKCHECK_TEST_DATA "/fuzz/executor/" + seed + ".ptx"));
  const auto& functions = program.module().functions;
  const auto entry = std::find_if(functions.begin(), functions.end(),
                                  [](const ptx::Function& one) { return one.is_entry; });
  base::Launch launch = fuzz::launch_of(*entry);
  Options options;
  options.instruction_budget = fuzz::kInstructionBudget;
  const auto result = sim::run(program, launch, options);
  EXPECT_TRUE(result.ok()) << seed << ": " << base::render(result.errors());
  return result.ok() ? result.value().outcome : base::RowOutcome::kNotRun;
}

TEST(FuzzReplay, StartsFromKernelsThatReachWhatTheyAreFor) {
  EXPECT_EQ(outcome_of("divergent_barrier"), base::RowOutcome::kOk);
  EXPECT_EQ(outcome_of("lanes_apart"), base::RowOutcome::kOk);
  EXPECT_EQ(outcome_of("calls_itself"), base::RowOutcome::kOk);
  EXPECT_EQ(outcome_of("neighbours"), base::RowOutcome::kOk);
  EXPECT_EQ(outcome_of("wild_addresses"), base::RowOutcome::kCrashed);
  EXPECT_EQ(outcome_of("loop_without_end"), base::RowOutcome::kTimedOut);
}

}  // namespace
}  // namespace bankcheck::sim
