#include "compile/compiler.hpp"

#include <chrono>
#include <filesystem>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/atomic_file.hpp"
#include "base/sha256.hpp"
#include "base/text.hpp"
#include "compile/assembler_report.hpp"
#include "compile/compile_cache.hpp"
#include "compile/compiler_failure.hpp"
#include "compile/compiler_message.hpp"
#include "compile/first_error.hpp"
#include "compile/machine_paths.hpp"
#include "compile/source_snapshot.hpp"
#include "compile/translation_unit.hpp"
#include "sandbox/scratch_folder.hpp"

namespace bankcheck::compile {
namespace {

namespace fs = std::filesystem;
using sandbox::CommandResult;
using sandbox::CommandStatus;
using sandbox::ScratchFolder;

constexpr std::size_t kOutputFileBytes = 64u << 20;
constexpr const char* kSourceFolder = "source";
constexpr const char* kPtxFile = "unit.ptx";
constexpr const char* kCleanPtxFile = "clean.ptx";
constexpr const char* kCubinFile = "unit.cubin";

/// What one run of nvcc gave.
struct Attempt {
  CommandResult result;
  std::string log;
  std::vector<CompilerMessage> messages;
  std::string ptx;  ///< may be there after a failure too, when the assembler refused it

  bool ok() const {
    return result.status == CommandStatus::kExited && result.exit_code == 0 && !ptx.empty();
  }
};

/// The folder that holds nvcc's programs and headers.
fs::path toolchain_root(const fs::path& nvcc) { return nvcc.parent_path().parent_path(); }

class Compilation {
 public:
  Compilation(const Toolchain& toolchain, sandbox::CommandRunner& runner,
              const CompileRequest& request, const SourceSnapshot& sources,
              const ScratchFolder& scratch)
      : nvcc_(fs::weakly_canonical(toolchain.nvcc)),
        runner_(runner),
        request_(request),
        sources_(sources),
        scratch_(scratch),
        paths_{scratch.path() / kSourceFolder, toolchain_root(nvcc_)} {
    // Part of the system: its paths are the same everywhere, and every sandbox has them.
    if (paths_.toolchain == "/usr") paths_.toolchain.clear();
  }

  void run(CompiledCode* code) {
    const bool wants_rows = check_rows(code);
    TranslationUnit unit = make_unit(sources_, wants_rows ? request_.rows_array : "");
    Attempt attempt = compile_unit(unit);
    if (wants_rows && !attempt.ok() && blames_unit(attempt.messages, unit.file_name)) {
      const std::string text = first_text(attempt.messages);
      const bool of_integers = text.find(kIntegersOnly) == std::string::npos;
      code->rows_note =
          of_integers ? "the compiler could not read it: " + text : "its elements are not integers";
      unit = make_unit(sources_, "");
      attempt = compile_unit(unit);
    }
    code->log = attempt.log;
    if (!attempt.ok()) return reject(attempt, code);
    if (!unit.rows_variable.empty()) {
      Rows rows = take_rows(unit, request_.rows_array, &attempt.ptx);
      code->rows = std::move(rows.values);
      code->rows_note = std::move(rows.note);
    }
    code->ptx = clean_ptx(attempt.ptx, paths_);
    code->outcome = CompileOutcome::kOk;
    if (request_.cubin) assemble(code);
  }

 private:
  /// Whether the rows are to be read; when not, though asked for, the note says why.
  bool check_rows(CompiledCode* code) const {
    const std::string& array = request_.rows_array;
    if (array.empty()) return false;
    if (!is_identifier(array)) {
      code->rows_note = fmt::format("'{}' is not a name", array);
    } else if (!sources_.mentions(array)) {
      code->rows_note = fmt::format("the submission has no array {}", array);
    }
    return code->rows_note.empty();
  }

