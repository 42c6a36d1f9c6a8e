// Running another program within limits, without trusting it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.hpp"

namespace bankcheck::sandbox {

struct CommandLimits {
  double wall_seconds = 60;
  double cpu_seconds = 60;
  std::uint64_t memory_bytes = 4ull << 30;
  std::uint64_t file_bytes = 256ull << 20;
  unsigned processes = 64;
  unsigned open_files = 256;
  std::size_t output_bytes =
      std::size_t{64} * 1024;  ///< of stdout and stderr each: head and tail are kept
};

struct Command {
  std::vector<std::string> argv;  ///< argv[0] is an absolute path
  std::string working_directory;
  std::vector<std::string> environment;     ///< NAME=value; nothing else is passed on
  std::vector<std::string> readable_paths;  ///< visible, read-only, beside the toolchain
  std::string writable_path;                ///< the one output folder
  CommandLimits limits;
};

enum class CommandStatus : std::uint8_t {
  kExited,
  kSignalled,
  kTimedOut,
  kOutOfLimit,  ///< CPU, memory or file limit
  kCannotRun,   ///< ours: the program or the sandbox could not start
};

struct CommandResult {
  CommandStatus status = CommandStatus::kCannotRun;
  int exit_code = 0;
  int signal = 0;
  std::string output;  ///< stdout, bounded
  std::string error_output;
  bool output_cut = false;
  double wall_seconds = 0;
  std::string trouble;  ///< for kCannotRun and kOutOfLimit: what happened
};

/// How well the command was shut in; reports say so.
enum class Isolation : std::uint8_t { kBubblewrap, kLimitsOnly };

class CommandRunner {
 public:
  virtual ~CommandRunner() = default;
  virtual CommandResult run(const Command& command) = 0;
  virtual Isolation isolation() const = 0;
};

}  // namespace bankcheck::sandbox
