// The case kernels of tests/data/cases with the launches that their comments ask for.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/launch.hpp"
#include "gpu/gpu_job.hpp"
#include "sim/simulator.hpp"

namespace bankcheck::card {

enum class CaseFill : std::uint8_t { kNumbers, kZero, kPoison };

struct CaseBuffer {
  base::ElementType type;
  std::size_t length;
  CaseFill fill;
};

struct Case {
  std::string file;    ///< without .cu
  std::string kernel;  ///< in the source
  base::Dim3 grid;
  base::Dim3 block;
  std::vector<CaseBuffer> buffers;
  std::optional<std::int32_t> scalar;
  bool is_race_free = true;  ///< false: its results are not the language's to promise

  std::string name() const;
};

const std::vector<Case>& all_cases();

/// How the buffers that hold numbers are filled: element i holds i (narrow types: i mod 251), as
/// when the counters in h200_counters.csv were read, or small random integers.
enum class Numbers : std::uint8_t { kIota, kRandom };

base::Launch case_launch(const Case& each, Numbers numbers, std::uint64_t seed);

/// A case compiled for the card and loaded into the simulator.
struct LoadedCase {
  gpu::GpuRow row;  ///< judged by what the simulator makes of the same launch
  std::shared_ptr<const sim::Program> program;
  std::string trouble;
};
LoadedCase load_case(const Case& each, Numbers numbers);

}  // namespace bankcheck::card
