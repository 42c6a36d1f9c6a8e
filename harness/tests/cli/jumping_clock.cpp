// A wall clock that jumps years ahead and back at every look, for a program started with this
// library as LD_PRELOAD. Clocks that only go forward stay as they are.
#include <atomic>
#include <ctime>

#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

namespace {

std::time_t jump() {
  constexpr std::time_t kYears = 10L * 365 * 24 * 3600;
  static std::atomic<unsigned> looks{0};
  return looks++ % 2 == 0 ? kYears : -kYears;
}

int read_clock(clockid_t clock, timespec* now) {
  const long status = ::syscall(SYS_clock_gettime, clock, now);
  if (status == 0 && clock == CLOCK_REALTIME) now->tv_sec += jump();
  return static_cast<int>(status);
}

}  // namespace

extern "C" {

int clock_gettime(clockid_t clock, timespec* now) noexcept { return read_clock(clock, now); }

std::time_t time(std::time_t* result) noexcept {
  timespec now{};
  read_clock(CLOCK_REALTIME, &now);
  if (result != nullptr) *result = now.tv_sec;
  return now.tv_sec;
}

int gettimeofday(timeval* result, void*) noexcept {
  timespec now{};
  const int status = read_clock(CLOCK_REALTIME, &now);
  *result = {now.tv_sec, now.tv_nsec / 1000};
  return status;
}
}
