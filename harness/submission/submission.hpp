// What a student handed in, read without trusting it.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "rubric/rubric.hpp"
#include "submission/answers.hpp"
#include "submission/submission_place.hpp"

namespace bankcheck::submission {

/// Bounds of what is looked at; beyond them a submission is refused, not cut.
struct ReadLimits {
  std::size_t source_bytes = std::size_t{1} << 20;  ///< of each source file or header
  std::size_t answers_bytes = std::size_t{64} << 10;
  std::size_t total_bytes = std::size_t{8} << 20;  ///< of all files that are read
  std::size_t entries = 2000;                      ///< files and folders, hidden folders left out
  int depth = 8;                                   ///< of folders
};

struct SubmittedFile {
  std::string name;  ///< relative to the folder; as the student named it, so escape it
  std::string text;
};

struct Submission {
  std::string name;         ///< as the user named it
  std::string source_name;  ///< of `files`; empty when the rubric has no kernels
  Answers answers;
  /// Source files, headers and the answers file, by name: what the hash is taken of.
  std::vector<SubmittedFile> files;
  std::string hash;  ///< SHA-256 over the names and contents of `files`
  base::Diagnostics
      remarks;  ///< e.g. that the answers file is missing; those of the answers are theirs
};

/// Reads a folder, an archive of one, or a single .cu file with what it includes from beside it
/// (whose questions are then all blank). Everything is read once: what is compiled later is `files`
/// and nothing else. Fails when there is no source or no single one, on links that lead out of the
/// folder, on anything that is neither file nor folder, past the limits, and on answers that cannot
/// be read.
base::Result<Submission> read_submission(const SubmissionPlace& place, const rubric::Rubric& rubric,
                                         const ReadLimits& limits = {});
base::Result<Submission> read_submission(const std::string& path, const rubric::Rubric& rubric,
                                         const ReadLimits& limits = {});

}  // namespace bankcheck::submission
