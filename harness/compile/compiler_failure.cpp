#include "compile/compiler_failure.hpp"

#include <algorithm>
#include <array>
#include <csignal>

#include <fmt/format.h>

namespace bankcheck::compile {
namespace {

using sandbox::CommandResult;
using sandbox::CommandStatus;

/// What a compiler says that dies of a file, and what that means.
struct Death {
  std::string_view sign;
  const char* text;
};

constexpr std::array kDeaths = {
    Death{"out of memory", "the compiler ran out of memory on this file"},
    Death{"bad_alloc", "the compiler ran out of memory on this file"},
    Death{"virtual memory exhausted", "the compiler ran out of memory on this file"},
    Death{"File size limit exceeded", "what the compiler writes for this file is too large"},
    Death{"Segmentation fault", "the compiler crashes on this file"},
    Death{"Aborted", "the compiler crashes on this file"},
};

}  // namespace

bool ran_out_of_time(const CommandResult& result, std::string_view log, double seconds) {
  if (result.status == CommandStatus::kTimedOut) return true;
  if (log.find("CPU time limit exceeded") != std::string_view::npos) return true;
  // The front end outlives the signal of the soft limit; that of the hard one says no reason.
  const bool killed = result.signal == SIGKILL || result.exit_code == 128 + SIGKILL;
  return killed && result.wall_seconds >= seconds;
}

bool was_killed(const CommandResult& result, std::string_view log) {
  constexpr std::array kSignals = {SIGKILL, SIGTERM, SIGINT, SIGHUP};
  return std::any_of(kSignals.begin(), kSignals.end(), [&](int number) {
    return result.signal == number || result.exit_code == 128 + number ||
           log.find(fmt::format("died due to signal {} ", number)) != std::string_view::npos;
  });
}

std::string describe_failure(const CommandResult& result, std::string_view log) {
  for (const Death& death : kDeaths) {
    if (log.find(death.sign) != std::string_view::npos) return death.text;
  }
  if (!result.trouble.empty()) return "the compiler stopped: " + result.trouble;
  if (result.status == CommandStatus::kSignalled) {
    return fmt::format("the compiler was stopped by signal {}", result.signal);
  }
  if (result.exit_code == 0) return "the compiler's output is missing or too large";
  return fmt::format("the compiler failed with exit status {} and no message", result.exit_code);
}

}  // namespace bankcheck::compile
