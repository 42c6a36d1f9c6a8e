// A sweep of strides over a simulated card: what the row runner's tests share.
#pragma once

#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "fake_worker.hpp"
#include "gpu/row_runner.hpp"

namespace bankcheck::gpu::fake {

inline constexpr std::size_t kWords = 64;
inline constexpr std::size_t kThreads = 256;

inline float float_at(const base::Buffer& buffer, std::size_t index) {
  float value;
  std::memcpy(&value, &buffer.bytes[4 * index], 4);
  return value;
}

inline void set_float(base::Buffer& buffer, std::size_t index, float value) {
  std::memcpy(&buffer.bytes[4 * index], &value, 4);
}

/// out[t] must be in[t * stride % kWords] + 1.
inline std::optional<base::Mismatch> judge(const base::Launch& given, std::size_t stride,
                                           const std::vector<base::Buffer>& left) {
  for (std::size_t t = 0; t < kThreads; ++t) {
    const float wanted = float_at(given.buffers[0], t * stride % kWords) + 1;
    const float found = float_at(left[1], t);
    if (found != wanted) return base::Mismatch{"out", t, {}, found, wanted, 1, kThreads};
  }
  return std::nullopt;
}

inline base::LaunchSource stride_source(const base::Launch& shape, std::int32_t stride) {
  return [shape, stride](std::uint64_t seed) {
    auto launch = std::make_shared<base::Launch>(shape);
    for (std::size_t i = 0; i < kWords; ++i) {
      set_float(launch->buffers[0], i, static_cast<float>(((seed >> i % 48) + i) & 15));
    }
    for (std::byte& byte : launch->buffers[1].bytes) byte = std::byte{0xff};
    return base::ReadyLaunch{launch, [launch, stride](const std::vector<base::Buffer>& left) {
                               return judge(*launch, static_cast<std::size_t>(stride), left);
                             }};
  };
}

inline base::ScalarArgument scalar(std::int32_t value) {
  base::ScalarArgument argument;
  argument.bytes.resize(sizeof value);
  std::memcpy(argument.bytes.data(), &value, sizeof value);
  return argument;
}

/// A row that runs `entry` with parameters (in, out, stride).
inline GpuRow stride_row(std::int32_t stride, const std::string& entry = "probe") {
  GpuRow row;
  row.label = std::to_string(stride);
  row.code = std::make_shared<const std::string>("code");
  row.entry = entry;
  row.launch.grid = {1, 1, 1};
  row.launch.block = {kThreads, 1, 1};
  row.launch.buffers = {
      {"in", base::ElementType::kF32, std::vector<std::byte>(4 * kWords)},
      {"out", base::ElementType::kF32, std::vector<std::byte>(4 * kThreads)},
  };
  row.launch.arguments = {base::BufferArgument{0}, base::BufferArgument{1}, scalar(stride)};
  row.source = stride_source(row.launch, stride);
  return row;
}

inline GpuJob sweep(const std::vector<std::int32_t>& strides) {
  GpuJob job;
  for (const std::int32_t stride : strides) job.rows.push_back(stride_row(stride));
  job.baseline = "1";
  job.threads = 2;
  job.timing.time_limit_ms = 1e9;  // rounds decide, not the clock of a test machine
  job.timing.maximum_rounds = 20;
  job.timing.sample_ms = 0.05;
  return job;
}

/// What an honest kernel does; a launch at stride s takes 0.1 s ms.
inline FakeOutcome honest(const FakeLaunch& launch) {
  const auto stride = static_cast<std::size_t>(launch.scalar<std::int32_t>(2));
  for (std::size_t t = 0; t < kThreads; ++t) {
    launch.floats(1)[t] = launch.floats(0)[t * stride % kWords] + 1;
  }
  return {0.1 * static_cast<double>(stride), Status::kSuccess, false};
}

inline FakeDriver::Kernel kernel(FakeKernel run) { return {{8, 8, 4}, std::move(run)}; }

/// A card that knows `probe` (honest) and `other` (as given).
inline StartWorker card_with(FakeKernel other) {
  return fake_workers([other = std::move(other)](FakeDriver& driver, int) {
    driver.kernels["probe"] = kernel(honest);
    driver.kernels["other"] = kernel(other);
  });
}

}  // namespace bankcheck::gpu::fake
