#include "base/escape.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace bankcheck::base {
namespace {

struct Character {
  char32_t value = 0;
  std::size_t length = 1;
  bool valid = false;  ///< false: one byte that starts no well-formed UTF-8 sequence
};

bool is_continuation(unsigned char byte) { return (byte & 0xc0u) == 0x80u; }

std::size_t sequence_length(unsigned char lead) {
  if (lead < 0x80) return 1;
  if (lead >= 0xc2 && lead < 0xe0) return 2;
  if (lead >= 0xe0 && lead < 0xf0) return 3;
  if (lead >= 0xf0 && lead < 0xf5) return 4;
  return 0;
}

/// The first character of `text`, which is not empty. Overlong forms, surrogates and values past
/// U+10FFFF are not valid.
Character decode(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text[0]);
  const std::size_t length = sequence_length(lead);
  if (length == 1) return {lead, 1, true};
  if (length == 0 || length > text.size()) return {lead, 1, false};
  char32_t value = lead & (0x7fu >> length);
  for (std::size_t i = 1; i < length; ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (!is_continuation(byte)) return {lead, 1, false};
    value = value << 6 | (byte & 0x3fu);
  }
  constexpr std::array<char32_t, 5> kSmallest{0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = value >= 0xd800 && value <= 0xdfff;
  if (value < kSmallest[length] || value > 0x10ffff || surrogate) return {lead, 1, false};
  return {value, length, true};
}

struct CharacterRange {
  char32_t first;
  char32_t last;
};

/// Control characters, and those that Unicode gives no shape of their own: they move, hide or
/// reorder the text around them (general categories Cc, Cf, Zl, Zp, the tag block and the
/// noncharacters).
constexpr CharacterRange kUnprintable[] = {
    {0x00, 0x1f},       {0x7f, 0x9f},       {0xad, 0xad},       {0x34f, 0x34f},
    {0x600, 0x605},     {0x61c, 0x61c},     {0x6dd, 0x6dd},     {0x70f, 0x70f},
    {0x890, 0x891},     {0x8e2, 0x8e2},     {0x115f, 0x1160},   {0x17b4, 0x17b5},
    {0x180b, 0x180f},   {0x200b, 0x200f},   {0x2028, 0x202e},   {0x2060, 0x206f},
    {0x3164, 0x3164},   {0xfdd0, 0xfdef},   {0xfeff, 0xfeff},   {0xffa0, 0xffa0},
    {0xfff0, 0xfffb},   {0xfffe, 0xffff},   {0x110bd, 0x110bd}, {0x110cd, 0x110cd},
    {0x13430, 0x1343f}, {0x1bca0, 0x1bca3}, {0x1d173, 0x1d17a}, {0xe0000, 0xe0fff},
};

bool is_printable(const Character& character) {
  if (!character.valid || (character.value & 0xfffeu) == 0xfffeu) return false;
  return std::none_of(std::begin(kUnprintable), std::end(kUnprintable),
                      [&](const CharacterRange& range) {
                        return range.first <= character.value && character.value <= range.last;
                      });
}

bool is_line_layout(const Character& character) {
  return character.valid && (character.value == '\n' || character.value == '\t');
}

std::string visible_escape(const Character& character) {
  const auto value = static_cast<std::uint32_t>(character.value);
  if (!character.valid || value < 0x80) return fmt::format("\\x{:02x}", value);
  return value < 0x10000 ? fmt::format("\\u{:04x}", value) : fmt::format("\\U{:08x}", value);
}

/// Walks over at most `limit_bytes` of whole characters; `keep` gets each harmless one as it
/// stands, `replace` each other one. The carriage return of a Windows line end is dropped with
/// `lines`.
template <class Keep, class Replace>
void walk(std::string_view text, std::size_t limit_bytes, bool lines, Keep keep, Replace replace) {
  std::size_t at = 0;
  while (at < text.size()) {
    const std::string_view rest = text.substr(at);
    const Character character = decode(rest);
    if (at + character.length > limit_bytes) break;
    at += character.length;
    if (lines && rest.starts_with("\r\n")) continue;
    if (is_printable(character) || (lines && is_line_layout(character))) {
      keep(rest.substr(0, character.length));
    } else {
      replace(character);
    }
  }
  if (at < text.size()) keep(fmt::format("... [{} bytes cut]", text.size() - at));
}

constexpr std::string_view kReplacementCharacter = "\xef\xbf\xbd";

void append_markup(std::string& out, std::string_view text) {
  for (const char byte : text) {
    switch (byte) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      default:
        out += byte;
    }
  }
}

std::string escape_markup(std::string_view text, std::size_t limit_bytes) {
  std::string out;
  append_markup(out, clean_utf8(text, limit_bytes));
  return out;
}

}  // namespace

std::string escape_terminal(std::string_view text, std::size_t limit_bytes, bool keep_lines) {
  std::string out;
  walk(
      text, limit_bytes, keep_lines, [&](std::string_view kept) { out += kept; },
      [&](const Character& character) { out += visible_escape(character); });
  return out;
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const Character character = decode(text);
    if (!character.valid) return false;
    text.remove_prefix(character.length);
  }
  return true;
}

std::string clean_utf8(std::string_view text, std::size_t limit_bytes) {
  std::string out;
  walk(
      text, limit_bytes, true, [&](std::string_view kept) { out += kept; },
      [&](const Character&) { out += kReplacementCharacter; });
  return out;
}

std::string escape_html(std::string_view text, std::size_t limit_bytes) {
  return escape_markup(text, limit_bytes);
}

// The numeric form of the apostrophe is read alike by HTML and XML, so one escaping serves both.
std::string escape_xml(std::string_view text, std::size_t limit_bytes) {
  return escape_markup(text, limit_bytes);
}

}  // namespace bankcheck::base
