#include "corpus.hpp"

#include <cmath>
#include <cstring>
#include <map>
#include <string_view>

#include <fmt/format.h>

namespace bankcheck::card {
namespace {

using base::ElementType;

constexpr std::size_t kElements = 16384;

/// As the signature names them. An `extern "C"` name has none: then 64 bits are a pointer.
std::vector<std::string> parameter_types(const ptx::Function& kernel) {
  const std::string& name = kernel.demangled;
  const std::size_t open =
      name.find('(', name.rfind('>') == std::string::npos ? 0 : name.rfind('>'));
  std::vector<std::string> types;
  if (open == std::string::npos) {
    for (const auto& parameter : kernel.parameters) {
      types.emplace_back(parameter.size_bytes == 8 ? "unsigned int*" : "int");
    }
    return types;
  }
  std::string list = name.substr(open + 1, name.rfind(')') - open - 1);
  while (!list.empty()) {
    const std::size_t comma = std::min(list.find(", "), list.size());
    types.push_back(list.substr(0, comma));
    list.erase(0, comma + 2);
  }
  return types;
}

/// `float` of `float const*`; empty for what is no pointer.
std::string pointee(const std::string& type) {
  if (type.empty() || type.back() != '*') return {};
  std::string element = type.substr(0, type.size() - 1);
  const std::size_t word = element.find(" const");
  if (word != std::string::npos) element.erase(word);
  return element;
}

struct Element {
  ElementType type;
  std::size_t count;  ///< of `type` in one
};

Element element_of(const std::string& name) {
  static const std::map<std::string_view, Element> kElementTypes = {
      {"char", {ElementType::kI8, 1}},
      {"signed char", {ElementType::kI8, 1}},
      {"unsigned char", {ElementType::kU8, 1}},
      {"uchar4", {ElementType::kU8, 4}},
      {"char4", {ElementType::kI8, 4}},
      {"short", {ElementType::kI16, 1}},
      {"unsigned short", {ElementType::kU16, 1}},
      {"__half", {ElementType::kU16, 1}},
      {"__half2", {ElementType::kU16, 2}},
      {"__nv_bfloat16", {ElementType::kU16, 1}},
      {"__nv_bfloat162", {ElementType::kU16, 2}},
      {"int", {ElementType::kI32, 1}},
      {"int2", {ElementType::kI32, 2}},
      {"int4", {ElementType::kI32, 4}},
      {"unsigned int", {ElementType::kU32, 1}},
      {"uint2", {ElementType::kU32, 2}},
      {"uint4", {ElementType::kU32, 4}},
      {"long", {ElementType::kI64, 1}},
      {"long long", {ElementType::kI64, 1}},
      {"unsigned long", {ElementType::kU64, 1}},
      {"unsigned long long", {ElementType::kU64, 1}},
      {"float", {ElementType::kF32, 1}},
      {"float2", {ElementType::kF32, 2}},
      {"float3", {ElementType::kF32, 3}},
      {"float4", {ElementType::kF32, 4}},
      {"double", {ElementType::kF64, 1}},
      {"double2", {ElementType::kF64, 2}},
  };
  const auto found = kElementTypes.find(name);
  return found == kElementTypes.end() ? Element{ElementType::kU8, 16} : found->second;
}

/// 1, 1.25, … in half precision, so that small data is small for halves as well.
std::uint16_t small_half(std::uint64_t value) {
  return static_cast<std::uint16_t>(0x3c00 + (value % 16) * 0x100);
}

void fill(base::Buffer& buffer, const std::string& type, Bits bits, std::uint64_t seed) {
  const std::size_t size = base::size_bytes(buffer.type);
  for (std::size_t i = 0; i < buffer.length(); ++i) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    std::uint64_t value = (seed >> 20) ^ (seed << 30);
    if (bits == Bits::kAny) {
      std::memcpy(&buffer.bytes[i * size], &value, size);
    } else if (type.find("half") != std::string::npos || type.find("bfloat") != std::string::npos) {
      const std::uint16_t half = small_half(seed >> 57);
      std::memcpy(&buffer.bytes[i * size], &half, sizeof half);
    } else {
      base::set_element(buffer, i, static_cast<double>(seed >> 60));
    }
  }
}

/// A scalar parameter: `number` in its type.
base::ScalarArgument scalar_of(const std::string& type, std::uint32_t bytes, int number) {
  base::ScalarArgument argument;
  argument.bytes.resize(bytes);
  const auto put = [&](auto value) {
    std::memcpy(argument.bytes.data(), &value, std::min<std::size_t>(bytes, sizeof value));
  };
  if (type == "float") {
    put(static_cast<float>(number) / 4);
  } else if (type == "double") {
    put(static_cast<double>(number) / 4);
  } else {
    put(static_cast<std::uint64_t>(number));
  }
  return argument;
}

struct Shape {
  base::Dim3 grid;
  base::Dim3 block;
  int number;
  std::uint32_t dynamic_shared_bytes;
};

/// One block, the smallest first: blocks and, in most kernels of the corpus, warps would get in
/// each other's way. Those of `many_blocks` share nothing, and get a grid before.
std::vector<Shape> make_shapes(bool many_blocks) {
  std::vector<Shape> all;
  for (const std::uint32_t dynamic : {0u, 4096u}) {
    for (const int number : {64, 32, 128, 256, 1024, 16, 8, 1}) {
      for (const base::Dim3 block : {base::Dim3{32, 1, 1},
                                     {64, 1, 1},
                                     {128, 1, 1},
                                     {256, 1, 1},
                                     {32, 8, 1},
                                     {32, 32, 1},
                                     {16, 16, 1},
                                     {8, 8, 2}}) {
        const bool is_flat = block.y == 1;
        if (many_blocks) all.push_back({{2, is_flat ? 1u : 2u, 1}, block, number, dynamic});
        all.push_back({{1, 1, 1}, block, number, dynamic});
      }
    }
  }
  return all;
}

base::Launch launch_of(const ptx::Function& kernel, const Shape& shape, Bits bits) {
  base::Launch launch;
  launch.kernel = kernel.name;
  launch.grid = shape.grid;
  launch.block = shape.block;
  launch.dynamic_shared_bytes = shape.dynamic_shared_bytes;
  const std::vector<std::string> types = parameter_types(kernel);
  for (std::size_t i = 0; i < kernel.parameters.size(); ++i) {
    const std::string type = i < types.size() ? types[i] : "";
    const std::string element = pointee(type);
    if (element.empty()) {
      launch.arguments.emplace_back(scalar_of(type, kernel.parameters[i].size_bytes, shape.number));
      continue;
    }
    launch.arguments.emplace_back(base::BufferArgument{launch.buffers.size()});
    base::Buffer& buffer = launch.buffers.emplace_back();
    buffer.name = fmt::format("argument {}", i + 1);
    buffer.type = element_of(element).type;
    buffer.bytes.resize(kElements * element_of(element).count * base::size_bytes(buffer.type));
  }
  refill(launch, kernel, bits, 1);
  return launch;
}

bool both_nan(std::uint64_t a, std::uint64_t b, std::uint64_t infinity, std::uint64_t magnitude) {
  return (a & magnitude) > infinity && (b & magnitude) > infinity;
}

template <class Float>
bool near(std::uint64_t a_bits, std::uint64_t b_bits, double relative_error) {
  Float a;
  Float b;
  std::memcpy(&a, &a_bits, sizeof a);
  std::memcpy(&b, &b_bits, sizeof b);
  return std::abs(static_cast<double>(a) - static_cast<double>(b)) <=
         relative_error * std::max(1.0, std::abs(static_cast<double>(b)));
}

}  // namespace

