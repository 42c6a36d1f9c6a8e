// Runs every kernel of any PTX text on the simulator, for the fuzz target and for the test that
// replays its seeds and what it found (tests/sim/fuzz_replay_test.cpp).
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/launch.hpp"
#include "ptx/parser.hpp"
#include "sim/isa.hpp"
#include "sim/load_merging.hpp"
#include "sim/simulator.hpp"

namespace bankcheck::fuzz {

inline constexpr std::size_t kBufferBytes = 4096;
inline constexpr std::uint64_t kInstructionBudget = 4000;

/// Parameters of 8 bytes are buffers, of floats or of small integers in turn; others are small
/// numbers.
inline base::Launch launch_of(const ptx::Function& entry) {
  base::Launch launch;
  launch.kernel = entry.name;
  launch.grid = {2, 1, 1};
  launch.block = {48, 1, 1};  // a warp and a half
  launch.dynamic_shared_bytes = 256;
  for (const ptx::Variable& parameter : entry.parameters) {
    const std::size_t index = launch.buffers.size();
    if (parameter.size_bytes == 8 && index < 8) {
      const bool whole = index % 2 == 1;
      base::Buffer buffer{"buffer", whole ? base::ElementType::kI32 : base::ElementType::kF32, {}};
      buffer.bytes.resize(kBufferBytes);
      for (std::size_t i = 0; i < buffer.length(); ++i) {
        base::set_element(buffer, i, static_cast<double>(i % 97));
      }
      launch.arguments.push_back(base::BufferArgument{index});
      launch.buffers.push_back(std::move(buffer));
    } else {
      base::ScalarArgument scalar;
      scalar.bytes.resize(parameter.size_bytes < 4096 ? parameter.size_bytes : 4096);
      if (!scalar.bytes.empty()) scalar.bytes.front() = std::byte{3};
      launch.arguments.push_back(std::move(scalar));
    }
  }
  return launch;
}

/// What the results of two runs differ in; empty when nothing.
inline std::string difference(const sim::LaunchResult& one, const sim::LaunchResult& two) {
  if (one.outcome != two.outcome) return "the outcomes differ";
  if (one.outcome_text != two.outcome_text) return "the texts differ";
  if (one.warp_instructions != two.warp_instructions) return "the numbers of instructions differ";
  if (one.counts != two.counts) return "the memory counts differ";
  if (one.reads != two.reads) return "the ledgers differ";
  return one.printed == two.printed ? "" : "what is printed differs";
}

/// The same for two runs that must give the same: other bodies, another number of threads.
inline std::string run_kernel(const sim::Program& quick, const sim::Program& portable,
                              const ptx::Function& entry) {
  base::Launch first = launch_of(entry);
  base::Launch second = first;
  sim::Options options;
  options.instruction_budget = kInstructionBudget;
  options.keep_ledger = true;
  const auto one = sim::run(quick, first, options);
  options.worker_threads = 2;
  const auto two = sim::run(portable, second, options);
  if (one.ok() != two.ok()) return "one run is refused and the other is not";
  if (!one) return "";
  if (std::string what = difference(one.value(), two.value()); !what.empty()) return what;
  if (one.value().outcome != base::RowOutcome::kOk) return "";
  for (std::size_t i = 0; i < first.buffers.size(); ++i) {
    if (first.buffers[i].bytes != second.buffers[i].bytes) return "the results differ";
  }
  return "";
}

/// A kernel that can be run can be run when its loads have been joined. What it leaves may differ
/// where it races.
inline std::string join_loads(const ptx::Module& module, const ptx::Function& entry) {
  auto joined = std::make_shared<ptx::Module>(module);
  sim::merge_shared_loads(*joined, entry.name);
  base::Launch launch = launch_of(entry);
  sim::Options options;
  options.instruction_budget = kInstructionBudget;
  options.detect_hazards = false;
  const auto program = sim::Program::load(joined);
  if (!program) return "it cannot be run with its loads joined";
  (void)sim::run(program.value(), launch, options);
  return "";
}

/// Reads the text and runs its kernels; what came out different, with the kernel's name.
inline std::string execute(std::string_view text) {
  auto parsed = ptx::parse(text, "fuzz.ptx");
  if (!parsed) return "";
  const auto module = std::make_shared<const ptx::Module>(std::move(parsed).value());
  const auto quick = sim::Program::load(module);
  if (!quick) return "";
  const sim::Program portable = sim::Program::with_bodies(module, sim::portable_isa());
  for (const ptx::Function& function : module->functions) {
    if (!function.is_entry || function.is_declaration) continue;
    std::string what = run_kernel(quick.value(), portable, function);
    if (what.empty()) what = join_loads(*module, function);
    if (!what.empty()) return function.name + ": " + what;
  }
  return "";
}

}  // namespace bankcheck::fuzz
