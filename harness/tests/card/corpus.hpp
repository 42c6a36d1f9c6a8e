// The kernels of tests/data/kernels with launches that are made up from their signatures.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/launch.hpp"
#include "ptx/module.hpp"
#include "sim/simulator.hpp"

namespace bankcheck::card {

/// How the buffers are filled: small whole numbers, or bits at random (every NaN, infinity and
/// denormal among them).
enum class Bits : std::uint8_t { kSmall, kAny };

/// The files, without .cu.
const std::vector<std::string>& corpus_files();
/// Whether data of any bits is safe: nothing in the file takes an index or a count from its data.
bool takes_any_bits(const std::string& file);
/// Whether the file's kernels are made for grids: their blocks do not get in each other's way.
bool has_many_blocks(const std::string& file);

/// A kernel with the first shape for which the simulator finds nothing wrong.
struct CorpusLaunch {
  base::Launch launch;
  std::string trouble;  ///< why there is none
};
CorpusLaunch make_launch(const sim::Program& program, const ptx::Function& kernel, Bits bits,
                         bool many_blocks);

/// The same launch with other data.
void refill(base::Launch& launch, const ptx::Function& kernel, Bits bits, std::uint64_t seed);

/// Why results may differ from the simulator's: approximations, clocks, the order of additions;
/// empty when they may not.
std::string licence_to_differ(const std::string& ptx, const ptx::Function& kernel);

/// Whether element `i` is the same in both, NaNs of all kinds being one. Where `error` is not 0,
/// floats may differ by so much, of themselves or, when they are small, of 1.
bool same_element(const base::Buffer& one, const base::Buffer& two, std::size_t i,
                  const std::string& element_type, double error);
/// The element type of each buffer as the signature names it: `float`, `__half2`.
std::vector<std::string> buffer_types(const ptx::Function& kernel);

}  // namespace bankcheck::card
