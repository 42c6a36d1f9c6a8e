#include "cli/program.hpp"

#include <algorithm>
#include <exception>
#include <iostream>
#include <memory>
#include <vector>

#include <CLI/CLI.hpp>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include "base/escape.hpp"
#include "cli/command_table.hpp"
#include "cli/exit_code.hpp"
#include "cli/interrupt.hpp"

namespace bankcheck::cli {
namespace {

bool is_terminal() { return isatty(STDOUT_FILENO) == 1 && environment("TERM") != "dumb"; }

bool wants_colours() { return is_terminal() && environment("NO_COLOR").empty(); }

void start_logging(bool verbose) {
  auto logger = spdlog::stderr_logger_mt("bankcheck");
  logger->set_pattern("%H:%M:%S.%e %^%l%$ %v");
  logger->set_level(verbose ? spdlog::level::debug : spdlog::level::warn);
  spdlog::set_default_logger(std::move(logger));
}

struct Declared {
  CLI::App* parser = nullptr;
  Action action;
};

std::vector<Declared> declare_all(CLI::App& app) {
  std::vector<Declared> declared;
  for (const Command& command : command_table()) {
    CLI::App* parser = app.add_subcommand(command.name, command.description);
    if (command.is_hidden) parser->group("");
    declared.push_back({parser, command.declare(*parser)});
  }
  return declared;
}

/// A first word that is neither an option nor a command.
bool is_unknown_command(int argc, const char* const* argv) {
  if (argc < 2 || argv[1][0] == '-') return false;
  const auto& table = command_table();
  return std::none_of(table.begin(), table.end(),
                      [&](const Command& command) { return std::string(argv[1]) == command.name; });
}

int refuse_command(const char* name) {
  std::cerr << "bankcheck: there is no command '" << base::escape_terminal(name, 100)
            << "'; there are:";
  for (const Command& command : command_table()) {
    if (!command.is_hidden) std::cerr << " " << command.name;
  }
  std::cerr << "\n";
  return kExitUsage;
}

/// The options that are converted are all numbers.
int refuse_number(std::string text) {
  constexpr std::string_view kStart = "Could not convert: ";
  if (text.starts_with(kStart)) text.erase(0, kStart.size());
  std::cerr << "bankcheck: " << base::escape_terminal(text, 200)
            << ": a whole number is wanted here, not below 0 and not so large\n";
  return kExitUsage;
}

int run(int argc, const char* const* argv) {
  if (is_unknown_command(argc, argv)) return refuse_command(argv[1]);
  CLI::App app{
      "Grades CUDA exercises on shared memory: compiles, runs on a simulator, shows every "
      "ratio, then the verdict.",
      "bankcheck"};
  app.set_version_flag("--version", std::string("bankcheck ") + version());
  bool verbose = false;
  app.add_flag("-v,--verbose", verbose, "Say on stderr what is being done");
  app.require_subcommand(1);
  app.fallthrough();
  const std::vector<Declared> declared = declare_all(app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ConversionError& error) {
    return refuse_number(error.what());
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? kExitDone : kExitUsage;
  }
  start_logging(verbose);
  const Session session{std::cout, std::cerr,           wants_colours(),
                        argv[0],   stop_on_interrupt(), is_terminal()};
  for (const Declared& entry : declared) {
    if (entry.parser->parsed()) return entry.action(session);
  }
  return kExitUsage;
}

}  // namespace

int run_program(int argc, const char* const* argv) {
  try {
    const int status = run(argc, argv);
    std::cout.flush();
    if (!std::cout) {
      std::cerr << "bankcheck: standard output cannot be written\n";
      return kExitOurs;
    }
    return status;
  } catch (const std::exception& error) {
    std::cerr << "bankcheck: internal error: " << error.what() << "\n";
    return kExitOurs;
  }
}

}  // namespace bankcheck::cli
