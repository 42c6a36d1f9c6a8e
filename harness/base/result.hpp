// Either a value or the diagnostics that say why there is none.
#pragma once

#include <cassert>
#include <utility>
#include <variant>

#include "base/diagnostic.hpp"

namespace bankcheck::base {

template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::move(value)) {}
  Result(Diagnostics errors) : state_(std::move(errors)) {}
  Result(Diagnostic error) : state_(Diagnostics{std::move(error)}) {}

  bool ok() const { return std::holds_alternative<T>(state_); }
  explicit operator bool() const { return ok(); }

  T& value() & {
    assert(ok());
    return std::get<T>(state_);
  }
  const T& value() const& {
    assert(ok());
    return std::get<T>(state_);
  }
  T&& value() && {
    assert(ok());
    return std::get<T>(std::move(state_));
  }
  /// The reasons; empty when there is a value.
  Diagnostics errors() const { return ok() ? Diagnostics{} : std::get<Diagnostics>(state_); }

 private:
  std::variant<T, Diagnostics> state_;
};

}  // namespace bankcheck::base
