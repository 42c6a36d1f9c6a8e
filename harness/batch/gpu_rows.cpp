#include "batch/gpu_rows.hpp"

#include <fmt/format.h>

#include "base/diagnostic.hpp"
#include "checks/receipt.hpp"
#include "rubric/geometry.hpp"

namespace bankcheck::batch {
namespace {

double useful_bytes(const rubric::KernelSpec& kernel, const rubric::Geometry& geometry) {
  if (!kernel.bytes_moved) return 0;
  const auto bytes = rubric::evaluate_integer(*kernel.bytes_moved, geometry);
  return bytes ? static_cast<double>(bytes.value()) : 0;
}

base::LaunchSource source(const rubric::Rubric& rubric, const rubric::RowSpec& row,
                          const rubric::Target& target) {
  return [&rubric, row, target](std::uint64_t seed) {
    auto made = checks::prepare_launch(rubric, row, target, checks::ReceiptKind::kExact, seed);
    auto prepared = std::make_shared<const checks::PreparedLaunch>(std::move(made).value());
    return base::ReadyLaunch{{prepared, &prepared->launch},
                             [prepared](const std::vector<base::Buffer>& left) {
                               return checks::first_mismatch(*prepared, left);
                             }};
  };
}

}  // namespace

/// A mangled name holds the length of each part of the source's name before it: `_Z5probePf`.
std::vector<std::string> entries_of(const compile::CompiledCode& code, const std::string& name) {
  const std::string part = std::to_string(name.size()) + name;
  std::vector<std::string> entries;
  for (const compile::KernelResources& resources : code.resources) {
    const std::string& mangled = resources.kernel;
    const bool is_cxx = mangled.starts_with("_Z");
    if (is_cxx ? mangled.find(part, 2) != std::string::npos : mangled == name) {
      entries.push_back(mangled);
    }
  }
  return entries;
}

base::Result<gpu::GpuRow> gpu_row(const RowJob& job, const rubric::RowSpec& row,
                                  const std::shared_ptr<const std::string>& cubin,
                                  int multiprocessors) {
  const rubric::KernelSpec& kernel = *job.rubric.find_kernel(row.kernel);
  const std::vector<std::string> entries = entries_of(job.code, kernel.name);
  if (entries.size() != 1) {
    return base::plain_error(
        fmt::format("the code has {} kernels named {}", entries.size(), kernel.name));
  }
  const rubric::Target target{true, multiprocessors};
  auto shape =
      checks::prepare_launch(job.rubric, row, target, checks::ReceiptKind::kExact, /*seed=*/0);
  if (!shape) return shape.errors();
  gpu::GpuRow result;
  result.label = row.label;
  result.code = cubin;
  result.entry = entries.front();
  result.useful_bytes = useful_bytes(kernel, shape.value().geometry);
  result.launch = std::move(shape).value().launch;
  if (!declares_dynamic_shared(job.code)) result.launch.dynamic_shared_bytes = 0;
  result.source = source(job.rubric, row, target);
  return result;
}

}  // namespace bankcheck::batch
