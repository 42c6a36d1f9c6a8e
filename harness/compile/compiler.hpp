// A student's file to PTX, in a translation unit of the harness's own.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "sandbox/command.hpp"

namespace bankcheck::compile {

struct Toolchain {
  std::string nvcc;     ///< absolute path
  std::string version;  ///< "13.0.88"
};

/// Looks on PATH, in CUDA_HOME and CUDA_PATH, then in /usr/local/cuda. The diagnostic says how to
/// get one. `environment_path`, `cuda_home`, `cuda_path` are the values of those variables (empty
/// when unset).
base::Result<Toolchain> find_toolchain(const std::string& environment_path,
                                       const std::string& cuda_home, const std::string& cuda_path);

struct CompileRequest {
  std::string source_path;           ///< the student's .cu
  std::string rows_array;            ///< name of the array whose values are wanted; may be empty
  std::string architecture = "90";   ///< compute capability without the dot
  std::vector<std::string> defines;  ///< NAME=value
  double seconds = 60;
  bool cubin = false;  ///< also assemble for sm_<architecture>
};

enum class CompileOutcome : std::uint8_t {
  kOk,
  kRejected,  ///< the student's file does not compile
  kTimedOut,
  kTrouble,  ///< ours: the compiler could not run
};

struct CompiledCode {
  CompileOutcome outcome = CompileOutcome::kTrouble;
  std::string ptx;
  std::string cubin;
  std::string
      log;  ///< the compiler's messages, bounded, paths made relative to the student's folder
  /// The first error, at the student's line where it has one.
  std::optional<base::Diagnostic> first_error;
  /// Values of `rows_array`, when it could be read at compile time.
  std::optional<std::vector<std::int64_t>> rows;
  std::string rows_note;  ///< why it could not be read
  std::string trouble;
  double seconds = 0;
};

CompiledCode compile(const Toolchain& toolchain, sandbox::CommandRunner& runner,
                     const CompileRequest& request);

}  // namespace bankcheck::compile
