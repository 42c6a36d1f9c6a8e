#include "sandbox/isolation.hpp"

#include <array>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include "base/diagnostic.hpp"
#include "sandbox/bubblewrap_runner.hpp"
#include "sandbox/posix_runner.hpp"
#include "sandbox/scratch_folder.hpp"

namespace bankcheck::sandbox {
namespace {

constexpr std::array kPlaces = {"/usr/bin/bwrap", "/usr/local/bin/bwrap", "/bin/bwrap"};

/// Exit status 0 when the sandbox is tight; each leak has a number.
constexpr const char* kProof =
    "test ! -e /etc/passwd || exit 11; test ! -e /proc/self || exit 12; "
    "test ! -e /home || exit 13; (: > /usr/bin/bankcheck-proof) 2> /dev/null && exit 14; "
    "(: > /bankcheck-proof) 2> /dev/null && exit 15; : > \"$PROOF\" || exit 16";

IsolationSupport no_sandbox(std::string reason) {
  return {Isolation::kLimitsOnly, "", std::move(reason)};
}

Command proof(const ScratchFolder& scratch) {
  Command command;
  command.argv = {"/bin/sh", "-c", kProof};
  command.environment = {"PATH=/usr/bin:/bin", "PROOF=" + (scratch.path() / "proof").string()};
  command.writable_path = scratch.path().string();
  command.limits.wall_seconds = 10;
  return command;
}

}  // namespace

IsolationSupport detect_isolation(const std::string& bubblewrap) {
  std::vector<std::string> places(kPlaces.begin(), kPlaces.end());
  if (!bubblewrap.empty()) places = {bubblewrap};
  for (const std::string& place : places) {
    if (::access(place.c_str(), X_OK) != 0) continue;
    const auto scratch = ScratchFolder::create();
    if (!scratch) return no_sandbox(base::render(scratch.errors()));
    const CommandResult result = BubblewrapRunner(place).run(proof(scratch.value()));
    if (result.status == CommandStatus::kExited && result.exit_code == 0) {
      return {Isolation::kBubblewrap, place, ""};
    }
    if (result.status == CommandStatus::kCannotRun) {
      return no_sandbox(fmt::format("{} cannot make a sandbox here: {}", place, result.trouble));
    }
    return no_sandbox(fmt::format("the sandbox that {} makes here is not tight (exit status {}){}",
                                  place, result.exit_code, result.error_output));
  }
  if (!bubblewrap.empty()) {
    return no_sandbox(fmt::format(
        "{}, where BANKCHECK_BWRAP says that bubblewrap is, cannot be run", bubblewrap));
  }
  return no_sandbox("bubblewrap is not installed (sudo apt install bubblewrap)");
}

std::unique_ptr<CommandRunner> make_runner(const IsolationSupport& support) {
  if (support.isolation == Isolation::kBubblewrap) {
    return std::make_unique<BubblewrapRunner>(support.bubblewrap);
  }
  return std::make_unique<PosixRunner>();
}

const char* name(Isolation isolation) {
  return isolation == Isolation::kBubblewrap ? "bubblewrap" : "no sandbox";
}

}  // namespace bankcheck::sandbox
