#include <algorithm>
#include <cctype>
#include <tuple>

#include <fmt/format.h>

#include "base/atomic_file.hpp"
#include "base/sha256.hpp"
#include "rubric/loader.hpp"
#include "rubric/yaml_tree.hpp"

namespace bankcheck::rubric {
namespace {

constexpr std::int64_t kVersion = 1;
constexpr std::size_t kMaxErrors = 100;
constexpr double kMaxSeconds = 86'400;

/// A file beside the others of its folder, and nowhere else.
void load_file_name(Loader& loader, MapReader& map, const std::string& key, std::string* out,
                    Need need) {
  if (!map.text(key, out, need)) return;
  const bool plain = out->find('/') == std::string::npos && !out->starts_with('.');
  if (!plain) {
    loader.reader.error(
        *map.node().find(key),
        fmt::format("`{}` wants the name of a file in the student's folder, found `{}`", key,
                    *out));
  }
}

void load_submission(Loader& loader, const YamlNode& node, bool has_kernels, bool has_questions) {
  MapReader map(loader.reader, node, "`submission`");
  load_file_name(loader, map, "source", &loader.rubric.source_file,
                 has_kernels ? Need::kRequired : Need::kOptional);
  load_file_name(loader, map, "answers", &loader.rubric.answers_file,
                 has_questions ? Need::kRequired : Need::kOptional);
  if (!has_kernels && !loader.rubric.source_file.empty()) {
    loader.reader.error(*node.find("source"), "`source` is for rubrics with `kernels`");
  }
  if (!has_questions && !loader.rubric.answers_file.empty()) {
    loader.reader.error(*node.find("answers"), "`answers` is for rubrics with `questions`");
  }
  map.finish();
}

void load_exercise(Loader& loader, MapReader& map) {
  if (!map.text("exercise", &loader.rubric.exercise, Need::kRequired)) return;
  const std::string& name = loader.rubric.exercise;
  const bool fits = std::all_of(name.begin(), name.end(), [](unsigned char c) {
    return std::islower(c) != 0 || std::isdigit(c) != 0 || c == '-';
  });
  if (!fits) {
    loader.reader.error(
        *map.node().find("exercise"),
        fmt::format("`exercise` wants a name of a-z, 0-9 and `-`, found `{}`", name));
  }
}

void load_limits(Loader& loader, const YamlNode& node) {
  MapReader map(loader.reader, node, "`limits`");
  Limits& limits = loader.rubric.limits;
  std::int64_t instructions = static_cast<std::int64_t>(limits.warp_instructions_per_row);
  std::int64_t rows = limits.student_rows;
  map.integer("warp_instructions", &instructions, 1, 1'000'000'000'000'000);
  map.number("row_seconds", &limits.row_seconds, 0.001, kMaxSeconds);
  map.number("compile_seconds", &limits.compile_seconds, 0.001, kMaxSeconds);
  map.integer("student_rows", &rows, 0, 1000);
  map.finish();
  limits.warp_instructions_per_row = static_cast<std::uint64_t>(instructions);
  limits.student_rows = static_cast<unsigned>(rows);
}

/// `checks_are_whole`: the total means something.
void load_pass_mark(Loader& loader, MapReader& map, bool checks_are_whole) {
  double mark = 0;
  if (!map.number("pass_mark", &mark, 0, 1e9, Need::kRequired)) return;
  loader.rubric.pass_mark = mark;
  if (!checks_are_whole || mark <= loader.rubric.total_points()) return;
  loader.reader.error(*map.node().find("pass_mark"),
                      fmt::format("the pass mark {} is above the {} points that there are", mark,
                                  loader.rubric.total_points()));
}

void load_kernels_and_sweep(Loader& loader, MapReader& map) {
  const YamlNode* kernels = map.find("kernels");
  const YamlNode* sweep = map.find("sweep", kernels != nullptr ? Need::kRequired : Need::kOptional);
  if (kernels != nullptr) load_kernel_ids(loader, *kernels);
  if (sweep != nullptr && kernels == nullptr) {
    loader.reader.error(*sweep, "a sweep needs `kernels` to run");
  }
  if (sweep != nullptr && kernels != nullptr) load_sweep(loader, *sweep);
  load_kernels(loader);
}

bool load_version(Loader& loader, MapReader& map) {
  std::int64_t version = 0;
  if (!map.integer("version", &version, 1, 1'000'000, Need::kRequired)) return true;
  if (version == kVersion) return true;
  loader.reader.error(
      *map.node().find("version"),
      fmt::format("version {} of the format is not known: this program reads version {}", version,
                  kVersion));
  return false;
}

void load_everything(Loader& loader, const YamlNode& root) {
  MapReader map(loader.reader, root, "a rubric");
  if (!root.is_map() || !load_version(loader, map)) return;
  load_exercise(loader, map);
  map.text("title", &loader.rubric.title, Need::kRequired);
  if (const YamlNode* constants = map.find("constants")) load_constants(loader, *constants);
  const YamlNode* draws = map.find("draws");
  if (draws != nullptr) load_draws(loader, *draws);
  load_kernels_and_sweep(loader, map);
  if (const YamlNode* questions = map.find("questions")) load_questions(loader, *questions);
  if (draws != nullptr) check_draw_question(loader, *draws);
  if (const YamlNode* submission = map.find("submission", Need::kRequired)) {
    load_submission(loader, *submission, root.find("kernels") != nullptr,
                    root.find("questions") != nullptr);
  }
  if (root.find("kernels") == nullptr && root.find("questions") == nullptr) {
    loader.reader.error(root, "a rubric needs `kernels` or `questions`");
  }
  const std::size_t errors_before = loader.reader.error_count();
  if (const YamlNode* checks = map.find("checks", Need::kRequired)) load_checks(loader, *checks);
  load_pass_mark(loader, map, loader.reader.error_count() == errors_before);
  if (const YamlNode* limits = map.find("limits")) load_limits(loader, *limits);
  map.finish();
  if (loader.reader.error_count() == 0) check_launches(loader);
  if (loader.reader.error_count() == 0) check_checks(loader);
}

/// In the order of the file, and no more than anybody reads.
base::Diagnostics sorted(base::Diagnostics errors, std::size_t not_kept) {
  std::stable_sort(errors.begin(), errors.end(), [](const auto& a, const auto& b) {
    return std::tie(a.line, a.column) < std::tie(b.line, b.column);
  });
  if (errors.size() > kMaxErrors) {
    base::Diagnostic rest;
    rest.severity = base::Severity::kNote;
    rest.file = errors.front().file;
    rest.text = fmt::format("{} more errors are not shown", errors.size() - kMaxErrors + not_kept);
    errors.resize(kMaxErrors);
    errors.push_back(std::move(rest));
  }
  return errors;
}

}  // namespace

void load_constants(Loader& loader, const YamlNode& node) {
  MapReader map(loader.reader, node, "`constants`");
  for (std::size_t i = 0; i < node.keys.size(); ++i) {
    const YamlNode& key = node.keys[i];
    (void)is_free_name(loader, key, "a constant");  // kept, so that its uses are no errors as well
    const DeviceNumber number = load_device_number(loader, node.items[i], "`" + key.text + "`");
    loader.rubric.constants[key.text] = number.simulator;
    loader.rubric.gpu_constants[key.text] = number.gpu;
  }
}

base::Result<Rubric> parse_rubric(const base::SourceText& text) {
  base::Diagnostics errors;
  YamlReader reader(text, &errors);
  Loader loader(reader);
  const auto root = parse_yaml(text, YamlLimits{}, &errors);
  if (root) load_everything(loader, *root);
  if (!errors.empty()) return sorted(std::move(errors), reader.not_kept());
  loader.rubric.path = text.name();
  loader.rubric.hash = base::sha256_hex(text.text());
  return std::move(loader.rubric);
}

base::Result<Rubric> load_rubric(const std::string& path) {
  auto text = base::read_file(path, YamlLimits{}.bytes);
  if (!text.ok()) return text.errors();
  return parse_rubric(base::SourceText(path, std::move(text).value()));
}

}  // namespace bankcheck::rubric
