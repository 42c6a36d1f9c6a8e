#include "sandbox/system_call_filter.hpp"

// The address sanitizer makes system calls of its own at any moment, so its builds have no filter.
#if defined(BANKCHECK_HAVE_LIBSECCOMP) && !defined(__SANITIZE_ADDRESS__)

#include <array>
#include <cerrno>
#include <memory>
#include <system_error>

#include <fcntl.h>
#include <linux/sched.h>
#include <seccomp.h>
#include <sys/mman.h>
#include <unistd.h>

namespace bankcheck::sandbox {
namespace {

// Calls that not every system knows are listed by name: libseccomp skips what it cannot resolve.

constexpr std::array kComputingCalls = {
    // memory
    "brk", "munmap", "mremap", "madvise",
    // threads
    "futex", "futex_waitv", "set_robust_list", "rseq", "set_tid_address", "gettid", "getpid",
    "sched_yield", "sched_getaffinity", "getcpu", "membarrier", "exit", "exit_group",
    // signals: a fault or an abort ends the process as it should
    "rt_sigprocmask", "rt_sigaction", "rt_sigreturn", "sigaltstack", "restart_syscall",
    // clocks and numbers
    "clock_gettime", "clock_getres", "clock_nanosleep", "nanosleep", "gettimeofday", "time",
    "getrandom", "getrusage",
    // the pipe to the parent
    "write", "writev", "close"};

/// Tried by libraries that do without when they fail.
constexpr std::array kPoliteRefusals = {
    "open",  "openat", "openat2",    "access", "faccessat", "faccessat2", "stat",
    "lstat", "fstat",  "newfstatat", "statx",  "readlink",  "readlinkat", "ioctl",
    "fcntl", "lseek",  "getdents64", "read",   "prctl",     "uname",      "sched_setaffinity"};

/// What a process that only talks to the GPU has no use for.
constexpr std::array kRefusedToGpu = {
    // other programs and processes
    "execve", "execveat", "fork", "vfork", "ptrace", "process_vm_readv", "process_vm_writev",
    "process_madvise", "pidfd_open", "pidfd_getfd", "pidfd_send_signal", "kcmp", "tkill",
    // sockets
    "socket", "socketpair", "connect", "bind", "listen", "accept", "accept4", "sendmmsg",
    // ways around this list
    "io_uring_setup", "io_uring_enter", "io_uring_register",
    // users
    "setuid", "setgid", "setreuid", "setregid", "setresuid", "setresgid", "setgroups", "setfsuid",
    "setfsgid", "capset", "keyctl", "add_key", "request_key",
    // mounts and name spaces
    "mount", "umount2", "pivot_root", "chroot", "move_mount", "mount_setattr", "open_tree",
    "fsopen", "fsmount", "setns", "unshare",
    // the system
    "swapon", "swapoff", "reboot", "sethostname", "setdomainname", "init_module", "finit_module",
    "delete_module", "kexec_load", "kexec_file_load", "bpf", "perf_event_open", "userfaultfd",
    "settimeofday", "clock_settime", "clock_adjtime", "adjtimex", "acct", "quotactl", "syslog",
    "iopl", "ioperm", "fanotify_init",
    // files' names; files that are there can be opened
    "creat", "mkdir", "mkdirat", "mknod", "mknodat", "unlink", "unlinkat", "rename", "renameat",
    "renameat2", "rmdir", "link", "linkat", "symlink", "symlinkat", "chmod", "fchmodat",
    "fchmodat2", "chown", "fchownat", "lchown", "truncate", "open_by_handle_at", "setxattr",
    "lsetxattr"};

struct Release {
  void operator()(void* filter) const { seccomp_release(filter); }
};
using Filter = std::unique_ptr<void, Release>;

/// Rules are added until one fails; the first error is kept.
class Rules {
 public:
  explicit Rules(std::uint32_t otherwise) : filter_(seccomp_init(otherwise)) {
    if (!filter_) error_ = ENOMEM;
  }

  template <class Names>
  void add(std::uint32_t action, const Names& names) {
    for (const char* name : names) add_one(action, name);
  }

  template <class... Conditions>
  void add_one(std::uint32_t action, const char* name, Conditions... conditions) {
    if (error_ != 0) return;
    const int number = seccomp_syscall_resolve_name(name);
    if (number == __NR_SCMP_ERROR) return;
    const std::array<scmp_arg_cmp, sizeof...(conditions)> list{conditions...};
    const int error = seccomp_rule_add_array(filter_.get(), action, number,
                                             static_cast<unsigned>(list.size()), list.data());
    // Numbers below zero stand for calls that this architecture does not have.
    if (error != 0 && number >= 0) error_ = -error;
  }

