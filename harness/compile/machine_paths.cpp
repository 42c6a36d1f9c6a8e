#include "compile/machine_paths.hpp"

#include <algorithm>
#include <array>
#include <cctype>

#include "base/text.hpp"

namespace bankcheck::compile {
namespace {

void replace_folders(std::string* text, const MachinePaths& paths) {
  base::replace_all(text, paths.source_folder + "/", "");
  if (paths.toolchain.empty()) return;
  // nvcc spells its headers from its own place.
  base::replace_all(text, paths.toolchain + "/bin/../", "cuda/");
  base::replace_all(text, paths.toolchain + "/", "cuda/");
}

/// Every word that names a file of nvcc's own making.
void replace_temporaries(std::string* text) {
  constexpr std::string_view kMark = "tmpxft_";
  constexpr std::string_view kInstead = "(temporary)";
  constexpr std::string_view kLimits = " \t\n\"'<>|;,:()";
  for (std::size_t at = text->find(kMark); at != std::string::npos; at = text->find(kMark, at)) {
    const std::size_t before = text->find_last_of(kLimits, at);
    const std::size_t start = before == std::string::npos ? 0 : before + 1;
    const std::size_t end = std::min(text->find_first_of(kLimits, at), text->size());
    text->replace(start, end - start, kInstead);
    at = start + kInstead.size();
  }
}

/// `.file 1 "path", 1700000000, 321`: some compilers add the file's date and size.
void clean_file_line(std::string* line, const MachinePaths& paths) {
  const std::size_t open = line->find('"');
  const std::size_t close = line->find('"', open + 1);
  if (open != std::string::npos && close != std::string::npos) {
    line->erase(close + 1, line->find_last_not_of("\r\n") - close);
  }
  replace_folders(line, paths);
}

bool is_hash(std::string_view text) {
  return text.size() == 8 && std::all_of(text.begin(), text.end(), [](char c) {
           return std::isdigit(static_cast<unsigned char>(c)) != 0 || (c >= 'a' && c <= 'f');
         });
}

/// `_INTERNAL_d0ad9787_` and `_GLOBAL__N__d0ad9787_`: the digits come from the path of the unit.
void replace_path_hashes(std::string* ptx) {
  constexpr std::array<std::string_view, 2> kMarks = {"_INTERNAL_", "_GLOBAL__N__"};
  for (const std::string_view mark : kMarks) {
    for (std::size_t at = ptx->find(mark); at != std::string::npos; at = ptx->find(mark, at)) {
      at += mark.size();
      if (is_hash(std::string_view(*ptx).substr(at, 8)) && (*ptx)[at + 8] == '_') {
        ptx->replace(at, 8, "00000000");
      }
    }
  }
}

}  // namespace

std::string clean_log(std::string_view log, const MachinePaths& paths) {
  std::string text(log);
  replace_folders(&text, paths);
  replace_temporaries(&text);
  return text;
}

std::string clean_ptx(std::string_view ptx, const MachinePaths& paths) {
  std::string text;
  text.reserve(ptx.size());
  for (std::size_t start = 0; start < ptx.size();) {
    const std::size_t end = std::min(ptx.find('\n', start), ptx.size() - 1) + 1;
    std::string line(ptx.substr(start, end - start));
    if (line.starts_with("\t.file") || line.starts_with(".file")) clean_file_line(&line, paths);
    text += line;
    start = end;
  }
  replace_path_hashes(&text);
  return text;
}

}  // namespace bankcheck::compile
