// A library of the system, opened at run time.
#pragma once

#include <memory>
#include <span>
#include <string>

namespace bankcheck::gpu {

class SharedLibrary {
 public:
  /// The first of `names` that can be opened; otherwise `is_open()` is false and `trouble()` says
  /// why.
  explicit SharedLibrary(std::span<const char* const> names);

  bool is_open() const { return handle_ != nullptr; }
  const std::string& trouble() const { return trouble_; }

  /// Sets `*function` to the symbol, or to null; returns whether it is there.
  template <class Function>
  bool find(const char* name, Function** function) const {
    *function = reinterpret_cast<Function*>(symbol(name));
    return *function != nullptr;
  }

 private:
  struct Closer {
    void operator()(void* handle) const;
  };
  void* symbol(const char* name) const;

  std::unique_ptr<void, Closer> handle_;
  std::string trouble_;
};

}  // namespace bankcheck::gpu
