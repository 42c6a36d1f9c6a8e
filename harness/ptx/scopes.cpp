#include "ptx/scopes.hpp"

#include <charconv>

namespace bankcheck::ptx {
namespace {

/// Splits `%r12` into `%r` and 12. The number has no leading zeros; a name without one has size 0.
struct NumberedName {
  std::string_view prefix;
  std::uint32_t number = 0;
  bool valid = false;
};

NumberedName split_number(std::string_view name) {
  std::size_t digits = name.size();
  while (digits > 0 && name[digits - 1] >= '0' && name[digits - 1] <= '9') --digits;
  while (digits + 1 < name.size() && name[digits] == '0') ++digits;  // %r00 has prefix %r0
  NumberedName result{name.substr(0, digits)};
  const char* last = name.data() + name.size();
  const auto [end, error] = std::from_chars(name.data() + digits, last, result.number);
  result.valid = error == std::errc{} && digits < name.size();
  return result;
}

}  // namespace

Symbol Scopes::Scope::find(std::string_view name) const {
  if (const auto found = names.find(name); found != names.end()) return found->second;
  if (ranges.empty()) return {};
  const NumberedName numbered = split_number(name);
  if (!numbered.valid) return {};
  const auto range = ranges.find(numbered.prefix);
  if (range == ranges.end() || numbered.number >= range->second.count) return {};
  return {Symbol::Kind::kRegister, range->second.first_id + numbered.number};
}

Symbol Scopes::find(std::string_view name) const {
  for (auto scope = open_.rbegin(); scope != open_.rend(); ++scope) {
    const Symbol symbol = scope->find(name);
    if (symbol.kind != Symbol::Kind::kNone) return symbol;
  }
  return {};
}

bool Scopes::declare(std::string_view name, Symbol symbol) {
  Scope& scope = open_.back();
  if (scope.find(name).kind != Symbol::Kind::kNone) return false;
  scope.names.emplace(name, symbol);
  return true;
}

bool Scopes::declare_registers(std::string_view prefix, std::uint32_t first_id,
                               std::uint32_t count) {
  return open_.back().ranges.try_emplace(prefix, Range{first_id, count}).second;
}

bool Scopes::declare_label(std::string_view name, std::uint32_t instruction) {
  return open_.back().labels.try_emplace(name, instruction).second;
}

}  // namespace bankcheck::ptx