  sandbox::Command command(std::vector<std::string> arguments) const {
    sandbox::Command command;
    command.argv = {nvcc_.string()};
    command.argv.insert(command.argv.end(), arguments.begin(), arguments.end());
    command.working_directory = paths_.source_folder;
    const std::string scratch = scratch_.path().string();
    command.environment = {
        fmt::format("PATH={}:/usr/local/bin:/usr/bin:/bin", nvcc_.parent_path().string()),
        "LC_ALL=C", "HOME=" + scratch, "TMPDIR=" + scratch};
    command.writable_path = scratch;
    command.readable_paths = {paths_.source_folder};
    if (!paths_.toolchain.empty()) command.readable_paths.push_back(paths_.toolchain);
    command.limits.cpu_seconds = request_.seconds;
    command.limits.wall_seconds = 2 * request_.seconds;
    return command;
  }

  std::string output_path(const char* name) const { return (scratch_.path() / name).string(); }

  std::string read_output(const char* name) const {
    auto text = base::read_file(output_path(name), kOutputFileBytes);
    return text ? std::move(text).value() : std::string();
  }

  Attempt compile_unit(const TranslationUnit& unit) const {
    Attempt attempt;
    if (auto errors = scratch_.write(fs::path(kSourceFolder) / unit.file_name, unit.text);
        !errors.empty()) {
      attempt.result.trouble = base::render(errors);
      return attempt;
    }
    std::vector<std::string> arguments = {"-ptx",
                                          "-O3",
                                          "-lineinfo",
                                          "-std=c++17",
                                          "-arch=compute_" + request_.architecture,
                                          "-o",
                                          output_path(kPtxFile)};
    for (const std::string& define : request_.defines) arguments.push_back("-D" + define);
    arguments.push_back(unit.file_name);
    attempt.result = runner_.run(command(std::move(arguments)));
    attempt.log = clean_log(attempt.result.error_output + attempt.result.output, paths_);
    attempt.messages = parse_messages(attempt.log);
    attempt.ptx = read_output(kPtxFile);
    return attempt;
  }

  /// Finds out whose fault the failure was.
  void reject(const Attempt& attempt, CompiledCode* code) const {
    code->outcome = CompileOutcome::kTrouble;  // until it is found to be the student's
    if (attempt.result.status == CommandStatus::kCannotRun) {
      code->trouble = attempt.result.trouble;
      return;
    }
    code->first_error = first_error(attempt.messages, sources_, attempt.ptx);
    const bool located = code->first_error && code->first_error->line > 0;
    if (!located && ran_out_of_time(attempt.result, attempt.log, request_.seconds)) {
      code->outcome = CompileOutcome::kTimedOut;
      code->first_error = sources_.main().at(
          0, 0, fmt::format("the compiler did not finish within {:g} s", request_.seconds));
      return;
    }
    if (!located && was_killed(attempt.result, attempt.log)) {
      code->first_error.reset();
      code->trouble = "somebody killed the compiler, or the machine ran out of memory";
      return;
    }
    if (!code->first_error) {
      code->first_error = sources_.main().at(0, 0, describe_failure(attempt.result, attempt.log));
    }
    if (located || compiles_nothing(code)) code->outcome = CompileOutcome::kRejected;
  }

  /// The control: a file with an empty kernel. Where that does not compile either, the compiler is
  /// to blame and not the submission.
  bool compiles_nothing(CompiledCode* code) const {
    const Attempt control =
        compile_unit({"bankcheck_control.cu", "__global__ void empty() {}\n", ""});
    if (control.ok()) return true;
    code->first_error.reset();
    code->trouble = fmt::format("the compiler fails on an empty kernel too: {}{}",
                                control.result.trouble, control.log);
    return false;
  }

