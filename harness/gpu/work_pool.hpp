// A few threads that work through a list of tasks while their owner does something else.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace bankcheck::gpu {

class WorkPool {
 public:
  using Task = std::function<void()>;

  explicit WorkPool(unsigned threads);
  ~WorkPool();
  WorkPool(const WorkPool&) = delete;
  WorkPool& operator=(const WorkPool&) = delete;

  /// Starts on `tasks`, in any order; earlier ones must be done. Tasks do not throw.
  void start(std::vector<Task> tasks);
  /// Helps until every task has been done.
  void wait();

 private:
  void work();
  bool run_one(std::unique_lock<std::mutex>& lock);

  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Task> tasks_;
  std::size_t next_ = 0;
  std::size_t done_ = 0;
  bool stopping_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace bankcheck::gpu
