#include "compile/assembler_report.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>

namespace bankcheck::compile {
namespace {

/// The number right before `words`, as in "32 registers"; 0 when the line has no such words.
std::uint64_t number_before(std::string_view line, std::string_view words) {
  const std::size_t end = line.find(words);
  if (end == std::string_view::npos) return 0;
  std::size_t start = end;
  while (start > 0 && std::isdigit(static_cast<unsigned char>(line[start - 1])) != 0) --start;
  std::uint64_t value = 0;
  std::from_chars(line.data() + start, line.data() + end, value);
  return value;
}

/// The name in `Compiling entry function 'NAME' for`; empty when the line is another one.
std::string_view entry_name(std::string_view line) {
  constexpr std::string_view kStart = "Compiling entry function '";
  const std::size_t start = line.find(kStart);
  if (start == std::string_view::npos) return {};
  const std::string_view rest = line.substr(start + kStart.size());
  return rest.substr(0, rest.find('\''));
}

void read_figures(std::string_view line, KernelResources* kernel) {
  if (line.find(" registers") != std::string_view::npos) {
    kernel->registers = static_cast<std::uint32_t>(number_before(line, " registers"));
    kernel->shared_bytes = number_before(line, " bytes smem");
  } else if (line.find(" bytes stack frame") != std::string_view::npos) {
    kernel->stack_bytes = number_before(line, " bytes stack frame");
    kernel->spill_store_bytes = number_before(line, " bytes spill stores");
    kernel->spill_load_bytes = number_before(line, " bytes spill loads");
  }
}

}  // namespace

std::vector<KernelResources> parse_assembler_report(std::string_view log) {
  std::vector<KernelResources> kernels;
  for (std::size_t start = 0; start < log.size();) {
    const std::size_t end = std::min(log.find('\n', start), log.size());
    const std::string_view line = log.substr(start, end - start);
    if (const std::string_view name = entry_name(line); !name.empty()) {
      kernels.emplace_back().kernel = name;
    } else if (!kernels.empty()) {
      read_figures(line, &kernels.back());
    }
    start = end + 1;
  }
  return kernels;
}

}  // namespace bankcheck::compile
