// bankcheck profile: runs any kernel on the simulator and shows what each line costs.
#include <memory>
#include <ostream>
#include <thread>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include "base/atomic_file.hpp"
#include "batch/isolated_launch.hpp"
#include "cli/command_table.hpp"
#include "cli/exit_code.hpp"
#include "cli/kernel_argument.hpp"
#include "cli/toolchain.hpp"
#include "report/profile_report.hpp"

namespace bankcheck::cli {
namespace {

constexpr std::size_t kSourceBytesLimit = 4 << 20;

struct ProfileOptions {
  std::string source;
  std::string kernel;
  std::string grid = "1";
  std::string block;
  std::uint32_t dynamic_shared_bytes = 0;
  std::vector<std::string> arguments;
  std::vector<std::string> shown;
  std::vector<std::string> defines;
  std::string architecture = "90";
  bool no_hazards = false;
  std::uint64_t instruction_budget = sim::Options{}.instruction_budget;
  std::string json_path;
};

/// `9.0`, as people write a compute capability, is 90 to nvcc.
std::string without_dot(std::string architecture) {
  std::erase(architecture, '.');
  return architecture;
}

/// The launch that the options ask for.
base::Result<base::Launch> make_launch(const ProfileOptions& options) {
  base::Launch launch;
  base::Diagnostics errors;
  const auto collect = [&errors](const base::Diagnostics& more) {
    errors.insert(errors.end(), more.begin(), more.end());
  };
  launch.kernel = options.kernel;
  launch.dynamic_shared_bytes = options.dynamic_shared_bytes;
  const auto grid = parse_extent(options.grid, "--grid");
  const auto block = parse_extent(options.block, "--block");
  collect(grid.errors());
  collect(block.errors());
  std::vector<KernelArgument> arguments;
  for (const std::string& text : options.arguments) {
    auto argument = parse_kernel_argument(text);
    collect(argument.errors());
    if (argument) arguments.push_back(std::move(argument).value());
  }
  if (!errors.empty()) return errors;
  launch.grid = grid.value();
  launch.block = block.value();
  add_arguments(launch, std::move(arguments));
  return launch;
}

/// The buffers that --print names; a diagnostic for a name that no argument has.
base::Result<std::vector<base::Buffer>> buffers_to_show(const ProfileOptions& options,
                                                        const base::Launch& launch) {
  std::vector<base::Buffer> shown;
  for (const std::string& name : options.shown) {
    const auto found =
        std::find_if(launch.buffers.begin(), launch.buffers.end(),
                     [&](const base::Buffer& buffer) { return buffer.name == name; });
    if (found == launch.buffers.end()) {
      return base::SourceText("--print", name).at(1, 1, "no --arg is a buffer of this name");
    }
    shown.push_back(*found);
  }
  return shown;
}

/// Text of the lines that have counts, of the file that the user named.
std::map<base::SourceLine, std::string> source_lines(const std::string& path,
                                                     const std::vector<base::LineCounts>& lines) {
  std::map<base::SourceLine, std::string> texts;
  auto contents = base::read_file(path, kSourceBytesLimit);
  if (!contents) return texts;
  const base::SourceText source(path, std::move(contents).value());
  const std::string name = path.substr(path.find_last_of('/') + 1);
  for (const base::LineCounts& counts : lines) {
    const std::string& file = counts.line.file;
    if (file.substr(file.find_last_of('/') + 1) != name) continue;
    texts.emplace(counts.line, source.line(counts.line.line));
  }
  return texts;
}

class ProfileRun {
 public:
  ProfileRun(const Session& session, const ProfileOptions& options)
      : session_(session), options_(options) {}

  int run() {
    auto launch = make_launch(options_);
    if (!launch) return refuse(session_, launch.errors());
    if (auto shown = buffers_to_show(options_, launch.value()); !shown) {
      return refuse(session_, shown.errors());
    }
    if (const int status = compile(); status != kExitDone) return status;
    batch::IsolatedLaunch ran = batch::run_isolated(code_.ptx, "PTX of " + options_.source,
                                                    launch.value(), simulator_options());
    switch (ran.status) {
      case batch::IsolatedLaunch::Status::kRan:
        return report(launch.value(), std::move(ran));
      case batch::IsolatedLaunch::Status::kRefused:
        return refuse(session_, ran.errors);
      case batch::IsolatedLaunch::Status::kStopped:
        return kExitInterrupted;
      default:
        return give_up(session_, ran.errors);
    }
  }

 private:
  int compile() {
    auto contents = base::read_file(options_.source, kSourceBytesLimit);
    if (!contents) return refuse(session_, contents.errors());
    const Workshop workshop = open_workshop();
    if (!workshop.toolchain) return give_up(session_, workshop.toolchain.errors());
    toolchain_ = toolchain_text(workshop.toolchain.value());
    compile::CompileRequest request;
    request.source_path = options_.source;
    request.architecture = without_dot(options_.architecture);
    request.defines = options_.defines;
    code_ = compile::compile(workshop.toolchain.value(), *workshop.runner, request);
    spdlog::debug("compiled in {:.2f} s", code_.seconds);
    return compile_status();
  }

