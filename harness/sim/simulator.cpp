#include "sim/simulator.hpp"

#include "sim/launch_blocks.hpp"
#include "sim/launch_memory.hpp"
#include "sim/program_impl.hpp"

namespace bankcheck::sim {
namespace {

/// Runs a launch of a kernel that could be lowered; `trace` may be null.
LaunchResult run_kernel(const Program& program, const Kernel& kernel, base::Launch& launch,
                        const Options& options, ReadTrace* trace) {
  if (const std::string why = launch_refusal(kernel, launch, options); !why.empty()) {
    LaunchResult refused;
    refused.outcome = base::RowOutcome::kCrashed;
    refused.outcome_text = why;
    return refused;
  }
  const std::uint32_t shared_bytes =
      launch.dynamic_shared_bytes == 0 ? kernel.static_shared_bytes
                                       : kernel.dynamic_shared_offset + launch.dynamic_shared_bytes;
  LaunchMemory memory(program.module(), kernel, launch);
  return run_blocks({kernel, program.module(), launch, memory.space(), shared_bytes, trace},
                    program.impl().isa(), options);
}

}  // namespace

base::Result<LaunchResult> run(const Program& program, base::Launch& launch,
                               const Options& options) {
  const LoweredEntry* entry = program.impl().find(launch.kernel);
  if (entry == nullptr) return program.impl().no_such_kernel(launch.kernel);
  if (!entry->kernel) {
    LaunchResult refused;
    refused.outcome = base::RowOutcome::kUnsupported;
    refused.outcome_text = base::render(entry->errors);
    return refused;
  }
  base::Diagnostics errors = check_launch(*entry->kernel, launch);
  if (base::has_errors(errors)) return errors;
  return run_kernel(program, *entry->kernel, launch, options, nullptr);
}

base::Result<std::vector<std::uint32_t>> trace_reads(const Program& program, base::Launch& launch,
                                                     const base::ThreadId& thread,
                                                     std::size_t limit) {
  const LoweredEntry* entry = program.impl().find(launch.kernel);
  if (entry == nullptr || !entry->kernel) return program.impl().no_such_kernel(launch.kernel);
  base::Diagnostics errors = check_launch(*entry->kernel, launch);
  if (base::has_errors(errors)) return errors;
  Options options;
  options.detect_hazards = false;
  ReadTrace trace{thread, limit, {}};
  run_kernel(program, *entry->kernel, launch, options, &trace);
  return std::move(trace.words);
}

}  // namespace bankcheck::sim
