// bankcheck instructions: the PTX instructions that the simulator runs.
#include <memory>
#include <ostream>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/command_table.hpp"
#include "cli/exit_code.hpp"
#include "sim/instruction_list.hpp"

namespace bankcheck::cli {
namespace {

using Forms = std::vector<sim::SupportedForm>;

std::size_t opcode_count(const Forms& forms) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < forms.size(); ++i) {
    count += i == 0 || forms[i].row->opcode != forms[i - 1].row->opcode ? 1 : 0;
  }
  return count;
}

std::string forms_text(const Forms& forms) {
  std::string text = fmt::format(
      "The simulator runs {} PTX instructions in {} forms.\n"
      "[.a|b]: one of these words or none; .(a|b): one of them. d, p and q are written.\n\n",
      opcode_count(forms), forms.size());
  for (const sim::SupportedForm& form : forms) {
    const std::string operands = ptx::operands_text(*form.row);
    text += ptx::spellings_text(*form.row, form.places) +
            (operands.empty() ? "" : "  " + operands) + "\n";
  }
  text += "\nA kernel that can reach any other instruction is refused, with its place. Of these";
  text += " no form runs:";
  for (const ptx::Opcode opcode : sim::unsupported_opcodes(forms)) {
    text += fmt::format(" {}", ptx::spelling(opcode));
  }
  return text + "\n";
}

std::string forms_json(const Forms& forms) {
  using Json = nlohmann::ordered_json;
  Json json = {{"schema_version", 1}, {"bankcheck", version()}};
  json["forms"] = Json::array();
  for (const sim::SupportedForm& form : forms) {
    Json words = Json::array();
    for (const ptx::WordPlace& place : form.places) words.push_back(place.words);
    json["forms"].push_back({{"opcode", ptx::spelling(form.row->opcode)},
                             {"spellings", ptx::spellings_text(*form.row, form.places)},
                             {"words", std::move(words)},
                             {"operands", ptx::operands_text(*form.row)}});
  }
  json["unsupported"] = Json::array();
  for (const ptx::Opcode opcode : sim::unsupported_opcodes(forms)) {
    json["unsupported"].push_back(ptx::spelling(opcode));
  }
  return json.dump(2) + "\n";
}

}  // namespace

Action declare_instructions(CLI::App& command) {
  auto json_path = std::make_shared<std::string>();
  command.add_option(
      "--json", *json_path,
      "Also write the list to this file (`-`: to standard output, in place of the text)");
  return [json_path](const Session& session) -> int {
    const Forms forms = sim::supported_forms(sim::best_isa());
    if (*json_path != kStandardOutput) session.out << forms_text(forms);
    if (json_path->empty()) return kExitDone;
    return write_output(session, *json_path, forms_json(forms));
  };
}

}  // namespace bankcheck::cli
