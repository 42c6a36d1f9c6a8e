// Compiled code kept by what it was compiled from, so that equal sources are compiled once.
//
// Theory of operation. An entry is named by a hash of all that goes into a compilation: the text of
// every file, the harness's own unit around them, the options, the compiler. It is written whole
// under a temporary name and renamed, so a reader sees all of it or nothing; its first line is a
// hash of the rest, so that a damaged one counts as none. Whoever is about to compile holds a lock
// on the entry's name: others who want the same wait for the result instead. The kernel drops the
// lock of a process that dies. Nothing of a submission can write here.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "base/file_descriptor.hpp"
#include "compile/compiler.hpp"

namespace bankcheck::compile {

class CompileCache {
 public:
  static constexpr std::uint64_t kDefaultBytes = std::uint64_t{512} << 20;

  /// Makes the folder. One that cannot be used is a cache that never has anything.
  explicit CompileCache(std::filesystem::path folder, std::uint64_t limit_bytes = kDefaultBytes);

  /// Waits until nobody else compiles this; others wait until the result is destroyed.
  base::FileDescriptor take_turn(const std::string& key) const;
  std::optional<CompiledCode> find(const std::string& key) const;
  void keep(const std::string& key, const CompiledCode& code) const;
  /// Removes the entries that were not used for longest until the limit is kept.
  void sweep() const;

 private:
  std::filesystem::path path_of(const std::string& key) const;

  std::filesystem::path folder_;
  std::uint64_t limit_bytes_;
};

}  // namespace bankcheck::compile
