#include "batch/class_archive.hpp"

#include <system_error>

#include <fmt/format.h>
#include <sys/stat.h>

#include "base/sha256.hpp"
#include "submission/archive.hpp"

namespace bankcheck::batch {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kNameDigits = 16;

UnpackedClass trouble(const fs::path& path, const std::error_code& error) {
  UnpackedClass result;
  result.errors = {base::error_in(path.string(), "no folder to unpack to: " + error.message())};
  result.is_ours = true;
  return result;
}

/// All that is in it, but for one.
void clear(const fs::path& folder, const fs::path& keep) {
  std::error_code error;
  for (fs::directory_iterator item(folder, error), end; !error && item != end;
       item.increment(error)) {
    std::error_code ignored;
    if (item->path() != keep) fs::remove_all(item->path(), ignored);
  }
}

std::vector<std::string> remarks_on(const submission::Unpacked& unpacked) {
  std::vector<std::string> remarks;
  for (const std::string& text : unpacked.left_out) remarks.push_back(text + ": left out");
  const std::size_t more = unpacked.left_out_count - remarks.size();
  if (more > 0) remarks.push_back(fmt::format("{} more files of the archive are left out", more));
  return remarks;
}

}  // namespace

fs::path unpacked_class_folder(const fs::path& archive, const ClassPaths& paths) {
  struct stat status {};
  if (::stat(archive.c_str(), &status) != 0) status = {};
  const std::string identity = fmt::format("{}\n{} {} {}", archive.string(), status.st_size,
                                           status.st_mtim.tv_sec, status.st_mtim.tv_nsec);
  return paths.unpacked() / base::sha256_hex(identity).substr(0, kNameDigits);
}

UnpackedClass unpack_class(const fs::path& archive, const ClassPaths& paths,
                           const std::atomic<bool>* stop) {
  UnpackedClass result;
  result.folder = unpacked_class_folder(archive, paths);
  clear(paths.unpacked(), result.folder);
  std::error_code error;
  if (fs::is_directory(result.folder, error)) return result;
  const fs::path half = paths.unpacked() / "unpacking";
  if (fs::create_directories(half, error); error) return trouble(half, error);
  submission::Unpacked unpacked =
      submission::unpack_archive(archive.string(), half, submission::class_limits(), stop);
  if (!unpacked.errors.empty()) {
    clear(paths.unpacked(), {});
    result.errors = std::move(unpacked.errors);
    result.is_ours = unpacked.is_ours;
    return result;
  }
  if (fs::rename(half, result.folder, error); error) return trouble(result.folder, error);
  result.remarks = remarks_on(unpacked);
  return result;
}

}  // namespace bankcheck::batch
