#include "sim/launch_memory.hpp"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "base/diagnostic.hpp"

namespace bankcheck::sim {
namespace {

constexpr std::uint64_t kGlobalLimitBytes = std::uint64_t{1} << 30;
constexpr std::uint64_t kBlockLimitThreads = 1024;
constexpr std::uint64_t kDynamicSharedLimitBytes =
    227 * 1024;  // the most that any card gives a block

bool in_global_memory(const ptx::Variable& variable) {
  return variable.space == ptx::StateSpace::kGlobal || variable.space == ptx::StateSpace::kConst;
}

std::uint64_t argument_bytes(const base::Argument& argument) {
  const auto* scalar = std::get_if<base::ScalarArgument>(&argument);
  return scalar == nullptr ? sizeof(std::uint64_t) : scalar->bytes.size();
}

void check_arguments(const Kernel& kernel, const base::Launch& launch, base::Diagnostics& errors) {
  const auto& parameters = kernel.source->parameters;
  if (launch.arguments.size() != parameters.size()) {
    errors.push_back(base::plain_error(fmt::format("the kernel {} takes {} arguments, {} are given",
                                                   kernel.source->demangled, parameters.size(),
                                                   launch.arguments.size())));
    return;
  }
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const std::uint64_t bytes = argument_bytes(launch.arguments[i]);
    if (bytes != parameters[i].size_bytes) {
      errors.push_back(base::plain_error(
          fmt::format("argument {} of the kernel {} has {} bytes, {} are given", i + 1,
                      kernel.source->demangled, parameters[i].size_bytes, bytes)));
    }
    const auto* buffer = std::get_if<base::BufferArgument>(&launch.arguments[i]);
    if (buffer != nullptr && buffer->index >= launch.buffers.size()) {
      errors.push_back(
          base::plain_error(fmt::format("argument {} names a buffer that does not exist", i + 1)));
    }
  }
}

/// Puts the addresses of other variables into an initialiser.
void relocate(const ptx::Module& module, const VariableAddresses& addresses,
              const ptx::Variable& variable, std::vector<std::byte>& bytes) {
  for (const auto& relocation : variable.relocations) {
    if (relocation.offset + sizeof(std::uint64_t) > bytes.size()) continue;
    for (std::size_t i = 0; i < module.variables.size(); ++i) {
      if (module.variables[i].name != relocation.symbol) continue;
      const std::uint64_t value = addresses[i] + static_cast<std::uint64_t>(relocation.addend);
      std::memcpy(bytes.data() + relocation.offset, &value, sizeof(value));
    }
  }
}

}  // namespace

VariableAddresses variable_addresses(const ptx::Module& module) {
  AddressSpace space(nullptr, 0);
  VariableAddresses addresses;
  for (const ptx::Variable& variable : module.variables) {
    addresses.push_back(in_global_memory(variable)
                            ? space.add(variable.name, nullptr, variable.size_bytes, true)
                            : 0);
  }
  return addresses;
}

base::Diagnostics check_launch(const Kernel& kernel, const base::Launch& launch) {
  base::Diagnostics errors;
  const auto too_large = [](const base::Dim3& d) {
    return d.x == 0 || d.y == 0 || d.z == 0 || d.y > 65535 || d.z > 65535 || d.x > 0x7fffffffu;
  };
  if (too_large(launch.grid)) {
    errors.push_back(base::plain_error("the grid's extents are out of range"));
  }
  if (too_large(launch.block) || launch.block.z > 64 || launch.block.count() > kBlockLimitThreads) {
    errors.push_back(base::plain_error(
        fmt::format("a block has at most {} threads (64 in z), not {} x {} x {}",
                    kBlockLimitThreads, launch.block.x, launch.block.y, launch.block.z)));
  }
  std::uint64_t bytes = 0;
  for (const base::Buffer& buffer : launch.buffers) bytes += buffer.bytes.size();
  if (bytes > kGlobalLimitBytes) {
    errors.push_back(base::plain_error(fmt::format(
        "the buffers have {} bytes; the simulator holds {} at most", bytes, kGlobalLimitBytes)));
  }
  check_arguments(kernel, launch, errors);
  return errors;
}

std::string launch_refusal(const Kernel& kernel, const base::Launch& launch,
                           const Options& options) {
  const base::Dim3& exact = kernel.source->required_threads;
  if (exact.x != 0 && launch.block != exact) {
    return fmt::format(
        "the kernel declares that a block has {} x {} x {} threads; it gets {} x {} x {}", exact.x,
        exact.y, exact.z, launch.block.x, launch.block.y, launch.block.z);
  }
  const base::Dim3& most = kernel.source->max_threads;
  const std::uint64_t most_threads = std::uint64_t{most.x} * most.y * most.z;
  if (most_threads != 0 && launch.block.count() > most_threads) {
    return fmt::format("the kernel declares that a block has at most {} threads; it gets {}",
                       most_threads, launch.block.count());
  }
  if (kernel.static_shared_bytes > options.shared_limit_bytes) {
    return fmt::format(
        "the kernel declares {} bytes of shared memory; a block can have {} (the rest must be "
        "dynamic)",
        kernel.static_shared_bytes, options.shared_limit_bytes);
  }
  const std::uint64_t all =
      std::uint64_t{kernel.dynamic_shared_offset} + launch.dynamic_shared_bytes;
  if (launch.dynamic_shared_bytes != 0 && all > kDynamicSharedLimitBytes) {
    return fmt::format(
        "the launch asks for {} bytes of shared memory a block; no card has more than {}", all,
        kDynamicSharedLimitBytes);
  }
  return {};
}

LaunchMemory::LaunchMemory(const ptx::Module& module, const Kernel& kernel, base::Launch& launch)
    : parameters_(kernel.parameter_bytes), space_(parameters_.data(), parameters_.size()) {
  const VariableAddresses addresses = variable_addresses(module);
  for (const ptx::Variable& variable : module.variables) {
    if (!in_global_memory(variable)) continue;
    std::vector<std::byte> bytes(variable.size_bytes);
    const std::size_t given = std::min(bytes.size(), variable.init.size());
    if (given != 0) std::memcpy(bytes.data(), variable.init.data(), given);
    relocate(module, addresses, variable, bytes);
    variables_.push_back(std::move(bytes));
    space_.add(variable.name, variables_.back().data(), variable.size_bytes,
               variable.space == ptx::StateSpace::kGlobal);
  }
  std::vector<std::uint64_t> buffers;
  for (base::Buffer& buffer : launch.buffers) {
    buffers.push_back(
        space_.add("the buffer " + buffer.name, buffer.bytes.data(), buffer.bytes.size(), true));
  }
  for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
    std::byte* to = parameters_.data() + kernel.parameter_offsets[i];
    if (const auto* buffer = std::get_if<base::BufferArgument>(&launch.arguments[i])) {
      std::memcpy(to, &buffers[buffer->index], sizeof(std::uint64_t));
    } else {
      const auto& scalar = std::get<base::ScalarArgument>(launch.arguments[i]);
      std::memcpy(to, scalar.bytes.data(), scalar.bytes.size());
    }
  }
}

}  // namespace bankcheck::sim
