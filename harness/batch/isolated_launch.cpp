#include "batch/isolated_launch.hpp"

#include <memory>
#include <utility>

#include "base/diagnostic.hpp"
#include "gpu/wire_record.hpp"
#include "ptx/parser.hpp"
#include "sandbox/isolated_call.hpp"
#include "sim/load_merging.hpp"

namespace bankcheck::batch {
namespace {

using Status = IsolatedLaunch::Status;

/// A day: the user is there to end it, and the budget of instructions holds.
constexpr double kSeconds = 86400;
constexpr std::uint64_t kMemory = std::uint64_t{4} << 30;
constexpr std::uint64_t kThreadMemory = std::uint64_t{1} << 30;

/// For both directions. The ledger stays behind: nobody here asks for it.
template <class Archive, class Launch, class Outcome>
void exchange(Archive& archive, Launch& buffers, Outcome& outcome) {
  auto& result = outcome.result;
  archive(outcome.status, outcome.errors, result.outcome, result.outcome_text, result.hazards,
          result.counts, result.lines, result.warp_instructions, result.shared_bytes,
          result.printed, outcome.joined_loads, buffers);
}

using Loads = std::optional<base::AccessCounts>;

/// A launch like that of `program`, of a module that is as ptxas would have it.
class JoinedRun {
 public:
  JoinedRun(const ptx::Module& module, const base::Launch& launch) : module_(module) {
    if (sim::merge_shared_loads(module_, launch.kernel) != 0) launch_ = launch;
  }

  Loads shared_loads(sim::Options options) {
    if (!launch_) return std::nullopt;
    options.detect_hazards = false;  // a joined load may read words that no lane asked for
    const auto program = sim::Program::load(std::make_shared<const ptx::Module>(module_));
    if (!program) return std::nullopt;
    const auto result = sim::run(program.value(), *launch_, options);
    if (!result || result.value().outcome != base::RowOutcome::kOk) return std::nullopt;
    return result.value().counts.shared_load;
  }

 private:
  ptx::Module module_;
  std::optional<base::Launch> launch_;
};

IsolatedLaunch run_here(const std::string& ptx, const std::string& name, base::Launch& launch,
                        const sim::Options& options) {
  auto module = ptx::parse(ptx, name);
  if (!module) return {Status::kUnreadable, module.errors(), {}, {}};
  JoinedRun joined(module.value(), launch);
  const auto program =
      sim::Program::load(std::make_shared<const ptx::Module>(std::move(module).value()));
  if (!program) return {Status::kUnreadable, program.errors(), {}, {}};
  auto result = sim::run(program.value(), launch, options);
  if (!result) return {Status::kRefused, result.errors(), {}, {}};
  const bool ended_well = result.value().outcome == base::RowOutcome::kOk;
  return {Status::kRan,
          {},
          std::move(result).value(),
          ended_well ? joined.shared_loads(options) : std::nullopt};
}

sandbox::CallLimits limits(unsigned threads) {
  sandbox::CallLimits limits;
  limits.wall_seconds = kSeconds;
  limits.cpu_seconds = kSeconds * threads;
  limits.memory_bytes = kMemory + threads * kThreadMemory;
  limits.result_bytes = std::size_t{2} << 30;
  return limits;
}

IsolatedLaunch failed(const sandbox::CallOutcome& call) {
  if (call.status == sandbox::CallStatus::kStopped) return {Status::kStopped, {}, {}, {}};
  std::string why = "the simulator failed: " + call.trouble;
  if (!call.error_output.empty()) why += ": " + call.error_output;
  return {Status::kTrouble, {base::plain_error(std::move(why))}, {}, {}};
}

}  // namespace

IsolatedLaunch run_isolated(const std::string& ptx, const std::string& name, base::Launch& launch,
                            const sim::Options& options) {
  const sandbox::CallOutcome call = sandbox::isolated_call(
      [&](const sandbox::Send& send) {
        sim::Options inside = options;
        inside.stop = nullptr;
        const IsolatedLaunch outcome = run_here(ptx, name, launch, inside);
        gpu::Encoder encoder;
        exchange(encoder, launch.buffers, outcome);
        send(encoder.take());
      },
      limits(options.worker_threads), options.stop);
  if (call.messages.empty()) return failed(call);
  IsolatedLaunch outcome;
  gpu::Decoder decoder(call.messages.front());
  exchange(decoder, launch.buffers, outcome);
  return decoder.complete() ? outcome : failed(call);
}

}  // namespace bankcheck::batch
