// What the rules of the parser share while they read one text.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ptx/cursor.hpp"
#include "ptx/error_log.hpp"
#include "ptx/limits.hpp"
#include "ptx/line_table.hpp"
#include "ptx/module.hpp"
#include "ptx/spelling.hpp"

namespace bankcheck::ptx {

/// A variable or function of the module, by its index there.
struct ModuleSymbol {
  bool is_function = false;
  std::uint32_t index = 0;
};

/// Counts what the whole text has asked for (see limits.hpp).
struct Spent {
  std::size_t registers = 0;
  std::size_t instructions = 0;
  std::size_t branch_targets = 0;
  std::size_t labels = 0;
  std::size_t relocations = 0;
  std::size_t variables = 0;
  std::uint64_t declared_bytes = 0;
  std::uint64_t initialised_bytes = 0;
};

struct Context {
  explicit Context(std::string_view text) : log(text), unsupported(text), cursor(text, log) {}

  ErrorLog log;
  /// Instructions outside the table, and for each that stands in a function that has been read,
  /// which function that is.
  ErrorLog unsupported;
  std::vector<std::uint32_t> unsupported_in;
  Cursor cursor;
  Module module;
  LineTable lines;
  Spent spent;
  std::unordered_map<std::string_view, ModuleSymbol> symbols;
  std::unordered_map<std::string_view, std::string_view> aliases;
  /// Every spelling met so far: a text has few different ones.
  std::unordered_map<std::string_view, Spelling> spellings;
  /// Texts that views point to and that do not stand in the PTX in one piece.
  std::deque<std::string> joined_texts;

  void error(const Token& at, std::string what) { log.add(at, std::move(what), lines.current()); }
};

/// Notes an instruction outside the table. The limit does not hold for the first of a function, so
/// that none looks whole which is not.
void note_unsupported(Context& context, const Token& at, std::string_view spelling,
                      std::string reason);

/// A name for a message, cut short when a stranger made it long.
std::string quoted(std::string_view name);
/// `1 operand`, `2 operands`.
std::string counted(std::size_t count, std::string_view what);

}  // namespace bankcheck::ptx
