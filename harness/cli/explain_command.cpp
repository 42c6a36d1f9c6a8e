// bankcheck explain: which lanes of a warp land in which bank, and what that costs.
#include <algorithm>
#include <array>
#include <memory>
#include <ostream>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "base/text.hpp"
#include "cli/command_table.hpp"
#include "cli/exit_code.hpp"
#include "cli/kernel_argument.hpp"
#include "report/explanation.hpp"
#include "rubric/warp_access.hpp"

namespace bankcheck::cli {
namespace {

constexpr std::uint64_t kMostThreads = 1024;

struct ExplainOptions {
  std::optional<std::uint32_t> stride;
  std::string index;
  std::string block = "32";
  std::string type = "f32";
  std::uint32_t warp = 0;
  bool store = false;
  std::string svg_path;
};

struct TypeWidth {
  std::string_view name;
  int bytes;
};

constexpr std::array kTypes = {
    TypeWidth{"u8", 1},     TypeWidth{"i8", 1},      TypeWidth{"char", 1},
    TypeWidth{"u16", 2},    TypeWidth{"i16", 2},     TypeWidth{"f16", 2},
    TypeWidth{"half", 2},   TypeWidth{"u32", 4},     TypeWidth{"i32", 4},
    TypeWidth{"f32", 4},    TypeWidth{"int", 4},     TypeWidth{"float", 4},
    TypeWidth{"u64", 8},    TypeWidth{"i64", 8},     TypeWidth{"f64", 8},
    TypeWidth{"double", 8}, TypeWidth{"int2", 8},    TypeWidth{"float2", 8},
    TypeWidth{"int4", 16},  TypeWidth{"float4", 16}, TypeWidth{"double2", 16},
};

std::string type_names() {
  std::string names;
  for (const TypeWidth& type : kTypes) names += (names.empty() ? "" : " ") + std::string(type.name);
  return names;
}

/// `32x8` or `32,8`.
base::Result<base::Dim3> parse_block(const std::string& text) {
  auto block = parse_extent(text, "--block");
  const base::SourceText source("--block", text);
  if (!block) {
    const int column = block.errors().front().column;
    return source.at(1, column, "a block is X, XxY or XxYxZ threads, each at least 1");
  }
  if (block.value().count() > kMostThreads) {
    return source.at(1, 1, fmt::format("a block has at most {} threads", kMostThreads));
  }
  return block;
}

/// An index as it stands in a kernel: `threadIdx.x` is `tx`.
std::string in_short_names(std::string index) {
  base::replace_all(&index, "threadIdx.", "t");
  return index;
}

base::Result<rubric::Expression> parse_index(const ExplainOptions& options) {
  if (options.stride) return rubric::Expression::parse(fmt::format("tx*{}", *options.stride));
  return rubric::Expression::parse(in_short_names(options.index), "--index");
}

/// The access that the options describe; all that is wrong with them at once.
base::Result<rubric::AccessSpec> access_of(const ExplainOptions& options) {
  base::Diagnostics errors;
  const auto collect = [&errors](const base::Diagnostics& more) {
    errors.insert(errors.end(), more.begin(), more.end());
  };
  const auto index = parse_index(options);
  const auto block = parse_block(options.block);
  const auto* type = std::find_if(kTypes.begin(), kTypes.end(), [&](const TypeWidth& known) {
    return known.name == options.type;
  });
  collect(index.errors());
  collect(block.errors());
  if (type == kTypes.end()) {
    collect({base::SourceText("--type", options.type)
                 .at(1, 1, "no such type; there are: " + type_names())});
  }
  if (!errors.empty()) return errors;
  rubric::AccessSpec spec;
  spec.index = index.value();
  spec.kind = options.store ? base::AccessKind::kStore : base::AccessKind::kLoad;
  spec.width_bytes = spec.element_bytes = type->bytes;
  spec.block = block.value();
  const int warps = rubric::warp_count(spec);
  if (options.warp >= static_cast<std::uint32_t>(warps)) {
    return base::SourceText("--warp", std::to_string(options.warp))
        .at(1, 1, fmt::format("the block's warps are 0 to {}", warps - 1));
  }
  spec.warp = static_cast<int>(options.warp);
  return spec;
}

int run_explain(const Session& session, const ExplainOptions& options) {
  if (!options.stride && options.index.empty()) {
    return refuse(session, "say which element a lane takes: --stride N or --index EXPRESSION");
  }
  const auto spec = access_of(options);
  if (!spec) return refuse(session, spec.errors());
  const auto explanation = report::explain(spec.value(), options.type);
  if (!explanation) {
    base::Diagnostics errors = explanation.errors();
    for (base::Diagnostic& error : errors) {
      error.file = options.stride ? "--stride" : "--index";
      if (error.text.starts_with("unknown name")) error.text += "; there are tx, ty, tz and lane";
    }
    return refuse(session, errors);
  }
  if (options.svg_path != kStandardOutput) {
    session.out << report::render_explanation(explanation.value(), session.colours);
  }
  if (options.svg_path.empty()) return kExitDone;
  return write_output(session, options.svg_path,
                      report::render_explanation_svg(explanation.value()));
}

}  // namespace

Action declare_explain(CLI::App& command) {
  auto options = std::make_shared<ExplainOptions>();
  auto* stride = command.add_option("--stride", options->stride,
                                    "Lane t takes element t*N: the same as --index 'tx*N'");
  auto* index = command.add_option(
      "--index", options->index,
      "The element that a thread takes, over tx ty tz (or threadIdx.x and so on) and lane: "
      "+ - * / % ^ & | << >> ~ ( ), "
      "gcd(a,b), min(a,b), max(a,b)");
  auto* block = command.add_option("--block", options->block, "Threads of the block: X[xY[xZ]]")
                    ->capture_default_str();
  command.add_option("--type", options->type, "What a lane takes: " + type_names())
      ->capture_default_str();
  command.add_flag("--store", options->store, "A store instead of a load");
  command.add_option("--warp", options->warp, "Which warp of the block")->capture_default_str();
  command.add_option(
      "--svg", options->svg_path,
      "Also draw the banks to this file (`-`: to standard output, without the text)");
  stride->excludes(index)->excludes(block);
  return [options](const Session& session) { return run_explain(session, *options); };
}

}  // namespace bankcheck::cli
