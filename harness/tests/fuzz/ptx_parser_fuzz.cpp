// PTX from anywhere: read or refused, and what is read holds together.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "ptx/module_invariants.hpp"
#include "ptx/parser.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace bankcheck;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto module = ptx::parse(text, "fuzz.ptx");
  if (!module.ok()) {
    (void)base::render(module.errors());
    return 0;
  }
  for (const ptx::Function& function : module.value().functions) {
    const std::string broken = ptx::broken_invariant(module.value(), function);
    if (!broken.empty()) {
      std::fprintf(stderr, "%s: %s\n", function.name.c_str(), broken.c_str());
      std::abort();
    }
    for (const ptx::Instruction& one : function.instructions) (void)ptx::print(one, function);
    (void)module.value().find_entries(function.name);
  }
  return 0;
}
