// The C++ names behind mangled ones.
#pragma once

#include <string>
#include <string_view>

namespace bankcheck::ptx {

/// `probe(float const*, float*)` of `_Z5probePKfPf`; the name itself when it is not mangled, or
/// when it might be long beyond measure in full.
std::string demangle(const std::string& mangled);

/// The function's own name, `probe` of `void lesson::probe<int>(int*)` or of `_Z5probePKfPf`:
/// without namespaces, template arguments and parameters. `demangled` is a result of demangle().
std::string_view source_name(std::string_view demangled);

}  // namespace bankcheck::ptx
