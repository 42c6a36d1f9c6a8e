// Makes text from a stranger safe to show: bounded, and without control codes, escape sequences,
// invalid UTF-8 or bidirectional overrides.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace bankcheck::base {

/// For a terminal: control and non-printing characters become visible `\x1b`-style escapes;
/// newlines and tabs are kept when `keep_lines` is true. At most `limit_bytes` of input are shown;
/// what is cut is said.
std::string escape_terminal(std::string_view text, std::size_t limit_bytes = 2000,
                            bool keep_lines = false);
/// Whether it is well-formed UTF-8, whatever the characters.
bool is_utf8(std::string_view text);
/// Valid UTF-8 without control characters (but newline and tab), bounded: fit for a JSON string.
std::string clean_utf8(std::string_view text, std::size_t limit_bytes = 20000);
std::string escape_html(std::string_view text, std::size_t limit_bytes = 20000);
std::string escape_xml(std::string_view text, std::size_t limit_bytes = 20000);

}  // namespace bankcheck::base