const std::vector<std::string>& corpus_files() {
  static const std::vector<std::string> kFiles = {"async_copies",    "atomics",
                                                  "barriers",        "block_order",
                                                  "control_flow",    "conversions",
                                                  "convolutions",    "cooperative",
                                                  "floats",          "functions",
                                                  "halves",          "histograms",
                                                  "inline_ptx",      "integers",
                                                  "matrix_moves",    "matrix_products",
                                                  "mbarriers",       "memory_kinds",
                                                  "packed_integers", "printing",
                                                  "reductions",      "scans",
                                                  "shared_atomics",  "shared_stride",
                                                  "sorting",         "special_registers",
                                                  "transposes",      "warp_groups",
                                                  "warp_operations"};
  return kFiles;
}

bool takes_any_bits(const std::string& file) {
  return file == "floats" || file == "halves" || file == "conversions" || file == "integers" ||
         file == "packed_integers";
}

bool has_many_blocks(const std::string& file) {
  return file == "transposes" || file == "convolutions" || file == "reductions" ||
         file == "shared_stride" || file == "histograms";
}

std::vector<std::string> buffer_types(const ptx::Function& kernel) {
  std::vector<std::string> elements;
  for (const std::string& type : parameter_types(kernel)) {
    if (!pointee(type).empty()) elements.push_back(pointee(type));
  }
  return elements;
}