  void assemble(CompiledCode* code) const {
    if (auto errors = scratch_.write(kCleanPtxFile, code->ptx); !errors.empty()) {
      code->outcome = CompileOutcome::kTrouble;
      code->trouble = base::render(errors);
      return;
    }
    const CommandResult result =
        runner_.run(command({"-cubin", "-lineinfo", "-arch=sm_" + request_.architecture, "-Xptxas",
                             "-v", "-o", output_path(kCubinFile), output_path(kCleanPtxFile)}));
    const std::string log = clean_log(result.error_output + result.output, paths_);
    code->cubin = read_output(kCubinFile);
    code->resources = parse_assembler_report(log);
    if (result.status == CommandStatus::kExited && result.exit_code == 0) return;
    code->log += log;
    reject({result, log, parse_messages(log), code->ptx}, code);
  }

  fs::path nvcc_;
  sandbox::CommandRunner& runner_;
  const CompileRequest& request_;
  const SourceSnapshot& sources_;
  const ScratchFolder& scratch_;
  MachinePaths paths_;
};

/// All that the result depends on. `sources` are named and hashed whole; the unit that goes around
/// them is in it as text, so that another version of this program compiles anew when it differs.
std::string cache_key(const Toolchain& toolchain, sandbox::Isolation isolation,
                      const CompileRequest& request, const SourceSnapshot& sources) {
  std::string all = fmt::format("1\n{}\n{}\n{}\n{}\n{}\n{}\n", toolchain.version, toolchain.nvcc,
                                static_cast<int>(isolation), request.architecture, request.cubin,
                                fmt::join(request.defines, "\n"));
  const bool wants_rows = is_identifier(request.rows_array);
  all += make_unit(sources, wants_rows ? request.rows_array : "").text;
  return base::sha256_hex(all + "\n" + request.rows_array + "\n" + sources.hash());
}

/// Only what depends on the sources alone is kept: not what took too long or went wrong here.
bool is_lasting(const CompiledCode& code) {
  return code.outcome == CompileOutcome::kOk || code.outcome == CompileOutcome::kRejected;
}

void compile_in_scratch(const Toolchain& toolchain, sandbox::CommandRunner& runner,
                        const CompileRequest& request, CompiledCode* code) {
  const auto sources = request.files.empty()
                           ? SourceSnapshot::take(request.source_path, request.source_root)
                           : SourceSnapshot::take(request.files, request.source_path);
  if (!sources) {
    code->outcome = CompileOutcome::kRejected;
    code->first_error = sources.errors().front();
    code->log = base::render(sources.errors());
    return;
  }
  base::FileDescriptor turn;
  std::string key;
  if (request.cache != nullptr) {
    key = cache_key(toolchain, runner.isolation(), request, sources.value());
    turn = request.cache->take_turn(key);
    if (auto known = request.cache->find(key)) {
      *code = std::move(*known);
      return;
    }
  }
  const auto scratch = ScratchFolder::create();
  base::Diagnostics errors = scratch.errors();
  if (scratch) errors = sources.value().write_to(scratch.value(), kSourceFolder);
  if (!errors.empty()) {
    code->trouble = base::render(errors);
    return;
  }
  Compilation(toolchain, runner, request, sources.value(), scratch.value()).run(code);
  if (request.cache != nullptr && is_lasting(*code)) request.cache->keep(key, *code);
}

/// The compiler was given a plain name in place of the student's; they know their file by theirs.
void give_name_back(const fs::path& name, CompiledCode* code) {
  const std::string shown = name.generic_string();
  if (plain_name(name) != kStandInName || shown == kStandInName || !is_presentable(name)) return;
  const std::string quote = "\"";
  base::replace_all(&code->ptx, quote + kStandInName + quote, quote + shown + quote);
  base::replace_all(&code->log, kStandInName, shown);
  if (code->first_error && code->first_error->file == kStandInName) code->first_error->file = shown;
}

}  // namespace

CompiledCode compile(const Toolchain& toolchain, sandbox::CommandRunner& runner,
                     const CompileRequest& request) {
  const auto start = std::chrono::steady_clock::now();
  CompiledCode code;
  compile_in_scratch(toolchain, runner, request, &code);
  const fs::path source(request.source_path);
  give_name_back(request.files.empty() ? source.filename() : source, &code);
  code.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return code;
}

}  // namespace bankcheck::compile
