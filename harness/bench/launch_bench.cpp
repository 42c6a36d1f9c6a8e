// What the host does for each launch on a GPU: inputs, expected values, guard words, and verifying.
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "checks/receipt.hpp"
#include "gpu/launch_image.hpp"
#include "rubric/rubric.hpp"

namespace bankcheck {
namespace {

constexpr rubric::Target kH200{true, 132};

/// One row of a rubric, from secret to verdict; bytes are those of its buffers.
class Row {
 public:
  Row(const std::string& exercise, const std::string& label)
      : rubric_(rubric::load_rubric(BANKCHECK_SOURCE_DIR "/rubrics/" + exercise + ".yaml").value()),
        row_(*rubric_.find_row(label)) {}

  checks::PreparedLaunch prepare(std::uint64_t seed) const {
    return checks::prepare_launch(rubric_, row_, kH200, checks::ReceiptKind::kExact, seed).value();
  }

 private:
  rubric::Rubric rubric_;
  rubric::RowSpec row_;
};

std::int64_t bytes(const base::Launch& launch) {
  std::int64_t sum = 0;
  for (const base::Buffer& buffer : launch.buffers) {
    sum += static_cast<std::int64_t>(buffer.bytes.size());
  }
  return sum;
}

void prepare(benchmark::State& state, const char* exercise, const char* label) {
  const Row row(exercise, label);
  std::uint64_t seed = 0;
  const gpu::ImageLayout layout = gpu::lay_out(row.prepare(seed).launch);
  std::vector<std::byte> image(layout.total_bytes);
  std::int64_t done = 0;
  for (auto _ : state) {
    const checks::PreparedLaunch prepared = row.prepare(++seed);
    gpu::write_image(layout, prepared.launch, seed, image);
    done += bytes(prepared.launch);
  }
  state.SetBytesProcessed(done);
}

/// Of a launch whose output is right.
void verify(benchmark::State& state, const char* exercise, const char* label) {
  checks::PreparedLaunch prepared = Row(exercise, label).prepare(1);
  for (const checks::ExpectedBuffer& expected : prepared.expected) {
    base::Buffer& buffer = prepared.launch.buffers[expected.buffer];
    for (std::size_t i = 0; i < buffer.length(); ++i) {
      base::set_element(buffer, i, expected.values[i]);
    }
  }
  const gpu::ImageLayout layout = gpu::lay_out(prepared.launch);
  std::vector<std::byte> image(layout.total_bytes);
  gpu::write_image(layout, prepared.launch, 1, image);
  std::int64_t done = 0;
  for (auto _ : state) {
    const auto damage = gpu::find_guard_damage(layout, prepared.launch, 1, image);
    const auto mismatch =
        checks::first_mismatch(prepared, gpu::read_buffers(layout, prepared.launch, image));
    if (damage || mismatch) return state.SkipWithError("a right output is not taken for one");
    done += bytes(prepared.launch);
  }
  state.SetBytesProcessed(done);
}

#define BANKCHECK_LAUNCH_BENCH(name, exercise, label)                               \
  BENCHMARK_CAPTURE(prepare, name, exercise, label)->Unit(benchmark::kMillisecond); \
  BENCHMARK_CAPTURE(verify, name, exercise, label)->Unit(benchmark::kMillisecond)

BANKCHECK_LAUNCH_BENCH(probe_stride_3, "bank-conflicts", "3");
BANKCHECK_LAUNCH_BENCH(transpose_copy, "transpose", "copy");
BANKCHECK_LAUNCH_BENCH(transpose_plain, "transpose", "plain");
BANKCHECK_LAUNCH_BENCH(matmul_tiled, "matmul", "tiled");

}  // namespace
}  // namespace bankcheck
