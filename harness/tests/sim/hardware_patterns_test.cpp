// Every access pattern whose wavefronts an H200 counted, run as a kernel of one access.
#include <fstream>
#include <map>
#include <sstream>

#include <fmt/format.h>

#include "sim/launch_fixture.hpp"

namespace bankcheck::sim {
namespace {

using base::ElementType;

struct Pattern {
  std::string op;
  int bits = 0;
  std::uint32_t mask = 0;
  std::vector<std::uint32_t> offsets;
  std::uint64_t wavefronts = 0;
  std::string text;
};

std::vector<Pattern> hardware_patterns() {
  std::vector<Pattern> patterns;
  std::ifstream file(BANKCHECK_TEST_DATA "/h200_wavefronts.csv");
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#' || line.starts_with("op,")) continue;
    std::stringstream fields(line);
    std::string op, bits, mask, offsets, wavefronts;
    std::getline(fields, op, ',');
    std::getline(fields, bits, ',');
    std::getline(fields, mask, ',');
    std::getline(fields, offsets, ',');
    std::getline(fields, wavefronts, ',');
    Pattern pattern{
        op, std::stoi(bits),         static_cast<std::uint32_t>(std::stoul(mask, nullptr, 16)),
        {}, std::stoull(wavefronts), line};
    std::stringstream numbers(offsets);
    for (std::uint32_t offset; numbers >> offset;) pattern.offsets.push_back(offset);
    patterns.push_back(std::move(pattern));
  }
  return patterns;
}

std::string access_text(const std::string& op, int bits) {
  const std::string type = bits == 128 ? "v4.u32" : fmt::format("u{}", bits);
  const std::string value = bits == 128 ? "{%r6, %r7, %r8, %r9}" : bits == 64 ? "%rd6" : "%r6";
  if (op == "load") return fmt::format("@%p1 ld.shared.{} {}, [%r5];", type, value);
  if (op == "store") return fmt::format("@%p1 st.shared.{} [%r5], {};", type, value);
  return "@%p1 atom.shared.add.u32 %r6, [%r5], 1;";
}

/// Lane L accesses shared byte offsets[L] when bit L of the mask is set.
Program access_kernel(const std::string& op, int bits) {
  return program_of(fmt::format(R"(.version 8.0
.target sm_80
.address_size 64
.visible .entry access(.param .u64 offsets, .param .u32 mask)
{{
  .reg .pred %p<3>;
  .reg .b32 %r<12>;
  .reg .b64 %rd<8>;
  .shared .align 16 .b8 words[49152];
  ld.param.u64 %rd1, [offsets];
  ld.param.u32 %r1, [mask];
  mov.u32 %r2, %tid.x;
  mul.wide.u32 %rd2, %r2, 4;
  add.s64 %rd3, %rd1, %rd2;
  ld.global.u32 %r4, [%rd3];
  mov.u32 %r10, words;
  add.s32 %r5, %r10, %r4;
  shr.u32 %r3, %r1, %r2;
  and.b32 %r3, %r3, 1;
  setp.ne.u32 %p1, %r3, 0;
  mov.u32 %r6, 0;
  mov.u32 %r7, 0;
  mov.u32 %r8, 0;
  mov.u32 %r9, 0;
  mov.u64 %rd6, 0;
  {}
  ret;
}}
)",
                                access_text(op, bits)));
}

TEST(HardwarePatterns, EveryPatternTakesTheWavefrontsThatTheHardwareCounted) {
  const std::vector<Pattern> patterns = hardware_patterns();
  ASSERT_EQ(patterns.size(), 957u);
  std::map<std::pair<std::string, int>, Program> kernels;
  Options options;
  options.detect_hazards = false;
  for (const Pattern& pattern : patterns) {
    const std::pair<std::string, int> key{pattern.op, pattern.bits};
    if (!kernels.contains(key)) kernels.emplace(key, access_kernel(pattern.op, pattern.bits));
    LaunchBuilder launch("access", {1, 1, 1}, {32, 1, 1});
    launch.buffer(ElementType::kU32, 32, [&](std::size_t i) { return pattern.offsets[i]; });
    launch.scalar(pattern.mask);
    const LaunchResult result = launch.run(kernels.at(key), options);
    ASSERT_EQ(result.outcome, base::RowOutcome::kOk) << result.outcome_text << pattern.text;
    const base::AccessCounts& counts = pattern.op == "load"    ? result.counts.shared_load
                                       : pattern.op == "store" ? result.counts.shared_store
                                                               : result.counts.shared_atomic;
    EXPECT_EQ(counts.requests, 1u) << pattern.text;
    EXPECT_EQ(counts.wavefronts, pattern.wavefronts) << pattern.text;
  }
}

}  // namespace
}  // namespace bankcheck::sim
