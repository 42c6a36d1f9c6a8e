// The student's file and the files of theirs that it includes, copied once so that what is compiled
// is what was read.
//
// Theory of operation. The main file is scanned for `#include` lines (base/include_lines.hpp); each
// names a file relative to the one that includes it. Files inside the submission's folder are read
// (bounded, regular files only) and scanned in turn. An include that leaves the folder is an error
// at its line. Includes spelled by macros are not followed: the compiler finds no such file,
// because it sees the copy alone.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/diagnostic.hpp"
#include "base/result.hpp"
#include "compile/compiler.hpp"
#include "sandbox/scratch_folder.hpp"

namespace bankcheck::compile {

inline constexpr std::size_t kSourceFileBytes = 4u << 20;
inline constexpr std::size_t kSourceFiles = 64;

class SourceSnapshot {
 public:
  /// `root` empty: the folder of `source`.
  static base::Result<SourceSnapshot> take(const std::filesystem::path& source,
                                           const std::filesystem::path& root);
  /// The same of files that were read already; nothing is read from the disk. `main` is the name of
  /// one of them.
  static base::Result<SourceSnapshot> take(const std::vector<SourceFile>& files,
                                           const std::string& main);

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
  explicit SourceSnapshot(std::vector<base::SourceText> files) : files_(std::move(files)) {}

  std::vector<base::SourceText> files_;
};

/// The name that the compiler is given for `name`: the same, or kStandInName where a blank, a
/// letter beyond ASCII or anything worse is in it.
std::filesystem::path plain_name(const std::filesystem::path& name);
inline constexpr const char* kStandInName = "submission.cu";

/// Whether people can be shown `name` as it is: text in UTF-8 without quotes and control codes.
bool is_presentable(const std::filesystem::path& name);

}  // namespace bankcheck::compile
