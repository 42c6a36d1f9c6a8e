// How fast the simulator runs course kernels: warp instructions a second of one core, with exact
// counting, and with the ledger and race detection on top; then those of all cores together. PTX of
// harness/tests/data/kernels, compiled once, so that no compiler is needed.
#include <algorithm>
#include <fstream>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <thread>

#include <benchmark/benchmark.h>

#include "ptx/parser.hpp"
#include "sim/simulator.hpp"

namespace bankcheck {
namespace {

sim::Program load(const std::string& name) {
  std::ifstream file(BANKCHECK_SOURCE_DIR "/harness/bench/ptx/" + name + ".ptx");
  std::stringstream text;
  text << file.rdbuf();
  auto module = ptx::parse(text.str(), name);
  if (!module) throw std::runtime_error(base::render(module.errors()));
  return sim::Program::load(std::make_shared<const ptx::Module>(std::move(module).value())).value();
}

void add_buffer(base::Launch& launch, base::ElementType type, std::size_t length) {
  base::Buffer buffer{"buffer", type, {}};
  buffer.bytes.resize(length * base::size_bytes(type));
  for (std::size_t i = 0; i < length; ++i)
    base::set_element(buffer, i, static_cast<double>(i % 16));
  launch.arguments.push_back(base::BufferArgument{launch.buffers.size()});
  launch.buffers.push_back(std::move(buffer));
}

template <class T>
void add_scalar(base::Launch& launch, T value) {
  base::ScalarArgument argument;
  const auto* bytes = reinterpret_cast<const std::byte*>(&value);
  argument.bytes.assign(bytes, bytes + sizeof(value));
  launch.arguments.push_back(std::move(argument));
}

/// The lesson's probe: 320 blocks of 256 threads.
base::Launch probe(int stride) {
  base::Launch launch{"shared_stride", {320, 1, 1}, {256, 1, 1}, 0, {}, {}};
  const std::size_t threads = 320 * 256;
  add_buffer(launch, base::ElementType::kF32, threads);
  add_buffer(launch, base::ElementType::kF32, threads);
  add_scalar(launch, std::uint64_t{threads});
  add_scalar(launch, stride);
  return launch;
}

base::Launch transpose(const std::string& kernel) {
  constexpr int kWidth = 1024;
  base::Launch launch{kernel, {kWidth / 32, kWidth / 32, 1}, {32, 8, 1}, 0, {}, {}};
  add_buffer(launch, base::ElementType::kF32, std::size_t{kWidth} * kWidth);
  add_buffer(launch, base::ElementType::kF32, std::size_t{kWidth} * kWidth);
  add_scalar(launch, kWidth);
  return launch;
}

base::Launch matmul() {
  constexpr int kWidth = 512;
  base::Launch launch{
      "_Z12matmul_tiledILi16EEvPKfS1_Pfii", {kWidth / 16, kWidth / 16, 1}, {16, 16, 1}, 0, {}, {}};
  for (int i = 0; i < 3; ++i)
    add_buffer(launch, base::ElementType::kF32, std::size_t{kWidth} * kWidth);
  add_scalar(launch, kWidth);
  add_scalar(launch, kWidth);
  return launch;
}

base::Launch reduction() {
  constexpr std::uint32_t kBlocks = 4096;
  base::Launch launch{"reduce_sequential", {kBlocks, 1, 1}, {256, 1, 1}, 256 * sizeof(int), {}, {}};
  add_buffer(launch, base::ElementType::kI32, kBlocks * 256);
  add_buffer(launch, base::ElementType::kI32, kBlocks);
  add_scalar(launch, kBlocks * 256);
  return launch;
}

void run(benchmark::State& state, const std::string& ptx, base::Launch launch, bool everything,
         unsigned threads) {
  const sim::Program program = load(ptx);
  sim::Options options;
  options.detect_hazards = options.keep_ledger = everything;
  options.worker_threads = threads;
  std::uint64_t instructions = 0;
  for (auto _ : state) {
    auto result = sim::run(program, launch, options);
    if (!result || result.value().outcome != base::RowOutcome::kOk) {
      state.SkipWithError(result ? result.value().outcome_text.c_str() : "the launch does not fit");
      return;
    }
    instructions += result.value().warp_instructions;
  }
  state.counters["warp_instructions"] =
      benchmark::Counter(static_cast<double>(instructions), benchmark::Counter::kIsRate);
}

unsigned all_cores() { return std::max(1u, std::thread::hardware_concurrency()); }

#define BANKCHECK_BENCH(name, ptx, launch)                                                     \
  BENCHMARK_CAPTURE(run, name##_counts, ptx, launch, false, 1)->Unit(benchmark::kMillisecond); \
  BENCHMARK_CAPTURE(run, name##_counts_ledger_races, ptx, launch, true, 1)                     \
      ->Unit(benchmark::kMillisecond);                                                         \
  BENCHMARK_CAPTURE(run, name##_counts_ledger_races_all_cores, ptx, launch, true, all_cores()) \
      ->Unit(benchmark::kMillisecond)                                                          \
      ->UseRealTime()

BANKCHECK_BENCH(probe_stride_1, "shared_stride", probe(1));
BANKCHECK_BENCH(probe_stride_32, "shared_stride", probe(32));
BANKCHECK_BENCH(transpose_plain, "transposes", transpose("_Z14transpose_tileILi32EEvPfPKfi"));
BANKCHECK_BENCH(transpose_padded, "transposes", transpose("_Z14transpose_tileILi33EEvPfPKfi"));
BANKCHECK_BENCH(matmul_512, "matrix_products", matmul());
BANKCHECK_BENCH(reduction_1m, "reductions", reduction());

}  // namespace
}  // namespace bankcheck
