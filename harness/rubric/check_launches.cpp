// Tries every row's expressions, so that a rubric that loads also launches.
#include <cmath>
#include <set>
#include <span>

#include <fmt/format.h>

#include "rubric/expected.hpp"
#include "rubric/loader.hpp"
#include "rubric/thread_names.hpp"
#include "rubric/warp_access.hpp"

namespace bankcheck::rubric {
namespace {

/// Stands for a card when sizes depend on one.
constexpr int kSomeMultiprocessors = 100;
constexpr std::int64_t kMaxBufferBytes = std::int64_t{1} << 32;
/// Elements of inputs that are made up to try outputs with.
constexpr std::size_t kMaxTried = std::size_t{1} << 20;
constexpr std::int64_t kMaxSharedWords = 227 * 1024 / 4;

const YamlNode* find_text(const YamlNode& node, std::string_view text) {
  if (node.is_text() && node.text == text) return &node;
  for (const YamlNode& item : node.items) {
    if (const YamlNode* found = find_text(item, text)) return found;
  }
  return nullptr;
}

/// Messages quote the expression, or the name, that is to blame first: that is their place.
void kernel_error(Loader& loader, const YamlNode& kernel, const std::string& message) {
  const std::size_t start = message.find('`') + 1;
  const std::size_t end = message.find('`', start);
  const YamlNode* place = nullptr;
  if (start != 0 && end != std::string::npos) {
    place = find_text(kernel, std::string_view(message).substr(start, end - start));
  }
  loader.reader.error(place == nullptr ? kernel : *place, message);
}

/// One row on one device; false at the first error.
class Trial {
 public:
  Trial(Loader& loader, const KernelSpec& kernel, const YamlNode& kernel_node, const RowSpec& row,
        const Geometry& geometry)
      : loader_(loader), kernel_(kernel), node_(kernel_node), row_(row), geometry_(geometry) {}

  bool run() { return sizes() && scalars() && bytes_moved() && ledger() && outputs(); }

 private:
  bool fail(const std::string& text) {
    kernel_error(loader_, node_, fmt::format("row {}: {}", row_.label, text));
    return false;
  }
  bool fail(const base::Diagnostics& errors) { return fail(errors.front().text); }

  bool sizes() {
    for (const ParameterSpec& parameter : kernel_.parameters) {
      if (!parameter.length) continue;
      const auto length = evaluate_integer(*parameter.length, geometry_);
      if (!length.ok()) return fail(length.errors());
      const auto most =
          kMaxBufferBytes / static_cast<std::int64_t>(base::size_bytes(parameter.type));
      if (length.value() < 1 || length.value() > most) {
        return fail(fmt::format("`{}` has {} elements, possible are 1 to {}", parameter.name,
                                length.value(), most));
      }
      lengths_[parameter.name] = static_cast<std::size_t>(length.value());
    }
    return true;
  }

  bool scalars() {
    for (const ParameterSpec& parameter : kernel_.parameters) {
      if (!parameter.value) continue;
      const auto value = evaluate(*parameter.value, geometry_);
      if (!value.ok()) return fail(value.errors());
    }
    return true;
  }

  bool bytes_moved() {
    if (!kernel_.bytes_moved) return true;
    const auto bytes = evaluate_integer(*kernel_.bytes_moved, geometry_);
    if (!bytes.ok()) return fail(bytes.errors());
    if (bytes.value() > 0) return true;
    return fail(fmt::format("`{}` is {} bytes", kernel_.bytes_moved->text(), bytes.value()));
  }

  bool ledger() {
    if (!kernel_.reads) return true;
    const auto reads = ExpectedReads::bind(*kernel_.reads, geometry_);
    if (!reads.ok()) return fail(reads.errors());
    const auto& [block, thread] = geometry_.place(geometry_.block.count() - 1);
    for (const base::ThreadId& id : {base::ThreadId{}, base::ThreadId{block, thread}}) {
      const auto words = reads.value().words(id);
      if (!words.ok()) return fail(words.errors());
      for (const std::int64_t word : words.value()) {
        if (word >= 0 && word < kMaxSharedWords) continue;
        return fail(fmt::format("`{}` is word {} of shared memory, possible are 0 to {}",
                                kernel_.reads->word.text(), word, kMaxSharedWords - 1));
      }
    }
    return true;
  }

  bool outputs() {
    for (const ExpectedOutput& expected : kernel_.expect) {
      const std::size_t length = lengths_[expected.buffer];
      if (expected.is_per_thread() &&
          length > static_cast<std::uint64_t>(geometry_.names.at("threads"))) {
        return fail(fmt::format(
            "`{}` has {} elements, but `{}` needs a thread for each and there are {}",
            expected.buffer, length, expected.value.text(), geometry_.names.at("threads")));
      }
      if (!output(expected, length)) return false;
    }
    return true;
  }

  bool output(const ExpectedOutput& expected, std::size_t length) {
    std::map<std::string, std::vector<double>> elements;
    Inputs inputs;
    for (const std::string& name : expected.value.arrays()) {
      if (lengths_[name] > kMaxTried) return true;
      elements[name].resize(lengths_[name]);
      inputs[name] = elements[name];
    }
    const bool has_sum = expected.value.has_sum();
    if (has_sum && loader_.sums_to_try-- <= 0) return true;
    const auto values = expected_values(expected, geometry_, inputs,
                                        std::min(length, has_sum ? kTriedSums : kTriedElements));
    return values.ok() || fail(values.errors());
  }

  static constexpr std::size_t kTriedElements = 4096;
  static constexpr std::size_t kTriedSums = 4;

