// Whether the address sanitizer is in this build: its own locks are not safe across fork().
#pragma once

namespace bankcheck {

#ifdef __SANITIZE_ADDRESS__
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif

}  // namespace bankcheck
