// 32-bit shared atomics of every kind take the wavefronts that an H200 was seen to take.
#include <sstream>

#include <gtest/gtest.h>

#include "sim/launch_fixture.hpp"

namespace bankcheck::sim {
namespace {

struct Counted {
  std::string operation;
  int stride;
  std::uint32_t lanes;
  std::uint64_t wavefronts;  ///< one less than the request takes
};

std::vector<Counted> read_counted() {
  std::istringstream file(read_text(BANKCHECK_TEST_DATA "/h200_shared_atomics.csv"));
  std::vector<Counted> all;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#' || line.rfind("operation,", 0) == 0) continue;
    std::istringstream cells(line);
    std::string operation, stride, lanes, wavefronts;
    for (std::string* cell : {&operation, &stride, &lanes, &wavefronts}) {
      std::getline(cells, *cell, ',');
    }
    all.push_back({operation, std::stoi(stride),
                   static_cast<std::uint32_t>(std::stoul(lanes, nullptr, 16)),
                   std::stoull(wavefronts)});
  }
  return all;
}

base::Launch launch_of(const Counted& each) {
  base::Launch launch{"atomic_" + each.operation, {1, 1, 1}, {32, 1, 1}, 0, {}, {}};
  launch.buffers.push_back({"out", base::ElementType::kU32, std::vector<std::byte>(128)});
  for (const std::uint32_t value : {static_cast<std::uint32_t>(each.stride), each.lanes}) {
    base::ScalarArgument scalar;
    scalar.bytes.resize(sizeof value);
    std::memcpy(scalar.bytes.data(), &value, sizeof value);
    launch.arguments.emplace_back(std::move(scalar));
  }
  launch.arguments.emplace_back(base::BufferArgument{0});
  return launch;
}

LaunchResult run(const Program& program, const Counted& each) {
  base::Launch launch = launch_of(each);
  auto result = sim::run(program, launch, {});
  EXPECT_TRUE(result);
  return result ? std::move(result).value() : LaunchResult{};
}

TEST(HardwareAtomics, EachTakesTheWavefrontsThatTheCardTook) {
  const Program program = program_of(read_text(BANKCHECK_TEST_DATA "/ptx/shared_atomics.ptx"));
  const std::vector<Counted> all = read_counted();
  ASSERT_EQ(all.size(), 120u);
  for (const Counted& each : all) {
    SCOPED_TRACE(each.operation + " stride " + std::to_string(each.stride));
    const LaunchResult result = run(program, each);
    EXPECT_EQ(result.counts.shared_atomic.requests, 1u);
    EXPECT_EQ(result.counts.shared_atomic.wavefronts, 1 + each.wavefronts);
    EXPECT_EQ(result.counts.shared_atomic.worst_wavefronts, 1 + each.wavefronts);
    EXPECT_EQ(result.counts.unruled_atomics, 0u);
  }
}

}  // namespace
}  // namespace bankcheck::sim
