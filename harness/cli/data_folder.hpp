// Finds the rubrics, student templates and reference solutions that come with the program.
#pragma once

#include <filesystem>

namespace bankcheck::cli {

/// The folder that holds `rubrics/`, `student_template/` and `reference/`: beside an installed
/// `program` (`../share/bankcheck` from its folder), else the source tree that it was built from.
std::filesystem::path data_folder(const std::filesystem::path& program);

/// The same for the running program; the folder that BANKCHECK_DATA names, where that is set.
std::filesystem::path data_folder();

}  // namespace bankcheck::cli
