#include "ptx/module.hpp"

#include <algorithm>

#include "ptx/demangle.hpp"

namespace bankcheck::ptx {
namespace {

template <class Named>
const Named* find_by_name(const std::vector<Named>& all, std::string_view name) {
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Named& one) { return one.name == name; });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace

bool Instruction::has(Modifier modifier) const {
  return std::find(modifiers.begin(), modifiers.end(), modifier) != modifiers.end();
}

ScalarType Instruction::type(std::size_t index) const {
  return index < types.size() ? types[index] : ScalarType::kNone;
}

const Variable* Module::find_variable(std::string_view name) const {
  return find_by_name(variables, name);
}

const Function* Module::find_function(std::string_view mangled) const {
  return find_by_name(functions, mangled);
}

std::vector<const Function*> Module::find_entries(std::string_view name) const {
  std::vector<const Function*> found;
  for (const Function& function : functions) {
    if (!function.is_entry || function.is_declaration) continue;
    if (function.name == name || function.demangled == name ||
        source_name(function.demangled) == name) {
      found.push_back(&function);
    }
  }
  return found;
}

}  // namespace bankcheck::ptx
