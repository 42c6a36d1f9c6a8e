#include "submission/submission.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "base/atomic_file.hpp"
#include "base/diagnostic.hpp"
#include "base/include_lines.hpp"
#include "base/sha256.hpp"
#include "rubric/did_you_mean.hpp"
#include "submission/folder_scan.hpp"

namespace bankcheck::submission {
namespace {

namespace fs = std::filesystem;

/// What a kernel's compilation may read beside the source itself.
constexpr std::array<std::string_view, 15> kCodeEndings{".cu",  ".cuh", ".h",   ".hpp", ".hxx",
                                                        ".hh",  ".inl", ".inc", ".def", ".tpp",
                                                        ".ipp", ".c",   ".cc",  ".cpp", ".cxx"};

bool is_code(const fs::path& name) {
  const std::string ending = name.extension().string();
  return std::find(kCodeEndings.begin(), kCodeEndings.end(), ending) != kCodeEndings.end();
}

std::vector<std::string> names_of(const std::vector<const ScannedFile*>& files) {
  std::vector<std::string> names;
  names.reserve(files.size());
  for (const ScannedFile* file : files) names.push_back(file->name);
  return names;
}

/// The rubric's source file, or the only .cu file of the folder itself.
base::Result<const ScannedFile*> find_source(const std::string& folder,
                                             const std::vector<ScannedFile>& files,
                                             const std::string& wanted) {
  std::vector<const ScannedFile*> sources;
  for (const ScannedFile& file : files) {
    if (file.name == wanted) return &file;
    if (file.name.ends_with(".cu") && file.name.find('/') == std::string::npos) {
      sources.push_back(&file);
    }
  }
  if (sources.size() == 1) return sources.front();
  if (sources.empty())
    return base::error_in(folder, fmt::format("holds no {} and no other .cu file", wanted));
  constexpr std::size_t kNamed = 5;
  const std::size_t count = sources.size();
  sources.resize(std::min(count, kNamed));
  return base::error_in(
      folder,
      fmt::format("holds no {} but {} other .cu files ({}{}): which one is meant?", wanted, count,
                  fmt::join(names_of(sources), ", "), count > kNamed ? ", ..." : ""));
}

class Reader {
 public:
  Reader(const rubric::Rubric& rubric, const ReadLimits& limits)
      : rubric_(rubric), limits_(limits) {}

  base::Result<Submission> read(const SubmissionPlace& place) {
    submission_.name = place.name();
    submission_.answers = blank_answers(rubric_);
    std::error_code error;
    const fs::path path = fs::canonical(place.path(), error);
    if (error) return base::error_in(submission_.name, "cannot be read: " + error.message());
    if (fs::is_directory(path, error)) {
      read_folder(path, place.is_unpacked());
    } else {
      read_single(path);
    }
    if (!errors_.empty()) return errors_;
    submission_.hash = hash();
    return std::move(submission_);
  }

 private:
  void fail(base::Diagnostics errors) {
    errors_.insert(errors_.end(), errors.begin(), errors.end());
  }

  void read_single(const fs::path& place) {
    if (rubric_.source_file.empty()) {
      return fail(
          {base::error_in(submission_.name, "is a file: this exercise asks for a folder with " +
                                                rubric_.answers_file)});
    }
    if (place.extension() != ".cu") {
      return fail(
          {base::error_in(submission_.name, "is neither a folder, an archive nor a .cu file")});
    }
    is_single_ = true;
    submission_.source_name = place.filename().string();
    std::vector<ScannedFile> queue{{submission_.source_name, place}};
    for (std::size_t i = 0; i < queue.size() && errors_.empty(); ++i) {
      const std::string* text = read_file(queue[i], limits_.source_bytes);
      const fs::path from = fs::path(queue[i].name).parent_path();
      if (text != nullptr) add_included(*text, from, place.parent_path(), &queue);
    }
  }

  /// What a text in the folder `from` of `folder` includes from `folder` and below. Everything else
  /// is the compiler's to miss, or to refuse.
  void add_included(const std::string& text, const fs::path& from, const fs::path& folder,
                    std::vector<ScannedFile>* queue) const {
    for (const base::IncludeLine& include : base::find_includes(text)) {
      const fs::path name = (from / include.name).lexically_normal();
      if (include.angled || name.is_absolute() || queue->size() > limits_.entries) continue;
      if (std::any_of(queue->begin(), queue->end(),
                      [&](const ScannedFile& file) { return file.name == name.string(); })) {
        continue;
      }
      std::error_code error;
      const fs::path target = fs::canonical(folder / name, error);
      if (error || !is_within(target, folder) || !fs::is_regular_file(target, error)) continue;
      queue->push_back({name.string(), target});
    }
  }

