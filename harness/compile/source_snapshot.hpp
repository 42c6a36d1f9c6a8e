// The student's file and the files of theirs that it includes, copied once so that what is compiled
// is what was read.
//
// Theory of operation. `#include` lines are found by a scan that knows comments and nothing else of
// the preprocessor; each names a file relative to the one that includes it. Files inside the
// submission's folder are read (bounded, regular files only) and scanned in turn. An include that
// leaves the folder is an error at its line. Includes spelled by macros are not followed: the
// compiler finds no such file, because it sees the copy alone.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.hpp"
#include "base/result.hpp"
#include "sandbox/scratch_folder.hpp"

namespace bankcheck::compile {

inline constexpr std::size_t kSourceFileBytes = 4u << 20;
inline constexpr std::size_t kSourceFiles = 64;

/// One `#include` directive of a text.
struct IncludeLine {
  int line = 0;
  int column = 0;  ///< of the name's opening quote or bracket
  std::string name;
  bool angled = false;
};

std::vector<IncludeLine> find_includes(std::string_view text);

class SourceSnapshot {
 public:
  /// `root` empty: the folder of `source`.
  static base::Result<SourceSnapshot> take(const std::filesystem::path& source,
                                           const std::filesystem::path& root);

  /// The first is the student's file. Names are relative to the root.
  const std::vector<base::SourceText>& files() const { return files_; }
  const base::SourceText& main() const { return files_.front(); }
  const base::SourceText* find(std::string_view name) const;
  /// Whether `identifier` stands as a word of its own in some file.
  bool mentions(std::string_view identifier) const;
  /// 64 hexadecimal digits that name the contents.
  std::string hash() const;
  /// Writes all files below `folder` of the scratch folder.
  base::Diagnostics write_to(const sandbox::ScratchFolder& scratch,
                             const std::filesystem::path& folder) const;

 private:
  std::vector<base::SourceText> files_;
};

}  // namespace bankcheck::compile
