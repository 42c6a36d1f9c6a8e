#include "batch/slurm_executor.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "checks/text.hpp"

namespace bankcheck::batch {
namespace {

using std::chrono::milliseconds;

/// So long the queue is left alone for each moment that it took to answer.
constexpr int kRestPerAnswer = 20;
constexpr milliseconds kQuickLook{500};
constexpr milliseconds kLastMoments{5000};
constexpr double kStartSeconds = 60;
/// A class is cut into this share of the tasks that may wait, so that there is room for more.
constexpr std::size_t kTasksShare = 2;
constexpr std::size_t kFewestRounds = 4;
constexpr std::size_t kMostRounds = 64;

/// States of squeue(1) that a job does not leave.
constexpr std::array<std::string_view, 10> kEnded = {
    "BOOT_FAIL", "CANCELLED", "COMPLETED",     "DEADLINE",  "FAILED",
    "NODE_FAIL", "TIMEOUT",   "OUT_OF_MEMORY", "PREEMPTED", "REVOKED"};

bool has_ended(const SlurmTask& task) {
  return std::find(kEnded.begin(), kEnded.end(), task.state) != kEnded.end();
}

/// `ended on node7 as TIMEOUT (TimeLimit)`.
std::string ending(const SlurmTask& task) {
  std::string text = "ended";
  if (!task.node.empty()) text += " on " + task.node;
  text += " as " + task.state;
  if (!task.reason.empty() && task.reason != "None") text += " (" + task.reason + ")";
  return text;
}

/// Whether Slurm holds the task because it could not be launched; a person's hold is left alone.
bool is_held_after_launch(const SlurmTask& task) {
  std::string reason = task.reason;
  std::replace(reason.begin(), reason.end(), '_', ' ');
  return reason.find("requeued held") != std::string::npos;
}

constexpr const char* kGivenUp = "lost one node after the other, was taken out of the queue";

/// So that a network file system looks anew what is in it.
void read_folder(const std::filesystem::path& folder) {
  std::error_code error;
  for (std::filesystem::directory_iterator file(folder, error), end; !error && file != end;
       file.increment(error)) {
  }
}

std::string tasks_text(std::size_t count) { return checks::count_text(count, "task", "tasks"); }

}  // namespace

SlurmExecutor::SlurmExecutor(SlurmRules rules, std::unique_ptr<SlurmCommands> slurm, Clock& clock)
    : rules_(std::move(rules)), slurm_(std::move(slurm)), clock_(clock), next_look_(clock.now()) {}

SlurmExecutor::~SlurmExecutor() {
  if (queued_.empty()) return;
  const Clock::Time deadline = clock_.now() + kLastMoments;
  while (clock_.now() < deadline) {
    if (all_ended()) return;
    clock_.sleep(kQuickLook);
  }
  cancel();
}

std::size_t SlurmExecutor::room() {
  const std::size_t taken = started_.size() + queued_.size();
  return taken < rules_.most_tasks ? rules_.most_tasks - taken : 0;
}

std::size_t SlurmExecutor::items_per_task(std::size_t waiting) const {
  if (rules_.items_per_task > 0) return rules_.items_per_task;
  const std::size_t tasks = std::max<std::size_t>(1, rules_.most_tasks / kTasksShare);
  return std::clamp((waiting + tasks - 1) / tasks, kFewestRounds * rules_.jobs,
                    kMostRounds * rules_.jobs);
}

/// Of many submissions each gets what one takes as a rule; a lone one may take all that it ever
/// could. So a task that runs out of time gets through in the end, by being halved.
double SlurmExecutor::time_limit(std::size_t items) const {
  const auto rounds = static_cast<double>((items + rules_.jobs - 1) / rules_.jobs);
  return kStartSeconds + std::max(rules_.most_item_seconds, rounds * rules_.usual_item_seconds);
}

base::Diagnostics SlurmExecutor::start(int number, const std::filesystem::path& task,
                                       std::size_t items) {
  started_.push_back({number, task.string(), items});
  return {};
}

base::Diagnostics SlurmExecutor::flush() {
  if (is_first_) {
    if (base::Diagnostics errors = cancel_earlier_batch(); !errors.empty()) {
      started_.clear();
      return errors;
    }
    is_first_ = false;
  }
  SlurmArray array;
  for (const Started& task : started_) {
    array.tasks.push_back(task.path);
    array.seconds = std::max(array.seconds, time_limit(task.items));
  }
  const std::vector<Started> members = std::exchange(started_, {});
  if (members.empty()) return {};
  const auto job = slurm_->submit(array);
  if (!job) return job.errors();
  for (std::size_t i = 0; i < members.size(); ++i) {
    queued_[fmt::format("{}_{}", job.value(), i)].number = members[i].number;
  }
  news_.push_back(
      fmt::format("{} in Slurm's queue as job {}", tasks_text(members.size()), job.value()));
  next_look_ = std::max(next_look_, clock_.now() + rules_.poll);
  return {};
}

/// One that was killed left its tasks in the queue.
base::Diagnostics SlurmExecutor::cancel_earlier_batch() {
  const auto listed = slurm_->queue();
  if (!listed) return listed.errors();
  std::vector<std::string> ids;
  for (const SlurmTask& task : listed.value()) {
    if (!has_ended(task)) ids.push_back(task.id());
  }
  if (ids.empty()) return {};
  news_.push_back(tasks_text(ids.size()) + " of an earlier batch taken out of Slurm's queue");
  cancel_and_wait(ids);
  return {};
}

/// False when it is not time for a look, or the queue does not answer.
bool SlurmExecutor::look(Listing* listing) {
  const Clock::Time before = clock_.now();
  if (before < next_look_) return false;
  const auto listed = slurm_->queue();
  const Clock::Time after = clock_.now();
  const auto rest = std::chrono::duration_cast<milliseconds>((after - before) * kRestPerAnswer);
  next_look_ = after + std::clamp(rest, rules_.poll, std::max(rules_.poll, rules_.longest_poll));
  if (!listed) {
    if (!is_silent_) news_.push_back("Slurm's queue does not answer: " + listed.errors()[0].text);
    is_silent_ = true;
    return false;
  }
  if (is_silent_) news_.emplace_back("Slurm's queue answers again");
  is_silent_ = false;
  for (const SlurmTask& task : listed.value()) listing->insert_or_assign(task.id(), task);
  return true;
}

void SlurmExecutor::look_at(const std::string& id, Queued& task, const SlurmTask* listed) {
  if (task.lost_nodes >= rules_.most_lost_nodes) {
    task.how = kGivenUp;
  } else if (listed == nullptr) {
    task.how = "is no longer in Slurm's queue";
  } else if (has_ended(*listed)) {
    task.how = ending(*listed);
  } else if (listed->state == "PENDING") {
    look_at_waiting(id, task, *listed);
  } else if (listed->state == "RUNNING") {
    task.ran = true;
    task.put_back = task.asked = false;
  }
}

void SlurmExecutor::look_at_waiting(const std::string& id, Queued& task, const SlurmTask& listed) {
  if (std::exchange(task.ran, false)) {
    task.put_back = true;
    ++task.lost_nodes;
    ++look_.put_back;
  }
  if (task.lost_nodes >= rules_.most_lost_nodes) {
    slurm_->cancel({id});
    task.how = kGivenUp;
    return;
  }
  const bool is_held =
      is_held_after_launch(listed) || (task.put_back && listed.reason == "BeginTime");
  if (is_held && !task.asked) {
    hurry(id, task, listed);
  } else if (!is_held && listed.reason != "None" && told_reasons_.insert(listed.reason).second) {
    news_.push_back("a task waits in Slurm's queue: " + listed.reason);
  }
}

void SlurmExecutor::hurry(const std::string& id, Queued& task, const SlurmTask& listed) {
  task.asked = true;
  const bool is_allowed =
      is_held_after_launch(listed) ? slurm_->release(id) : slurm_->start_now(id);
  ++(is_allowed ? look_.hurried : look_.held);
  look_.held_until = listed.start;
}

void SlurmExecutor::tell_of_look() {
  const Look look = std::exchange(look_, {});
  if (look.put_back > 0) {
    news_.push_back(tasks_text(look.put_back) + " lost the node and went back into Slurm's queue");
  }
  if (look.hurried > 0) {
    news_.push_back(fmt::format("Slurm held {} until {}, and was asked to start at once",
                                tasks_text(look.hurried), look.held_until));
  }
  if (look.held > 0) {
    news_.push_back(fmt::format("Slurm holds {} until {}, and does not let us start earlier",
                                tasks_text(look.held), look.held_until));
  }
}

std::vector<EndedTask> SlurmExecutor::ended() {
  Listing listing;
  std::vector<EndedTask> over;
  if (queued_.empty() || !look(&listing)) return over;
  for (auto item = queued_.begin(); item != queued_.end();) {
    auto& [id, task] = *item;
    const bool had_ended = !std::exchange(task.how, "").empty();
    const auto listed = listing.find(id);
    look_at(id, task, listed == listing.end() ? nullptr : &listed->second);
    const bool is_over = had_ended && !task.how.empty();
    if (is_over) over.push_back({task.number, task.how});
    item = is_over ? queued_.erase(item) : std::next(item);
  }
  tell_of_look();
  if (!over.empty()) read_folder(rules_.results);
  return over;
}

std::vector<std::string> SlurmExecutor::news() { return std::exchange(news_, {}); }

bool SlurmExecutor::all_ended() {
  const auto listed = slurm_->queue();
  return listed && std::all_of(listed.value().begin(), listed.value().end(), has_ended);
}

void SlurmExecutor::cancel_and_wait(const std::vector<std::string>& ids) {
  slurm_->cancel(ids);
  const Clock::Time deadline = clock_.now() + rules_.patience;
  while (!all_ended() && clock_.now() < deadline) clock_.sleep(kQuickLook);
}

void SlurmExecutor::cancel() {
  std::vector<std::string> ids;
  for (const auto& [id, task] : queued_) ids.push_back(id);
  queued_.clear();
  started_.clear();
  if (!ids.empty()) cancel_and_wait(ids);
}

}  // namespace bankcheck::batch
