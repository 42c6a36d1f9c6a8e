// Where a submission lies: the folder or file that the user named, or the archive they named,
// unpacked.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "base/result.hpp"
#include "sandbox/scratch_folder.hpp"

namespace bankcheck::submission {

class SubmissionPlace {
 public:
  /// Unpacks an archive (see archive.hpp) to a private folder that is removed with the last copy of
  /// the result. Anything else is taken as it is.
  static base::Result<SubmissionPlace> open(const std::string& name);

  /// As the user named it.
  const std::string& name() const { return name_; }
  /// A folder or a .cu file, if it is there at all.
  const std::filesystem::path& path() const { return path_; }
  bool is_unpacked() const { return unpacked_ != nullptr; }

 private:
  std::string name_;
  std::filesystem::path path_;
  std::shared_ptr<const sandbox::ScratchFolder> unpacked_;
};

}  // namespace bankcheck::submission
