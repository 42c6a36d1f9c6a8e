#include "gpu/counters.hpp"

#include <gtest/gtest.h>

#include "base/atomic_file.hpp"
#include "gpu/csv_line.hpp"
#include "gpu/profiled_run.hpp"
#include "gpu/wire_row.hpp"
#include "sweep_fixture.hpp"

namespace bankcheck::gpu {
namespace {

constexpr const char* kTwoLaunches =
    "==PROF== Connected to process 4711\n"
    "==PROF== Profiling \"probe\" - 0: 0%....50%....100% - 1 pass\n"
    "\"ID\",\"Process ID\",\"Kernel Name\",\"Section Name\",\"Metric Name\",\"Metric Unit\","
    "\"Metric Value\"\n"
    "\"0\",\"4711\",\"probe(const float *, float *, int)\",\"Command line profiler metrics\","
    "\"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum\",\"\",\"12\"\n"
    "\"0\",\"4711\",\"probe\",\"x\",\"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum\",\"\","
    "\"5,242,880\"\n"
    "\"0\",\"4711\",\"probe\",\"x\",\"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum\",\"\","
    "\"64\"\n"
    "\"1\",\"4711\",\"probe\",\"x\",\"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum\",\"\","
    "\"32\"\r\n";

CounterTools tools_that_print(const std::string& output, const std::string& error_output = {}) {
  CounterTools tools;
  tools.ncu = "/opt/ncu";
  tools.program = "/opt/bankcheck";
  tools.run = [=](const sandbox::ChildPlan&) {
    sandbox::ChildEnd end;
    end.result.status = sandbox::CommandStatus::kExited;
    end.result.output = output;
    end.result.error_output = error_output;
    return end;
  };
  return tools;
}

std::string trouble(const CounterTools& tools) {
  const auto counters = read_counters(tools, fake::sweep({1, 2}));
  return counters ? "none" : counters.errors().front().text;
}

TEST(Counters, AreReadByTheNamesOfTheColumnsInTheOrderOfTheLaunches) {
  const auto counters = read_counters(tools_that_print(kTwoLaunches), fake::sweep({1, 2}));
  ASSERT_TRUE(counters);
  ASSERT_EQ(counters.value().size(), 2u);
  EXPECT_EQ(counters.value()[0].shared_load_wavefronts, 5'242'880u);
  EXPECT_EQ(counters.value()[0].shared_load_conflicts, 12u);
  EXPECT_EQ(counters.value()[0].shared_store_wavefronts, 64u);
  EXPECT_EQ(counters.value()[1].shared_load_wavefronts, 32u);
}

TEST(Counters, WithoutPermissionOneSentenceSaysWhatToDo) {
  EXPECT_EQ(trouble(tools_that_print(
                "==ERROR== ERR_NVGPUCTRPERM - The user does not have permission to access ...\n")),
            "hardware counters may not be read here (ERR_NVGPUCTRPERM): run as root, or have an "
            "administrator set the driver option NVreg_RestrictProfilingToAdminUsers=0");
}

TEST(Counters, AnErrorOfNcuIsShownInOneLine) {
  EXPECT_EQ(trouble(tools_that_print("==PROF== Connected\n==ERROR== LibraryNotLoaded\nmore\n")),
            "ncu read no counters: ==ERROR== LibraryNotLoaded");
}

TEST(Counters, ALaunchThatNcuDidNotSeeIsAnError) {
  EXPECT_EQ(trouble(tools_that_print(
                std::string(kTwoLaunches).substr(0, std::string(kTwoLaunches).find("\"1\",")))),
            "ncu saw 1 launches of 2");
}

TEST(Counters, NcuIsAskedToLeaveTheClocksAloneAndWatchesThisProgram) {
  sandbox::ChildPlan seen;
  ProfiledRun run;
  CounterTools tools = tools_that_print("");
  tools.run = [&](const sandbox::ChildPlan& plan) {
    seen = plan;
    const auto file = base::read_file(plan.argv.back(), 1 << 20);
    EXPECT_TRUE(file && decode(file.value(), &run));
    return sandbox::ChildEnd{};
  };
  EXPECT_FALSE(read_counters(tools, fake::sweep({1, 2})));
  const std::vector<std::string> head(seen.argv.begin(), seen.argv.begin() + 3);
  EXPECT_EQ(head, (std::vector<std::string>{"/opt/ncu", "--clock-control", "none"}));
  EXPECT_EQ(seen.argv[seen.argv.size() - 4], "/opt/bankcheck");
  EXPECT_EQ(seen.argv[seen.argv.size() - 3], kProfiledSubcommand);
  ASSERT_EQ(run.rows.size(), 2u);
  EXPECT_EQ(run.rows[1].entry, "probe");
  EXPECT_EQ(run.images[1].size(), run.rows[1].image_bytes);
}

ProfiledRun one_row(const std::string& entry) {
  const GpuRow row = fake::stride_row(2, entry);
  const ImageLayout layout = lay_out(row.launch);
  ProfiledRun run;
  run.rows = {wire_row(row, layout)};
  run.images = {std::string(layout.total_bytes, '\0')};
  return run;
}

TEST(ProfiledRun, LaunchesEachRowOnceAndUngated) {
  FakeDriver driver;
  int launches = 0;
  driver.kernels["probe"] = fake::kernel([&](const FakeLaunch& launch) {
    ++launches;
    return fake::honest(launch);
  });
  ProfiledRun run = one_row("probe");
  run.rows.push_back(run.rows[0]);
  run.images.push_back(run.images[0]);
  EXPECT_EQ(run_profiled(driver, 0, run), "");
  EXPECT_EQ(launches, 2);
}

TEST(ProfiledRun, SaysWhatFailed) {
  FakeDriver driver;
  driver.kernels["probe"] = fake::kernel([](const FakeLaunch&) {
    return FakeOutcome{0.1, Status::kIllegalAddress, false};
  });
  EXPECT_NE(run_profiled(driver, 0, one_row("none")).find("CUDA_ERROR_NOT_FOUND"),
            std::string::npos);
  EXPECT_NE(run_profiled(driver, 0, one_row("probe")).find("CUDA_ERROR_ILLEGAL_ADDRESS"),
            std::string::npos);
}

TEST(CsvLine, QuotesHoldCommasAndQuotes) {
  EXPECT_EQ(split_csv_line("\"a,b\",c,\"say \"\"x\"\"\",\r"),
            (std::vector<std::string>{"a,b", "c", "say \"x\"", ""}));
}

}  // namespace
}  // namespace bankcheck::gpu
