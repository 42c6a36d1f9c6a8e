#include "rubric/rubric.hpp"

#include <algorithm>
#include <array>

#include "rubric/thread_names.hpp"
#include "rubric/warp_access.hpp"

namespace bankcheck::rubric {
namespace {

template <class Items, class Member>
auto find(const Items& items, Member member, std::string_view name) {
  const auto found = std::find_if(items.begin(), items.end(),
                                  [&](const auto& item) { return item.*member == name; });
  return found == items.end() ? nullptr : &*found;
}

/// Of a degree: more than any needs, and quick.
constexpr std::uint64_t kMaxOperations = 1 << 16;

/// In the order of Measure.
constexpr std::array<const char*, kMeasureCount> kMeasureNames{
    "shared_load_wavefronts",     "shared_store_wavefronts",   "shared_atomic_wavefronts",
    "shared_wavefronts",          "global_load_sectors",       "global_store_sectors",
    "total_shared_wavefronts",    "total_global_load_sectors", "total_global_store_sectors",
    "total_global_load_requests",
};

std::optional<double> evaluate_degree(const Rubric& rubric, const KernelSpec& kernel,
                                      const RowSpec& row) {
  NameValues all = rubric.constants;
  all.insert(row.variables.begin(), row.variables.end());
  if (kernel.degree_access) {
    const auto access = warp_access(*kernel.degree_access, all);
    if (!access) return std::nullopt;
    return base::conflict_degree(access.value());
  }
  std::vector<std::string> names;
  std::vector<std::int64_t> values;
  for (const auto& [name, value] : all) {
    names.push_back(name);
    values.push_back(value);
  }
  auto code = BoundExpression::bind(*kernel.degree, names);
  if (!code.ok()) return std::nullopt;
  code.value().limit_operations(kMaxOperations);
  std::string error;
  const double degree = code.value().evaluate(values, {}, &error);
  return error.empty() ? std::optional<double>(degree) : std::nullopt;
}

}  // namespace

const char* name(Measure measure) { return kMeasureNames[static_cast<std::size_t>(measure)]; }

bool ExpectedOutput::is_per_thread() const { return uses_thread(value); }

double Rubric::total_points() const {
  double total = 0;
  for (const CheckSpec& check : checks) total += check.points;
  return total;
}

const KernelSpec* Rubric::find_kernel(std::string_view id) const {
  return find(kernels, &KernelSpec::id, id);
}

const RowSpec* Rubric::find_row(std::string_view label) const {
  return find(sweep.rows, &RowSpec::label, label);
}

const QuestionSpec* Rubric::find_question(std::string_view key) const {
  return find(questions, &QuestionSpec::key, key);
}

std::optional<double> Rubric::predicted_degree(const RowSpec& row) const {
  if (row.degree) return row.degree;
  const KernelSpec* kernel = find_kernel(row.kernel);
  if (kernel == nullptr || !kernel->predicts_degree()) return std::nullopt;
  return evaluate_degree(*this, *kernel, row);
}

RowSpec Rubric::student_row(std::int64_t value) const {
  RowSpec row;
  row.label = std::to_string(value);
  row.kernel = sweep.rows.empty() ? "" : sweep.rows.front().kernel;
  row.variables[sweep.variable] = value;
  return row;
}

}  // namespace bankcheck::rubric