  void read_folder(const fs::path& folder, bool is_unpacked) {
    const auto files = scan_folder(folder, limits_);
    if (!files.ok()) {
      base::Diagnostics errors = files.errors();
      for (base::Diagnostic& error : errors) {
        // Where an archive was unpacked is nobody's business.
        if (is_unpacked) error.file.replace(0, folder.native().size(), submission_.name);
      }
      return fail(std::move(errors));
    }
    if (!rubric_.source_file.empty()) read_sources(files.value());
    if (!rubric_.answers_file.empty()) read_answers(files.value());
  }

  void read_sources(const std::vector<ScannedFile>& files) {
    const auto source = find_source(submission_.name, files, rubric_.source_file);
    if (!source.ok()) return fail(source.errors());
    submission_.source_name = source.value()->name;
    for (const ScannedFile& file : files) {
      if (&file == source.value() || is_code(file.name)) read_file(file, limits_.source_bytes);
    }
  }

  void read_answers(const std::vector<ScannedFile>& files) {
    const auto found = std::find_if(files.begin(), files.end(), [&](const ScannedFile& file) {
      return file.name == rubric_.answers_file;
    });
    if (found == files.end()) return remark_missing_answers(files);
    const std::string* text = read_file(*found, limits_.answers_bytes);
    if (text == nullptr) return;
    auto answers = parse_answers(base::SourceText(shown(*found), *text), rubric_);
    if (!answers.ok()) return fail(answers.errors());
    submission_.answers = std::move(answers).value();
  }

  void remark_missing_answers(const std::vector<ScannedFile>& files) {
    std::vector<std::string> names;
    names.reserve(files.size());
    for (const ScannedFile& file : files) names.push_back(file.name);
    const std::string& wanted = rubric_.answers_file;
    base::Diagnostic& remark = submission_.remarks.emplace_back();
    remark.severity = base::Severity::kWarning;
    remark.file = submission_.name;
    remark.text = fmt::format("holds no {}, so every question is open{}", wanted,
                              rubric::did_you_mean(wanted, names));
  }

  /// The path as the user would write it.
  std::string shown(const ScannedFile& file) const {
    if (is_single_) {
      return (fs::path(submission_.name).parent_path() / file.name).lexically_normal().string();
    }
    return (fs::path(submission_.name) / file.name).lexically_normal().string();
  }

  /// Null after an error. The text belongs to the submission.
  const std::string* read_file(const ScannedFile& file, std::size_t limit) {
    auto text = base::read_file(file.path, limit);
    if (!text.ok()) {
      base::Diagnostics errors = text.errors();
      for (base::Diagnostic& error : errors) error.file = shown(file);
      fail(std::move(errors));
      return nullptr;
    }
    total_bytes_ += text.value().size();
    if (total_bytes_ > limits_.total_bytes) {
      if (!too_large_) {
        fail({base::error_in(
            submission_.name,
            fmt::format("holds more than {} bytes of source files", limits_.total_bytes))});
      }
      too_large_ = true;
      return nullptr;
    }
    submission_.files.push_back({file.name, std::move(text).value()});
    return &submission_.files.back().text;
  }

  /// Names and sizes are part of it, so that no text can pass for two files.
  std::string hash() {
    auto& files = submission_.files;
    std::sort(files.begin(), files.end(),
              [](const SubmittedFile& a, const SubmittedFile& b) { return a.name < b.name; });
    std::string all;
    for (const SubmittedFile& file : files) {
      all += fmt::format("{}:{}:{}:", file.name.size(), file.name, file.text.size());
      all += file.text;
    }
    return base::sha256_hex(all);
  }

  const rubric::Rubric& rubric_;
  const ReadLimits& limits_;
  Submission submission_;
  base::Diagnostics errors_;
  std::size_t total_bytes_ = 0;
  bool too_large_ = false;
  bool is_single_ = false;
};

}  // namespace

base::Result<Submission> read_submission(const SubmissionPlace& place, const rubric::Rubric& rubric,
                                         const ReadLimits& limits) {
  return Reader(rubric, limits).read(place);
}

base::Result<Submission> read_submission(const std::string& path, const rubric::Rubric& rubric,
                                         const ReadLimits& limits) {
  const auto place = SubmissionPlace::open(path);
  if (!place) return place.errors();
  return read_submission(place.value(), rubric, limits);
}

}  // namespace bankcheck::submission
