// A command of the tests: a script for the shell.
#pragma once

#include <string>

#include "sandbox/command.hpp"

namespace bankcheck::sandbox {

inline Command shell(const std::string& script) {
  Command command;
  command.argv = {"/bin/sh", "-c", script};
  command.environment = {"PATH=/usr/bin:/bin"};
  return command;
}

}  // namespace bankcheck::sandbox
