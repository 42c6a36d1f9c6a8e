#include "gpu/device_lock.hpp"

#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>

#include "base/diagnostic.hpp"
#include "base/open_file.hpp"

namespace bankcheck::gpu {
namespace {

constexpr auto kLookAgain = std::chrono::milliseconds(5);
constexpr int kTries = 100;

/// The existing file, or a new one. Another process may create or remove it in between.
base::FileDescriptor open_or_create(const std::string& path) {
  constexpr int kOpen = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;
  for (int i = 0; i < kTries; ++i) {
    base::FileDescriptor file(open(path.c_str(), kOpen));
    if (file.is_open() || errno != ENOENT) return file;
    file = base::FileDescriptor(open(path.c_str(), kOpen | O_CREAT | O_EXCL, 0444));
    if (file.is_open()) {
      fchmod(file.number(), 0444);  // whatever the umask says
      return file;
    }
    if (errno != EEXIST) return file;
  }
  return {};
}

bool is_regular(int file) {
  struct stat status {};
  return fstat(file, &status) == 0 && S_ISREG(status.st_mode);
}

}  // namespace

std::string lock_path(const std::string& folder, const std::string& uuid) {
  return fmt::format("{}/bankcheck-{}.lock", folder, uuid);
}

base::Result<DeviceLock> DeviceLock::acquire(const std::string& folder, const std::string& uuid,
                                             const Hooks& hooks) {
  const std::string path = lock_path(folder, uuid);
  base::FileDescriptor file = open_or_create(path);
  if (!file.is_open()) {
    return base::system_trouble(path, "cannot lock the GPU", errno);
  }
  if (!is_regular(file.number())) {
    return base::error_in(path, "cannot lock the GPU: this is not a regular file");
  }
  bool has_waited = false;
  while (flock(file.number(), LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK && errno != EINTR) {
      return base::system_trouble(path, "cannot lock the GPU", errno);
    }
    if (!has_waited && hooks.on_wait) hooks.on_wait();
    has_waited = true;
    if (hooks.is_cancelled && hooks.is_cancelled()) {
      return base::error_in(path, "cancelled while another grader used the GPU");
    }
    std::this_thread::sleep_for(kLookAgain);
  }
  return DeviceLock(std::move(file));
}

}  // namespace bankcheck::gpu
