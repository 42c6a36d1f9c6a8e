// A command runner for tests: remembers what it was asked to run and answers from a script.
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "sandbox/command.hpp"

namespace bankcheck::sandbox {

class FakeRunner : public CommandRunner {
 public:
  using Answer = std::function<CommandResult(const Command&)>;

  explicit FakeRunner(Answer answer) : answer_(std::move(answer)) {}

  CommandResult run(const Command& command) override {
    commands_.push_back(command);
    return answer_(command);
  }
  Isolation isolation() const override { return Isolation::kLimitsOnly; }

  const std::vector<Command>& commands() const { return commands_; }

 private:
  Answer answer_;
  std::vector<Command> commands_;
};

}  // namespace bankcheck::sandbox