  /// The filter comes over all threads at once, those that a library has started too.
  void bind_every_thread() {
    if (error_ == 0) error_ = -seccomp_attr_set(filter_.get(), SCMP_FLTATR_CTL_TSYNC, 1);
  }

  std::string load() {
    if (error_ == 0) error_ = -seccomp_load(filter_.get());
    return error_ == 0 ? "" : "seccomp: " + std::generic_category().message(error_);
  }

 private:
  Filter filter_;
  int error_ = 0;
};

scmp_arg_cmp masked(unsigned argument, std::uint64_t mask, std::uint64_t value) {
  return {argument, SCMP_CMP_MASKED_EQ, mask, value};
}

std::string filter_computing() {
  Rules rules(SCMP_ACT_KILL_PROCESS);
  rules.add(SCMP_ACT_ALLOW, kComputingCalls);
  rules.add(SCMP_ACT_ERRNO(EACCES), kPoliteRefusals);
  // Memory, but no new code.
  rules.add_one(SCMP_ACT_ALLOW, "mmap", masked(2, PROT_EXEC, 0));
  rules.add_one(SCMP_ACT_ALLOW, "mprotect", masked(2, PROT_EXEC, 0));
  // Threads, but no processes. The flags of clone3 are out of sight: without it, glibc uses clone.
  rules.add_one(SCMP_ACT_ALLOW, "clone", masked(0, CLONE_THREAD, CLONE_THREAD));
  rules.add_one(SCMP_ACT_ERRNO(ENOSYS), "clone3");
  // An abort is a signal to oneself.
  rules.add_one(SCMP_ACT_ALLOW, "tgkill",
                scmp_arg_cmp{0, SCMP_CMP_EQ, static_cast<std::uint64_t>(::getpid()), 0});
  // Asking for a limit (how large the stack is), not setting one.
  rules.add_one(SCMP_ACT_ALLOW, "prlimit64", scmp_arg_cmp{2, SCMP_CMP_EQ, 0, 0});
  return rules.load();
}

std::string filter_gpu() {
  Rules rules(SCMP_ACT_ALLOW);
  const std::uint32_t refused = SCMP_ACT_ERRNO(EPERM);
  rules.add(refused, kRefusedToGpu);
  // Without an address it is how send() reaches the other end of a connected socket: the grader.
  rules.add_one(refused, "sendto", scmp_arg_cmp{4, SCMP_CMP_NE, 0, 0});
  // Threads, signals, limits and a priority of its own, no other process.
  rules.add_one(refused, "clone", masked(0, CLONE_THREAD, 0));
  const auto own = static_cast<std::uint64_t>(::getpid());
  for (const char* signal : {"kill", "tgkill", "rt_sigqueueinfo", "rt_tgsigqueueinfo"}) {
    rules.add_one(refused, signal, scmp_arg_cmp{0, SCMP_CMP_NE, own, 0});
  }
  rules.add_one(refused, "setpriority", scmp_arg_cmp{1, SCMP_CMP_NE, 0, 0});
  rules.add_one(refused, "prlimit64", scmp_arg_cmp{0, SCMP_CMP_NE, 0, 0});
  for (const std::uint64_t command : {F_SETOWN, F_SETOWN_EX}) {
    rules.add_one(refused, "fcntl", scmp_arg_cmp{1, SCMP_CMP_EQ, command, 0});
  }
  // The files that are there, no new ones.
  rules.add_one(refused, "open", masked(1, O_CREAT, O_CREAT));
  rules.add_one(refused, "openat", masked(2, O_CREAT, O_CREAT));
  // Their flags are out of sight: without them, glibc uses clone and openat.
  rules.add(SCMP_ACT_ERRNO(ENOSYS), std::array{"clone3", "openat2"});
  rules.bind_every_thread();
  return rules.load();
}

}  // namespace

bool can_filter_system_calls() { return true; }

std::string filter_system_calls(SystemCalls allowed) {
  switch (allowed) {
    case SystemCalls::kAll:
      return {};
    case SystemCalls::kComputing:
      return filter_computing();
    case SystemCalls::kGpu:
      return filter_gpu();
  }
  return {};
}

}  // namespace bankcheck::sandbox

#else

namespace bankcheck::sandbox {

bool can_filter_system_calls() { return false; }

std::string filter_system_calls(SystemCalls) { return {}; }

}  // namespace bankcheck::sandbox

#endif
