#include <fmt/format.h>

#include "base/diagnostic.hpp"
#include "sim/launch_memory.hpp"
#include "sim/lowering.hpp"
#include "sim/program_impl.hpp"

namespace bankcheck::sim {

Program::Impl::Impl(std::shared_ptr<const ptx::Module> module, const Isa& isa)
    : module_(std::move(module)), isa_(&isa) {
  const VariableAddresses addresses = variable_addresses(*module_);
  for (const ptx::Function& function : module_->functions) {
    if (!function.is_entry || function.is_declaration) continue;
    base::Result<Kernel> kernel = lower(*module_, function, addresses, isa);
    LoweredEntry entry;
    entry.source = &function;
    entry.errors = kernel.errors();
    if (kernel) entry.kernel = std::move(kernel).value();
    entries_.push_back(std::move(entry));
  }
}

const LoweredEntry* Program::Impl::find(const std::string& name) const {
  const auto candidates = module_->find_entries(name);
  if (candidates.size() != 1) return nullptr;
  for (const LoweredEntry& entry : entries_) {
    if (entry.source == candidates.front()) return &entry;
  }
  return nullptr;
}

base::Diagnostic Program::Impl::no_such_kernel(const std::string& name) const {
  const auto candidates = module_->find_entries(name);
  std::string list;
  for (const LoweredEntry& entry : entries_) {
    list += (list.empty() ? "" : ", ") + entry.source->demangled;
  }
  if (entries_.empty()) list = "none";
  return base::plain_error(
      candidates.empty()
          ? fmt::format("there is no kernel {}; the file has: {}", name, list)
          : fmt::format("{} kernels are called {}: {}", candidates.size(), name, list));
}

base::Diagnostics Program::Impl::errors() const {
  base::Diagnostics all;
  for (const LoweredEntry& entry : entries_) {
    all.insert(all.end(), entry.errors.begin(), entry.errors.end());
  }
  return all;
}

base::Result<Program> Program::load(std::shared_ptr<const ptx::Module> module) {
  return with_bodies(std::move(module), best_isa());
}

Program Program::with_bodies(std::shared_ptr<const ptx::Module> module, const Isa& isa) {
  Program program;
  program.impl_ = std::make_shared<const Impl>(std::move(module), isa);
  return program;
}

const ptx::Module& Program::module() const { return impl_->module(); }

}  // namespace bankcheck::sim
