// Variable and parameter declarations, with their initialisers.
#pragma once

#include <optional>
#include <vector>

#include "ptx/context.hpp"

namespace bankcheck::ptx {

struct Declaration {
  Token name;
  Variable variable;
};

/// Reads `.align 4 .b8 name[16] = {…}, other[2]` behind a state space, up to the `;` or `,` or `)`
/// that ends it. `is_parameter` reads one declaration without initialiser. Nothing when an error
/// has been reported.
std::optional<std::vector<Declaration>> parse_variables(Context& context, StateSpace space,
                                                        bool is_extern);
std::optional<Declaration> parse_parameter(Context& context);

/// The space that `.global`, `.shared`, `.const`, `.local` or `.param` declares in.
std::optional<StateSpace> declaring_space(const Token& token);

}  // namespace bankcheck::ptx
