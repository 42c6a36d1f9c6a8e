#include "batch/class_run.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "checks/text.hpp"

namespace bankcheck::batch {
namespace {

constexpr int kFailedStarts = 3;

}  // namespace

bool is_current(const StoredResult& result, const TaskItem& item) {
  return result.made_of == item.made_of && (!result.is_trouble() || result.lasting);
}

StoredResult trouble_result(const TaskItem& item, const std::string& run, const std::string& why) {
  StoredResult result;
  result.made_of = item.made_of;
  result.run = run;
  result.attempt = item.attempt;
  result.entry.student = item.handed_in.student;
  result.entry.state = checks::EntryState::kTrouble;
  result.entry.verdict = checks::Verdict::kError;
  result.entry.reason = why;
  result.entry.submission = item.handed_in.text();
  result.entry.submitted = item.handed_in.submitted;
  result.entry.late = item.handed_in.late;
  return result;
}

ClassRun::ClassRun(GradingSettings settings, std::vector<TaskItem> items, RunRules rules,
                   RunHooks hooks, World world)
    : settings_(std::move(settings)),
      rules_(rules),
      hooks_(std::move(hooks)),
      world_(std::move(world)) {
  const std::size_t all = items.size();
  for (TaskItem& item : items) {
    item.number = waiting_.size();
    waiting_.push_back({std::move(item), world_.clock.now(), std::max<std::size_t>(1, all)});
  }
}

base::Diagnostics ClassRun::run(const std::atomic<bool>& stop) {
  while (!stop && !(waiting_.empty() && running() == 0)) {
    if (base::Diagnostics errors = start_tasks(); !errors.empty()) return errors;
    collect();
    collect_ended();
    for (const std::string& text : world_.executor.news()) {
      if (hooks_.say) hooks_.say(text);
    }
    if (hooks_.on_tick) hooks_.on_tick(running());
    if (!waiting_.empty() || running() > 0) world_.clock.sleep(rules_.poll);
  }
  if (running() > 0) {
    world_.executor.cancel();
    collect();
  }
  return {};
}

std::size_t ClassRun::running() const {
  std::size_t count = 0;
  for (const auto& [number, members] : running_) count += members.size();
  return count;
}

base::Diagnostics ClassRun::start_tasks() {
  const base::Diagnostics errors = start_all_tasks();
  if (errors.empty()) return {};
  if (++failed_starts_ >= kFailedStarts) return errors;
  if (hooks_.say) hooks_.say(base::render(errors));
  return {};
}

base::Diagnostics ClassRun::start_all_tasks() {
  base::Diagnostics errors;
  while (errors.empty() && world_.executor.room() > 0) {
    std::vector<Waiting> members = take_ready();
    if (members.empty()) break;
    errors = start_task(std::move(members));
  }
  if (unflushed_.empty()) return errors;
  const base::Diagnostics unflushed = world_.executor.flush();
  if (unflushed.empty()) {
    failed_starts_ = 0;
  } else {
    errors.insert(errors.end(), unflushed.begin(), unflushed.end());
    for (const int number : unflushed_) put_back(std::move(running_.extract(number).mapped()));
  }
  unflushed_.clear();
  return errors;
}

/// The members of the next task: those that wait no longer, and of them as many as each allows.
std::vector<ClassRun::Waiting> ClassRun::take_ready() {
  const Clock::Time now = world_.clock.now();
  const auto middle = std::stable_partition(waiting_.begin(), waiting_.end(),
                                            [&](const Waiting& w) { return w.not_before > now; });
  std::vector<Waiting> ready(std::make_move_iterator(middle),
                             std::make_move_iterator(waiting_.end()));
  waiting_.erase(middle, waiting_.end());
  if (ready.empty()) return ready;
  std::size_t size = std::max<std::size_t>(1, world_.executor.items_per_task(ready.size()));
  std::size_t taken = 0;
  while (taken < ready.size() && taken < std::min(size, ready[taken].most_together)) {
    size = std::min(size, ready[taken].most_together);
    ++taken;
  }
  const auto rest = ready.begin() + static_cast<std::ptrdiff_t>(taken);
  waiting_.insert(waiting_.end(), std::make_move_iterator(rest),
                  std::make_move_iterator(ready.end()));
  ready.erase(rest, ready.end());
  return ready;
}

base::Diagnostics ClassRun::start_task(std::vector<Waiting> members) {
  Task task{settings_, {}};
  for (const Waiting& member : members) task.items.push_back(member.item);
  const int number = ++last_task_;
  const auto path = world_.place_task(number, task);
  base::Diagnostics errors = path.errors();
  if (path) errors = world_.executor.start(number, path.value(), members.size());
  if (errors.empty()) {
    running_.emplace(number, std::move(members));
    unflushed_.push_back(number);
  } else {
    put_back(std::move(members));
  }
  return errors;
}

/// Those of a task that could not be started.
void ClassRun::put_back(std::vector<Waiting> members) {
  for (Waiting& member : members) {
    member.not_before = world_.clock.now() + rules_.pause;
    waiting_.push_back(std::move(member));
  }
}

void ClassRun::collect() {
  for (auto& [number, members] : running_) {
    std::erase_if(members, [&](Waiting& member) {
      const auto result = world_.shelf.read_if_new(member.item.key());
      return result && settle(member, *result);
    });
  }
}

/// Whether that ends what this task had to do for the submission.
bool ClassRun::settle(Waiting& waiting, const StoredResult& result) {
  if (is_current(result, waiting.item)) {
    if (hooks_.on_result) hooks_.on_result(result);
    return true;
  }
  const bool ours = result.run == settings_.run && result.attempt == waiting.item.attempt;
  if (!ours || !result.is_trouble() || !(result.made_of == waiting.item.made_of)) return false;
  if (waiting.item.attempt >= rules_.attempts) {
    if (hooks_.on_result) hooks_.on_result(result);
  } else {
    try_again(std::move(waiting), result.entry.reason);
  }
  return true;
}

void ClassRun::try_again(Waiting waiting, const std::string& why) {
  if (hooks_.say) {
    hooks_.say(fmt::format("{}: attempt {} of {} failed: {}", waiting.item.key(),
                           waiting.item.attempt, rules_.attempts, why));
  }
  waiting.not_before = world_.clock.now() + rules_.pause * (1 << (waiting.item.attempt - 1));
  ++waiting.item.attempt;
  waiting_.push_back(std::move(waiting));
}

void ClassRun::collect_ended() {
  const std::vector<EndedTask> ended = world_.executor.ended();
  if (ended.empty()) return;
  collect();  // what a task wrote at its very end
  for (const EndedTask& task : ended) {
    const auto found = running_.find(task.number);
    if (found == running_.end()) continue;
    std::vector<Waiting> members = std::move(found->second);
    running_.erase(found);
    if (!members.empty()) lose(std::move(members), task.how);
  }
}

void ClassRun::lose(std::vector<Waiting> members, const std::string& how) {
  const std::size_t count = members.size();
  const std::string what = fmt::format("a worker {} and left {}", how,
                                       checks::count_text(count, "submission", "submissions"));
  if (count > 1 && hooks_.say) hooks_.say(what + " ungraded; they are given to others");
  for (Waiting& member : members) {
    if (count > 1) {
      member.most_together = std::max<std::size_t>(1, count / 2);
      member.not_before = world_.clock.now();
      waiting_.push_back(std::move(member));
    } else if (member.item.attempt >= rules_.attempts) {
      give_up(member.item, what + " ungraded, and so did those before it");
    } else {
      try_again(std::move(member), what + " ungraded");
    }
  }
}

void ClassRun::give_up(const TaskItem& item, const std::string& why) {
  const StoredResult result = trouble_result(item, settings_.run, why);
  const base::Diagnostics errors = world_.shelf.write(item.key(), result);
  if (!errors.empty() && hooks_.say) hooks_.say(base::render(errors));
  if (hooks_.on_result) hooks_.on_result(result);
}

}  // namespace bankcheck::batch
