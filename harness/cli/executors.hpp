// Every executor that a batch can hand its tasks to.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "batch/class_folder.hpp"
#include "batch/executor.hpp"

namespace bankcheck::cli {

struct ExecutorKind {
  const char* name;
  std::unique_ptr<batch::Executor> (*make)(const batch::ClassPaths& paths);
};

/// Adding an executor is a file with its class, and a row here.
std::span<const ExecutorKind> executor_table();
/// nullptr when there is no such executor.
const ExecutorKind* find_executor(const std::string& name);

}  // namespace bankcheck::cli
