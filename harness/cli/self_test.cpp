#include "cli/self_test.hpp"

#include <array>
#include <memory>

#include <fmt/format.h>

#include "base/launch.hpp"
#include "batch/isolated_launch.hpp"
#include "cli/self_test_kernel.hpp"
#include "gpu/row_runner.hpp"
#include "sandbox/scratch_folder.hpp"

namespace bankcheck::cli {
namespace {

constexpr std::size_t kWords = 1024;
constexpr std::size_t kThreads = 32;
constexpr std::uint64_t kCopyRequests = kWords / kThreads;

struct KnownRow {
  int stride;
  std::uint64_t wavefronts;
};
/// Wavefronts of the bank model, and of an H200.
constexpr std::array kKnownRows = {KnownRow{1, 1}, KnownRow{2, 2}, KnownRow{3, 1}, KnownRow{8, 8},
                                   KnownRow{32, 32}};

base::Launch make_launch(int stride) {
  base::Launch launch;
  launch.kernel = kSelfTestKernel;
  launch.block = {kThreads, 1, 1};
  base::Buffer in{"in", base::ElementType::kI32, std::vector<std::byte>(4 * kWords)};
  for (std::size_t i = 0; i < kWords; ++i) base::set_element(in, i, static_cast<double>(7 * i));
  base::Buffer out{"out", base::ElementType::kI32, std::vector<std::byte>(4 * kThreads)};
  base::Buffer scalar{"stride", base::ElementType::kI32, std::vector<std::byte>(4)};
  base::set_element(scalar, 0, stride);
  launch.buffers = {std::move(in), std::move(out)};
  launch.arguments = {base::BufferArgument{0}, base::BufferArgument{1},
                      base::ScalarArgument{std::move(scalar.bytes)}};
  return launch;
}

std::optional<base::Mismatch> first_mismatch(const std::vector<base::Buffer>& left, int stride) {
  for (std::size_t thread = 0; thread < kThreads; ++thread) {
    const double wanted =
        7.0 * static_cast<double>(thread * static_cast<std::size_t>(stride) % kWords);
    const double found = base::element_as_double(left[1], thread);
    if (found != wanted) return base::Mismatch{"out", thread, {}, found, wanted, 1, kThreads};
  }
  return std::nullopt;
}

std::string mismatch_text(const base::Mismatch& mismatch, int stride) {
  return fmt::format("stride {}: thread {} read {}, wanted {}", stride, mismatch.index,
                     mismatch.found, mismatch.wanted);
}

std::optional<std::string> try_row(const std::string& ptx, const KnownRow& row) {
  base::Launch launch = make_launch(row.stride);
  const batch::IsolatedLaunch ran = batch::run_isolated(ptx, "self test", launch, {});
  if (ran.status != batch::IsolatedLaunch::Status::kRan) return ran.errors.front().text;
  if (ran.result.outcome != base::RowOutcome::kOk) return ran.result.outcome_text;
  if (const auto wrong = first_mismatch(launch.buffers, row.stride)) {
    return mismatch_text(*wrong, row.stride);
  }
  const base::MemoryCounts& counts = ran.result.counts;
  if (counts.shared_load.wavefronts != row.wavefronts ||
      counts.shared_store.wavefronts != kCopyRequests) {
    return fmt::format("stride {}: {} load and {} store wavefronts, wanted {} and {}", row.stride,
                       counts.shared_load.wavefronts, counts.shared_store.wavefronts,
                       row.wavefronts, kCopyRequests);
  }
  return std::nullopt;
}

std::optional<std::string> try_ptx(const std::string& ptx) {
  for (const KnownRow& row : kKnownRows) {
    if (auto trouble = try_row(ptx, row)) return trouble;
  }
  return std::nullopt;
}

gpu::GpuJob gpu_job() {
  gpu::GpuJob job;
  const auto code = std::make_shared<const std::string>(kSelfTestPtx);
  for (const KnownRow& row : kKnownRows) {
    gpu::GpuRow& asked = job.rows.emplace_back();
    asked.label = std::to_string(row.stride);
    asked.code = code;
    asked.entry = kSelfTestKernel;
    asked.launch = make_launch(row.stride);
    asked.source = [stride = row.stride](std::uint64_t) {
      return base::ReadyLaunch{
          std::make_shared<const base::Launch>(make_launch(stride)),
          [stride](const std::vector<base::Buffer>& left) { return first_mismatch(left, stride); }};
    };
  }
  job.timing.wanted = false;
  return job;
}

}  // namespace

std::optional<std::string> prove_simulator() { return try_ptx(kSelfTestPtx); }

std::optional<std::string> prove_whole_path(const Workshop& workshop) {
  auto folder = sandbox::ScratchFolder::create();
  if (!folder) return folder.errors().front().text;
  const base::Diagnostics errors = folder.value().write("doctor.cu", kSelfTestSource);
  if (!errors.empty()) return errors.front().text;
  compile::CompileRequest request;
  request.source_path = (folder.value().path() / "doctor.cu").string();
  const compile::CompiledCode code =
      compile::compile(workshop.toolchain.value(), *workshop.runner, request);
  if (code.outcome == compile::CompileOutcome::kOk) return try_ptx(code.ptx);
  return code.trouble.empty() ? code.log : code.trouble;
}

std::optional<std::string> prove_gpu(gpu::Session& session) {
  const std::vector<base::RowRecord> records = gpu::run_rows(session, gpu_job());
  for (std::size_t i = 0; i < records.size(); ++i) {
    const base::RowRecord& record = records[i];
    if (record.mismatch) return mismatch_text(*record.mismatch, kKnownRows.at(i).stride);
    if (record.outcome != base::RowOutcome::kOk) return record.outcome_text;
  }
  return std::nullopt;
}

std::optional<std::string> prove_counters(const gpu::CounterTools& tools) {
  const auto counters = gpu::read_counters(tools, gpu_job());
  if (!counters) return counters.errors().front().text;
  for (std::size_t i = 0; i < kKnownRows.size(); ++i) {
    const std::uint64_t counted = counters.value().at(i).shared_load_wavefronts;
    const KnownRow& row = kKnownRows.at(i);
    if (counted != row.wavefronts) {
      return fmt::format("stride {}: the card counts {} wavefronts, wanted {}", row.stride, counted,
                         row.wavefronts);
    }
  }
  return std::nullopt;
}

std::string self_test_text() {
  std::string strides;
  std::string wavefronts;
  for (const KnownRow& row : kKnownRows) {
    strides += fmt::format(" {}", row.stride);
    wavefronts += fmt::format(" {}", row.wavefronts);
  }
  return fmt::format("strides{} take{} wavefronts", strides, wavefronts);
}

}  // namespace bankcheck::cli
