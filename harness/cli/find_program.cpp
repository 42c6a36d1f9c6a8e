#include "cli/find_program.hpp"

#include <algorithm>

#include <unistd.h>

namespace bankcheck::cli {

std::string find_program(const std::string& name, const std::string& folders) {
  for (std::size_t begin = 0; begin < folders.size();) {
    const std::size_t end = std::min(folders.find(':', begin), folders.size());
    const std::string path = folders.substr(begin, end - begin) + "/" + name;
    if (path.front() == '/' && access(path.c_str(), X_OK) == 0) return path;
    begin = end + 1;
  }
  return {};
}

}  // namespace bankcheck::cli
