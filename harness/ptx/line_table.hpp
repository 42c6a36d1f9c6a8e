// The source places that a module's instructions name.
//
// Theory of operation. nvcc -lineinfo prints `.loc file line column` before the instructions of a
// place. Inlined code says where it was inlined: `.loc 3 203 23, function_name $x, inlined_at 3 219
// 9`. When the place behind `inlined_at` is inlined code itself, a `.loc` for it, with an
// `inlined_at` of its own, stands earlier, and the latest one for that place counts: nvcc prints
// the chain again, outermost first, whenever it changes. So each `.loc` can be resolved on the
// spot: its outermost place is that of its `inlined_at`, which is already known. (PTX ISA,
// "Debugging Directives: .loc"; the rule of the latest one by trying nvcc 13.) Line 0 means code
// that belongs to no line.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/run_record.hpp"

namespace bankcheck::ptx {

struct Place {
  std::uint32_t file = 0;
  std::uint32_t line = 0;
  std::uint32_t column = 0;

  friend bool operator==(const Place&, const Place&) = default;
};

class LineTable {
 public:
  LineTable();

  /// Forgets the chains and the current place: they do not reach from one function to another.
  void leave_function();
  /// Makes `place` the current one. False when the module names too many lines.
  bool loc(Place place, std::optional<Place> inlined_at);
  /// Index of the current place in the result of `lines`; 0 is "no place".
  std::uint32_t current() const { return current_; }
  /// Numbers past the first kMaxFiles stay without a name.
  void set_file(std::uint32_t number, std::string_view path);
  /// All places, the file names filled in. A number without `.file` gives an empty name.
  std::vector<base::SourceLine> lines() const;

 private:
  struct PlaceHash {
    std::size_t operator()(const Place& place) const;
  };

  std::uint32_t index_of(std::uint32_t file, std::uint32_t line);

  std::unordered_map<std::uint32_t, std::string_view> files_;
  std::vector<Place> places_;
  std::unordered_map<std::uint64_t, std::uint32_t> index_by_line_;
  std::unordered_map<Place, Place, PlaceHash> outermost_;
  std::uint32_t current_ = 0;
};

}  // namespace bankcheck::ptx
