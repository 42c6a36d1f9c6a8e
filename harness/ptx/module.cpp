#include "ptx/module.hpp"

#include <algorithm>

namespace bankcheck::ptx {
namespace {

template <class Named>
const Named* find_by_name(const std::vector<Named>& all, std::string_view name) {
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Named& one) { return one.name == name; });
  return found == all.end() ? nullptr : &*found;
}

/// `ns::probe` of `void ns::probe<int>(int*)`, cut to `probe`: what stands before the first `(` or
/// `<` that is not inside other brackets, from the last `::` or blank on.
std::string_view source_name(std::string_view demangled) {
  std::size_t start = 0;
  int angle_depth = 0;
  for (std::size_t i = 0; i < demangled.size(); ++i) {
    const char c = demangled[i];
    if (c == '<') ++angle_depth;
    if (c == '>') --angle_depth;
    if (angle_depth > 0) continue;
    if (c == '(' && demangled.substr(i).starts_with("(anonymous namespace)")) {
      i += std::string_view("(anonymous namespace)").size() - 1;
      continue;
    }
    if (c == ' ' || c == ':') start = i + 1;
    if (c == '(') {
      demangled = demangled.substr(0, i);
      break;
    }
  }
  const std::string_view name = demangled.substr(std::min(start, demangled.size()));
  return name.substr(0, name.find('<'));
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
