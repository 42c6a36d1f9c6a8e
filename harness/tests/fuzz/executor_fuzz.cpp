// PTX from anywhere, run on the simulator within a small budget: any outcome will do, but it must
// be the same with other instruction bodies and other threads.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "fuzz/executor.hpp"
#include "fuzz/ptx_mutator.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string what = bankcheck::fuzz::execute({reinterpret_cast<const char*>(data), size});
  if (what.empty()) return 0;
  std::fprintf(stderr, "%s\n", what.c_str());
  std::abort();
}

#ifdef __clang__
extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t max_size, unsigned seed) {
  if (seed % 8 == 0) return LLVMFuzzerMutate(data, size, max_size);
  bankcheck::fuzz::PtxMutator mutator({reinterpret_cast<const char*>(data), size}, seed);
  const std::string text = mutator.mutate();
  const std::size_t count = std::min(text.size(), max_size);
  std::memcpy(data, text.data(), count);
  return count;
}
#endif
