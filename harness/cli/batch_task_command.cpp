// bankcheck batch-task: the worker that does one packed task of a batch. Hidden: `batch` starts it,
// here or through a cluster's queue.
#include <algorithm>
#include <array>
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <unistd.h>

#include "base/atomic_file.hpp"
#include "batch/class_run.hpp"
#include "batch/task_worker.hpp"
#include "cli/build_id.hpp"
#include "cli/card_choice.hpp"
#include "cli/command_table.hpp"
#include "cli/device.hpp"
#include "cli/exit_code.hpp"
#include "cli/grade_item.hpp"

namespace bankcheck::cli {
namespace {

constexpr std::size_t kTaskBytes = std::size_t{64} << 20;

/// Why this machine must not do the task; empty when it may. On a cluster machines differ.
std::string unfit(const batch::Task& task, const rubric::Rubric& rubric, const Workshop& workshop) {
  if (task.items.empty()) return "";
  const batch::Fingerprint& wanted = task.items.front().made_of;
  if (rubric.hash != wanted.rubric) return "the rubric was changed while the batch ran";
  if (build_id() != wanted.harness) return "bankcheck was replaced while the batch ran";
  if (rubric.kernels.empty()) return "";
  if (!workshop.toolchain) return workshop.toolchain.errors().front().text;
  const std::string toolchain = toolchain_text(workshop.toolchain.value());
  if (toolchain != wanted.toolchain) {
    return fmt::format("there is {}, and the batch began with {}", toolchain, wanted.toolchain);
  }
  if (workshop.isolation.isolation == sandbox::Isolation::kLimitsOnly &&
      !task.settings.no_sandbox) {
    return "there is no sandbox: " + workshop.isolation.reason;
  }
  return "";
}

/// Each submission gets the reason as trouble of ours, which another machine may not have.
int decline(const batch::Task& task, batch::FileShelf& shelf, const Session& session,
            const std::string& why) {
  std::array<char, 256> host{};
  if (::gethostname(host.data(), host.size() - 1) != 0) host[0] = '\0';
  const std::string text = fmt::format("{}: {}", host.data(), why);
  for (const batch::TaskItem& item : task.items) {
    const base::Diagnostics errors =
        shelf.write(item.key(), batch::trouble_result(item, task.settings.run, text));
    if (!errors.empty()) return give_up(session, errors);
  }
  return kExitOurs;
}

int run_task(const Session& session, const std::string& path) {
  const auto text = base::read_file(path, kTaskBytes);
  if (!text) return refuse(session, text.errors());
  const auto task = batch::parse_task(path, text.value());
  if (!task) return refuse(session, task.errors());
  const batch::GradingSettings& settings = task.value().settings;
  const auto rubric = rubric::load_rubric(settings.rubric);
  if (!rubric) return refuse(session, rubric.errors());
  const Workshop workshop = open_workshop();
  batch::ClassPaths paths(settings.class_folder);
  batch::FileShelf shelf(paths);
  const std::string why = unfit(task.value(), rubric.value(), workshop);
  if (!why.empty()) return decline(task.value(), shelf, session, why);
  const compile::CompileCache cache(paths.compile_cache());
  cache.sweep();
  const unsigned cores = usable_cores();
  const std::vector<std::string> cards =
      settings.device == "sim" ? std::vector<std::string>() : cards_to_share();
  const WorkerKit kit{session,
                      settings,
                      rubric.value(),
                      workshop,
                      cache,
                      std::max(1u, cores / std::max(1u, settings.jobs)),
                      std::max(1u, cores / std::max(1u, static_cast<unsigned>(cards.size()))),
                      cards};
  const batch::TaskWork work{[&](const batch::TaskItem& item) { grade_item(kit, item); },
                             batch::most_seconds(rubric.value().limits)};
  const bool done = batch::work_on(task.value(), work, shelf, session.stop);
  cache.sweep();
  return done ? kExitDone : kExitInterrupted;
}

}  // namespace

Action declare_batch_task(CLI::App& command) {
  auto path = std::make_shared<std::string>();
  command.add_option("FILE", *path)->required();
  return [path](const Session& session) { return run_task(session, *path); };
}

}  // namespace bankcheck::cli
