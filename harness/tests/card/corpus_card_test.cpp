// Every kernel of the corpus on the simulator and on a real card: the same results.
#include <cstdio>
#include <map>

#include <fmt/format.h>

#include "card_fixture.hpp"
#include "corpus.hpp"
#include "ptx/parser.hpp"

namespace bankcheck::card {
namespace {

using base::RowOutcome;
using CorpusOnCard = OnCard;

/// Approximations are within 2^-12 of each other, whoever makes them: a tangent far from 0 has the
/// error of its sine and cosine.
constexpr double kApproximation = 1.0 / (1 << 12);

struct Loaded {
  std::shared_ptr<const sim::Program> program;
  std::string ptx;
  std::shared_ptr<const std::string> cubin;
};

Loaded load(const std::string& file) {
  const Compiled code = compile_for_card("kernels/" + file + ".cu");
  EXPECT_EQ(code.trouble, "");
  Loaded loaded{nullptr, code.ptx, code.cubin};
  auto module = ptx::parse(code.ptx, file);
  EXPECT_TRUE(module) << base::render(module.errors());
  if (!module) return loaded;
  auto program = sim::Program::load(std::make_shared<const ptx::Module>(std::move(module).value()));
  loaded.program = std::make_shared<const sim::Program>(std::move(program).value());
  return loaded;
}

std::optional<base::Mismatch> compare(const sim::Program& program, const base::Launch& given,
                                      const ptx::Function& kernel, double relative_error,
                                      const std::vector<base::Buffer>& left) {
  base::Launch simulated = given;
  const auto result = sim::run(program, simulated, {});
  if (!result || result.value().outcome != RowOutcome::kOk) {
    return base::Mismatch{"(the simulator failed)", 0, {}, 0, 0, 1, 1};
  }
  const std::vector<std::string> types = buffer_types(kernel);
  std::optional<base::Mismatch> first;
  for (std::size_t b = 0; b < left.size(); ++b) {
    for (std::size_t i = 0; i < left[b].length(); ++i) {
      if (same_element(left[b], simulated.buffers[b], i, types[b], relative_error)) continue;
      if (first) {
        ++first->wrong_elements;
        continue;
      }
      first = base::Mismatch{left[b].name,
                             i,
                             {},
                             base::element_as_double(left[b], i),
                             base::element_as_double(simulated.buffers[b], i),
                             false,
                             1,
                             left[b].length()};
    }
  }
  return first;
}

gpu::GpuRow row_of(const Loaded& loaded, const ptx::Function& kernel, const base::Launch& shape,
                   Bits bits, double relative_error) {
  gpu::GpuRow row;
  row.label = kernel.demangled;
  row.code = loaded.cubin;
  row.entry = kernel.name;
  row.launch = shape;
  row.source = [=, program = loaded.program, &kernel](std::uint64_t seed) {
    auto launch = std::make_shared<base::Launch>(shape);
    refill(*launch, kernel, bits, seed);
    return base::ReadyLaunch{launch, [=, &kernel](const std::vector<base::Buffer>& left) {
                               return compare(*program, *launch, kernel, relative_error, left);
                             }};
  };
  return row;
}

/// Rows of a file's kernels, and what is said of those that are not run.
struct FileRows {
  Loaded loaded;
  gpu::GpuJob job;
  std::vector<std::string> left_out;
};

FileRows rows_of(const std::string& file, Bits bits) {
  FileRows rows{load(file), {}, {}};
  if (rows.loaded.program == nullptr) return rows;
  for (const ptx::Function& kernel : rows.loaded.program->module().functions) {
    if (!kernel.is_entry || kernel.is_declaration) continue;
    const std::string licence = licence_to_differ(rows.loaded.ptx, kernel);
    const CorpusLaunch made =
        make_launch(*rows.loaded.program, kernel, bits, has_many_blocks(file));
    // Approximations are promised for a range of values only.
    const bool may_differ = !licence.empty() && (licence != "approximations" || bits == Bits::kAny);
    if (!made.trouble.empty() || may_differ) {
      rows.left_out.push_back(kernel.demangled + ": " +
                              (made.trouble.empty() ? licence : made.trouble));
      continue;
    }
    rows.job.rows.push_back(
        row_of(rows.loaded, kernel, made.launch, bits, licence.empty() ? 0 : kApproximation));
  }
  rows.job.timing.wanted = false;
  rows.job.row_seconds = 5;
  return rows;
}

void expect_parity(const std::string& file, Bits bits) {
  FileRows rows = rows_of(file, bits);
  const auto records = rows.job.rows.empty() ? std::vector<base::RowRecord>{} : run(rows.job);
  for (const base::RowRecord& row : records) {
    EXPECT_EQ(row.outcome, RowOutcome::kOk)
        << file << ": " << row.label << ": " << row.outcome_text;
    if (!row.mismatch) continue;
    ADD_FAILURE() << fmt::format(
        "{}: {}: {}[{}] is {} on the card, {} on the simulator ({} differ)", file, row.label,
        row.mismatch->buffer, row.mismatch->index, row.mismatch->found, row.mismatch->wanted,
        row.mismatch->wrong_elements);
  }
  std::printf("%-18s %3zu kernels run, %zu left out\n", file.c_str(), records.size(),
              rows.left_out.size());
  for (const std::string& each : rows.left_out) std::printf("    %.150s\n", each.c_str());
}

/// Needs a compiler, but no card.
TEST(Corpus, EveryKernelButTheseHasALaunchThatTheSimulatorRunsWithoutAHazard) {
  for (const std::string& file : corpus_files()) start_compiling("kernels/" + file + ".cu");
  if (compile_for_card("kernels/scans.cu").cubin == nullptr) GTEST_SKIP() << "no compiler";
  std::vector<std::string> left_out;
  for (const std::string& file : corpus_files()) {
    for (const std::string& each : rows_of(file, Bits::kSmall).left_out) {
      left_out.push_back(each.substr(0, each.find_first_of("(:")));
    }
  }
  const std::vector<std::string> wanted = {
      "spin_lock",              // waits for lanes that cannot run before it ends
      "stateful",               // hands its count on from launch to launch
      "racing",                 // races on purpose
      "switches",               // has two threads write one element for some inputs
      "pointers_to_functions",  // wants the pointers that another kernel makes
      "virtual_calls",          // wants objects that another kernel makes
      "device_variables",       // hands them on from launch to launch
      "traps",                  // stops itself for some inputs
      "clocks",                 // those of the card are its own
      "merge_by_rank",          // wants sorted inputs
      "identity",               // the card's own numbers
  };
  EXPECT_EQ(left_out, wanted);
}

TEST_F(CorpusOnCard, EveryKernelLeavesWhatTheSimulatorLeaves) {
  for (const std::string& file : corpus_files()) start_compiling("kernels/" + file + ".cu");
  for (const std::string& file : corpus_files()) expect_parity(file, Bits::kSmall);
}

TEST_F(CorpusOnCard, ArithmeticOnAnyBitsLeavesWhatTheSimulatorLeaves) {
  for (const std::string& file : corpus_files()) {
    if (takes_any_bits(file)) expect_parity(file, Bits::kAny);
  }
}

}  // namespace
}  // namespace bankcheck::card
