// Runs every kernel of any PTX text on the simulator, for the fuzz target and for the test that
// replays what it found.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string_view>

#include "base/launch.hpp"
#include "ptx/parser.hpp"
#include "sim/isa.hpp"
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

inline void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "executor: %s\n", what);
  std::abort();
}

/// Two runs that must give the same: other bodies, another number of threads.
inline void run_kernel(const sim::Program& quick, const sim::Program& portable,
                       const ptx::Function& entry) {
  base::Launch first = launch_of(entry);
  base::Launch second = first;
  sim::Options options;
  options.instruction_budget = kInstructionBudget;
  options.keep_ledger = true;
  const auto one = sim::run(quick, first, options);
  options.worker_threads = 2;
  const auto two = sim::run(portable, second, options);
  require(one.ok() == two.ok(), "one run is refused and the other is not");
  if (!one) return;
  require(one.value().outcome == two.value().outcome, "the outcomes differ");
  require(one.value().outcome_text == two.value().outcome_text, "the texts differ");
  require(one.value().warp_instructions == two.value().warp_instructions, "the counts differ");
  require(one.value().counts == two.value().counts, "the memory counts differ");
  require(one.value().reads == two.value().reads, "the ledgers differ");
  require(one.value().printed == two.value().printed, "what is printed differs");
  if (one.value().outcome != base::RowOutcome::kOk) return;
  for (std::size_t i = 0; i < first.buffers.size(); ++i) {
    require(first.buffers[i].bytes == second.buffers[i].bytes, "the results differ");
  }
}

inline void execute(std::string_view text) {
  auto parsed = ptx::parse(text, "fuzz.ptx");
  if (!parsed) return;
  const auto module = std::make_shared<const ptx::Module>(std::move(parsed).value());
  const auto quick = sim::Program::load(module);
  if (!quick) return;
  const sim::Program portable = sim::Program::with_bodies(module, sim::portable_isa());
  for (const ptx::Function& function : module->functions) {
    if (!function.is_entry || function.is_declaration) continue;
    run_kernel(quick.value(), portable, function);
  }
}

}  // namespace bankcheck::fuzz
