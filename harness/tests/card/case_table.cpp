#include "case_table.hpp"

#include <cstring>

#include <fmt/format.h>

#include "card_fixture.hpp"
#include "ptx/parser.hpp"

namespace bankcheck::card {
namespace {

using base::ElementType;
using enum ElementType;
using enum CaseFill;

Case one_warp(const std::string& file, const std::string& kernel, std::vector<CaseBuffer> buffers,
              std::optional<std::int32_t> scalar = std::nullopt) {
  return {file, kernel, {1, 1, 1}, {32, 1, 1}, std::move(buffers), scalar};
}

Case one_block(const std::string& file, const std::string& kernel, const base::Dim3& block,
               std::vector<CaseBuffer> buffers) {
  return {file, kernel, {1, 1, 1}, block, std::move(buffers), std::nullopt};
}

Case racing(Case each) {
  each.is_race_free = false;
  return each;
}

std::vector<Case> make_cases() {
  std::vector<Case> cases;
  for (const int stride : {1, 2, 3, 8, 16, 24, 32, 33}) {
    cases.push_back(one_warp("01_stride_runtime", "stride_runtime",
                             {{kI32, 2048, kNumbers}, {kI32, 32, kPoison}}, stride));
  }
  const std::vector<CaseBuffer> square = {{kF32, 1024, kNumbers}, {kF32, 1024, kPoison}};
  cases.push_back(one_block("02_transpose32_conflict", "transpose32", {32, 8, 1}, square));
  cases.push_back(one_block("03_transpose32_pad", "transpose33", {32, 8, 1}, square));
  cases.push_back(one_block("04_transpose32_xor", "transpose_xor", {32, 8, 1}, square));
  const std::vector<CaseBuffer> floats = {{kF32, 32, kNumbers}, {kF32, 32, kPoison}};
  cases.push_back(racing(one_warp("07_mod_wrap_write_race", "mod_wrap", floats)));
  cases.push_back(one_warp("08_broadcast_multicast", "broadcast_multicast",
                           {{kI32, 256, kNumbers}, {kI32, 128, kPoison}}));
  for (const int stride : {1, 2, 3, 4, 8, 16, 32}) {
    cases.push_back(one_warp("10_double_stride", "double_stride",
                             {{kF64, 1024, kNumbers}, {kF64, 32, kPoison}}, stride));
  }
  for (const int stride : {1, 2, 3, 4, 8, 10}) {
    cases.push_back(one_warp("12_float4_stride", "float4_stride",
                             {{kF32, 1280, kNumbers}, {kF32, 128, kPoison}}, stride));
  }
  cases.push_back(one_warp("14_aos3_aos4", "aos", {{kF32, 256, kNumbers}, {kF32, 96, kPoison}}));
  cases.push_back(one_warp("15_bytes", "bytes", {{kU8, 4096, kNumbers}, {kU8, 128, kPoison}}));
  cases.push_back(one_block("17_reduce_interleaved", "reduce_interleaved", {256, 1, 1},
                            {{kI32, 256, kNumbers}, {kI32, 1, kPoison}}));
  const std::vector<CaseBuffer> pairs = {{kI32, 64, kNumbers}, {kI32, 64, kPoison}};
  cases.push_back(racing(one_block("19_scan_one_barrier_race", "scan_race", {64, 1, 1}, pairs)));
  cases.push_back(
      racing(one_block("20_reverse_no_barrier", "reverse_no_barrier", {64, 1, 1}, pairs)));
  cases.push_back(one_block("22_hist_atomic", "hist_atomic", {256, 1, 1},
                            {{kU32, 256, kNumbers}, {kU32, 64, kZero}}));
  cases.push_back(one_block("24_shfl_partials", "shfl_partials", {256, 1, 1},
                            {{kI32, 256, kNumbers}, {kI32, 1, kPoison}}));
  cases.push_back(
      one_warp("27_async_copy", "async_copy", {{kF32, 128, kNumbers}, {kF32, 32, kPoison}}));
  cases.push_back({"29_matmul16",
                   "matmul16",
                   {2, 2, 1},
                   {16, 16, 1},
                   {{kF32, 1024, kNumbers}, {kF32, 1024, kNumbers}, {kF32, 1024, kPoison}},
                   std::nullopt});
  cases.push_back(one_warp("37_elided", "elided", floats));
  cases.push_back(
      one_warp("40_printf_assert", "printf_assert", {{kI32, 32, kNumbers}, {kI32, 32, kPoison}}));
  return cases;
}

void fill(base::Buffer& buffer, CaseFill how, Numbers numbers, std::uint64_t seed) {
  if (how == kPoison) {
    buffer.bytes.assign(buffer.bytes.size(), std::byte{0xff});
    return;
  }
  for (std::size_t i = 0; i < buffer.length(); ++i) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    const bool is_narrow = base::size_bytes(buffer.type) < 4;
    const std::uint64_t iota = is_narrow ? i % 251 : i;
    const std::uint64_t value = numbers == Numbers::kIota ? iota : seed >> 57;
    base::set_element(buffer, i, how == kZero ? 0.0 : static_cast<double>(value));
  }
}

/// Runs the launch on the simulator and compares every byte.
std::optional<base::Mismatch> judge(const sim::Program& program, const base::Launch& given,
                                    const std::vector<base::Buffer>& left) {
  base::Launch simulated = given;
  const auto result = sim::run(program, simulated, {});
  if (!result || result.value().outcome != base::RowOutcome::kOk) {
    return base::Mismatch{"(the simulator failed)", 0, {}, 0, 0, 1, 1};
  }
  for (std::size_t b = 0; b < left.size(); ++b) {
    const std::size_t size = base::size_bytes(left[b].type);
    for (std::size_t i = 0; i < left[b].length(); ++i) {
      if (std::memcmp(&left[b].bytes[i * size], &simulated.buffers[b].bytes[i * size], size) == 0) {
        continue;
      }
      return base::Mismatch{left[b].name,
                            i,
                            {},
                            base::element_as_double(left[b], i),
                            base::element_as_double(simulated.buffers[b], i),
                            1,
                            left[b].length()};
    }
  }
  return std::nullopt;
}

}  // namespace