  Loader& loader_;
  const KernelSpec& kernel_;
  const YamlNode& node_;
  const RowSpec& row_;
  const Geometry& geometry_;
  std::map<std::string, std::size_t> lengths_;
};

bool names_are_there(Loader& loader, const KernelSpec& kernel, std::size_t row_index) {
  const RowSpec& row = loader.rubric.sweep.rows[row_index];
  std::set<std::string> variables;
  for (const RowSpec& other : loader.rubric.sweep.rows) {
    if (other.kernel != kernel.id) continue;
    for (const auto& [name, value] : other.variables) variables.insert(name);
  }
  for (const std::string& name : variables) {
    if (row.variables.count(name) != 0) continue;
    loader.reader.error(*loader.row_nodes[row_index],
                        fmt::format("row {} has no `{}`, which other rows of kernel `{}` have",
                                    row.label, name, kernel.id));
    return false;
  }
  return true;
}

const std::string& degree_text(const KernelSpec& kernel) {
  return kernel.degree_access ? kernel.degree_access->index.text() : kernel.degree->text();
}

/// Why a kernel predicts no degree for a row, with the place in backquotes.
std::string no_degree_text(const Rubric& rubric, const KernelSpec& kernel, const RowSpec& row,
                           const std::optional<double>& formula) {
  const std::string value = formula ? fmt::to_string(*formula) : "not a number";
  if (!kernel.degree_access) {
    return fmt::format("`{}` is {}, which is no degree", kernel.degree->text(), value);
  }
  NameValues names = rubric.constants;
  names.insert(row.variables.begin(), row.variables.end());
  const auto access = warp_access(*kernel.degree_access, names);
  return fmt::format("`{}` has no degree: {}", kernel.degree_access->index.text(),
                     access.ok() ? value : access.errors().front().text);
}

/// `*bad_formulas` are the kernels whose formula has been reported.
void compare_degrees(Loader& loader, std::size_t row_index, std::set<std::string>* bad_formulas) {
  const RowSpec& row = loader.rubric.sweep.rows[row_index];
  RowSpec unlisted = row;
  unlisted.degree.reset();
  const KernelSpec& kernel = *loader.rubric.find_kernel(row.kernel);
  const auto formula = loader.rubric.predicted_degree(unlisted);
  if (kernel.predicts_degree() && (!formula || !std::isfinite(*formula) || *formula < 0)) {
    if (!bad_formulas->insert(kernel.id).second) return;
    return kernel_error(
        loader,
        *loader.kernel_nodes[static_cast<std::size_t>(&kernel - loader.rubric.kernels.data())],
        fmt::format("row {}: {}", row.label, no_degree_text(loader.rubric, kernel, row, formula)));
  }
  if (row.degree && formula && *row.degree != *formula) {
    loader.reader.error(*loader.row_nodes[row_index],
                        fmt::format("row {} is listed with degree {}, `{}` makes it {}", row.label,
                                    *row.degree, degree_text(kernel), *formula));
  }
}

/// Whether the row can be launched there; the errors of a kernel are shown for its first bad row.
bool try_row(Loader& loader, std::size_t kernel_index, const RowSpec& row, const Target& target) {
  const KernelSpec& kernel = loader.rubric.kernels[kernel_index];
  const YamlNode& node = *loader.kernel_nodes[kernel_index];
  const auto sizes = geometry(loader.rubric, row, target);
  if (!sizes.ok()) {
    for (const base::Diagnostic& error : sizes.errors()) kernel_error(loader, node, error.text);
    return false;
  }
  return Trial(loader, kernel, node, row, sizes.value()).run();
}

/// Percentages need bytes to be taken from.
void check_ceiling(Loader& loader) {
  const Rubric& rubric = loader.rubric;
  if (rubric.sweep.ceiling.empty()) return;
  for (std::size_t i = 0; i < rubric.sweep.rows.size(); ++i) {
    const RowSpec& row = rubric.sweep.rows[i];
    if (row.label != rubric.sweep.ceiling || rubric.find_kernel(row.kernel)->bytes_moved) continue;
    loader.reader.error(*loader.row_nodes[i],
                        fmt::format("row {} is the ceiling, and its kernel `{}` has no "
                                    "`bytes_moved`",
                                    row.label, row.kernel));
  }
}

}  // namespace

void check_launches(Loader& loader) {
  check_ceiling(loader);
  const Rubric& rubric = loader.rubric;
  std::set<std::string> used;
  std::set<std::string> bad_formulas;
  for (std::size_t i = 0; i < rubric.sweep.rows.size(); ++i) {
    const std::string& kernel = rubric.sweep.rows[i].kernel;
    used.insert(kernel);
    if (!names_are_there(loader, *rubric.find_kernel(kernel), i)) continue;
    compare_degrees(loader, i, &bad_formulas);
  }
  if (loader.reader.error_count() != 0) return;
  for (std::size_t k = 0; k < rubric.kernels.size(); ++k) {
    const KernelSpec& kernel = rubric.kernels[k];
    if (used.count(kernel.id) == 0) {
      loader.reader.error(*loader.kernel_nodes[k],
                          fmt::format("no row runs kernel `{}`", kernel.id));
    }
    for (const RowSpec& row : rubric.sweep.rows) {
      if (row.kernel != kernel.id) continue;
      if (!try_row(loader, k, row, {false, 1})) break;
      if (!try_row(loader, k, row, {true, kSomeMultiprocessors})) break;
    }
  }
}

}  // namespace bankcheck::rubric
