// The folder that holds a class's grades, and all that a batch needs to go on after it was killed.
//
//   results/KEY.json    one for each graded submission; it alone says that something was graded
//   pages/KEY.html      the student's report; written before the result
//   reports/KEY.FORMAT  further formats
//   .batch/             the lock, the tasks and the workers' log
//   .cache/compile/     compiled code
//   .submissions/       what a class that came as one archive handed in
//
// Every file is written whole. There is no list of what is done: the results are the list.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "base/file_descriptor.hpp"
#include "base/result.hpp"
#include "batch/stored_result.hpp"
#include "batch/task.hpp"

namespace bankcheck::batch {

/// Where things are in a class's folder.
class ClassPaths {
 public:
  explicit ClassPaths(std::filesystem::path root) : root_(std::move(root)) {}

  const std::filesystem::path& root() const { return root_; }
  std::filesystem::path result(const std::string& key) const;
  /// Relative to the root, as entries of the class name it.
  static std::string page(const std::string& key);
  std::filesystem::path report(const std::string& key, const std::string& format) const;
  std::filesystem::path control() const { return root_ / ".batch"; }
  std::filesystem::path task(int number) const;
  std::filesystem::path log() const { return control() / "worker.log"; }
  std::filesystem::path unpacked() const { return root_ / ".submissions"; }
  std::filesystem::path compile_cache() const { return root_ / ".cache" / "compile"; }

 private:
  std::filesystem::path root_;
};

/// Reads results; asked again, tells those that have changed.
class ResultShelf {
 public:
  virtual ~ResultShelf() = default;
  /// The result as it is now; absent when there is none that can be read.
  virtual std::optional<StoredResult> read(const std::string& key) = 0;
  /// The same, and absent too when the file is the one that was last read for this key.
  virtual std::optional<StoredResult> read_if_new(const std::string& key) = 0;
  virtual void remove(const std::string& key) = 0;
  virtual base::Diagnostics write(const std::string& key, const StoredResult& result) = 0;
};

/// Results as files. Workers have one too, without owning the folder.
class FileShelf : public ResultShelf {
 public:
  explicit FileShelf(ClassPaths paths) : paths_(std::move(paths)) {}

  const ClassPaths& paths() const { return paths_; }
  std::optional<StoredResult> read(const std::string& key) override;
  std::optional<StoredResult> read_if_new(const std::string& key) override;
  void remove(const std::string& key) override;
  base::Diagnostics write(const std::string& key, const StoredResult& result) override;

 private:
  ClassPaths paths_;
  std::map<std::string, std::string> seen_;  ///< key to what tells one file from its successor
};

/// Makes the folder, or takes one that an earlier batch made, for this process alone, as long as
/// the descriptor is open. Fails on a folder that holds something else, and when another batch is
/// at work in it; says who.
base::Result<base::FileDescriptor> take_class_folder(const ClassPaths& paths);

}  // namespace bankcheck::batch
