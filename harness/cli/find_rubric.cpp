#include "cli/find_rubric.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/atomic_file.hpp"
#include "base/diagnostic.hpp"
#include "rubric/rubric.hpp"

namespace bankcheck::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kFileBytesLimit = 1 << 20;
constexpr std::size_t kFilesLimit = 200;

std::string text_of(const fs::path& path) {
  auto contents = base::read_file(path, kFileBytesLimit);
  return contents ? std::move(contents).value() : "";
}

std::vector<fs::path> sorted_files(const fs::path& folder, const char* extension) {
  std::vector<fs::path> files;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    if (entry->path().extension() == extension && files.size() < kFilesLimit) {
      files.push_back(entry->path());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

/// The value of the first line `exercise: NAME`; empty when there is none.
std::string named_exercise(const std::string& answers) {
  constexpr std::string_view kKey = "exercise:";
  std::size_t start = 0;
  while (start < answers.size()) {
    const std::size_t end = std::min(answers.find('\n', start), answers.size());
    std::string_view line = std::string_view(answers).substr(start, end - start);
    start = end + 1;
    if (!line.starts_with(kKey)) continue;
    line = line.substr(kKey.size(), line.find('#') - kKey.size());
    const std::size_t first = line.find_first_not_of(" \t\r\"'");
    if (first == std::string_view::npos) return "";
    return std::string(line.substr(first, line.find_last_not_of(" \t\r\"'") - first + 1));
  }
  return "";
}

bool is_identifier_byte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

bool has_word(const std::string& text, const std::string& word) {
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
    const bool starts = at == 0 || !is_identifier_byte(text[at - 1]);
    const std::size_t after = at + word.size();
    if (starts && (after == text.size() || !is_identifier_byte(text[after]))) return true;
  }
  return false;
}

/// As a user would type it: from the folder they are in, when it lies below.
std::string shown_path(const fs::path& path) {
  std::error_code error;
  const fs::path relative = fs::relative(path, fs::current_path(error), error);
  return error || relative.empty() || *relative.begin() == ".." ? path.string() : relative.string();
}

struct Rubrics {
  std::vector<rubric::Rubric> whole;
  base::Diagnostics errors;  ///< the first of each that does not load
};

Rubrics load_all(const fs::path& folder) {
  Rubrics rubrics;
  for (const fs::path& path : sorted_files(folder, ".yaml")) {
    auto rubric = rubric::load_rubric(shown_path(path));
    if (rubric) {
      rubrics.whole.push_back(std::move(rubric).value());
    } else {
      rubrics.errors.push_back(rubric.errors().front());
    }
  }
  return rubrics;
}

bool names_exercise(const fs::path& folder, const rubric::Rubric& rubric) {
  return !rubric.answers_file.empty() &&
         named_exercise(text_of(folder / rubric.answers_file)) == rubric.exercise;
}

bool has_kernels(const std::string& sources, const rubric::Rubric& rubric) {
  return !rubric.kernels.empty() &&
         std::all_of(rubric.kernels.begin(), rubric.kernels.end(),
                     [&](const auto& kernel) { return has_word(sources, kernel.name); });
}

/// A rubric that does not load may be the one that is meant, so its error is told too.
base::Diagnostics no_single_one(const std::string& submission,
                                const std::vector<std::string>& found, Rubrics rubrics) {
  std::vector<std::string> known;
  for (const rubric::Rubric& rubric : rubrics.whole) known.push_back(rubric.exercise);
  base::Diagnostics errors = std::move(rubrics.errors);
  errors.push_back(base::error_in(
      submission,
      found.empty()
          ? fmt::format(
                "which exercise this is cannot be told: no answers file names it and no "
                "kernel of a known exercise is here ({}); check the folder that holds your files, "
                "or "
                "name one with --rubric FILE",
                known.empty() ? "none is known" : fmt::format("{}", fmt::join(known, ", ")))
          : fmt::format("several rubrics fit: {}; name one with --rubric FILE",
                        fmt::join(found, ", "))));
  return errors;
}

}  // namespace

base::Result<std::string> find_rubric(const submission::SubmissionPlace& place,
                                      const fs::path& rubrics) {
  const fs::path& submission = place.path();
  std::error_code ignored;
  if (!fs::exists(submission, ignored)) {
    return base::error_in(place.name(), "there is no such file or folder");
  }
  Rubrics known = load_all(rubrics);
  const std::vector<rubric::Rubric>& candidates = known.whole;
  const bool is_folder = fs::is_directory(submission, ignored);
  const fs::path folder = is_folder ? submission : submission.parent_path();
  std::vector<std::string> found;
  for (const rubric::Rubric& rubric : candidates) {
    if (is_folder && names_exercise(folder, rubric)) found.push_back(rubric.path);
  }
  if (found.empty()) {
    std::string sources;
    if (!is_folder) sources = text_of(submission);
    if (is_folder) {
      for (const fs::path& file : sorted_files(folder, ".cu")) sources += text_of(file) + "\n";
    }
    for (const rubric::Rubric& rubric : candidates) {
      if (has_kernels(sources, rubric)) found.push_back(rubric.path);
    }
  }
  if (found.size() == 1) return found.front();
  return no_single_one(place.name(), found, std::move(known));
}

}  // namespace bankcheck::cli