std::string Case::name() const { return scalar ? fmt::format("{},{}", file, *scalar) : file; }

const std::vector<Case>& all_cases() {
  static const std::vector<Case> cases = make_cases();
  return cases;
}

base::Launch case_launch(const Case& each, Numbers numbers, std::uint64_t seed) {
  base::Launch launch;
  launch.kernel = each.kernel;
  launch.grid = each.grid;
  launch.block = each.block;
  for (const CaseBuffer& spec : each.buffers) {
    const std::size_t index = launch.buffers.size();
    base::Buffer& buffer = launch.buffers.emplace_back();
    buffer.name = fmt::format("buffer {}", index);
    buffer.type = spec.type;
    buffer.bytes.resize(spec.length * base::size_bytes(spec.type));
    fill(buffer, spec.fill, numbers, seed + index);
    launch.arguments.emplace_back(base::BufferArgument{index});
  }
  if (each.scalar) {
    base::ScalarArgument scalar;
    scalar.bytes.resize(sizeof *each.scalar);
    std::memcpy(scalar.bytes.data(), &*each.scalar, sizeof *each.scalar);
    launch.arguments.emplace_back(std::move(scalar));
  }
  return launch;
}

LoadedCase load_case(const Case& each, Numbers numbers) {
  LoadedCase loaded;
  const Compiled code = compile_for_card("cases/" + each.file + ".cu");
  loaded.trouble = code.trouble;
  if (code.cubin == nullptr) return loaded;
  auto module = ptx::parse(code.ptx, each.file);
  auto program = module ? sim::Program::load(std::make_shared<const ptx::Module>(module.value()))
                        : base::Result<sim::Program>(module.errors());
  if (!program) {
    loaded.trouble = program.errors().front().text;
    return loaded;
  }
  loaded.program = std::make_shared<const sim::Program>(std::move(program).value());
  loaded.row.label = each.name();
  loaded.row.code = code.cubin;
  loaded.row.entry = loaded.program->module().find_entries(each.kernel).at(0)->name;
  loaded.row.launch = case_launch(each, numbers, 0);
  loaded.row.source = [each, numbers, program = loaded.program](std::uint64_t seed) {
    auto launch = std::make_shared<const base::Launch>(case_launch(each, numbers, seed));
    return base::ReadyLaunch{
        launch, [=](const std::vector<base::Buffer>& left) -> std::optional<base::Mismatch> {
          return each.is_race_free ? judge(*program, *launch, left) : std::nullopt;
        }};
  };
  return loaded;
}

}  // namespace bankcheck::card
