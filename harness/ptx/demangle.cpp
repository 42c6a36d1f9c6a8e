// Theory of operation. A mangled name may refer back to any type that it has named (`S0_`, `T_`).
// When a template argument or a function type holds two such references, and the next one holds two
// to that, every step doubles the demangled text: 230 characters make 140 million. So names with
// many references are left as they are if they could have argument lists at all; without those,
// references do not multiply. (Itanium C++ ABI, 5.1.10 "Compression"; the growth by trying
// libstdc++ 12.)
#include "ptx/demangle.hpp"

#include <algorithm>
#include <cstdlib>
#include <memory>

#include <cxxabi.h>

#include "ptx/limits.hpp"

namespace bankcheck::ptx {
namespace {

constexpr std::ptrdiff_t kMaxBackReferences = 16;

/// Whether the demangled text is bounded. Letters inside identifiers count too, so this errs on the
/// safe side.
bool is_bounded(std::string_view mangled) {
  if (mangled.size() > kMaxDemangledBytes) return false;
  const auto count = [&](char c) { return std::count(mangled.begin(), mangled.end(), c); };
  if (count('S') + count('T') <= kMaxBackReferences) return true;
  return mangled.find_first_of("IJFXDL") == std::string_view::npos;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// `probe` of `_Z5probe…` and of `_ZN6lesson5probeI…`.
std::string_view name_in_mangled(std::string_view mangled) {
  std::string_view rest = mangled.substr(2);
  const bool is_nested = rest.starts_with('N');
  if (is_nested) rest.remove_prefix(1);
  std::string_view name = mangled;
  while (!rest.empty() && is_digit(rest.front())) {
    std::size_t length = 0;
    while (!rest.empty() && is_digit(rest.front()) && length < mangled.size()) {
      length = length * 10 + static_cast<std::size_t>(rest.front() - '0');
      rest.remove_prefix(1);
    }
    if (length > rest.size()) break;
    name = rest.substr(0, length);
    rest.remove_prefix(length);
    if (!is_nested) break;
  }
  return name;
}

constexpr std::string_view kAnonymous = "(anonymous namespace)";

}  // namespace

std::string demangle(const std::string& mangled) {
  if (!mangled.starts_with("_Z") || !is_bounded(mangled)) return mangled;
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(
      abi::__cxa_demangle(mangled.c_str(), nullptr, nullptr, &status), &std::free);
  if (status != 0 || text == nullptr) return mangled;
  std::string result(text.get());
  return result.size() <= kMaxDemangledBytes ? result : mangled;
}

std::string_view source_name(std::string_view demangled) {
  if (demangled.starts_with("_Z")) return name_in_mangled(demangled);
  std::size_t start = 0;
  int angle_depth = 0;
  for (std::size_t i = 0; i < demangled.size(); ++i) {
    const char c = demangled[i];
    if (c == '<') ++angle_depth;
    if (c == '>') --angle_depth;
    if (angle_depth > 0) continue;
    if (demangled.substr(i).starts_with(kAnonymous)) {
      i += kAnonymous.size() - 1;
    } else if (c == ' ' || c == ':') {
      start = i + 1;
    } else if (c == '(') {
      demangled = demangled.substr(0, i);
    }
  }
  const std::string_view name = demangled.substr(std::min(start, demangled.size()));
  return name.substr(0, name.find('<'));
}

}  // namespace bankcheck::ptx
