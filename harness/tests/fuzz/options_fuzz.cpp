// Whole command lines: every subcommand's options, declared as the program declares them, with
// words of the input. A line is read, or refused with a word; nothing of it is carried out.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

#include "cli/command_table.hpp"

namespace {

constexpr const char* kValues[] = {"0",    "1",    "-1",      "64",    "99999999999999999999",
                                   "sim",  "gpu",  "auto",    "local", "slurm",
                                   "json", "text", "/",       "",      "*",
                                   "=",    "--",   "-",       "a b",   "\x1b[2J",
                                   "\xff", "1x2",  "i:i32=8", "1e999"};

/// Each byte is a choice: an option of the command, a value, or (with 0) text up to the next 0.
std::vector<std::string> words_of(const CLI::App& command, std::string_view bytes) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) names.push_back(option->get_name());
  std::vector<std::string> words;
  while (!bytes.empty()) {
    const auto choice = static_cast<unsigned char>(bytes.front());
    bytes.remove_prefix(1);
    if (choice == 0) {
      const std::size_t end = bytes.find('\0');
      words.emplace_back(bytes.substr(0, end));
      bytes.remove_prefix(end == std::string_view::npos ? bytes.size() : end + 1);
    } else if (choice < 128) {
      words.push_back(names[choice % names.size()]);
    } else {
      words.emplace_back(kValues[choice % std::size(kValues)]);
    }
  }
  return words;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace bankcheck::cli;
  if (size == 0) return 0;
  const auto& table = command_table();
  const Command& command = table[data[0] % table.size()];
  CLI::App app{"", "bankcheck"};
  app.require_subcommand(1);
  app.fallthrough();
  CLI::App* parser = app.add_subcommand(command.name, command.description);
  const Action action = command.declare(*parser);
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  std::vector<std::string> words = words_of(*parser, bytes);
  words.insert(words.begin(), command.name);
  std::vector<std::string> reversed(words.rbegin(), words.rend());
  try {
    app.parse(reversed);
  } catch (const CLI::ParseError& error) {
    std::ostringstream said;
    if (app.exit(error, said, said) != 0 && said.str().empty()) std::abort();
  }
  return 0;
}
