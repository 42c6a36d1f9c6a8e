// One grader at a time on a card, across all processes and users of the machine.
//
// Theory of operation. An flock on a file named after the card's UUID, in a folder that every user
// can write to (/tmp, /run/lock). The kernel drops the lock when its holder dies, however it dies.
// The folder may belong to strangers: an existing file is opened without creating, following a link
// or writing, and must be a regular file; flock needs no more. A new file is created exclusively,
// and readable by all so that others can lock it too. Somebody else on the machine can always hold
// the lock, as they could always use the card.
#pragma once

#include <functional>
#include <string>

#include "base/file_descriptor.hpp"
#include "base/result.hpp"

namespace bankcheck::gpu {

class DeviceLock {
 public:
  struct Hooks {
    std::function<void()> on_wait;       ///< called once when the card is taken; may be empty
    std::function<bool()> is_cancelled;  ///< asked while waiting; may be empty
  };

  /// Waits until the card is free. Errors: the file cannot be used, or the wait was cancelled.
  static base::Result<DeviceLock> acquire(const std::string& folder, const std::string& uuid,
                                          const Hooks& hooks);

 private:
  explicit DeviceLock(base::FileDescriptor file) : file_(std::move(file)) {}

  base::FileDescriptor file_;  ///< closing it gives the card back
};

/// The file that locks a card.
std::string lock_path(const std::string& folder, const std::string& uuid);

}  // namespace bankcheck::gpu
