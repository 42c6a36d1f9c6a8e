#include "gpu/counters.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <map>

#include <fmt/format.h>
#include <sys/random.h>

#include "base/atomic_file.hpp"
#include "base/diagnostic.hpp"
#include "base/escape.hpp"
#include "gpu/csv_line.hpp"
#include "gpu/launch_image.hpp"
#include "gpu/profiled_run.hpp"
#include "gpu/wire_row.hpp"
#include "sandbox/scratch_folder.hpp"

namespace bankcheck::gpu {
namespace {

struct Metric {
  std::string_view name;
  std::uint64_t base::HardwareCounters::*value;
};

constexpr Metric kMetrics[] = {
    {"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
     &base::HardwareCounters::shared_load_wavefronts},
    {"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum",
     &base::HardwareCounters::shared_load_conflicts},
    {"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
     &base::HardwareCounters::shared_store_wavefronts},
};

constexpr double kWallSeconds = 180;
constexpr std::size_t kOutputBytes = std::size_t{1} << 20;
constexpr std::size_t kShownBytes = 300;

std::string metric_list() {
  std::string list;
  for (const Metric& metric : kMetrics) {
    list += (list.empty() ? "" : ",") + std::string(metric.name);
  }
  return list;
}

ProfiledRun profiled_run(const GpuJob& job) {
  ProfiledRun run;
  for (const GpuRow& row : job.rows) {
    const ImageLayout layout = lay_out(row.launch);
    std::uint64_t secret = 0;
    while (getrandom(&secret, sizeof secret, 0) != static_cast<ssize_t>(sizeof secret)) {
    }
    std::string image(layout.total_bytes, '\0');
    write_image(layout, *row.source(secret).launch, secret,
                std::as_writable_bytes(std::span<char>(image)));
    run.rows.push_back(wire_row(row, layout));
    run.images.push_back(std::move(image));
  }
  return run;
}

sandbox::ChildPlan ncu_plan(const CounterTools& tools, const std::string& job_file,
                            const std::string& folder) {
  sandbox::ChildPlan plan;
  plan.argv = {tools.ncu,
               "--clock-control",
               "none",
               "--csv",
               "--page",
               "details",
               "--print-units",
               "base",
               "--metrics",
               metric_list(),
               tools.program,
               kProfiledSubcommand,
               std::to_string(tools.ordinal),
               job_file};
  plan.environment = tools.environment;
  plan.environment.push_back("TMPDIR=" + folder);
  plan.environment.push_back("HOME=" + folder);
  plan.working_directory = folder;
  plan.limits.wall_seconds = kWallSeconds;
  plan.limits.cpu_seconds = kWallSeconds;
  plan.limits.memory_bytes = std::numeric_limits<std::uint64_t>::max();  // CUDA reserves addresses
  plan.limits.file_bytes = std::uint64_t{8} << 30;  // a kernel's memory, saved between its runs
  plan.limits.open_files = 4096;
  plan.limits.output_bytes = kOutputBytes;
  return plan;
}

constexpr const char* kDenied =
    "hardware counters may not be read here (ERR_NVGPUCTRPERM): run as root, or have an "
    "administrator set the driver option NVreg_RestrictProfilingToAdminUsers=0";

base::Diagnostic explain(const sandbox::CommandResult& result) {
  const std::string text = result.output + result.error_output;
  if (text.find("ERR_NVGPUCTRPERM") != std::string::npos) {
    return base::plain_error(kDenied);
  }
  if (!result.trouble.empty()) return base::plain_error("ncu could not run: " + result.trouble);
  const auto error = text.find("==ERROR==");
  const std::string shown = error == std::string::npos ? text : text.substr(error);
  return base::plain_error("ncu read no counters: " +
                           base::escape_terminal(shown.substr(0, shown.find('\n')), kShownBytes));
}

/// "1,024" or "1024" as a number.
std::optional<std::uint64_t> count(std::string text) {
  std::erase(text, ',');
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{}) return std::nullopt;
  return value;
}

struct Columns {
  std::size_t id = 0;
  std::size_t metric = 0;
  std::size_t value = 0;
};

std::optional<Columns> find_columns(const std::vector<std::string>& names) {
  const auto column = [&](std::string_view name) {
    return static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
  };
  const Columns columns{column("ID"), column("Metric Name"), column("Metric Value")};
  if (std::max({columns.id, columns.metric, columns.value}) >= names.size()) return std::nullopt;
  return columns;
}

/// Adds one line of the table; false when it is none.
bool take_line(const std::vector<std::string>& cells, const Columns& columns,
               std::map<std::uint64_t, base::HardwareCounters>* launches) {
  if (std::max({columns.id, columns.metric, columns.value}) >= cells.size()) return false;
  const auto id = count(cells[columns.id]);
  const auto value = count(cells[columns.value]);
  const auto* metric =
      std::find_if(std::begin(kMetrics), std::end(kMetrics),
                   [&](const Metric& each) { return each.name == cells[columns.metric]; });
  if (!id || !value || metric == std::end(kMetrics)) return false;
  (*launches)[*id].*(metric->value) = *value;
  return true;
}

}  // namespace

bool were_denied(const base::Diagnostics& errors) {
  return !errors.empty() && errors.front().text == kDenied;
}

base::Result<std::vector<base::HardwareCounters>> parse_counters(std::string_view output) {
  std::optional<Columns> columns;
  std::map<std::uint64_t, base::HardwareCounters> launches;
  while (!output.empty()) {
    const std::size_t end = std::min(output.find('\n'), output.size());
    const std::vector<std::string> cells = split_csv_line(output.substr(0, end));
    output.remove_prefix(std::min(end + 1, output.size()));
    if (!columns) {
      columns = find_columns(cells);
    } else {
      take_line(cells, *columns, &launches);
    }
  }
  if (launches.empty()) return base::plain_error("ncu printed no counters");
  std::vector<base::HardwareCounters> result;
  for (const auto& [id, counters] : launches) result.push_back(counters);
  return result;
}

base::Result<std::vector<base::HardwareCounters>> read_counters(const CounterTools& tools,
                                                                const GpuJob& job) {
  const auto folder = sandbox::ScratchFolder::create();
  if (!folder) return folder.errors();
  const std::string path = (folder.value().path() / "rows").string();
  if (auto errors = base::write_file_whole(path, encode(profiled_run(job))); !errors.empty()) {
    return errors;
  }
  const sandbox::ChildEnd end = tools.run(ncu_plan(tools, path, folder.value().path().string()));
  auto counters = parse_counters(end.result.output);
  if (!counters) return explain(end.result);
  if (counters.value().size() != job.rows.size()) {
    return base::plain_error(
        fmt::format("ncu saw {} launches of {}", counters.value().size(), job.rows.size()));
  }
  return counters;
}

}  // namespace bankcheck::gpu
