#include "batch/simulator_row.hpp"

#include <algorithm>
#include <exception>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "batch/code_notes.hpp"
#include "checks/expected_ledger.hpp"
#include "checks/order_receipt.hpp"
#include "checks/reads_difference.hpp"
#include "checks/receipt.hpp"
#include "checks/use_receipt.hpp"
#include "ptx/demangle.hpp"
#include "rubric/expected.hpp"

namespace bankcheck::batch {
namespace {

using base::RowOutcome;

/// What is not supported comes as rendered diagnostics; a row has room for the first one's text.
std::string first_message(const std::string& rendered) {
  constexpr std::string_view kMark = "error: ";
  const std::string line = rendered.substr(0, rendered.find('\n'));
  const std::size_t mark = line.find(kMark);
  return mark == std::string::npos ? line : line.substr(mark + kMark.size());
}

/// `; the file has probe, copy`: what a student may have renamed it to.
std::string others_text(const ptx::Module& module) {
  constexpr std::size_t kNamed = 8;
  std::vector<std::string_view> names;
  for (const ptx::Function& function : module.functions) {
    if (!function.is_entry || function.is_declaration) continue;
    if (names.size() == kNamed) break;
    names.push_back(ptx::source_name(function.demangled));
  }
  if (names.empty()) return "; the file has none at all";
  return fmt::format("; the file has {}", fmt::join(names, ", "));
}

class SimulatorRow {
 public:
  SimulatorRow(const sim::Program& program, const RowJob& job, const rubric::RowSpec& row,
               unsigned worker_threads, base::RowRecord& record, const std::atomic<bool>& stop)
      : program_(program),
        job_(job),
        row_(row),
        kernel_(*job.rubric.find_kernel(row.kernel)),
        has_dynamic_shared_(declares_dynamic_shared(job.code)),
        record_(record) {
    options_.instruction_budget = job.rubric.limits.warp_instructions_per_row;
    options_.worker_threads = worker_threads;
    options_.stop = &stop;
  }

  void run() {
    if (!fits_the_source()) return;
    auto prepared = prepare(checks::ReceiptKind::kExact);
    if (!prepared) return end(RowOutcome::kMachineTrouble, prepared.errors().front().text);
    options_.keep_ledger = kernel_.reads.has_value();
    const std::vector<base::Buffer> before = prepared.value().launch.buffers;
    auto launched = sim::run(program_, prepared.value().launch, options_);
    if (!launched) return end(RowOutcome::kCompileError, launched.errors().front().text);
    if (launched.value().outcome == RowOutcome::kNotRun) return;
    take(launched.value());
    if (record_.outcome != RowOutcome::kOk) return;
    const auto& buffers = prepared.value().launch.buffers;
    record_.mismatch = checks::first_mismatch(prepared.value(), buffers);
    if (!record_.mismatch) {
      record_.mismatch = checks::first_changed_input(prepared.value(), before, buffers);
    }
    if (record_.mismatch) record_.outcome = RowOutcome::kWrongResult;
    if (kernel_.reads) judge_ledger(prepared.value(), launched.value());
    if (record_.mismatch) return;
    if (kernel_.reads && kernel_.reads->used) run_use_receipt();
    run_order_receipt();
  }

 private:
  void end(RowOutcome outcome, std::string text) {
    record_.outcome = outcome;
    record_.outcome_text = std::move(text);
  }

  bool fits_the_source() {
    const auto entries = program_.module().find_entries(kernel_.name);
    if (entries.size() == 1) {
      record_.delays = delays_of(program_.module(), *entries.front());
      return true;
    }
    end(RowOutcome::kCompileError, entries.empty()
                                       ? fmt::format("there is no __global__ function named {}{}",
                                                     kernel_.name, others_text(program_.module()))
                                       : fmt::format("there are {} __global__ functions named {}",
                                                     entries.size(), kernel_.name));
    return false;
  }

  base::Result<checks::PreparedLaunch> prepare(checks::ReceiptKind kind) const {
    auto prepared = checks::prepare_launch(
        job_.rubric, row_, rubric::Target{}, kind,
        checks::row_seed(job_.submission_hash, job_.rubric.hash, row_.label, kind));
    if (prepared && !has_dynamic_shared_) prepared.value().launch.dynamic_shared_bytes = 0;
    return prepared;
  }

  void take(sim::LaunchResult& result) {
    record_.outcome = result.outcome;
    record_.outcome_text = result.outcome == RowOutcome::kUnsupported
                               ? first_message(result.outcome_text)
                               : result.outcome_text;
    record_.hazards = std::move(result.hazards);
    record_.counts = result.counts;
    record_.lines = std::move(result.lines);
    record_.first_accesses = std::move(result.first_accesses);
    record_.warp_instructions = result.warp_instructions;
    record_.shared_bytes = result.shared_bytes;
    record_.printed = std::move(result.printed);
  }

