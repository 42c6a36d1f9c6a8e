// The harness's own translation unit around a student's file, and the rows that come out of it.
//
// Theory of operation. Unit: a few templates, `#include` of the student's file, then a
// `__constant__` variable that is initialised from `::kStrides`. The compiler evaluates it and
// writes its bytes into the PTX, so that the rows are read without running anything. Three tricks
// keep one compilation enough for every file:
// - A using-directive makes a stand-in of the same name visible. Qualified lookup, `::kStrides`,
//   prefers a declaration at namespace scope and takes the stand-in only when there is none
//   ([namespace.qual]), so a file that keeps its array inside main() still compiles.
// - The array is read inside a template argument; where its values are no constant expression,
//   substitution fails and another overload answers instead ([temp.deduct]).
// - The first word of the variable says how the reading went.
// The variable's name is a hash of the sources: no source can contain its own.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compile/source_snapshot.hpp"

namespace bankcheck::compile {

inline constexpr std::size_t kMostRows = 1024;
/// What the compiler says of an array of anything but integers.
inline constexpr const char* kIntegersOnly = "the elements are integers";

struct TranslationUnit {
  std::string file_name;
  std::string text;
  std::string rows_variable;  ///< empty when no rows are read
};

/// `rows_array` empty: the student's file alone.
TranslationUnit make_unit(const SourceSnapshot& sources, const std::string& rows_array);

bool is_identifier(std::string_view text);

struct Rows {
  std::optional<std::vector<std::int64_t>> values;
  std::string note;  ///< why there are none
};

/// Takes the variable's declaration out of the PTX and reads its values.
Rows take_rows(const TranslationUnit& unit, const std::string& rows_array, std::string* ptx);

}  // namespace bankcheck::compile
