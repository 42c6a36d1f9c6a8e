#include "card_fixture.hpp"

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <future>
#include <map>
#include <mutex>

#include <fmt/format.h>

#include "compile/compiler.hpp"
#include "sandbox/isolation.hpp"

namespace bankcheck::card {
namespace {

constexpr std::size_t kWords = 1024;
constexpr std::uint32_t kBlockThreads = 256;

float float_at(const base::Buffer& buffer, std::size_t index) {
  float value;
  std::memcpy(&value, &buffer.bytes[4 * index], sizeof value);
  return value;
}

/// Sums of 1,024 small integers are the same whatever the stride: every word is read once.
std::optional<base::Mismatch> judge(const base::Launch& given,
                                    const std::vector<base::Buffer>& left) {
  float wanted = 0;
  for (std::size_t i = 0; i < kWords; ++i) wanted += float_at(given.buffers[0], i);
  for (std::size_t i = 0; i < left[1].length(); ++i) {
    const float found = float_at(left[1], i);
    if (found != wanted) return base::Mismatch{"out", i, {}, found, wanted, 1, left[1].length()};
  }
  return std::nullopt;
}

base::LaunchSource sum_source(const base::Launch& shape) {
  return [shape](std::uint64_t seed) {
    auto launch = std::make_shared<base::Launch>(shape);
    for (std::size_t i = 0; i < kWords; ++i) {
      seed = seed * 6364136223846793005u + 1442695040888963407u;
      const auto value = static_cast<float>(seed >> 60);
      std::memcpy(&launch->buffers[0].bytes[4 * i], &value, sizeof value);
    }
    for (std::byte& byte : launch->buffers[1].bytes) byte = std::byte{0xff};
    return base::ReadyLaunch{
        launch, [launch](const std::vector<base::Buffer>& left) { return judge(*launch, left); }};
  };
}

Compiled compile_now(const std::string& file) {
  const auto toolchain = compile::find_toolchain(environment("PATH"), environment("CUDA_HOME"),
                                                 environment("CUDA_PATH"));
  if (!toolchain) return {nullptr, {}, toolchain.errors().front().text};
  const auto runner = sandbox::make_runner(sandbox::detect_isolation());
  compile::CompileRequest request;
  request.source_path = data_folder() + "/" + file;
  request.architecture = the_card() ? the_card().value().architecture() : "90";
  request.cubin = true;
  const compile::CompiledCode code = compile::compile(toolchain.value(), *runner, request);
  if (code.outcome != compile::CompileOutcome::kOk) {
    return {nullptr, {}, file + " does not compile: " + code.trouble + code.log};
  }
  return {std::make_shared<const std::string>(code.cubin), code.ptx, {}};
}

}  // namespace

std::string environment(const char* name, const std::string& otherwise) {
  const char* value = std::getenv(name);
  return value == nullptr ? otherwise : value;
}

std::string data_folder() { return environment("BANKCHECK_TEST_DATA", BANKCHECK_TEST_DATA); }

gpu::StartWorker workers() {
  return [] {
    gpu::WorkerCommand command;
    command.program = std::filesystem::read_symlink("/proc/self/exe").string();
    for (const char* name : {"LD_LIBRARY_PATH", "CUDA_VISIBLE_DEVICES", "BANKCHECK_GPU_FILTER"}) {
      const std::string value = environment(name);
      if (!value.empty()) command.environment.push_back(fmt::format("{}={}", name, value));
    }
    return gpu::start_worker(command);
  };
}

const base::Result<gpu::CardInfo>& the_card() {
  static const base::Result<gpu::CardInfo> card = gpu::Session(workers()).card();
  return card;
}

std::shared_future<Compiled> start_compiling(const std::string& file) {
  static std::mutex mutex;
  static std::map<std::string, std::shared_future<Compiled>> started;
  const std::lock_guard lock(mutex);
  std::shared_future<Compiled>& entry = started[file];
  if (!entry.valid()) entry = std::async(std::launch::async, compile_now, file).share();
  return entry;
}

Compiled compile_for_card(const std::string& file) { return start_compiling(file).get(); }

void OnCard::SetUp() {
  if (!the_card()) GTEST_SKIP() << "no GPU: " << the_card().errors().front().text;
  const Compiled kernels = compile_for_card("card/kernels.cu");
  if (kernels.cubin == nullptr) GTEST_SKIP() << "cannot compile: " << kernels.trouble;
}

gpu::GpuRow kernel_row(const std::string& label, const std::string& entry, std::int32_t stride,
                       std::uint32_t blocks) {
  gpu::GpuRow row;
  row.label = label;
  row.code = compile_for_card("card/kernels.cu").cubin;
  row.entry = entry;
  row.launch.grid = {blocks, 1, 1};
  row.launch.block = {kBlockThreads, 1, 1};
  const std::size_t threads = std::size_t{blocks} * kBlockThreads;
  row.launch.buffers = {
      {"in", base::ElementType::kF32, std::vector<std::byte>(4 * kWords)},
      {"out", base::ElementType::kF32, std::vector<std::byte>(4 * threads)},
  };
  base::ScalarArgument scalar;
  scalar.bytes.resize(sizeof stride);
  std::memcpy(scalar.bytes.data(), &stride, sizeof stride);
  row.launch.arguments = {base::BufferArgument{0}, base::BufferArgument{1}, scalar};
  row.source = sum_source(row.launch);
  return row;
}

gpu::GpuJob honest_sweep(const std::vector<std::int32_t>& strides, std::uint32_t blocks) {
  gpu::GpuJob job;
  for (const std::int32_t stride : strides) {
    job.rows.push_back(kernel_row(std::to_string(stride), "honest", stride, blocks));
  }
  job.baseline = job.rows.front().label;
  job.row_seconds = 2;
  job.threads = 8;
  return job;
}

std::vector<base::RowRecord> run(const gpu::GpuJob& job) {
  gpu::Session session(workers());
  return gpu::run_rows(session, job);
}

std::string table(const std::vector<base::RowRecord>& rows) {
  std::string text;
  for (const base::RowRecord& row : rows) {
    text += fmt::format("{:>32}  outcome {}  {}", row.label, static_cast<int>(row.outcome),
                        row.outcome_text);
    if (row.timing) {
      text += fmt::format("{:.4f} ms  iqr {:.4f}  ratio {:.3f}  iqr {:.3f}  rounds {}  x{}  {}",
                          row.timing->median_ms, row.timing->interquartile_ms, row.timing->ratio,
                          row.timing->ratio_interquartile, row.timing->rounds,
                          row.timing->launches_per_sample, row.timing->note);
    }
    text += '\n';
  }
  return text;
}

}  // namespace bankcheck::card
