#include "batch/listing.hpp"

#include <algorithm>
#include <system_error>

#include "base/diagnostic.hpp"

namespace bankcheck::batch {
namespace {

namespace fs = std::filesystem;

bool is_dropping(const std::string& name) {
  return name.empty() || name.front() == '.' || name == "__MACOSX" || name == "Thumbs.db" ||
         name == "desktop.ini";
}

std::error_code fill(const fs::path& folder, int depth, Listing* listing) {
  std::error_code error;
  fs::directory_iterator entry(folder, error);
  if (error) return error;
  for (const fs::directory_iterator end; entry != end; entry.increment(error)) {
    if (error) return error;
    Listing child;
    child.name = entry->path().filename().string();
    std::error_code ignored;
    const fs::file_type type = entry->symlink_status(ignored).type();
    child.is_folder = type == fs::file_type::directory;
    if (is_dropping(child.name) || (!child.is_folder && type != fs::file_type::regular)) continue;
    if (child.is_folder && depth > 1) fill(entry->path(), depth - 1, &child);
    listing->children.push_back(std::move(child));
  }
  std::sort(listing->children.begin(), listing->children.end(),
            [](const Listing& a, const Listing& b) { return a.name < b.name; });
  return error;
}

}  // namespace

base::Result<Listing> list_folder(const fs::path& folder, int depth) {
  Listing root;
  root.name = folder.filename().string();
  root.is_folder = true;
  if (const std::error_code error = fill(folder, depth, &root)) {
    return base::error_in(folder.string(),
                          "cannot be read as a folder of submissions: " + error.message());
  }
  return root;
}

}  // namespace bankcheck::batch
