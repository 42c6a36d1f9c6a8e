// Reads what a class handed in from the disk: the download's names, the roster, the contents'
// hashes.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "batch/intake.hpp"
#include "batch/task.hpp"

namespace bankcheck::cli {

/// `roster` may be empty. `grades` is left out when it lies in the folder of submissions.
base::Result<batch::Intake> read_intake(const std::filesystem::path& submissions,
                                        const std::string& roster,
                                        const std::filesystem::path& grades);

/// Those who handed something in, as what is to be graded. `made_of` says all but the submission.
std::vector<batch::TaskItem> items_of(const batch::Intake& intake,
                                      const std::filesystem::path& submissions,
                                      const batch::Fingerprint& made_of);

/// Whether `who`, a key, name, id, login or address, or a key with `*` in it, means the student.
bool is_meant(const std::string& who, const checks::Student& student);

}  // namespace bankcheck::cli
