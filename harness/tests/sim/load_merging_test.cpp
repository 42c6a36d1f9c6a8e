// Which shared loads are joined, held against what ptxas made of the same kernels and against what
// an H200 counted.
#include "sim/load_merging.hpp"

#include <filesystem>
#include <map>

#include "sim/launch_fixture.hpp"

namespace bankcheck::sim {
namespace {

namespace fs = std::filesystem;
using base::ElementType;

/// Shared loads of a kernel's code by their width in bits.
using Widths = std::map<std::uint32_t, std::size_t>;

Widths widths_of(const ptx::Function& function) {
  Widths widths;
  for (const ptx::Instruction& one : function.instructions) {
    if (one.opcode != ptx::Opcode::kLd || one.space != ptx::StateSpace::kShared) continue;
    ++widths[8 * ptx::size_bytes(one.type()) * one.vector_width];
  }
  return widths;
}

ptx::Module module_of_file(const std::string& path) {
  auto module = ptx::parse(read_text(path), path);
  EXPECT_TRUE(module.ok()) << base::render(module.errors());
  return std::move(module).value();
}

/// The rows of shared_loads.csv: what ptxas 13.0 made of each kernel for sm_90.
std::map<std::string, Widths> loads_that_ptxas_made() {
  std::map<std::string, Widths> made;
  std::stringstream file(read_text(BANKCHECK_TEST_DATA "/merging/shared_loads.csv"));
  std::string line;
  std::getline(file, line);
  while (std::getline(file, line)) {
    std::stringstream cells(line);
    std::string kernel;
    std::getline(cells, kernel, ',');
    Widths& widths = made[kernel];
    for (const std::uint32_t width : {8u, 16u, 32u, 64u, 128u}) {
      std::string cell;
      std::getline(cells, cell, ',');
      if (cell != "0") widths[width] = std::stoul(cell);
    }
  }
  return made;
}

TEST(LoadMerging, JoinsTheLoadsThatPtxasJoins) {
  ptx::Module module = module_of_file(BANKCHECK_TEST_DATA "/merging/neighbours.ptx");
  const auto made = loads_that_ptxas_made();
  EXPECT_EQ(made.size(), 85u);
  std::vector<std::string> not_foreseen;
  std::size_t equal_without = 0;
  for (const auto& [kernel, widths] : made) {
    const ptx::Function& function = *module.find_entries(kernel).at(0);
    equal_without += widths_of(function) == widths ? 1 : 0;
    merge_shared_loads(module, kernel);
    if (widths_of(function) != widths) not_foreseen.push_back(kernel);
  }
  EXPECT_EQ(equal_without, 30u);
  // Two short branches that ptxas turns into predicates, and two halves of one register.
  EXPECT_EQ(not_foreseen,
            (std::vector<std::string>{"return_between", "shorts_of_one_word", "trap_between"}));
}

TEST(LoadMerging, JoinsNothingInTheCasesThatTheHardwareCountsAsThePtxDoes) {
  std::map<std::string, std::size_t> joined;
  std::size_t cases = 0;
  for (const auto& entry : fs::directory_iterator(BANKCHECK_TEST_DATA "/cases/ptx")) {
    if (entry.path().extension() != ".ptx") continue;
    ptx::Module module = module_of_file(entry.path().string());
    const std::string kernel = module.functions.back().name;
    if (const std::size_t count = merge_shared_loads(module, kernel); count != 0) {
      joined[entry.path().stem().string()] = count;
    }
    ++cases;
  }
  EXPECT_EQ(cases, 22u);
  EXPECT_EQ(joined, (std::map<std::string, std::size_t>{{"17_reduce_interleaved", 1},
                                                        {"29_matmul16", 24}}));
}

/// The launch with the kernel's loads joined.
LaunchResult run_joined(const std::string& path, LaunchBuilder& launch) {
  ptx::Module module = module_of_file(path);
  merge_shared_loads(module, launch.launch().kernel);
  const auto program = Program::load(std::make_shared<const ptx::Module>(std::move(module)));
  Options options;
  options.detect_hazards = false;
  return launch.run(program.value(), options);
}

TEST(LoadMerging, CountsAnInterleavedReductionAsTheHardwareDoes) {
  LaunchBuilder launch("reduce_interleaved", {1, 1, 1}, {256, 1, 1});
  launch.buffer(ElementType::kI32, 256, [](std::size_t i) { return i; })
      .zeros(ElementType::kI32, 1);
  const LaunchResult result =
      run_joined(BANKCHECK_TEST_DATA "/cases/ptx/17_reduce_interleaved.ptx", launch);
  EXPECT_EQ(result.counts.shared_load.wavefronts, 87u);
  EXPECT_EQ(result.counts.shared_load.requests, 21u);
  EXPECT_EQ(result.counts.shared_store.wavefronts, 55u);
  EXPECT_EQ(launch.element(1, 0), 255 * 256 / 2);
}

TEST(LoadMerging, CountsATiledProductAsTheHardwareDoes) {
  LaunchBuilder launch("matmul16", {2, 2, 1}, {16, 16, 1});
  launch.buffer(ElementType::kF32, 1024, [](std::size_t i) { return i % 7; })
      .buffer(ElementType::kF32, 1024, [](std::size_t i) { return i % 5; })
      .zeros(ElementType::kF32, 1024);
  const LaunchResult result = run_joined(BANKCHECK_TEST_DATA "/cases/ptx/29_matmul16.ptx", launch);
  EXPECT_EQ(result.counts.shared_load.wavefronts, 1536u);
  EXPECT_EQ(result.counts.shared_load.requests, 1280u);
  double wanted = 0;
  for (std::size_t k = 0; k < 32; ++k)
    wanted += static_cast<double>((3 * 32 + k) % 7 * ((k * 32 + 9) % 5));
  EXPECT_EQ(launch.element(2, 3 * 32 + 9), wanted);
}

/// What a kernel of neighbours.ptx leaves in its last buffer.
std::vector<std::byte> result_of(const std::string& kernel, bool joined) {
  LaunchBuilder launch(kernel, {1, 1, 1}, {256, 1, 1});
  launch.buffer(ElementType::kF32, 1024, [](std::size_t i) { return i % 97; })
      .zeros(ElementType::kF32, 512);
  const std::string path = BANKCHECK_TEST_DATA "/merging/neighbours.ptx";
  const LaunchResult result =
      joined ? run_joined(path, launch) : launch.run(program_of(read_text(path)));
  EXPECT_EQ(result.outcome, base::RowOutcome::kOk) << result.outcome_text;
  return launch.launch().buffers.back().bytes;
}

TEST(LoadMerging, LeavesTheResultsAsTheyAre) {
  for (const char* kernel :
       {"words_3210", "words_013", "words_12", "words_123456", "pair_and_word", "doubles",
        "constant_address", "behind_6_floats", "tile_of_20", "guarded"}) {
    EXPECT_EQ(result_of(kernel, true), result_of(kernel, false)) << kernel;
  }
}

/// How many loads of a kernel of these statements are joined away.
std::size_t joined_of(const std::string& statements) {
  auto module = ptx::parse(
      ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry one()\n{\n"
      ".reg .b32 %r<9>;\n.reg .b64 %d<9>;\n"
      ".shared .align 16 .b8 tile[64];\n" +
          statements + "\nret;\n}\n",
      "one.ptx");
  EXPECT_TRUE(module.ok()) << base::render(module.errors());
  return merge_shared_loads(module.value(), "one");
}

TEST(LoadMerging, FollowsNoRegisterThatIsMadeOfItself) {
  EXPECT_EQ(joined_of("add.s32 %r1, %r1, 4; ld.shared.u32 %r3, [%r1]; ld.shared.u32 %r4, [%r1+4];"),
            0u);
  EXPECT_EQ(joined_of("add.s32 %r1, %r2, 4; add.s32 %r2, %r1, 4; ld.shared.u32 %r3, [%r1];"), 0u);
}

TEST(LoadMerging, TakesNoLoadBackBeforeAWait) {
  EXPECT_EQ(joined_of("ld.shared.u32 %r1, [tile]; ld.shared.u32 %r2, [tile+4];"), 1u);
  for (const std::string wait :
       {"bar.sync 0;", "{ .reg .pred %p1; mbarrier.test_wait.shared.b64 %p1, [tile+8], %d1; }"}) {
    EXPECT_EQ(joined_of("ld.shared.u32 %r1, [tile];" + wait + "ld.shared.u32 %r2, [tile+4];"), 0u)
        << wait;
  }
}

TEST(LoadMerging, LeavesMisalignedLoadsAlone) {
  EXPECT_EQ(joined_of("ld.shared.v2.u32 {%r1, %r2}, [tile+12]; ld.shared.u32 %r3, [tile];"), 0u);
  EXPECT_EQ(joined_of("ld.shared.u32 %r1, [tile+2]; ld.shared.u32 %r3, [tile+6];"), 0u);
}

TEST(LoadMerging, CountsFromAnAddressThatIsOutOfReach) {
  const std::string far = "mov.u64 %d1, tile; add.s64 %d2, %d1, 9223372036854775800;";
  EXPECT_EQ(joined_of(far + "ld.shared.u32 %r1, [%d2+16]; ld.shared.u32 %r2, [%d2+20];"), 1u);
  EXPECT_EQ(joined_of(far + "ld.shared.u32 %r1, [%d2]; ld.shared.u32 %r2, [%d1+4];"), 0u);
}

TEST(LoadMerging, KeepsALoadWhoseRegisterIsReadBeforeIt) {
  const std::string read = "add.s32 %r5, %r2, 1;";
  EXPECT_EQ(joined_of("ld.shared.u32 %r1, [tile];" + read + "ld.shared.u32 %r2, [tile+4];"), 0u);
  EXPECT_EQ(joined_of("ld.shared.u32 %r1, [tile]; ld.shared.u32 %r2, [tile+4];" + read), 1u);
}

TEST(LoadMerging, LeavesAModuleAloneThatHasNoSuchKernel) {
  ptx::Module module = module_of_file(BANKCHECK_TEST_DATA "/merging/neighbours.ptx");
  EXPECT_EQ(merge_shared_loads(module, "nowhere"), 0u);
}

}  // namespace
}  // namespace bankcheck::sim
