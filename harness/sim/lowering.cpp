#include "sim/lowering.hpp"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "sim/address_space.hpp"
#include "sim/control_flow.hpp"
#include "sim/function_lowering.hpp"
#include "sim/slot_allocator.hpp"
#include "sim/storage_layout.hpp"

namespace bankcheck::sim {
namespace {

void allocate_registers(const ptx::Function& function, SlotAllocator& slots, FunctionPlan& plan) {
  for (const ptx::Register& reg : function.registers) {
    const bool is_predicate = reg.type == ptx::ScalarType::kPred;
    const std::uint32_t lane_bytes = ptx::size_bytes(reg.type) == 8 ? 8 : 4;
    plan.registers.push_back(is_predicate ? slots.predicate() : slots.lanes(lane_bytes));
    plan.lowered.storage.push_back({plan.registers.back(), is_predicate ? 0 : lane_bytes});
  }
}

ParameterBlock allocate_block(const ptx::Variable& variable, SlotAllocator& slots) {
  // Whole 16-byte units, so that vector accesses of any lane are aligned.
  const auto bytes = static_cast<std::uint32_t>((variable.size_bytes + 15) / 16 * 16);
  return {slots.lanes(bytes), bytes};
}

/// Slots of a function's registers, parameters, results and the parameters of the calls that it
/// makes.
FunctionPlan plan_function(const ptx::Function& function, SlotAllocator& slots) {
  FunctionPlan plan;
  plan.lowered.source = &function;
  plan.lowered.first_slot = slots.here();
  allocate_registers(function, slots, plan);
  if (!function.is_entry) {
    for (const ptx::Variable& parameter : function.parameters) {
      plan.lowered.parameters.push_back(allocate_block(parameter, slots));
      plan.blocks[parameter.name] = plan.lowered.parameters.back();
    }
    for (const ptx::Variable& result : function.results) {
      plan.lowered.results.push_back(allocate_block(result, slots));
      plan.blocks[result.name] = plan.lowered.results.back();
    }
  }
  for (const ptx::Variable& variable : function.variables) {
    if (variable.space == ptx::StateSpace::kParam) {
      plan.blocks[variable.name] = allocate_block(variable, slots);
    }
  }
  for (const auto& [name, block] : plan.blocks) {
    plan.lowered.storage.push_back({block.slot, block.bytes_per_lane});
  }
  plan.lowered.end_slot = slots.here();
  plan.local_offsets = lay_out_local(function, plan.lowered.local_bytes);
  return plan;
}

/// Smallest shared access of the kernel; 4 when all are words or wider.
std::uint32_t shared_granule(const std::vector<const ptx::Function*>& functions) {
  std::uint32_t granule = 4;
  for (const ptx::Function* function : functions) {
    for (const ptx::Instruction& instruction : function->instructions) {
      const bool accesses = instruction.opcode == ptx::Opcode::kLd ||
                            instruction.opcode == ptx::Opcode::kSt ||
                            instruction.opcode == ptx::Opcode::kAtom;
      const bool maybe_shared = instruction.space == ptx::StateSpace::kShared ||
                                instruction.space == ptx::StateSpace::kGeneric;
      if (!accesses || !maybe_shared) continue;
      granule = std::min(granule, std::max(1u, ptx::size_bytes(instruction.type())));
    }
  }
  return granule;
}

bool has_global_atomics(const std::vector<const ptx::Function*>& functions) {
  return std::any_of(functions.begin(), functions.end(), [](const ptx::Function* function) {
    return std::any_of(function->instructions.begin(), function->instructions.end(),
                       [](const ptx::Instruction& instruction) {
                         return (instruction.opcode == ptx::Opcode::kAtom ||
                                 instruction.opcode == ptx::Opcode::kRed) &&
                                instruction.space != ptx::StateSpace::kShared;
                       });
  });
}

SymbolTable symbol_table(const ptx::Module& module, const Kernel& kernel,
                         const VariableAddresses& addresses, Offsets shared) {
  SymbolTable symbols;
  symbols.shared = std::move(shared);
  for (std::size_t i = 0; i < module.variables.size(); ++i) {
    if (module.variables[i].space != ptx::StateSpace::kShared) {
      symbols.global[module.variables[i].name] = addresses[i];
    }
  }
  for (std::size_t i = 0; i < kernel.source->parameters.size(); ++i) {
    symbols.global[kernel.source->parameters[i].name] =
        kParameterBlock + kernel.parameter_offsets[i];
  }
  for (std::size_t i = 0; i < kernel.functions.size(); ++i) {
    symbols.functions[kernel.functions[i].source->name] = static_cast<std::int32_t>(i);
  }
  return symbols;
}

}  // namespace

base::Result<Kernel> lower(const ptx::Module& module, const ptx::Function& entry,
                           const VariableAddresses& addresses, const Isa& isa) {
  Kernel kernel;
  kernel.source = &entry;
  const std::vector<const ptx::Function*> functions = reachable_functions(module, entry);
  Offsets shared = lay_out_shared(module, functions, kernel);
  lay_out_parameters(entry, kernel);
  kernel.shared_granule_bytes = shared_granule(functions);
  kernel.has_global_atomics = has_global_atomics(functions);

  SlotAllocator slots;
  std::vector<FunctionPlan> plans;
  for (const ptx::Function* function : functions) {
    plans.push_back(plan_function(*function, slots));
    kernel.functions.push_back(plans.back().lowered);
  }
  const SymbolTable symbols = symbol_table(module, kernel, addresses, std::move(shared));
  base::Diagnostics errors;
  for (std::size_t i = 0; i < functions.size(); ++i) {
    kernel.functions[i].entry = static_cast<std::uint32_t>(kernel.ops.size());
    const base::Diagnostics& unsupported = functions[i]->unsupported;
    errors.insert(errors.end(), unsupported.begin(), unsupported.end());
    FunctionLowering(module, isa, symbols, plans[i], slots, kernel, errors).run();
  }
  if (base::has_errors(errors)) return errors;
  slots.finish(kernel);
  return kernel;
}

}  // namespace bankcheck::sim