  void judge_ledger(const checks::PreparedLaunch& prepared, const sim::LaunchResult& result) {
    const auto expected =
        checks::ExpectedLedger::make(*kernel_.reads, prepared.geometry, result.lowest_word_read);
    if (!expected) return end(RowOutcome::kMachineTrouble, expected.errors().front().text);
    const auto different = expected.value().first_difference(result.reads);
    if (!different) {
      record_.ledger = judge_requests(expected.value(), prepared.geometry, result);
      return;
    }
    const rubric::Geometry::Place place = prepared.geometry.place(*different);
    const base::ThreadId thread{place.block, place.thread};
    record_.ledger = base::LedgerOutcome{
        false, thread, difference(prepared.geometry, thread, result.lowest_word_read)};
  }

  base::LedgerOutcome judge_requests(const checks::ExpectedLedger& expected,
                                     const rubric::Geometry& geometry,
                                     const sim::LaunchResult& result) const {
    const auto different = expected.first_different_warp(result.requests);
    if (!different) return {true, std::nullopt, "every thread made its reads"};
    const std::uint64_t threads = geometry.block.count();
    const std::uint64_t warps = (threads + base::kWarpLanes - 1) / base::kWarpLanes;
    const rubric::Geometry::Place place =
        geometry.place(*different / warps * threads + *different % warps * base::kWarpLanes);
    return {false, base::ThreadId{place.block, place.thread},
            fmt::format("and the rest of its warp made their reads, but not together: what they "
                        "read at once is not {} for one {}",
                        kernel_.reads->word.text(), kernel_.reads->variable)};
  }

  /// Runs the launch once more with some of its shared reads changed. Only for a row whose ledger
  /// is kept: else there is a better reason to fail.
  void run_use_receipt() {
    if (!record_.ledger || !record_.ledger->kept) return;
    auto prepared = prepare(checks::ReceiptKind::kExact);
    const auto wanted = rubric::expected_reads(*kernel_.reads, prepared.value().geometry, {});
    if (!wanted) return end(RowOutcome::kMachineTrouble, wanted.errors().front().text);
    sim::Options options = options_;
    options.keep_ledger = false;
    options.detect_hazards = false;
    options.alteration =
        sim::ReadAlteration{checks::row_seed(job_.submission_hash, job_.rubric.hash,
                                             row_.label + " altered", checks::ReceiptKind::kExact),
                            wanted.value().size()};
    base::Launch& launch = prepared.value().launch;
    const auto launched = sim::run(program_, launch, options);
    // A kernel that ends otherwise when it reads other values does use what it reads.
    if (!launched || launched.value().outcome != RowOutcome::kOk) return;
    const auto judged = checks::judge_use(prepared.value(), launch.buffers, *options.alteration);
    if (judged && !judged->kept) record_.ledger = judged;
  }

  /// Runs the launch once more, to see what the thread really read.
  std::string difference(const rubric::Geometry& geometry, const base::ThreadId& thread,
                         std::uint32_t lowest_word) const {
    const auto wanted = rubric::expected_reads(*kernel_.reads, geometry, thread);
    auto prepared = prepare(checks::ReceiptKind::kExact);
    if (!wanted || !prepared) return "did not make its reads";
    auto read =
        sim::trace_reads(program_, prepared.value().launch, thread, 4 * wanted.value().size() + 1);
    if (!read) return "did not make its reads";
    std::vector<std::uint32_t> words = std::move(read).value();
    for (std::uint32_t& word : words) word -= lowest_word;
    return checks::reads_difference(words, wanted.value());
  }

  /// A launch of the first block only: the receipt looks no further.
  void run_order_receipt() {
    auto prepared = prepare(checks::ReceiptKind::kOrder);
    if (!prepared || !checks::order_matters(prepared.value())) return;
    base::Launch& launch = prepared.value().launch;
    launch.grid = {1, 1, 1};
    options_.keep_ledger = false;
    options_.detect_hazards = false;
    const auto launched = sim::run(program_, launch, options_);
    if (launched && launched.value().outcome == RowOutcome::kNotRun) {
      return end(RowOutcome::kNotRun, "");
    }
    if (!launched || launched.value().outcome != RowOutcome::kOk) {
      record_.order_receipt = base::LedgerOutcome{
          false, std::nullopt, "the kernel does not run when the inputs are not whole numbers"};
      return;
    }
    const bool reads_are_proved = record_.ledger && record_.ledger->kept;
    record_.order_receipt = checks::judge_order(prepared.value(), launch.buffers, reads_are_proved);
  }

  const sim::Program& program_;
  const RowJob& job_;
  const rubric::RowSpec& row_;
  const rubric::KernelSpec& kernel_;
  bool has_dynamic_shared_;
  base::RowRecord& record_;
  sim::Options options_;
};

}  // namespace

void run_simulator_row(const sim::Program& program, const RowJob& job, const rubric::RowSpec& row,
                       unsigned worker_threads, base::RowRecord& record,
                       const std::atomic<bool>& stop) {
  try {
    SimulatorRow(program, job, row, worker_threads, record, stop).run();
  } catch (const std::exception& error) {
    record.outcome = base::RowOutcome::kMachineTrouble;
    record.outcome_text = error.what();
  }
}

}  // namespace bankcheck::batch
