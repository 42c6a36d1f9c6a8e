#include "compile/translation_unit.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>

#include <fmt/format.h>

#include "base/sha256.hpp"

namespace bankcheck::compile {
namespace {

/// What the first word of the variable says.
enum Reading : std::int64_t { kRead = 1, kNotThere, kNoArray, kNotConstant, kTooMany };

/// Before the student's file, where no macro of theirs can reach. {0} is the unit's namespace, {1}
/// the array, {2} the largest number of rows,
/// {3} kIntegersOnly.
constexpr const char* kHead = R"(namespace {0} {{
template <unsigned long N> struct Rows {{ long long values[N + 1]; }};
struct StandIn {{}};
namespace stand_in {{ [[maybe_unused]] constexpr StandIn {1}{{}}; }}
template <class A, class T, unsigned long N> constexpr auto copy(const A& array, T (*)[N]) {{
  static_assert(T(1) / T(2) == T(0), "{3}");
  if constexpr (N > {2}) {{
    return Rows<0>{{{{5}}}};
  }} else {{
    Rows<N> rows{{{{1}}}};
    for (unsigned long i = 0; i < N; ++i) rows.values[i + 1] = static_cast<long long>(array[i]);
    return rows;
  }}
}}
template <class T, unsigned long N> constexpr auto read(const T (&array)[N]) {{
  return copy(array, static_cast<T (*)[N]>(nullptr));
}}
template <class T, unsigned long N, template <class, unsigned long> class Array>
constexpr auto read(const Array<T, N>& array) {{
  return copy(array, static_cast<T (*)[N]>(nullptr));
}}
constexpr Rows<0> read(StandIn) {{ return {{{{2}}}}; }}
constexpr Rows<0> read(...) {{ return {{{{3}}}}; }}
template <class From, long long = From::template get<0>().values[0]> constexpr auto pick(int) {{
  return From::template get<0>();
}}
template <class From> constexpr Rows<0> pick(...) {{ return {{{{4}}}}; }}
}}
)";

constexpr const char* kTail = R"(
using namespace {0}::stand_in;
struct {0}_array {{ template <int> static constexpr auto get() {{ return {0}::read(::{1}); }} }};
extern "C" __constant__ auto {2} = {0}::pick<{0}_array>(0);
)";

std::string why(std::int64_t reading, const std::string& array) {
  switch (reading) {
    case kNotThere:
      return fmt::format("there is no array {} outside of functions and namespaces", array);
    case kNoArray:
      return fmt::format("{} is not an array", array);
    case kTooMany:
      return fmt::format("{} has more than {} elements", array, kMostRows);
    default:
      return fmt::format("the values of {} are not known at compile time; make it constexpr",
                         array);
  }
}

/// The initialiser's bytes; the compiler leaves out zeros at the end.
std::vector<std::uint8_t> parse_bytes(std::string_view list) {
  std::vector<std::uint8_t> bytes;
  const char* at = list.data();
  const char* const end = at + list.size();
  while (at < end) {
    unsigned value = 0;
    const auto [next, error] = std::from_chars(at, end, value);
    if (error == std::errc()) bytes.push_back(static_cast<std::uint8_t>(value));
    at = error == std::errc() ? next : at + 1;
  }
  return bytes;
}

std::vector<std::int64_t> parse_words(std::vector<std::uint8_t> bytes, std::size_t size_bytes) {
  bytes.resize(size_bytes);
  std::vector<std::int64_t> words;
  for (std::size_t at = 0; at + 8 <= bytes.size(); at += 8) {
    std::uint64_t word = 0;
    for (std::size_t i = 8; i-- > 0;) word = word << 8 | bytes[at + i];
    words.push_back(static_cast<std::int64_t>(word));
  }
  return words;
}

/// The declaration `.const .align 8 .b8 NAME[24] = {…};`, as a range of lines of the PTX.
struct Declaration {
  std::size_t start = std::string::npos;
  std::size_t size = 0;
  std::vector<std::int64_t> words;
};

Declaration find_declaration(const std::string& ptx, const std::string& variable) {
  Declaration found;
  const std::size_t name = ptx.find(variable + "[");
  if (name == std::string::npos) return found;
  const std::size_t line = ptx.rfind('\n', name);
  const std::size_t end = ptx.find(';', name);
  if (end == std::string::npos) return found;
  std::size_t size_bytes = 0;
  const char* const digits = ptx.data() + name + variable.size() + 1;
  if (std::from_chars(digits, ptx.data() + end, size_bytes).ec != std::errc()) return found;
  if (size_bytes > 8 * (kMostRows + 1)) return found;

  const std::string_view declaration = std::string_view(ptx).substr(name, end - name);
  const std::size_t open = std::min(declaration.find('{'), declaration.size());
  found.start = line == std::string::npos ? 0 : line + 1;
  found.size = end + 1 - found.start;
  if (found.start + found.size < ptx.size() && ptx[found.start + found.size] == '\n') ++found.size;
  found.words = parse_words(parse_bytes(declaration.substr(open)), size_bytes);
  return found;
}

}  // namespace

TranslationUnit make_unit(const SourceSnapshot& sources, const std::string& rows_array) {
  // The file's name goes into the names of kernels in anonymous namespaces: the same with and
  // without rows.
  const std::string hash = sources.hash().substr(0, 16);
  const std::string include = fmt::format("#include \"{}\"\n", sources.main().name());
  TranslationUnit unit{fmt::format("bankcheck_{}.cu", hash), include, ""};
  if (rows_array.empty()) return unit;
  const std::string secret = base::sha256_hex(sources.hash() + rows_array).substr(0, 24);
  const std::string space = "bankcheck_" + secret;
  unit.rows_variable = "bankcheck_rows_" + secret;
  unit.text = fmt::format(fmt::runtime(kHead), space, rows_array, kMostRows, kIntegersOnly) +
              include + fmt::format(fmt::runtime(kTail), space, rows_array, unit.rows_variable);
  return unit;
}

bool is_identifier(std::string_view text) {
  const auto is_word = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
  };
  return !text.empty() && text.size() <= 100 &&
         std::isdigit(static_cast<unsigned char>(text.front())) == 0 &&
         std::all_of(text.begin(), text.end(), is_word);
}

Rows take_rows(const TranslationUnit& unit, const std::string& rows_array, std::string* ptx) {
  const Declaration found = find_declaration(*ptx, unit.rows_variable);
  if (found.words.empty()) return {std::nullopt, "the compiler left no rows in its output"};
  ptx->erase(found.start, found.size);
  if (found.words.front() != kRead) return {std::nullopt, why(found.words.front(), rows_array)};
  return {std::vector<std::int64_t>(found.words.begin() + 1, found.words.end()), ""};
}

}  // namespace bankcheck::compile
