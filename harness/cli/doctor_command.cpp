// bankcheck doctor: what this machine has, proved, and what follows from what is missing.
#include <filesystem>
#include <ostream>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "base/escape.hpp"
#include "cli/command_table.hpp"
#include "cli/exit_code.hpp"
#include "cli/self_test.hpp"
#include "gpu/session.hpp"
#include "report/terminal.hpp"

namespace bankcheck::cli {
namespace {

using report::Tone;

/// One line of the doctor's report. `follows` says what a trouble means for the user.
struct Diagnosis {
  const char* name;
  bool is_well = true;
  bool is_needed = true;  ///< without it nothing can be graded here
  std::string text;
  std::string follows;
};

Diagnosis diagnose_simulator() {
  const auto trouble = prove_simulator();
  if (!trouble) return {"simulator", true, true, "proved: " + self_test_text(), ""};
  return {"simulator", false, true, *trouble, "this build counts wrong; do not grade with it"};
}

Diagnosis diagnose_compiler(const Workshop& workshop) {
  if (workshop.toolchain) {
    return {"nvcc", true, true,
            workshop.toolchain.value().version + ", " + workshop.toolchain.value().nvcc, ""};
  }
  return {"nvcc", false, true, workshop.toolchain.errors().front().text,
          "submissions cannot be compiled: check, grade and profile end with ERROR"};
}

Diagnosis diagnose_sandbox(const Workshop& workshop) {
  const auto& isolation = workshop.isolation;
  if (isolation.isolation == sandbox::Isolation::kBubblewrap) {
    return {"sandbox", true, false, "bubblewrap, " + isolation.bubblewrap, ""};
  }
  return {
      "sandbox", false, false, isolation.reason,
      "the compiler runs within limits but sees this machine's files; compile only what you trust"};
}

Diagnosis diagnose_whole_path(const Workshop& workshop) {
  const auto trouble = prove_whole_path(workshop);
  if (!trouble)
    return {"whole path", true, true, "proved: source to PTX to " + self_test_text(), ""};
  return {"whole path", false, true, *trouble, "submissions cannot be graded here"};
}

Diagnosis diagnose_gpu() {
  std::error_code ignored;
  const std::string program = std::filesystem::read_symlink("/proc/self/exe", ignored).string();
  gpu::Session session([&] { return gpu::start_worker({program, 0, {}}); });
  const auto card = session.card();
  if (card) return {"GPU", true, false, card.value().description(), ""};
  return {"GPU", false, false, card.errors().front().text,
          "rows are counted on the simulator; no times are measured"};
}

std::string diagnosis_text(const Diagnosis& diagnosis, bool colours) {
  const Tone tone = diagnosis.is_well     ? Tone::kGood
                    : diagnosis.is_needed ? Tone::kBad
                                          : Tone::kWarning;
  const char* word = diagnosis.is_well ? "ok" : diagnosis.is_needed ? "FAIL" : "none";
  std::string text =
      fmt::format("{}  {:<10}  {}\n", report::paint(fmt::format("{:<4}", word), tone, colours),
                  diagnosis.name, base::escape_terminal(diagnosis.text));
  if (!diagnosis.follows.empty()) {
    text += fmt::format("{:<16}  so: {}\n", "", diagnosis.follows);
  }
  return text;
}

int doctor(const Session& session) {
  const Workshop workshop = open_workshop();
  bool can_grade = true;
  const auto show = [&](const Diagnosis& diagnosis) {
    session.out << diagnosis_text(diagnosis, session.colours) << std::flush;
    can_grade = can_grade && (diagnosis.is_well || !diagnosis.is_needed);
  };
  session.out << "bankcheck " << version() << "\n";
  show(diagnose_simulator());
  show(diagnose_compiler(workshop));
  show(diagnose_sandbox(workshop));
  if (workshop.toolchain) show(diagnose_whole_path(workshop));
  show(diagnose_gpu());
  session.out << (can_grade ? "This machine can grade.\n" : "This machine cannot grade.\n");
  return can_grade ? kExitDone : kExitOurs;
}

}  // namespace

Action declare_doctor(CLI::App&) { return doctor; }

}  // namespace bankcheck::cli
