// What a Program holds: every kernel of the module, lowered, or why it could not be.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/isa.hpp"
#include "sim/kernel.hpp"
#include "sim/simulator.hpp"

namespace bankcheck::sim {

struct LoweredEntry {
  const ptx::Function* source = nullptr;
  std::optional<Kernel> kernel;
  base::Diagnostics errors;  ///< when there is no kernel
};

struct Program::Impl {
 public:
  Impl(std::shared_ptr<const ptx::Module> module, const Isa& isa);

  const ptx::Module& module() const { return *module_; }
  const Isa& isa() const { return *isa_; }
  /// The one kernel of that name, or null.
  const LoweredEntry* find(const std::string& name) const;
  base::Diagnostic no_such_kernel(const std::string& name) const;
  /// The errors of all kernels.
  base::Diagnostics errors() const;

 private:
  std::shared_ptr<const ptx::Module> module_;
  const Isa* isa_;
  std::vector<LoweredEntry> entries_;
};

}  // namespace bankcheck::sim
