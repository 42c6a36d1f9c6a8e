#include "sandbox/bubblewrap_runner.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string_view>

#include <fmt/format.h>

#include "sandbox/child.hpp"
#include "sandbox/unprivileged_user.hpp"

namespace bankcheck::sandbox {
namespace {

namespace fs = std::filesystem;
using Arguments = std::vector<std::string>;

/// What compilers and the programs that they start are made of. Not /usr as a whole: rubrics may be
/// installed in a share folder.
constexpr std::array kSystemFolders = {
    "/usr/bin",       "/usr/lib",           "/usr/lib32",        "/usr/lib64",
    "/usr/libx32",    "/usr/libexec",       "/usr/include",      "/usr/local/bin",
    "/usr/local/lib", "/usr/local/include", "/etc/alternatives", "/etc/ld.so.cache"};
/// Links into /usr on a system with a merged /usr, folders of their own elsewhere.
constexpr std::array kTopFolders = {"/bin", "/lib", "/lib32", "/lib64", "/libx32"};
constexpr const char* kTemporaryBytes = "268435456";

void append(Arguments* arguments, const Arguments& more) {
  arguments->insert(arguments->end(), more.begin(), more.end());
}

Arguments namespaces(bool as_root) {
  Arguments arguments = {"--unshare-ipc",
                         "--unshare-pid",
                         "--unshare-net",
                         "--unshare-uts",
                         "--unshare-cgroup-try",
                         "--die-with-parent",
                         "--new-session",
                         "--hostname",
                         "sandbox",
                         "--cap-drop",
                         "ALL"};
  if (as_root) {
    append(&arguments,
           {"--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID", "--cap-add", "CAP_SETPCAP"});
  } else {
    arguments.emplace_back("--unshare-user");
  }
  return arguments;
}

/// The sandbox's file system, built up as bubblewrap's arguments.
class Mounts {
 public:
  Mounts() {
    for (const char* folder : kSystemFolders) add("--ro-bind-try", folder);
    for (const char* folder : kTopFolders) {
      std::error_code error;
      const fs::path target = fs::read_symlink(folder, error);
      if (error) {
        add("--ro-bind-try", folder);
      } else {
        append(&arguments_, {"--symlink", target.string(), folder});
      }
    }
    add("--dev-bind", "/dev/null");
    append(&arguments_, {"--perms", "1777", "--size", kTemporaryBytes, "--tmpfs", "/tmp"});
  }

  /// Shows a path of this machine under the same name.
  void add(const char* kind, const std::string& path) {
    make_parents(path);
    made_.insert(path);
    append(&arguments_, {kind, path, path});
  }

  const Arguments& arguments() const { return arguments_; }

 private:
  /// The folders that bubblewrap would make by itself could be entered by root alone.
  void make_parents(const fs::path& path) {
    const fs::path parent = path.parent_path();
    if (parent == path || parent == "/" || !made_.insert(parent.string()).second) return;
    make_parents(parent);
    append(&arguments_, {"--perms", "0755", "--dir", parent.string()});
  }

  Arguments arguments_;
  std::set<std::string> made_;
};

Arguments mounts(const Command& command) {
  Mounts mounts;
  // Sorted by path, so that a path inside another one is mounted after it.
  std::map<std::string, const char*> kinds;
  for (const std::string& path : command.readable_paths) kinds[path] = "--ro-bind";
  if (!command.writable_path.empty()) kinds[command.writable_path] = "--bind";
  for (const auto& [path, kind] : kinds) mounts.add(kind, path);
  return mounts.arguments();
}

/// The programs that prepare the command inside the sandbox, each of which executes the next.
Arguments preparation(const Command& command, std::optional<unsigned> user) {
  Arguments arguments;
  if (user) {
    const std::string number = std::to_string(*user);
    append(&arguments, {"/usr/bin/setpriv", "--reuid", number, "--regid", number, "--clear-groups",
                        "--inh-caps", "-all", "--bounding-set", "-all", "--"});
  }
  append(&arguments,
         {"/usr/bin/prlimit", fmt::format("--nproc={}", command.limits.processes), "--"});
  // Not bubblewrap's own --chdir: root without capabilities cannot enter the user's folder.
  if (!command.working_directory.empty()) {
    append(&arguments, {"/usr/bin/env", "--chdir", command.working_directory});
  }
  return arguments;
}

/// The `"exit-code": N` of what bubblewrap reports; nothing when the command never ran.
std::optional<int> exit_code_in(std::string_view status) {
  constexpr std::string_view kKey = "\"exit-code\":";
  const std::size_t key = status.find(kKey);
  if (key == std::string_view::npos) return std::nullopt;
  const std::size_t start =
      std::min(status.find_first_not_of(' ', key + kKey.size()), status.size());
  int code = 0;
  const auto parsed = std::from_chars(status.data() + start, status.data() + status.size(), code);
  return parsed.ec == std::errc() ? std::optional(code) : std::nullopt;
}

/// Turns the end of bubblewrap into the end of the command.
void translate(const ChildEnd& end, CommandResult* result) {
  if (result->status != CommandStatus::kExited) return;
  const std::optional<int> code = exit_code_in(end.status_text);
  if (!code) {
    result->status = CommandStatus::kCannotRun;
    result->trouble = "bubblewrap: " + result->error_output;
  } else if (*code > 128) {
    set_signal(*code - 128, result);
  } else {
    result->exit_code = *code;
  }
}

}  // namespace

CommandResult BubblewrapRunner::run(const Command& command) {
  const std::optional<unsigned> user = hand_over(command.writable_path);
  ChildPlan plan;
  plan.argv = {program_, "--json-status-fd", "3"};
  append(&plan.argv, namespaces(user.has_value()));
  append(&plan.argv, mounts(command));
  append(&plan.argv, {"--remount-ro", "/"});
  append(&plan.argv, {"--chdir", "/", "--"});
  append(&plan.argv, preparation(command, user));
  append(&plan.argv, command.argv);
  plan.environment = command.environment;
  plan.limits = command.limits;
  plan.status_pipe = true;
  const ChildEnd end = run_child(plan);
  CommandResult result = end.result;
  translate(end, &result);
  return result;
}

}  // namespace bankcheck::sandbox
