#include "gpu/work_pool.hpp"

#include <system_error>
#include <utility>

namespace bankcheck::gpu {

WorkPool::WorkPool(unsigned threads) {
  try {
    for (unsigned i = 0; i < threads; ++i) threads_.emplace_back([this] { work(); });
  } catch (const std::system_error&) {
    // As many as the system gives; the owner works too while it waits.
  }
}

WorkPool::~WorkPool() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void WorkPool::start(std::vector<Task> tasks) {
  {
    const std::lock_guard lock(mutex_);
    tasks_ = std::move(tasks);
    next_ = 0;
    done_ = 0;
  }
  changed_.notify_all();
}

void WorkPool::wait() {
  std::unique_lock lock(mutex_);
  while (run_one(lock)) {
  }
  changed_.wait(lock, [this] { return done_ == tasks_.size(); });
}

void WorkPool::work() {
  std::unique_lock lock(mutex_);
  while (!stopping_) {
    if (!run_one(lock)) changed_.wait(lock, [this] { return stopping_ || next_ < tasks_.size(); });
  }
}

bool WorkPool::run_one(std::unique_lock<std::mutex>& lock) {
  if (next_ == tasks_.size()) return false;
  const Task task = std::move(tasks_[next_++]);
  lock.unlock();
  task();
  lock.lock();
  if (++done_ == tasks_.size()) changed_.notify_all();
  return true;
}

}  // namespace bankcheck::gpu
