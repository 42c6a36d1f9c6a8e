// The names in a folder of submissions, as deep as a download nests them.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.hpp"

namespace bankcheck::batch {

/// A file or a folder. Links and anything else are left out, as are the droppings of file managers
/// (`__MACOSX`, `.DS_Store`, hidden names).
struct Listing {
  std::string name;
  bool is_folder = false;
  std::vector<Listing> children;  ///< by name; of a folder within the depth that was asked for
};

/// Fails when the folder itself cannot be read; what lies in it and cannot be is left out. `depth`
/// is of the folders that are opened: 1 lists the folder alone.
base::Result<Listing> list_folder(const std::filesystem::path& folder, int depth);

}  // namespace bankcheck::batch
