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

struct SourceFile {
  std::string name;  ///< relative to the root of the submission
  std::string text;
};

class CompileCache;

struct CompileRequest {
  std::string source_path;  ///< the student's .cu
  /// The folder inside which files may include each other; empty for the folder of `source_path`.
  std::string source_root;
  /// When there are any, nothing is read from the disk: these may include each other, and
  /// `source_path` is the name of one of them.
  std::vector<SourceFile> files;
  std::string rows_array;            ///< name of the array whose values are wanted; may be empty
  std::string architecture = "90";   ///< compute capability without the dot
  std::vector<std::string> defines;  ///< NAME=value
  /// CPU time of each program that nvcc starts; the wall clock may take twice as long.
  double seconds = 60;
  bool cubin = false;                   ///< also assemble for sm_<architecture>
  const CompileCache* cache = nullptr;  ///< where results are looked for and kept; may be null
};

enum class CompileOutcome : std::uint8_t {
  kOk,
  kRejected,  ///< the student's file does not compile
  kTimedOut,
  kTrouble,  ///< ours: the compiler could not run
};

/// What ptxas gave a kernel of the cubin.
struct KernelResources {
  std::string kernel;  ///< mangled
  std::uint32_t registers = 0;
  std::uint64_t shared_bytes = 0;  ///< static
  std::uint64_t stack_bytes = 0;   ///< per thread, in local memory
  std::uint64_t spill_store_bytes = 0;
  std::uint64_t spill_load_bytes = 0;
};

struct CompiledCode {
  CompileOutcome outcome = CompileOutcome::kTrouble;
  std::string ptx;
  std::string cubin;
  std::vector<KernelResources> resources;  ///< of the kernels in `cubin`
  /// The compiler's messages, bounded, paths made relative to the student's folder.
  std::string log;
  /// The first error, at the student's line where it has one.
  std::optional<base::Diagnostic> first_error;
  /// Values of `rows_array`, when it could be read at compile time.
  std::optional<std::vector<std::int64_t>> rows;
  std::string rows_note;  ///< why it could not be read
  std::string trouble;
  double seconds = 0;
};

/// Compiles for the device only: host code is parsed, never linked, loaded or executed. The PTX and
/// the log hold no path of this machine and nothing random, so that equal sources give equal texts.
CompiledCode compile(const Toolchain& toolchain, sandbox::CommandRunner& runner,
                     const CompileRequest& request);

}  // namespace bankcheck::compile
