#include "report/profile_report.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace bankcheck::report {
namespace {

Profile sample_profile() {
  Profile profile;
  profile.source = "stride.cu";
  profile.kernel = "stride_runtime";
  profile.architecture = "90";
  profile.toolchain = "nvcc 13.0.88";
  profile.grid = {1, 1, 1};
  profile.block = {32, 1, 1};
  profile.shared_bytes = 8192;
  profile.warp_instructions = 500;
  base::LineCounts fill{{"stride.cu", 12}, {}};
  fill.counts.shared_store = {64, 64, 1};
  fill.counts.global_load = {64, 256};
  base::LineCounts read{{"stride.cu", 14}, {}};
  read.counts.shared_load = {1, 8, 8};
  profile.lines = {fill, read};
  for (const auto& line : profile.lines) profile.counts.add(line.counts);
  profile.source_lines[{"stride.cu", 12}] = "    s[t + 32 * i] = in[t + 32 * i];";
  profile.source_lines[{"stride.cu", 14}] = "  out[t] = s[t * stride];";
  return profile;
}

TEST(ProfileText, ShowsWhatEachLineCostsThenTheTotals) {
  EXPECT_EQ(render_profile_text(sample_profile(), false),
            R"(stride_runtime  stride.cu
  grid 1x1x1, block 32x1x1, 8192 bytes of shared memory a block, 500 warp instructions
  counted by the simulator in the PTX for compute_90 of nvcc 13.0.88; ptxas may merge or drop accesses

  line          access        requests  wavefronts  worst  mean  source
  stride.cu:12  shared store        64          64      1  1.00  s[t + 32 * i] = in[t + 32 * i];
                global load         64         256      -  4.00
  stride.cu:14  shared load          1           8      8  8.00  out[t] = s[t * stride];
  total         shared load          1           8      8  8.00
                shared store        64          64      1  1.00
                global load         64         256      -  4.00
  for global accesses the column wavefronts counts 32-byte sectors
)");
}

TEST(ProfileText, ShowsABufferThatWasAskedFor) {
  Profile profile = sample_profile();
  base::Buffer out{"out", base::ElementType::kI32, std::vector<std::byte>(12)};
  base::set_element(out, 1, -7);
  profile.shown_buffers = {out};
  EXPECT_NE(render_profile_text(profile, false).find("\nout = 0 -7 0\n"), std::string::npos);
}

TEST(ProfileText, TellsAKernelThatDidNotRunFromOneWithoutAnAccess) {
  Profile profile = sample_profile();
  profile.lines.clear();
  EXPECT_NE(render_profile_text(profile, false).find("\n  the kernel made no access to"),
            std::string::npos);
  profile.warp_instructions = 0;
  EXPECT_NE(render_profile_text(profile, false).find("\n  the kernel did not run\n"),
            std::string::npos);
}

TEST(ProfileText, SaysHowTheKernelEndedWhenItDidNotEndWell) {
  Profile profile = sample_profile();
  profile.outcome = base::RowOutcome::kTimedOut;
  profile.outcome_text = "2000000 warp instructions were not enough";
  EXPECT_NE(render_profile_text(profile, false)
                .find("\ntimed out: 2000000 warp instructions were not enough\n"),
            std::string::npos);
}

TEST(ProfileText, SaysWhatPtxasIsExpectedToLeaveOfTheLoads) {
  Profile profile = sample_profile();
  profile.joined_loads = base::AccessCounts{3, 5, 2};
  EXPECT_NE(
      render_profile_text(profile, false)
          .find("\n  ptxas joins neighbouring loads: of these 1 shared loads with 8 wavefronts "
                "a card is expected\n  to see 3 with 5\n"),
      std::string::npos);
}

TEST(ProfileJson, HoldsTheJoinedLoadsWhereThereAreSome) {
  Profile profile = sample_profile();
  EXPECT_FALSE(nlohmann::json::parse(render_profile_json(profile)).contains("joined_shared_loads"));
  profile.joined_loads = base::AccessCounts{3, 5, 2};
  const auto json = nlohmann::json::parse(render_profile_json(profile));
  EXPECT_EQ(json["joined_shared_loads"], (nlohmann::json{{"requests", 3}, {"wavefronts", 5}}));
}

TEST(ProfileJson, HoldsLinesTotalsAndSource) {
  const auto json = nlohmann::json::parse(render_profile_json(sample_profile()));
  EXPECT_EQ(json["schema_version"], 1);
  EXPECT_EQ(json["lines"][0]["line"], 12);
  EXPECT_EQ(json["lines"][0]["accesses"]["global_load"]["sectors"], 256);
  EXPECT_EQ(json["lines"][1]["accesses"]["shared_load"]["worst"], 8);
  EXPECT_EQ(json["lines"][1]["source"], "  out[t] = s[t * stride];");
  EXPECT_EQ(json["totals"]["shared_store"]["requests"], 64);
  EXPECT_FALSE(json["totals"].contains("shared_atomic"));
}

}  // namespace
}  // namespace bankcheck::report
