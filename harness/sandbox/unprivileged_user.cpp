#include "sandbox/unprivileged_user.hpp"

#include <atomic>

#include <unistd.h>

namespace bankcheck::sandbox {
namespace {

/// Debian leaves 60000 to 64999 to programs that ask for them, systemd none of 60706 to 61183.
constexpr unsigned kFirstUser = 60706;
constexpr unsigned kUserCount = 478;

}  // namespace

std::optional<unsigned> choose_unprivileged_user() {
  if (::geteuid() != 0) return std::nullopt;
  static std::atomic<unsigned> counter{0};
  // Steps of an odd number so that processes with neighbouring numbers start far from each other.
  const unsigned offset = static_cast<unsigned>(::getpid()) * 37u + counter++;
  return kFirstUser + offset % kUserCount;
}

bool hand_over_folder(const std::string& folder, unsigned user) {
  return folder.empty() || ::chown(folder.c_str(), user, user) == 0;
}

}  // namespace bankcheck::sandbox
