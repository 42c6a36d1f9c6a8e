#include "submission/folder_scan.hpp"

#include <algorithm>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "base/diagnostic.hpp"

namespace bankcheck::submission {
namespace {

namespace fs = std::filesystem;

class Scanner {
 public:
  Scanner(fs::path folder, const ReadLimits& limits)
      : folder_(std::move(folder)), limits_(limits) {}

  base::Result<std::vector<ScannedFile>> scan() {
    pending_.push_back({folder_, 0});
    while (!pending_.empty() && !full_) {
      const auto [path, depth] = std::move(pending_.back());
      pending_.pop_back();
      scan(path, depth);
    }
    if (!errors_.empty()) return errors_;
    std::sort(files_.begin(), files_.end(),
              [](const ScannedFile& a, const ScannedFile& b) { return a.name < b.name; });
    return std::move(files_);
  }

 private:
  void fail(const fs::path& path, std::string text) {
    errors_.push_back(base::error_in(path.string(), std::move(text)));
  }

  void scan(const fs::path& path, int depth) {
    std::error_code error;
    for (fs::directory_iterator entry(path, error), end; !error && entry != end && !full_;
         entry.increment(error)) {
      take(entry->path(), depth);
    }
    if (error) fail(path, "cannot be read: " + error.message());
  }

  void take(const fs::path& path, int depth) {
    if (path.filename().string().starts_with('.')) return;
    if (++entries_ > limits_.entries) {
      full_ = true;
      return fail(folder_,
                  fmt::format("holds more than {} files: hand in those of the exercise only",
                              limits_.entries));
    }
    std::error_code error;
    const fs::file_status status = fs::symlink_status(path, error);
    if (error) return fail(path, "cannot be read: " + error.message());
    switch (status.type()) {
      case fs::file_type::regular:
        return files_.push_back({path.lexically_relative(folder_).string(), path});
      case fs::file_type::directory:
        if (depth + 1 < limits_.depth) return pending_.push_back({path, depth + 1});
        return fail(path, fmt::format("folders are nested deeper than {} levels", limits_.depth));
      case fs::file_type::symlink:
        return take_link(path);
      default:
        return fail(path, "is neither a file nor a folder");
    }
  }

  /// A link to a file of the folder is that file; a link to a folder of it adds nothing.
  void take_link(const fs::path& path) {
    std::error_code error;
    const fs::path target = fs::canonical(path, error);
    if (error) return fail(path, "is a link that leads nowhere");
    if (!is_within(target, folder_)) return fail(path, "is a link that leads out of the folder");
    if (fs::is_regular_file(target, error)) {
      files_.push_back({path.lexically_relative(folder_).string(), target});
    }
  }

  fs::path folder_;
  const ReadLimits& limits_;
  std::vector<std::pair<fs::path, int>> pending_;
  std::vector<ScannedFile> files_;
  base::Diagnostics errors_;
  std::size_t entries_ = 0;
  bool full_ = false;
};

}  // namespace

bool is_within(const fs::path& path, const fs::path& folder) {
  const auto [end, rest] = std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
  return end == folder.end() && rest != path.end();
}

base::Result<std::vector<ScannedFile>> scan_folder(const fs::path& folder,
                                                   const ReadLimits& limits) {
  return Scanner(folder, limits).scan();
}

}  // namespace bankcheck::submission
