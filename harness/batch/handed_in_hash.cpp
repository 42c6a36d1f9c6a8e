#include "batch/handed_in_hash.hpp"

#include <algorithm>
#include <system_error>
#include <vector>

#include <fmt/format.h>
#include <sys/stat.h>

#include "base/atomic_file.hpp"
#include "base/sha256.hpp"
#include "submission/archive.hpp"

namespace bankcheck::batch {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kEntries = 4000;

std::string file_digest(const fs::path& path) {
  const auto text = base::read_file(path, submission::UnpackLimits{}.archive_bytes);
  if (text) return base::sha256_hex(text.value());
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0) return "gone";
  return fmt::format("{} {} {}", status.st_mode, status.st_size, status.st_mtim.tv_sec);
}

/// Links are not followed.
std::vector<fs::path> files_below(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  fs::recursive_directory_iterator item(folder, error);
  for (const fs::recursive_directory_iterator end; !error && item != end; item.increment(error)) {
    std::error_code ignored;
    if (item->symlink_status(ignored).type() != fs::file_type::directory) {
      files.push_back(item->path());
    }
    if (files.size() >= kEntries) break;
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

std::string handed_in_hash(const fs::path& submissions, const HandedIn& handed_in) {
  std::string all;
  for (const Part& part : handed_in.parts) {
    const fs::path path = submissions / part.path;
    all += fmt::format("{}:{}:{}\n", part.name.size(), part.name, part.is_folder);
    if (!part.is_folder) {
      all += file_digest(path) + "\n";
      continue;
    }
    for (const fs::path& file : files_below(path)) {
      const std::string name = file.lexically_relative(path).string();
      all += fmt::format("{}:{}:{}\n", name.size(), name, file_digest(file));
    }
  }
  return base::sha256_hex(all);
}

}  // namespace bankcheck::batch
