// The user that commands run as when bankcheck itself was started by root.
#pragma once

#include <optional>
#include <string>

namespace bankcheck::sandbox {

/// Makes a user without an account the owner of the folder (not of what is in it) and gives that
/// user's number. Nothing when we are not root, or a root who may not do this, as in some
/// containers. Each call takes another user out of a few hundred, because limits on processes count
/// all processes of a user together.
std::optional<unsigned> hand_over(const std::string& folder);

/// Whether the number is one of those that `hand_over` gives.
bool is_unprivileged_user(unsigned user);

}  // namespace bankcheck::sandbox
