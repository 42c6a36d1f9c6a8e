// Puts what somebody handed in where it can be read as a submission.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "batch/intake.hpp"
#include "rubric/rubric.hpp"
#include "sandbox/scratch_folder.hpp"
#include "submission/submission.hpp"

namespace bankcheck::batch {

/// A submission whose files lie in a private folder as long as this lives, or where they were.
struct Staged {
  std::optional<sandbox::ScratchFolder> scratch;
  submission::Submission submission;
};

struct StagingFailure {
  bool is_ours = false;  ///< no room for a private folder; else what was handed in is unfit
  std::string text;
};

/// Archives are unpacked, loose files put together under their own names, and folders that hold
/// nothing but a folder are gone into. Names in messages are those of the download: where a
/// submission was unpacked is nobody's business.
class Staging {
 public:
  Staging(std::filesystem::path submissions, const rubric::Rubric& rubric)
      : submissions_(std::move(submissions)), rubric_(rubric) {}

  /// Nothing on failure; failure() then says why.
  std::optional<Staged> stage(const HandedIn& handed_in);
  const StagingFailure& failure() const { return failure_; }

 private:
  bool place(const HandedIn& handed_in, Staged* staged, std::filesystem::path* folder);
  bool place_files(const HandedIn& handed_in, const std::filesystem::path& folder);
  bool unpack(const std::filesystem::path& archive, const std::filesystem::path& folder);
  bool make_scratch(Staged* staged, std::filesystem::path* folder);
  bool fail(const base::Diagnostics& errors, bool is_ours = false);
  std::filesystem::path descend(std::filesystem::path folder) const;
  std::optional<std::filesystem::path> only_archive(const std::filesystem::path& folder) const;

  std::filesystem::path submissions_;
  const rubric::Rubric& rubric_;
  StagingFailure failure_;
};

}  // namespace bankcheck::batch
