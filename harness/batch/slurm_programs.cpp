#include "batch/slurm_programs.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <sstream>

#include <fmt/format.h>

#include "base/atomic_file.hpp"
#include "base/diagnostic.hpp"

namespace bankcheck::batch {
namespace {

/// Job of the array, index, state, reason, start, nodes; see squeue(1).
constexpr const char* kQueueFormat = "%F|%K|%T|%r|%S|%N";
constexpr std::size_t kQueueFields = 6;

std::string quoted(const std::string& word) {
  std::string text = "'";
  for (const char c : word) {
    if (c == '\'') {
      text += "'\\''";
    } else {
      text += c;
    }
  }
  return text + "'";
}

/// A path in which sbatch finds no pattern.
std::string pattern_of(const std::string& path) {
  std::string text;
  for (const char c : path) text += c == '%' ? "%%" : std::string(1, c);
  return text;
}

std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields(1);
  for (const char c : line) {
    if (c == '|') {
      fields.emplace_back();
    } else {
      fields.back() += c;
    }
  }
  return fields;
}

}  // namespace

SlurmPrograms::SlurmPrograms(SlurmTools tools, SlurmJob job, Run run)
    : tools_(std::move(tools)), job_(std::move(job)), run_(std::move(run)) {}

std::string slurm_script(const std::vector<std::string>& worker,
                         const std::vector<std::string>& tasks) {
  std::string text = "#!/bin/sh\nset --";
  for (const std::string& task : tasks) text += " \\\n  " + quoted(task);
  text += "\nshift \"$SLURM_ARRAY_TASK_ID\"\nexec";
  for (const std::string& word : worker) text += " " + quoted(word);
  return text + " \"$1\"\n";
}

std::vector<std::string> SlurmPrograms::sbatch_line(const SlurmArray& array,
                                                    const std::filesystem::path& script) const {
  const auto minutes = static_cast<long>(std::ceil(array.seconds / 60));
  std::vector<std::string> line = {
      tools_.sbatch,
      "--parsable",
      "--job-name=" + job_.name,
      fmt::format("--array=0-{}", array.tasks.size() - 1),
      "--requeue",
      "--open-mode=append",
      "--output=" + pattern_of((job_.folder / "worker-").string()) + "%A_%a.log",
      "--chdir=" + job_.folder.string(),
      "--nodes=1",
      "--ntasks=1",
      fmt::format("--cpus-per-task={}", job_.cpus),
      fmt::format("--mem={}M", job_.memory_mib),
      fmt::format("--time={}", minutes),
  };
  if (job_.gpus > 0) line.push_back(fmt::format("--gres=gpu:{}", job_.gpus));
  line.insert(line.end(), job_.options.begin(), job_.options.end());
  line.push_back(script.string());
  return line;
}

base::Result<std::string> SlurmPrograms::submit(const SlurmArray& array) {
  const std::filesystem::path script = job_.folder / fmt::format("task-array-{}.sh", ++arrays_);
  base::Diagnostics unwritten =
      base::write_file_whole(script, slurm_script(job_.worker, array.tasks));
  if (!unwritten.empty()) return unwritten;
  const ToolResult result = run_(sbatch_line(array, script));
  if (!result.ran) return base::error_in(tools_.sbatch, result.trouble);
  // The number, and after a semicolon the cluster's name.
  const std::string number = result.output.substr(0, result.output.find_first_of(";\n"));
  if (number.empty() || number.find_first_not_of("0123456789") != std::string::npos) {
    return base::error_in(tools_.sbatch, "gave no job number but: " + result.output);
  }
  return number;
}

base::Result<std::vector<SlurmTask>> SlurmPrograms::queue() {
  const ToolResult result = run_({tools_.squeue, "--noheader", "--array", "--states=all",
                                  "--name=" + job_.name, std::string("--format=") + kQueueFormat});
  if (!result.ran) return base::error_in(tools_.squeue, result.trouble);
  return parse_queue(result.output);
}

bool SlurmPrograms::start_now(const std::string& id) {
  return run_({tools_.scontrol, "update", "JobId=" + id, "StartTime=now"}).ran;
}

bool SlurmPrograms::release(const std::string& id) {
  return run_({tools_.scontrol, "release", id}).ran;
}

void SlurmPrograms::cancel(const std::vector<std::string>& ids) {
  std::vector<std::string> line = {tools_.scancel, "--quiet"};
  line.insert(line.end(), ids.begin(), ids.end());
  // Those that had ended already are no matter, and the queue tells of those that go on.
  if (!ids.empty()) run_(line);
}

std::vector<SlurmTask> parse_queue(const std::string& text) {
  std::vector<SlurmTask> tasks;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const std::vector<std::string> fields = fields_of(line);
    if (fields.size() != kQueueFields) continue;
    SlurmTask task;
    const std::string& index = fields[1];
    const auto [end, error] =
        std::from_chars(index.data(), index.data() + index.size(), task.index);
    if (error != std::errc() || end != index.data() + index.size()) continue;
    task.job = fields[0];
    task.state = fields[2];
    task.reason = fields[3];
    task.start = fields[4];
    task.node = fields[5];
    tasks.push_back(std::move(task));
  }
  return tasks;
}

}  // namespace bankcheck::batch
