#include "sandbox/process_filters.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>

#include <fmt/format.h>

namespace bankcheck::sandbox {
namespace {

std::optional<int> filters_on_thread(const std::filesystem::path& status) {
  std::ifstream file(status);
  std::string field;
  while (file >> field) {
    int filters = 0;
    if (field == "Seccomp_filters:" && file >> filters) return filters;
  }
  return std::nullopt;
}

}  // namespace

std::optional<int> filters_on(pid_t process) {
  std::optional<int> least;
  std::error_code error;
  std::filesystem::directory_iterator thread(fmt::format("/proc/{}/task", process), error);
  for (; !error && thread != std::filesystem::directory_iterator(); thread.increment(error)) {
    const auto filters = filters_on_thread(thread->path() / "status");
    if (filters) least = std::min(*filters, least.value_or(*filters));  // else it has just ended
  }
  return least;
}

}  // namespace bankcheck::sandbox