  int compile_status() {
    if (code_.outcome == compile::CompileOutcome::kOk) return kExitDone;
    if (code_.outcome == compile::CompileOutcome::kTrouble) {
      if (code_.trouble.find("Unsupported gpu architecture") != std::string::npos) {
        return refuse(session_, fmt::format("--arch: {} does not compile for compute capability {}",
                                            toolchain_, options_.architecture));
      }
      session_.err << "bankcheck: the compiler could not run: " << code_.trouble << "\n";
      return kExitOurs;
    }
    if (code_.first_error) return refuse(session_, {*code_.first_error});
    if (code_.outcome == compile::CompileOutcome::kTimedOut) {
      return refuse(session_, "compiling took too long");
    }
    return refuse(session_, "the file does not compile:\n" + code_.log);
  }

  sim::Options simulator_options() const {
    sim::Options options;
    options.detect_hazards = !options_.no_hazards;
    options.instruction_budget = options_.instruction_budget;
    options.worker_threads = std::max(1u, std::thread::hardware_concurrency());
    options.stop = &session_.stop;
    return options;
  }

  int report(const base::Launch& launch, batch::IsolatedLaunch ran) {
    sim::LaunchResult& result = ran.result;
    report::Profile profile;
    profile.source = options_.source;
    profile.kernel = options_.kernel;
    profile.architecture = without_dot(options_.architecture);
    profile.toolchain = toolchain_;
    profile.harness_version = version();
    profile.grid = launch.grid;
    profile.block = launch.block;
    profile.shared_bytes = result.shared_bytes;
    profile.outcome = result.outcome;
    profile.outcome_text = result.outcome_text;
    profile.hazards = std::move(result.hazards);
    profile.counts = result.counts;
    profile.joined_loads = ran.joined_loads;
    profile.lines = std::move(result.lines);
    profile.warp_instructions = result.warp_instructions;
    profile.printed = std::move(result.printed);
    profile.source_lines = source_lines(options_.source, profile.lines);
    profile.shown_buffers = buffers_to_show(options_, launch).value();
    if (options_.json_path != kStandardOutput) {
      session_.out << report::render_profile_text(profile, session_.colours);
    }
    if (!options_.json_path.empty()) {
      const int status =
          write_output(session_, options_.json_path, report::render_profile_json(profile));
      if (status != kExitDone) return status;
    }
    if (profile.outcome == base::RowOutcome::kUnsupported) return kExitOurs;
    return profile.outcome == base::RowOutcome::kOk ? kExitDone : kExitFail;
  }

  const Session& session_;
  const ProfileOptions& options_;
  compile::CompiledCode code_;
  std::string toolchain_;
};

}  // namespace

Action declare_profile(CLI::App& command) {
  auto options = std::make_shared<ProfileOptions>();
  command.add_option("FILE.cu", options->source, "The file with the kernel")->required();
  command.add_option("--kernel", options->kernel, "Its name in the source")->required();
  command.add_option("--grid", options->grid, "Blocks: X[xY[xZ]] or X[,Y[,Z]]")
      ->capture_default_str();
  command.add_option("--block", options->block, "Threads of a block: X[xY[xZ]] or X[,Y[,Z]]")
      ->required();
  command.add_option("--dynamic-shared", options->dynamic_shared_bytes,
                     "Bytes of dynamic shared memory");
  command
      .add_option(
          "--arg", options->arguments,
          "An argument, in the kernel's order: 'stride:i32=8' or 'in:f32[2048]=iota'. Types: "
          "u8 i8 u16 i16 i32 u32 i64 u64 f32 f64. Fills: zero, ones, iota, random(seed), "
          "values(1 2 3), @file")
      ->take_all();
  command.add_option("--print", options->shown, "Show this buffer as the kernel left it")
      ->take_all();
  command.add_option("-D,--define", options->defines, "NAME=value for the preprocessor")
      ->take_all();
  command.add_option("--arch", options->architecture, "Compute capability to compile for")
      ->capture_default_str();
  command.add_flag("--no-hazards", options->no_hazards,
                   "Do not look for races and uninitialised reads (faster)");
  command
      .add_option("--instructions", options->instruction_budget,
                  "Warp instructions after which the kernel is stopped")
      ->check([](const std::string& text) -> std::string {
        return text.starts_with('-') ? "a whole number is wanted, not below 0" : "";
      })
      ->capture_default_str();
  command.add_option(
      "--json", options->json_path,
      "Also write the profile to this file (`-`: to standard output, in place of the text)");
  return [options](const Session& session) { return ProfileRun(session, *options).run(); };
}

}  // namespace bankcheck::cli
