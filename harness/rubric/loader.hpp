// The state of loading a rubric, and its steps; not for users of rubrics.
//
// Each step reads its part of the tree, keeps what is fit and reports what is not, so that one run
// shows every error. What needs several parts (degrees, launches, orderings) is checked when all
// have been read without an error.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "rubric/rubric.hpp"
#include "rubric/yaml_reader.hpp"

namespace bankcheck::rubric {

struct Loader {
  explicit Loader(YamlReader& values) : reader(values) {}

  YamlReader& reader;
  Rubric rubric;
  // Where things stand in the file, in the order of the rubric's own vectors.
  std::vector<const YamlNode*> kernel_nodes;
  std::vector<const YamlNode*> row_nodes;
  std::vector<const YamlNode*> question_nodes;
  std::vector<const YamlNode*> check_nodes;
  /// Outputs with sums that are still worked out to try them: they are what takes time.
  int sums_to_try = 64;
};

/// The names and inputs that an expression may use.
struct Scope {
  std::vector<std::string> names;
  std::vector<std::string> arrays;

  Scope with(const std::vector<std::string>& more) const;
};

/// Names that launches and their elements define, so that no constant or variable may have them.
const std::vector<std::string>& block_size_names();   ///< block, block_x, …
const std::vector<std::string>& launch_size_names();  ///< those, grid, grid_x, … and threads
const std::vector<std::string>& element_names();      ///< tx … bz, thread, index

Scope constants_scope(const Loader& loader);
std::optional<Expression> load_expression(Loader& loader, const YamlNode& node,
                                          const std::string& what, const Scope& scope);
/// `{index: tx*32 + ty, access: store, …}`; the index may use `tx ty tz lane` beside `scope`.
AccessSpec load_access(Loader& loader, const YamlNode& node, const std::string& what,
                       const Scope& scope);
/// A whole number, or `{simulator: 256, gpu: 4096}`.
struct DeviceNumber {
  std::int64_t simulator = 0;
  std::int64_t gpu = 0;
};
DeviceNumber load_device_number(Loader& loader, const YamlNode& node, const std::string& what);
/// A name as expressions spell it, that nothing else has.
bool is_free_name(Loader& loader, const YamlNode& node, const std::string& what);
/// The labels that `all`, `base`, `added`, `hidden` or a list of labels stands for.
std::vector<std::string> load_row_set(Loader& loader, const YamlNode& node,
                                      const std::string& what);
std::vector<std::string> row_set(const Rubric& rubric, std::string_view keyword);
std::optional<std::string> load_row_label(Loader& loader, const YamlNode& node,
                                          const std::string& what);
std::optional<Measure> load_measure(Loader& loader, const YamlNode& node);

void load_constants(Loader& loader, const YamlNode& node);
void load_draws(Loader& loader, const YamlNode& node);           ///< after the constants
void check_draw_question(Loader& loader, const YamlNode& node);  ///< after the questions
void load_kernel_ids(Loader& loader, const YamlNode& node);  ///< before the sweep, which names them
void load_sweep(Loader& loader, const YamlNode& node);
void load_kernels(Loader& loader);
void load_questions(Loader& loader, const YamlNode& node);
void load_checks(Loader& loader, const YamlNode& node);
/// What only shows when everything is there.
void check_launches(Loader& loader);
void check_checks(Loader& loader);

}  // namespace bankcheck::rubric