void refill(base::Launch& launch, const ptx::Function& kernel, Bits bits, std::uint64_t seed) {
  const std::vector<std::string> types = buffer_types(kernel);
  for (std::size_t i = 0; i < launch.buffers.size(); ++i) {
    fill(launch.buffers[i], types[i], bits, seed + i);
  }
}

CorpusLaunch make_launch(const sim::Program& program, const ptx::Function& kernel, Bits bits,
                         bool many_blocks) {
  CorpusLaunch made;
  sim::Options options;
  options.instruction_budget = 20'000'000;
  for (const Shape& shape : make_shapes(many_blocks)) {
    base::Launch launch = launch_of(kernel, shape, bits);
    base::Launch tried = launch;
    const auto result = sim::run(program, tried, options);
    if (!result) {
      made.trouble = base::render(result.errors());
      return made;
    }
    if (result.value().outcome == base::RowOutcome::kOk && result.value().hazards.empty()) {
      made.launch = std::move(launch);
      made.trouble.clear();
      return made;
    }
    if (made.trouble.empty()) {
      made.trouble = result.value().hazards.empty() ? result.value().outcome_text
                                                    : result.value().hazards.front().text;
    }
  }
  return made;
}

namespace {

/// Kernels that are right to leave something else on a card.
const std::map<std::string_view, const char*>& nondeterministic() {
  static const std::map<std::string_view, const char*> kKernels = {
      {"stateful(int*)", "each launch leaves something to the next"},
      {"device_variables(int*)", "each launch leaves something to the next"},
      {"switches(int const*, int*)", "for some inputs two threads write one element"},
      {"traps(int const*)", "stops itself for some inputs"},
      {"merge_by_rank(long long const*, long long const*, long long*, int)",
       "wants sorted inputs: others give two threads one place"},
  };
  return kKernels;
}

}  // namespace

std::string licence_to_differ(const std::string& ptx, const ptx::Function& kernel) {
  if (const auto found = nondeterministic().find(kernel.demangled);
      found != nondeterministic().end()) {
    return found->second;
  }
  const std::size_t begin = ptx.find("entry " + kernel.name + "(");
  const std::string body = ptx.substr(begin, ptx.find("\n}", begin) - begin);
  // The loop around a wait sleeps by the clock between its questions; no result depends on that.
  const bool sleeps_by_clock = body.find("mbarrier.") != std::string::npos;
  static const std::pair<const char*, std::string_view> kReasons[] = {
      {".approx", "approximations"},
      {"%clock", "clocks"},
      {"%globaltimer", "clocks"},
      {"%smid", "the multiprocessor's number"},
      {"%nsmid", "the multiprocessor's number"},
      {"%gridid", "the grid's number"},
      {"%envreg", "the driver's registers"},
      {"%warpid", "the hardware's number of a warp"},
      {"%nwarpid", "the hardware's number of a warp"},
      {"smem_size", "what the driver keeps of shared memory"},
  };
  for (const auto& [text, reason] : kReasons) {
    if (sleeps_by_clock && reason == "clocks") continue;
    if (body.find(text) != std::string::npos) return std::string(reason);
  }
  return {};
}

bool same_element(const base::Buffer& one, const base::Buffer& two, std::size_t i,
                  const std::string& element_type, double relative_error) {
  const std::size_t size = base::size_bytes(one.type);
  std::uint64_t a = 0;
  std::uint64_t b = 0;
  std::memcpy(&a, &one.bytes[i * size], size);
  std::memcpy(&b, &two.bytes[i * size], size);
  if (a == b) return true;
  if (element_type.find("half") != std::string::npos) return both_nan(a, b, 0x7c00, 0x7fff);
  if (element_type.find("bfloat") != std::string::npos) return both_nan(a, b, 0x7f80, 0x7fff);
  if (one.type == ElementType::kF32) {
    return both_nan(a, b, 0x7f800000, 0x7fffffff) ||
           (relative_error > 0 && near<float>(a, b, relative_error));
  }
  if (one.type == ElementType::kF64) {
    return both_nan(a, b, 0x7ff0000000000000, 0x7fffffffffffffff) ||
           (relative_error > 0 && near<double>(a, b, relative_error));
  }
  return false;
}

}  // namespace bankcheck::card
