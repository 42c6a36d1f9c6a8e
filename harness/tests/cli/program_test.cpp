#include <filesystem>

#include <dlfcn.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/command_table.hpp"
#include "cli/run_program.hpp"

namespace bankcheck::cli {
namespace {

/// Not golden: each version of CLI11 lays help out in its own way.
TEST(Help, NamesEveryCommandThatIsNotHidden) {
  const ProgramResult result = run_program("--help");
  EXPECT_EQ(result.exit_status, 0);
  for (const Command& command : command_table()) {
    EXPECT_EQ(result.out.find(command.name) != std::string::npos, !command.is_hidden)
        << command.name;
    if (!command.is_hidden) {
      EXPECT_NE(result.out.find(command.description), std::string::npos) << command.description;
    }
  }
}

void expect_options(const std::string& command, std::initializer_list<const char*> options) {
  const ProgramResult result = run_program(command + " --help");
  EXPECT_EQ(result.exit_status, 0);
  for (const char* option : options) {
    EXPECT_NE(result.out.find(option), std::string::npos) << command << " " << option;
  }
}

TEST(Help, NamesEveryOptionOfACommand) {
  expect_options("check", {"--rubric", "--json", "--html", "--device"});
  expect_options("grade", {"--rubric", "--json", "--html", "--device", "--no-sandbox"});
  expect_options("profile", {"--kernel", "--grid", "--block", "--dynamic-shared", "--arg",
                             "--print", "--define", "--arch", "--no-hazards", "--json"});
  expect_options("explain",
                 {"--stride", "--index", "--block", "--type", "--store", "--warp", "--svg"});
  expect_options("init", {"--exercise"});
  expect_options("instructions", {"--json"});
}

TEST(Program, SaysItsVersion) {
  const ProgramResult result = run_program("--version");
  EXPECT_EQ(result.exit_status, 0);
  EXPECT_EQ(result.out, std::string("bankcheck ") + version() + "\n");
}

TEST(Program, LogsToStderrOnlyWhenAskedTo) {
  const std::string plain = "check --device sim harness/tests/data/submissions/fail/no_answers";
  const char* data = "BANKCHECK_DATA=harness/tests/data";
  EXPECT_EQ(run_program(plain, data).err, "");
  EXPECT_NE(run_program(plain + " -v", data).err.find("found the rubric"), std::string::npos);
}

TEST(Program, SaysWhyThereIsNoGpu) {
  if (dlopen("libcuda.so.1", RTLD_LAZY) != nullptr) GTEST_SKIP() << "this machine has a driver";
  const std::string check = "check harness/tests/data/submissions/fail/no_answers";
  const char* data = "BANKCHECK_DATA=harness/tests/data";
  const ProgramResult asked = run_program(check + " --device gpu", data);
  EXPECT_EQ(asked.exit_status, 3);
  EXPECT_EQ(asked.err, "error: no NVIDIA driver on this machine\n");
  EXPECT_NE(
      run_program(check, data)
          .out.find("simulator: no NVIDIA driver on this machine, so ratios are of wavefronts"),
      std::string::npos);
}

TEST(Program, SaysThatAGpuIsAskedForInVainWhereNothingRuns) {
  const char* said =
      "bankcheck: this exercise has no kernel: nothing runs on a GPU, and no counters are read\n";
  const std::string check = "check reference/bank-arithmetic";
  EXPECT_EQ(run_program(check + " --device gpu").err, said);
  EXPECT_EQ(run_program(check + " --counters").err, said);
  const ProgramResult plain = run_program(check);
  EXPECT_EQ(plain.err, "");
  EXPECT_EQ(plain.exit_status, 0);
  const std::string out = testing::TempDir() + "bankcheck_no_kernel_" + std::to_string(getpid());
  EXPECT_EQ(
      run_program("batch reference --rubric rubrics/bank-arithmetic.yaml --device gpu --out " + out)
          .err.substr(0, std::string(said).size()),
      said);
  std::filesystem::remove_all(out);
}

TEST(Program, KeepsColoursForTerminals) {
  const ProgramResult result = run_program("doctor");
  EXPECT_EQ(result.out.find('\x1b'), std::string::npos);
}

TEST(Program, ReportsAnOutputThatCannotBeWritten) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP();
  const ProgramResult result =
      run_program("rubric harness/tests/data/rubrics/strides.yaml >/dev/full; exit $?; #");
  EXPECT_EQ(result.exit_status, 3);
}

TEST(Instructions, AreListedWithoutACompilerAndTheSameInTextAndJson) {
  const std::string path = testing::TempDir() + "bankcheck_list_" + std::to_string(getpid());
  const ProgramResult result =
      run_program("instructions --json " + path, "PATH=/usr/bin:/bin CUDA_HOME= CUDA_PATH=");
  EXPECT_EQ(result.exit_status, 0) << result.err;
  EXPECT_NE(result.out.find("\nadd[.rn|rz|rm|rp][.ftz][.sat].f32  d, a, b\n"), std::string::npos);
  EXPECT_NE(result.out.find("Of these no form runs: alloca applypriority"), std::string::npos);
  const auto json = nlohmann::json::parse(file_text(path));
  std::remove(path.c_str());
  std::size_t lines = 0;
  for (const auto& form : json.at("forms")) {
    const std::string line = "\n" + form.at("spellings").get<std::string>();
    EXPECT_NE(result.out.find(line), std::string::npos) << line;
    ++lines;
  }
  EXPECT_NE(result.out.find(" in " + std::to_string(lines) + " forms"), std::string::npos);
  EXPECT_EQ(json.at("unsupported").at(0), "alloca");
}

TEST(Program, SaysWhatKindOfNumberAnOptionWants) {
  for (const char* arguments : {"explain --stride -1", "explain --stride 4294967296",
                                "explain --stride abc", "explain --index tx --warp -1"}) {
    const ProgramResult result = run_program(arguments);
    EXPECT_EQ(result.exit_status, 2);
    EXPECT_NE(result.err.find("a whole number is wanted"), std::string::npos) << result.err;
  }
  EXPECT_EQ(run_program("profile x.cu --kernel k --block 1 --instructions -4").exit_status, 2);
}

TEST(Program, SaysWhichDevicesThereAre) {
  const ProgramResult result = run_program("check --device tpu");
  EXPECT_EQ(result.exit_status, 2);
  EXPECT_NE(result.err.find("--device: 'tpu' is none of auto, gpu and sim"), std::string::npos)
      << result.err;
}

TEST(Program, WritesAloneToStandardOutputWhatIsAskedForThere) {
  const ProgramResult drawing = run_program("explain --stride 3 --svg -");
  EXPECT_EQ(drawing.exit_status, 0);
  EXPECT_TRUE(drawing.out.starts_with("<svg ")) << drawing.out;
  const ProgramResult forms = run_program("instructions --json -");
  EXPECT_TRUE(nlohmann::json::accept(forms.out));
}

TEST(Explain, TakesAnIndexAsItStandsInTheKernel) {
  const ProgramResult result = run_program("explain --index 'threadIdx.x*33' --svg -");
  EXPECT_EQ(result.out, run_program("explain --index 'tx*33' --svg -").out);
}

TEST(Explain, NamesTheNamesThatAnIndexMayUse) {
  EXPECT_NE(run_program("explain --index foo")
                .err.find("unknown name `foo`; there are tx, ty, tz and lane"),
            std::string::npos);
}

TEST(Rubric, OfQuestionsAloneReadsAnswersAlone) {
  const ProgramResult result = run_program("rubric rubrics/bank-arithmetic.yaml");
  EXPECT_NE(result.out.find("\n  reads answers from answers.yaml\n"), std::string::npos)
      << result.out;
}

TEST(Doctor, ProvesTheSimulatorWithoutACompiler) {
  const ProgramResult result = run_program("doctor", "PATH=/usr/bin:/bin CUDA_HOME= CUDA_PATH=");
  EXPECT_NE(result.out.find("simulator   proved: strides 1 2 3 8 32 take 1 2 1 8 32 wavefronts"),
            std::string::npos)
      << result.out;
}

TEST(Doctor, HearsFromTheGpuWorkerWhyThereIsNoCard) {
  const ProgramResult result = run_program("doctor", "CUDA_VISIBLE_DEVICES=");
  EXPECT_EQ(result.out.find("before it was ready"), std::string::npos) << result.out;
}

}  // namespace
}  // namespace bankcheck::cli
