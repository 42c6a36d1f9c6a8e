// Takes what differs between two machines, or two runs, out of the compiler's texts.
#pragma once

#include <string>
#include <string_view>

namespace bankcheck::compile {

struct MachinePaths {
  std::string source_folder;  ///< the copy of the student's folder
  std::string toolchain;      ///< the CUDA folder
};

/// Messages: paths below the student's folder become relative, those of the toolchain `cuda/…`,
/// names of temporary files `(temporary)`.
std::string clean_log(std::string_view log, const MachinePaths& paths);

/// PTX: the same for its `.file` lines; and the hash of the unit's path, which names of internal
/// variables and kernels contain, becomes a constant.
std::string clean_ptx(std::string_view ptx, const MachinePaths& paths);

}  // namespace bankcheck::compile
