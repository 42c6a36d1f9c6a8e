// The user that commands run as when bankcheck itself was started by root.
#pragma once

#include <optional>
#include <string>

namespace bankcheck::sandbox {

/// A user number that no account has; nothing when we are not root. Each call gives another one out
/// of a few hundred, because limits on processes count all processes of a user together.
std::optional<unsigned> choose_unprivileged_user();

/// Makes `user` the owner of the folder, not of what is in it. False with errno.
bool hand_over_folder(const std::string& folder, unsigned user);

}  // namespace bankcheck::sandbox
