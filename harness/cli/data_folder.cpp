#include "cli/data_folder.hpp"

#include <system_error>

#include "cli/session.hpp"

namespace bankcheck::cli {

namespace fs = std::filesystem;

fs::path data_folder(const fs::path& program) {
  const fs::path installed =
      (program.parent_path() / BANKCHECK_DATA_FROM_PROGRAM).lexically_normal();
  std::error_code ignored;
  return fs::is_directory(installed / "rubrics", ignored) ? installed : BANKCHECK_SOURCE_DATA;
}

fs::path data_folder() {
  const std::string named = environment("BANKCHECK_DATA");
  if (!named.empty()) return named;
  std::error_code ignored;
  return data_folder(fs::read_symlink("/proc/self/exe", ignored));
}

}  // namespace bankcheck::cli
