// The first error of a compilation, at the student's line.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.hpp"
#include "compile/compiler_message.hpp"
#include "compile/source_snapshot.hpp"

namespace bankcheck::compile {

/// `ptx` is needed for errors of the assembler, whose lines are those of the PTX; may be empty.
std::optional<base::Diagnostic> first_error(const std::vector<CompilerMessage>& messages,
                                            const SourceSnapshot& sources, std::string_view ptx);

/// The text of the first error; empty when there is none.
std::string first_text(const std::vector<CompilerMessage>& messages);

/// Whether the first error is one of the harness's own unit, whose name that is.
bool blames_unit(const std::vector<CompilerMessage>& messages, std::string_view unit_file);

}  // namespace bankcheck::compile
