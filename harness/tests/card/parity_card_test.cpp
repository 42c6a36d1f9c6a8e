// Every case kernel on the simulator and on a real card: the same bytes, and the same counts.
#include <cstdio>
#include <fstream>
#include <map>
#include <sstream>

#include <fmt/format.h>
#include <unistd.h>

#include "card_fixture.hpp"
#include "case_table.hpp"
#include "gpu/counters.hpp"

namespace bankcheck::card {
namespace {

using base::RowOutcome;
using ParityOnCard = OnCard;

gpu::GpuJob case_job(Numbers numbers) {
  for (const Case& each : all_cases()) start_compiling("cases/" + each.file + ".cu");
  gpu::GpuJob job;
  for (const Case& each : all_cases()) {
    LoadedCase loaded = load_case(each, numbers);
    EXPECT_EQ(loaded.trouble, "") << each.name();
    if (loaded.program != nullptr) job.rows.push_back(std::move(loaded.row));
  }
  job.timing.wanted = false;
  job.row_seconds = 5;
  return job;
}

TEST_F(ParityOnCard, EveryCaseLeavesTheBytesThatTheSimulatorLeaves) {
  const gpu::GpuJob job = case_job(Numbers::kRandom);
  const auto rows = run(job);
  ASSERT_EQ(rows.size(), all_cases().size());
  for (const base::RowRecord& row : rows) {
    EXPECT_EQ(row.outcome, RowOutcome::kOk) << row.label << ": " << row.outcome_text;
    if (row.mismatch) {
      ADD_FAILURE() << fmt::format("{}: {}[{}] is {} on the card, {} on the simulator", row.label,
                                   row.mismatch->buffer, row.mismatch->index, row.mismatch->found,
                                   row.mismatch->wanted);
    }
  }
}

TEST_F(ParityOnCard, AKernelThatSpinsIsStoppedOnBoth) {
  const Case spin{"35_spin_forever",
                  "spin_forever",
                  {1, 1, 1},
                  {64, 1, 1},
                  {{base::ElementType::kI32, 1, CaseFill::kZero},
                   {base::ElementType::kI32, 64, CaseFill::kPoison}},
                  std::nullopt};
  const LoadedCase loaded = load_case(spin, Numbers::kIota);
  ASSERT_EQ(loaded.trouble, "");
  gpu::GpuJob job;
  job.rows = {loaded.row};
  job.row_seconds = 0.5;
  EXPECT_EQ(run(job)[0].outcome, RowOutcome::kTimedOut);
  base::Launch launch = case_launch(spin, Numbers::kIota, 0);
  sim::Options options;
  options.instruction_budget = 100'000;
  const auto simulated = sim::run(*loaded.program, launch, options);
  ASSERT_TRUE(simulated);
  EXPECT_EQ(simulated.value().outcome, RowOutcome::kTimedOut);
}

/// Load and store wavefronts by "case,scalar" of h200_counters.csv.
std::map<std::string, std::pair<std::uint64_t, std::uint64_t>> published_counters() {
  std::map<std::string, std::pair<std::uint64_t, std::uint64_t>> published;
  std::ifstream file(data_folder() + "/cases/h200_counters.csv");
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] < '0' || line[0] > '9') continue;
    std::istringstream cells(line);
    std::string name, scalar, loads, load_instructions, stores;
    for (std::string* cell : {&name, &scalar, &loads, &load_instructions, &stores}) {
      std::getline(cells, *cell, ',');
    }
    if (scalar.find('=') != std::string::npos) scalar.clear();
    published.try_emplace(scalar.empty() ? name : name + "," + scalar, std::stoull(loads),
                          std::stoull(stores));
  }
  return published;
}

std::string find_ncu() {
  std::istringstream folders(environment("PATH") + ":/usr/local/cuda/bin");
  for (std::string folder; std::getline(folders, folder, ':');) {
    const std::string path = folder + "/ncu";
    if (access(path.c_str(), X_OK) == 0) return path;
  }
  return {};
}

TEST_F(ParityOnCard, CountersAreThePublishedOnesAndStandBesideTheSimulators) {
  gpu::CounterTools tools;
  tools.ncu = find_ncu();
  if (tools.ncu.empty()) GTEST_SKIP() << "no ncu on PATH";
  char program[4096] = {};
  ASSERT_GT(readlink("/proc/self/exe", program, sizeof program - 1), 0);
  tools.program = program;
  for (const char* name : {"PATH", "LD_LIBRARY_PATH", "CUDA_VISIBLE_DEVICES"}) {
    if (!environment(name).empty()) tools.environment.push_back(name + ("=" + environment(name)));
  }
  const gpu::GpuJob job = case_job(Numbers::kIota);
  const auto counters = gpu::read_counters(tools, job);
  if (!counters) GTEST_SKIP() << counters.errors().front().text;
  const auto published = published_counters();
  const bool is_hopper = the_card().value().architecture() == "90";
  std::printf("%-26s %28s %28s\n", "wavefronts", "loads card/sim/published",
              "stores card/sim/published");
  for (std::size_t i = 0; i < job.rows.size(); ++i) {
    const Case& each = all_cases()[i];
    base::Launch launch = case_launch(each, Numbers::kIota, 0);
    const auto simulated = sim::run(*load_case(each, Numbers::kIota).program, launch, {});
    ASSERT_TRUE(simulated);
    const base::HardwareCounters& card = counters.value()[i];
    const auto wanted = published.find(each.name());
    const auto [loads, stores] =
        wanted == published.end() ? std::pair<std::uint64_t, std::uint64_t>{} : wanted->second;
    std::printf("%-26s %10lu %8lu %8lu %10lu %8lu %8lu\n", each.name().c_str(),
                card.shared_load_wavefronts, simulated.value().counts.shared_load.wavefronts, loads,
                card.shared_store_wavefronts, simulated.value().counts.shared_store.wavefronts,
                stores);
    if (wanted == published.end() || !is_hopper) continue;
    EXPECT_EQ(card.shared_load_wavefronts, loads) << each.name();
    EXPECT_EQ(card.shared_store_wavefronts, stores) << each.name();
  }
}

}  // namespace
}  // namespace bankcheck::card
