#include "sim/control_flow.hpp"

#include <algorithm>

namespace bankcheck::sim {
namespace {

using ptx::Opcode;

bool ends_function(const ptx::Instruction& instruction) {
  return (instruction.opcode == Opcode::kRet || instruction.opcode == Opcode::kExit ||
          instruction.opcode == Opcode::kTrap) &&
         !instruction.guard;
}

std::uint32_t branch_target(const ptx::Instruction& instruction) {
  return std::get<ptx::LabelOperand>(instruction.operands.front().value).target;
}

bool is_branch(const ptx::Instruction& instruction) {
  return instruction.opcode == Opcode::kBra || instruction.opcode == Opcode::kBrx;
}

/// Basic blocks with their successors; block `blocks.size() - 1` is the virtual end.
struct Graph {
  struct Block {
    std::uint32_t first = 0;
    std::uint32_t last = 0;
    std::vector<std::uint32_t> successors;
    std::vector<std::uint32_t> predecessors;
  };
  std::vector<Block> blocks;
  std::uint32_t end() const { return static_cast<std::uint32_t>(blocks.size() - 1); }
};

std::vector<std::uint32_t> leaders(const ptx::Function& function) {
  const auto count = static_cast<std::uint32_t>(function.instructions.size());
  std::vector<bool> leads(count + 1, false);
  leads[0] = true;
  for (std::uint32_t i = 0; i < count; ++i) {
    const ptx::Instruction& instruction = function.instructions[i];
    const bool returns = instruction.opcode == Opcode::kRet ||
                         instruction.opcode == Opcode::kExit || instruction.opcode == Opcode::kTrap;
    if (!is_branch(instruction) && !returns) continue;
    leads[i + 1] = true;
    if (instruction.opcode == Opcode::kBra) leads[branch_target(instruction)] = true;
    for (const std::uint32_t target : instruction.branch_table) leads[target] = true;
  }
  std::vector<std::uint32_t> result;
  for (std::uint32_t i = 0; i < count; ++i) {
    if (leads[i]) result.push_back(i);
  }
  return result;
}

std::vector<std::uint32_t> successors_of(const ptx::Function& function, std::uint32_t last) {
  const ptx::Instruction& instruction = function.instructions[last];
  const auto count = static_cast<std::uint32_t>(function.instructions.size());
  std::vector<std::uint32_t> targets;
  if (instruction.opcode == Opcode::kBra) targets.push_back(branch_target(instruction));
  targets.insert(targets.end(), instruction.branch_table.begin(), instruction.branch_table.end());
  if (instruction.opcode == Opcode::kRet || instruction.opcode == Opcode::kExit ||
      instruction.opcode == Opcode::kTrap) {
    targets.push_back(count);
  }
  const bool falls_through =
      !ends_function(instruction) && !(is_branch(instruction) && !instruction.guard);
  if (falls_through) targets.push_back(last + 1);
  return targets;
}

Graph build_graph(const ptx::Function& function) {
  const auto count = static_cast<std::uint32_t>(function.instructions.size());
  const std::vector<std::uint32_t> starts = leaders(function);
  std::vector<std::uint32_t> block_of(count + 1, static_cast<std::uint32_t>(starts.size()));
  Graph graph;
  graph.blocks.resize(starts.size() + 1);
  for (std::uint32_t b = 0; b < starts.size(); ++b) {
    const std::uint32_t next = b + 1 < starts.size() ? starts[b + 1] : count;
    graph.blocks[b].first = starts[b];
    graph.blocks[b].last = next - 1;
    for (std::uint32_t i = starts[b]; i < next; ++i) block_of[i] = b;
  }
  for (std::uint32_t b = 0; b + 1 < graph.blocks.size(); ++b) {
    for (const std::uint32_t target : successors_of(function, graph.blocks[b].last)) {
      graph.blocks[b].successors.push_back(block_of[target]);
      graph.blocks[block_of[target]].predecessors.push_back(b);
    }
  }
  return graph;
}

/// Blocks in post-order of the reversed graph, from the end. Iterative: student code can be deep.
std::vector<std::uint32_t> reverse_post_order_from_end(const Graph& graph) {
  std::vector<std::uint32_t> order;
  std::vector<bool> seen(graph.blocks.size(), false);
  std::vector<std::pair<std::uint32_t, std::size_t>> stack{{graph.end(), 0}};
  seen[graph.end()] = true;
  while (!stack.empty()) {
    auto& [block, next] = stack.back();
    const auto& predecessors = graph.blocks[block].predecessors;
    if (next == predecessors.size()) {
      order.push_back(block);
      stack.pop_back();
      continue;
    }
    const std::uint32_t predecessor = predecessors[next++];
    if (!seen[predecessor]) {
      seen[predecessor] = true;
      stack.emplace_back(predecessor, 0);
    }
  }
  std::reverse(order.begin(), order.end());
  return order;
}

/// Immediate post-dominators by the iterative method of Cooper, Harvey and Kennedy, "A Simple, Fast
/// Dominance Algorithm" (2001), on the reversed graph.
std::vector<std::uint32_t> immediate_post_dominators(const Graph& graph) {
  const std::vector<std::uint32_t> order = reverse_post_order_from_end(graph);
  std::vector<std::uint32_t> rank(graph.blocks.size(), kNoReconvergence);
  for (std::uint32_t i = 0; i < order.size(); ++i) rank[order[i]] = i;
  std::vector<std::uint32_t> dominator(graph.blocks.size(), kNoReconvergence);
  dominator[graph.end()] = graph.end();
  const auto intersect = [&](std::uint32_t a, std::uint32_t b) {
    while (a != b) {
      while (rank[a] > rank[b]) a = dominator[a];
      while (rank[b] > rank[a]) b = dominator[b];
    }
    return a;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (const std::uint32_t block : order) {
      if (block == graph.end()) continue;
      std::uint32_t candidate = kNoReconvergence;
      for (const std::uint32_t successor : graph.blocks[block].successors) {
        if (rank[successor] == kNoReconvergence || dominator[successor] == kNoReconvergence)
          continue;
        candidate = candidate == kNoReconvergence ? successor : intersect(candidate, successor);
      }
      if (candidate != dominator[block]) {
        dominator[block] = candidate;
        changed = true;
      }
    }
  }
  return dominator;
}

}  // namespace

std::vector<std::uint32_t> reconvergence_points(const ptx::Function& function) {
  const auto count = static_cast<std::uint32_t>(function.instructions.size());
  std::vector<std::uint32_t> points(count, kNoReconvergence);
  if (count == 0) return points;
  const Graph graph = build_graph(function);
  const std::vector<std::uint32_t> dominator = immediate_post_dominators(graph);
  for (std::uint32_t b = 0; b < graph.end(); ++b) {
    const Graph::Block& block = graph.blocks[b];
    if (block.successors.size() < 2 || dominator[b] == kNoReconvergence) continue;
    points[block.last] = dominator[b] == graph.end() ? count : graph.blocks[dominator[b]].first;
  }
  return points;
}

}  // namespace bankcheck::sim
