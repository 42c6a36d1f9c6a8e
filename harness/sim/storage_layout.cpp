#include "sim/storage_layout.hpp"

#include <algorithm>
#include <set>

#include "ptx/demangle.hpp"

namespace bankcheck::sim {
namespace {

std::uint64_t align_up(std::uint64_t value, std::uint32_t align) {
  return align <= 1 ? value : (value + align - 1) / align * align;
}

/// `tile` of `_ZZ9transposePKfPfE4tile`, the array `tile` of the function `transpose`.
std::string name_in_source(const std::string& name) {
  const std::string full = ptx::demangle(name);
  const std::size_t scope = full.rfind("::");
  return scope == std::string::npos ? full : full.substr(scope + 2);
}

/// Names of variables and functions in an operand.
template <class Visit>
void visit_symbols(const ptx::Operand& operand, Visit visit) {
  if (const auto* symbol = std::get_if<ptx::SymbolOperand>(&operand.value)) visit(symbol->name);
  if (const auto* address = std::get_if<ptx::AddressOperand>(&operand.value)) {
    if (const auto* name = std::get_if<std::string>(&address->base)) visit(*name);
  }
  if (const auto* vector = std::get_if<ptx::VectorOperand>(&operand.value)) {
    for (const ptx::ScalarOperand& element : vector->elements) {
      if (const auto* symbol = std::get_if<ptx::SymbolOperand>(&element)) visit(symbol->name);
    }
  }
}

std::set<std::string, std::less<>> symbols_of(const ptx::Function& function) {
  std::set<std::string, std::less<>> names;
  for (const ptx::Instruction& instruction : function.instructions) {
    for (const ptx::Operand& operand : instruction.operands) {
      visit_symbols(operand, [&](const std::string& name) { names.insert(name); });
    }
    if (instruction.call) names.insert(instruction.call->callee);
  }
  return names;
}

/// Functions whose addresses lie in the initialisers of module variables.
void add_functions_in_tables(const ptx::Module& module, std::set<std::string, std::less<>>& names) {
  for (const ptx::Variable& variable : module.variables) {
    for (const auto& relocation : variable.relocations) names.insert(relocation.symbol);
  }
}

bool calls_through_pointer(const ptx::Function& function) {
  return std::any_of(function.instructions.begin(), function.instructions.end(),
                     [](const ptx::Instruction& instruction) {
                       return instruction.call && instruction.call->callee_register;
                     });
}

}  // namespace

std::vector<const ptx::Function*> reachable_functions(const ptx::Module& module,
                                                      const ptx::Function& entry) {
  std::vector<const ptx::Function*> functions{&entry};
  for (std::size_t i = 0; i < functions.size(); ++i) {
    auto names = symbols_of(*functions[i]);
    if (calls_through_pointer(*functions[i])) add_functions_in_tables(module, names);
    for (const ptx::Function& candidate : module.functions) {
      if (candidate.is_entry || candidate.is_declaration || !names.contains(candidate.name))
        continue;
      if (std::find(functions.begin(), functions.end(), &candidate) == functions.end()) {
        functions.push_back(&candidate);
      }
    }
  }
  return functions;
}

Offsets lay_out_shared(const ptx::Module& module,
                       const std::vector<const ptx::Function*>& functions, Kernel& kernel) {
  std::set<std::string, std::less<>> used;
  for (const ptx::Function* function : functions) used.merge(symbols_of(*function));
  std::vector<const ptx::Variable*> variables;
  const auto collect = [&](const std::vector<ptx::Variable>& candidates) {
    for (const ptx::Variable& variable : candidates) {
      if (variable.space == ptx::StateSpace::kShared && used.contains(variable.name)) {
        variables.push_back(&variable);
      }
    }
  };
  collect(module.variables);
  for (const ptx::Function* function : functions) collect(function->variables);

  Offsets offsets;
  std::uint64_t end = 0;
  std::uint32_t dynamic_align = 1;
  for (const ptx::Variable* variable : variables) {
    if (variable->size_bytes == 0) {
      dynamic_align = std::max(dynamic_align, variable->align);
      continue;
    }
    const std::uint64_t offset = align_up(end, variable->align);
    offsets[variable->name] = offset;
    end = offset + variable->size_bytes;
    kernel.shared_variables.push_back({name_in_source(variable->name),
                                       static_cast<std::uint32_t>(offset),
                                       static_cast<std::uint32_t>(variable->size_bytes)});
  }
  kernel.static_shared_bytes = static_cast<std::uint32_t>(std::min<std::uint64_t>(end, 0x7fffffff));
  kernel.dynamic_shared_offset =
      static_cast<std::uint32_t>(align_up(kernel.static_shared_bytes, dynamic_align));
  for (const ptx::Variable* variable : variables) {
    if (variable->size_bytes == 0) offsets[variable->name] = kernel.dynamic_shared_offset;
  }
  return offsets;
}

Offsets lay_out_local(const ptx::Function& function, std::uint32_t& size_bytes) {
  Offsets offsets;
  std::uint64_t end = 0;
  for (const ptx::Variable& variable : function.variables) {
    if (variable.space != ptx::StateSpace::kLocal) continue;
    const std::uint64_t offset = align_up(end, variable.align);
    offsets[variable.name] = offset;
    end = offset + variable.size_bytes;
  }
  // Frames are stacked: each must start at the largest alignment there is.
  size_bytes = static_cast<std::uint32_t>(align_up(std::min<std::uint64_t>(end, 0x7fffff00), 16));
  return offsets;
}

void lay_out_parameters(const ptx::Function& entry, Kernel& kernel) {
  std::uint64_t end = 0;
  for (const ptx::Variable& parameter : entry.parameters) {
    const auto natural =
        static_cast<std::uint32_t>(std::min<std::uint64_t>(parameter.size_bytes, 8));
    const std::uint32_t align = std::max(parameter.align, parameter.size_bytes <= 8 ? natural : 1u);
    kernel.parameter_offsets.push_back(align_up(end, align));
    end = kernel.parameter_offsets.back() + parameter.size_bytes;
  }
  kernel.parameter_bytes = end;
}

}  // namespace bankcheck::sim
