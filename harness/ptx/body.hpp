// A function's body while it is being read.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ptx/context.hpp"
#include "ptx/scopes.hpp"

namespace bankcheck::ptx {

struct Body {
  Body(Context& context_in, Function& function_in) : context(context_in), function(function_in) {}

  Context& context;
  Function& function;
  Scopes scopes;
  /// Spelled names of variables and parameters, made distinct; Symbol::index counts them.
  std::vector<std::string> variable_names;
  std::vector<StateSpace> variable_spaces;
  std::unordered_map<std::string_view, std::uint32_t> uses_of_name;
  /// `.branchtargets` lists.
  std::vector<std::vector<Token>> branch_tables;
  /// Where the latest label points to.
  std::optional<std::uint32_t> last_label;

  std::uint32_t next_instruction() const {
    return static_cast<std::uint32_t>(function.instructions.size());
  }
};

/// Reads everything behind the opening brace of a function, up to and with the closing one.
void parse_body(Context& context, Function& function);

/// Reads the instruction that `word`, already taken, begins.
void parse_instruction(Body& body, const Token& word, std::optional<Guard> guard);
/// Reads `@%p1 bra L;`; the `@` is next.
void parse_guarded_instruction(Body& body);

}  // namespace bankcheck::ptx
