#include "ptx/special_registers.hpp"

#include <unordered_map>

#include "ptx/module.hpp"

namespace bankcheck::ptx {
namespace {

struct SpecialRow {
  std::string_view name;
  ScalarType type;
};

constexpr SpecialRow kRows[] = {
    {"%tid.x", ScalarType::kU32},
    {"%tid.y", ScalarType::kU32},
    {"%tid.z", ScalarType::kU32},
    {"%ntid.x", ScalarType::kU32},
    {"%ntid.y", ScalarType::kU32},
    {"%ntid.z", ScalarType::kU32},
    {"%ctaid.x", ScalarType::kU32},
    {"%ctaid.y", ScalarType::kU32},
    {"%ctaid.z", ScalarType::kU32},
    {"%nctaid.x", ScalarType::kU32},
    {"%nctaid.y", ScalarType::kU32},
    {"%nctaid.z", ScalarType::kU32},
    {"%laneid", ScalarType::kU32},
    {"%warpid", ScalarType::kU32},
    {"%nwarpid", ScalarType::kU32},
    {"%smid", ScalarType::kU32},
    {"%nsmid", ScalarType::kU32},
    {"%gridid", ScalarType::kU64},
    {"%lanemask_eq", ScalarType::kU32},
    {"%lanemask_le", ScalarType::kU32},
    {"%lanemask_lt", ScalarType::kU32},
    {"%lanemask_ge", ScalarType::kU32},
    {"%lanemask_gt", ScalarType::kU32},
    {"%clock", ScalarType::kU32},
    {"%clock_hi", ScalarType::kU32},
    {"%clock64", ScalarType::kU64},
    {"%globaltimer", ScalarType::kU64},
    {"%globaltimer_lo", ScalarType::kU32},
    {"%globaltimer_hi", ScalarType::kU32},
    {"%dynamic_smem_size", ScalarType::kU32},
    {"%total_smem_size", ScalarType::kU32},
    {"%aggr_smem_size", ScalarType::kU32},
    {"%reserved_smem_offset_begin", ScalarType::kU32},
    {"%reserved_smem_offset_end", ScalarType::kU32},
    {"%reserved_smem_offset_cap", ScalarType::kU32},
    {"%reserved_smem_offset_0", ScalarType::kU32},
    {"%reserved_smem_offset_1", ScalarType::kU32},
    {"%is_explicit_cluster", ScalarType::kPred},
    {"%clusterid.x", ScalarType::kU32},
    {"%clusterid.y", ScalarType::kU32},
    {"%clusterid.z", ScalarType::kU32},
    {"%nclusterid.x", ScalarType::kU32},
    {"%nclusterid.y", ScalarType::kU32},
    {"%nclusterid.z", ScalarType::kU32},
    {"%cluster_ctaid.x", ScalarType::kU32},
    {"%cluster_ctaid.y", ScalarType::kU32},
    {"%cluster_ctaid.z", ScalarType::kU32},
    {"%cluster_nctaid.x", ScalarType::kU32},
    {"%cluster_nctaid.y", ScalarType::kU32},
    {"%cluster_nctaid.z", ScalarType::kU32},
    {"%cluster_ctarank", ScalarType::kU32},
    {"%cluster_nctarank", ScalarType::kU32},
    {"%current_graph_exec", ScalarType::kU64},
};

constexpr int kEnvironmentRegisters = 32;  // %envreg0 to %envreg31
constexpr int kCounterRegisters = 8;       // %pm0 to %pm7 and %pm0_64 to %pm7_64

struct Registers {
  std::vector<std::string> names;
  std::vector<ScalarType> types;
  std::unordered_map<std::string_view, int> index;

  void add(std::string name, ScalarType type) {
    names.push_back(std::move(name));
    types.push_back(type);
  }
};

const Registers& registers() {
  static const Registers kRegisters = [] {
    Registers all;
    for (const SpecialRow& row : kRows) all.add(std::string(row.name), row.type);
    for (int i = 0; i < kEnvironmentRegisters; ++i) {
      all.add("%envreg" + std::to_string(i), ScalarType::kB32);
    }
    for (int i = 0; i < kCounterRegisters; ++i) {
      all.add("%pm" + std::to_string(i), ScalarType::kU32);
      all.add("%pm" + std::to_string(i) + "_64", ScalarType::kU64);
    }
    for (std::size_t i = 0; i < all.names.size(); ++i) {
      all.index.emplace(all.names[i], static_cast<int>(i));
    }
    return all;
  }();
  return kRegisters;
}

}  // namespace

const std::vector<std::string>& special_register_names() { return registers().names; }

std::optional<int> find_special_register(std::string_view name) {
  const auto found = registers().index.find(name);
  if (found == registers().index.end()) return std::nullopt;
  return found->second;
}

ScalarType special_register_type(int index) {
  return registers().types[static_cast<std::size_t>(index)];
}

}  // namespace bankcheck::ptx
