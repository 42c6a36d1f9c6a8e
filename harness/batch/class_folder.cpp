#include "batch/class_folder.hpp"

#include <array>
#include <cerrno>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/atomic_file.hpp"
#include "base/diagnostic.hpp"
#include "base/escape.hpp"
#include "base/open_file.hpp"

namespace bankcheck::batch {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kResultBytes = std::size_t{64} << 20;

/// `process 4711 on gpu-node-3`.
std::string this_process() {
  std::array<char, 256> host{};
  if (::gethostname(host.data(), host.size() - 1) != 0) host[0] = '\0';
  return fmt::format("process {} on {}", ::getpid(), host.data());
}

/// The lock, with this process's name in it. The kernel drops it when its holder dies.
base::Result<base::FileDescriptor> lock(const fs::path& path) {
  base::FileDescriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666));
  if (!file.is_open()) {
    return base::system_trouble(path, "cannot be opened", errno);
  }
  if (::flock(file.number(), LOCK_EX | LOCK_NB) != 0) {
    const auto holder = base::read_file(path, 1000);
    return base::error_in(path.parent_path().parent_path().string(),
                          fmt::format("another batch is at work here ({})",
                                      holder ? base::escape_terminal(holder.value()) : "unknown"));
  }
  const std::string name = this_process();
  if (::ftruncate(file.number(), 0) != 0 ||
      ::pwrite(file.number(), name.data(), name.size(), 0) < 0) {
    return base::system_trouble(path, "cannot be written", errno);
  }
  return file;
}

/// Files that a process left half written when it was killed, and what earlier runs had their
/// workers do and say.
void clean(const ClassPaths& paths) {
  for (const fs::path& folder : {paths.root(), paths.root() / "results", paths.root() / "pages",
                                 paths.root() / "reports", paths.control()}) {
    std::error_code error;
    for (fs::directory_iterator item(folder, error), end; !error && item != end;
         item.increment(error)) {
      const std::string name = item->path().filename().string();
      const bool is_left = name.starts_with(".bankcheck-") && name.ends_with(".tmp");
      const bool is_workers =
          folder == paths.control() && (name.starts_with("task-") || name.starts_with("worker"));
      std::error_code ignored;
      if (is_left || is_workers) fs::remove(item->path(), ignored);
    }
  }
}

bool is_foreign(const fs::path& root) {
  std::error_code error;
  return fs::exists(root, error) && !fs::exists(root / ".batch", error) &&
         !(fs::is_directory(root, error) && fs::is_empty(root, error));
}

/// What tells a file from the one that is renamed over it; empty when there is none.
std::string stamp(const fs::path& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return "";
  return fmt::format("{} {} {} {}", status.st_ino, status.st_mtim.tv_sec, status.st_mtim.tv_nsec,
                     status.st_size);
}

}  // namespace

fs::path ClassPaths::result(const std::string& key) const {
  return root_ / "results" / (key + ".json");
}
std::string ClassPaths::page(const std::string& key) { return "pages/" + key + ".html"; }
fs::path ClassPaths::report(const std::string& key, const std::string& format) const {
  return root_ / "reports" / (key + "." + format);
}
fs::path ClassPaths::task(int number) const {
  return control() / fmt::format("task-{}.json", number);
}

base::Result<base::FileDescriptor> take_class_folder(const ClassPaths& paths) {
  const fs::path& root = paths.root();
  if (is_foreign(root)) {
    return base::error_in(root.string(),
                          "is neither empty nor a folder that an earlier batch made");
  }
  for (const fs::path& folder : {root / "results", root / "pages", paths.control()}) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) return base::error_in(folder.string(), "cannot be made: " + error.message());
  }
  auto held = lock(paths.control() / "lock");
  if (held) clean(paths);
  return held;
}

std::optional<StoredResult> FileShelf::read(const std::string& key) {
  const fs::path path = paths_.result(key);
  std::string now = stamp(path);
  if (now.empty()) return std::nullopt;
  const auto text = base::read_file(path, kResultBytes);
  if (!text) return std::nullopt;
  seen_[key] = std::move(now);
  return parse_result(text.value());
}

std::optional<StoredResult> FileShelf::read_if_new(const std::string& key) {
  const auto seen = seen_.find(key);
  if (seen != seen_.end() && stamp(paths_.result(key)) == seen->second) return std::nullopt;
  return read(key);
}

void FileShelf::remove(const std::string& key) {
  std::error_code ignored;
  fs::remove(paths_.result(key), ignored);
}

base::Diagnostics FileShelf::write(const std::string& key, const StoredResult& result) {
  return base::write_file_whole(paths_.result(key), result_text("", result));
}

}  // namespace bankcheck::batch
