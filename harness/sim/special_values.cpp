#include "sim/special_values.hpp"

#include <map>
#include <string_view>

namespace bankcheck::sim {
namespace {

struct Request {
  const BlockContext& context;
  const Warp& warp;
  std::uint32_t lane;

  base::Dim3 thread() const {
    return context.thread_id(warp.index * base::kWarpLanes + lane).thread;
  }
};

using Value = std::uint64_t (*)(const Request&);

std::uint64_t warps_per_block(const Request& r) {
  return (r.context.launch.block.count() + base::kWarpLanes - 1) / base::kWarpLanes;
}

std::uint64_t total_shared(const Request& r) { return r.context.shared_bytes; }

const std::map<std::string_view, Value>& table() {
  static const std::map<std::string_view, Value> kTable = {
      {"%tid.x", [](const Request& r) -> std::uint64_t { return r.thread().x; }},
      {"%tid.y", [](const Request& r) -> std::uint64_t { return r.thread().y; }},
      {"%tid.z", [](const Request& r) -> std::uint64_t { return r.thread().z; }},
      {"%ntid.x", [](const Request& r) -> std::uint64_t { return r.context.launch.block.x; }},
      {"%ntid.y", [](const Request& r) -> std::uint64_t { return r.context.launch.block.y; }},
      {"%ntid.z", [](const Request& r) -> std::uint64_t { return r.context.launch.block.z; }},
      {"%ctaid.x", [](const Request& r) -> std::uint64_t { return r.context.block_index.x; }},
      {"%ctaid.y", [](const Request& r) -> std::uint64_t { return r.context.block_index.y; }},
      {"%ctaid.z", [](const Request& r) -> std::uint64_t { return r.context.block_index.z; }},
      {"%nctaid.x", [](const Request& r) -> std::uint64_t { return r.context.launch.grid.x; }},
      {"%nctaid.y", [](const Request& r) -> std::uint64_t { return r.context.launch.grid.y; }},
      {"%nctaid.z", [](const Request& r) -> std::uint64_t { return r.context.launch.grid.z; }},
      {"%laneid", [](const Request& r) -> std::uint64_t { return r.lane; }},
      {"%warpid", [](const Request& r) -> std::uint64_t { return r.warp.index; }},
      {"%nwarpid", warps_per_block},
      {"%nsmid", [](const Request&) -> std::uint64_t { return 1; }},
      {"%gridid", [](const Request&) -> std::uint64_t { return 1; }},
      {"%lanemask_eq", [](const Request& r) -> std::uint64_t { return 1u << r.lane; }},
      {"%lanemask_lt", [](const Request& r) -> std::uint64_t { return (1u << r.lane) - 1u; }},
      {"%lanemask_le", [](const Request& r) -> std::uint64_t { return (2u << r.lane) - 1u; }},
      {"%lanemask_gt", [](const Request& r) -> std::uint64_t { return ~((2u << r.lane) - 1u); }},
      {"%lanemask_ge", [](const Request& r) -> std::uint64_t { return ~((1u << r.lane) - 1u); }},
      {"%dynamic_smem_size",
       [](const Request& r) -> std::uint64_t { return r.context.launch.dynamic_shared_bytes; }},
      {"%total_smem_size", total_shared},
      {"%aggr_smem_size", total_shared},
      // Without clusters every block is a cluster of its own.
      {"%nclusterid.x", [](const Request& r) -> std::uint64_t { return r.context.launch.grid.x; }},
      {"%nclusterid.y", [](const Request& r) -> std::uint64_t { return r.context.launch.grid.y; }},
      {"%nclusterid.z", [](const Request& r) -> std::uint64_t { return r.context.launch.grid.z; }},
      {"%clusterid.x", [](const Request& r) -> std::uint64_t { return r.context.block_index.x; }},
      {"%clusterid.y", [](const Request& r) -> std::uint64_t { return r.context.block_index.y; }},
      {"%clusterid.z", [](const Request& r) -> std::uint64_t { return r.context.block_index.z; }},
      {"%cluster_nctaid.x", [](const Request&) -> std::uint64_t { return 1; }},
      {"%cluster_nctaid.y", [](const Request&) -> std::uint64_t { return 1; }},
      {"%cluster_nctaid.z", [](const Request&) -> std::uint64_t { return 1; }},
      {"%cluster_nctarank", [](const Request&) -> std::uint64_t { return 1; }},
  };
  return kTable;
}

}  // namespace

bool is_per_block(int index) {
  const std::string& name = ptx::special_register_names()[static_cast<std::size_t>(index)];
  return name.starts_with("%ctaid") || name.starts_with("%clusterid");
}

std::uint64_t special_value(int index, const BlockContext& context, const Warp& warp, int lane) {
  const auto found = table().find(ptx::special_register_names()[static_cast<std::size_t>(index)]);
  if (found == table().end()) return 0;
  return found->second({context, warp, static_cast<std::uint32_t>(lane)});
}

}  // namespace bankcheck::sim
