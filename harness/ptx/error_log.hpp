// The errors of one PTX text, collected and bounded.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.hpp"
#include "base/run_record.hpp"
#include "ptx/lexer.hpp"

namespace bankcheck::ptx {

class ErrorLog {
 public:
  explicit ErrorLog(std::string_view text) : text_(text) {}

  /// An error at a token. `place` is an index into the module's lines: the student's source line is
  /// put into the text when the file names are known. `reason` comes after it.
  void add(const Token& at, std::string what, std::uint32_t place = 0, std::string reason = {});
  /// The same without the limit.
  void add_always(const Token& at, std::string what, std::uint32_t place, std::string reason);
  bool empty() const { return errors_.empty(); }
  std::size_t size() const { return errors_.size(); }
  /// Whether the limit has been reached: the parser stops then.
  bool full() const;

  base::Diagnostics diagnostics(std::string_view name,
                                const std::vector<base::SourceLine>& lines) const;

 private:
  struct Error {
    Token at;
    std::string what;
    std::uint32_t place;
    std::string reason;
  };
  std::string_view text_;
  std::vector<Error> errors_;
};

}  // namespace bankcheck::ptx
