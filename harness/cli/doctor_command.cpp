// bankcheck doctor: what this machine has, proved, and what follows from what is missing.
#include <ostream>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <unistd.h>

#include "base/escape.hpp"
#include "cli/card_choice.hpp"
#include "cli/command_table.hpp"
#include "cli/device.hpp"
#include "cli/exit_code.hpp"
#include "cli/self_test.hpp"
#include "gpu/card_monitor.hpp"
#include "gpu/session.hpp"
#include "report/terminal.hpp"
#include "sandbox/process_filters.hpp"
#include "sandbox/system_call_filter.hpp"

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
      "the compiler runs within limits but sees this machine's files; compile only what you trust "
      "(grade wants --no-sandbox)"};
}

Diagnosis diagnose_whole_path(const Workshop& workshop) {
  const auto trouble = prove_whole_path(workshop);
  if (!trouble)
    return {"whole path", true, true, "proved: source to PTX to " + self_test_text(), ""};
  return {"whole path", false, true, *trouble, "submissions cannot be graded here"};
}

Diagnosis diagnose_card(gpu::Session& session) {
  const auto card = session.card();
  if (!card) {
    return {"GPU", false, false, card.errors().front().text,
            "rows are counted on the simulator; no times are measured"};
  }
  const std::string description = card.value().description();
  if (const auto trouble = prove_gpu(session)) {
    return {"GPU", false, false, description + ": " + *trouble, "do not time rows on it"};
  }
  return {"GPU", true, false, "proved: " + description, ""};
}

/// The worker's own filter comes on top of those that it inherited.
Diagnosis diagnose_confinement(pid_t worker) {
  const char* follows = "a kernel that breaks out of its card acts as this user";
  if (!sandbox::can_filter_system_calls()) {
    return {"GPU worker", false, false, "not confined: built without libseccomp", follows};
  }
  const auto filters = sandbox::filters_on(worker);
  if (!filters) return {"GPU worker", false, false, "this kernel does not tell", follows};
  if (*filters > sandbox::filters_on(getpid()).value_or(0)) {
    return {"GPU worker", true, false, "proved: no other programs, processes or connections", ""};
  }
  return {"GPU worker", false, false, "not confined: BANKCHECK_GPU_FILTER is 0", follows};
}

std::string clock_text(const gpu::CardState& state) {
  return fmt::format("SM clock {} of {} MHz, {} C, driver {}", state.sm_clock_mhz.value_or(0),
                     state.sm_clock_limit_mhz.value_or(0), state.temperature_c.value_or(0),
                     state.driver_version);
}

Diagnosis diagnose_clock(const gpu::CardState& state) {
  if (state.throttle_reasons.empty()) return {"clock", true, false, clock_text(state), ""};
  return {
      "clock", false, false,
      fmt::format("{}; held down: {}", clock_text(state), fmt::join(state.throttle_reasons, ", ")),
      "times are longer and move; ratios within a round still hold"};
}

/// `own`: our worker, which is on the card too.
Diagnosis diagnose_users(const gpu::CardState& state, pid_t own) {
  std::vector<std::string> others;
  for (const gpu::CardProcess& user : state.processes) {
    if (user.process == static_cast<unsigned>(own)) continue;
    others.push_back(fmt::format("process {} ({} MiB)", user.process, user.memory_bytes >> 20));
  }
  if (others.empty()) return {"GPU users", true, false, "nobody else", ""};
  return {"GPU users", false, false, fmt::format("{}", fmt::join(others, ", ")),
          "times are noisy while they run"};
}

Diagnosis diagnose_counters(const std::string& card) {
  const char* follows = "--counters shows nothing; all else works";
  const auto tools = find_counter_tools(card);
  if (!tools) return {"counters", false, false, "Nsight Compute (ncu) is not on PATH", follows};
  if (const auto trouble = prove_counters(*tools)) {
    return {"counters", false, false, *trouble, follows};
  }
  return {"counters", true, false, "proved: on the card, " + self_test_text(), ""};
}

std::vector<Diagnosis> diagnose_gpu(const std::string& card) {
  gpu::Session session(gpu_workers(card));
  std::vector<Diagnosis> diagnoses = {diagnose_card(session)};
  if (!diagnoses.front().is_well) return diagnoses;
  const pid_t worker = session.worker().process();
  diagnoses.push_back(diagnose_confinement(worker));
  if (const auto state = gpu::read_card_state(session.card().value().uuid)) {
    diagnoses.push_back(diagnose_clock(state.value()));
    diagnoses.push_back(diagnose_users(state.value(), worker));
  } else {
    diagnoses.push_back({"clock", false, false, state.errors().front().text,
                         "throttling and other users of the card are not seen"});
  }
  diagnoses.push_back(diagnose_counters(card));
  return diagnoses;
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
  std::vector<std::string> cards = cards_to_share();
  if (cards.empty()) cards.emplace_back();
  for (const std::string& card : cards) {
    if (!card.empty()) session.out << "card " << base::escape_terminal(card) << "\n";
    for (const Diagnosis& diagnosis : diagnose_gpu(card)) show(diagnosis);
  }
  session.out << (can_grade ? "This machine can grade.\n" : "This machine cannot grade.\n");
  return can_grade ? kExitDone : kExitOurs;
}

}  // namespace

Action declare_doctor(CLI::App&) { return doctor; }

}  // namespace bankcheck::cli
