#include "sim/launch_blocks.hpp"

#include <algorithm>
#include <exception>
#include <memory>
#include <optional>
#include <thread>

#include "sim/block_range.hpp"
#include "sim/first_accesses.hpp"
#include "sim/launch_counts.hpp"

namespace bankcheck::sim {
namespace {

/// Copies that ranges may make of what they write, all together.
constexpr std::uint64_t kCopyLimitBytes = std::uint64_t{1} << 30;

std::unique_ptr<BlockContext> make_context(const PlacedLaunch& launch, AddressSpace& memory,
                                           const Options& options) {
  auto context = std::make_unique<BlockContext>(launch.kernel, launch.module, launch.launch, memory,
                                                options, launch.shared_bytes);
  context->trace = launch.trace;
  context->log_reads = context->log_reads || launch.trace != nullptr;
  return context;
}

LaunchResult run_in_order(const PlacedLaunch& launch, const Isa& isa, const Options& options) {
  const auto context = make_context(launch, launch.memory, options);
  BlockRange range(*context, isa);
  range.run(0, launch.launch.grid.count());
  collect_counts(launch.kernel, launch.module, range.sites(), range.result());
  return std::move(range.result());
}

/// A range of blocks with memory of its own.
struct Share {
  Share(const PlacedLaunch& launch, const Isa& isa, const Options& options, SharedUses& uses)
      : memory(launch.memory),
        speculation(uses),
        context(make_context(launch, memory, options)),
        range(*context, isa) {
    context->speculation = &speculation;
  }

  AddressSpace memory;
  Speculation speculation;
  std::unique_ptr<BlockContext> context;
  BlockRange range;
};

class SharedLaunch {
 public:
  SharedLaunch(const PlacedLaunch& launch, const Isa& isa, const Options& options, unsigned shares)
      : launch_(launch),
        options_(options),
        uses_(launch.memory.allocations().size()),
        blocks_(launch.launch.grid.count()),
        troubles_(shares) {
    for (unsigned i = 0; i < shares; ++i) {
      shares_.push_back(std::make_unique<Share>(launch, isa, options, uses_));
    }
  }

  /// Nothing when the blocks have to run in order after all; then the launch's memory is as it was.
  std::optional<LaunchResult> run() {
    {
      std::vector<std::jthread> pool;
      for (std::size_t i = 1; i < shares_.size(); ++i) pool.emplace_back([this, i] { work(i); });
      work(0);
    }
    for (const std::exception_ptr& trouble : troubles_) {
      if (trouble) std::rethrow_exception(trouble);
    }
    if (uses_.given_up() || !is_within_budget()) return std::nullopt;
    return put_together();
  }

 private:
  void work(std::size_t share) {
    try {
      const std::uint64_t count = shares_.size();
      shares_[share]->range.run(blocks_ * share / count, blocks_ * (share + 1) / count);
    } catch (...) {
      troubles_[share] = std::current_exception();
      uses_.give_up();
    }
  }

  /// The shares that count: up to the first that ended the launch.
  std::size_t last_share() const {
    std::size_t last = 0;
    while (last + 1 < shares_.size() && shares_[last]->range.end() == BlockEnd::kDone) ++last;
    return last;
  }

  /// Whether blocks in order would have got as far: each share had the whole budget for itself.
  bool is_within_budget() const {
    if (shares_[0]->range.end() == BlockEnd::kBudget) return true;
    std::uint64_t used = 0;
    for (std::size_t i = 0; i <= last_share(); ++i) {
      if (shares_[i]->range.end() == BlockEnd::kBudget) return false;
      used += shares_[i]->range.result().warp_instructions;
    }
    return used <= options_.instruction_budget;
  }

  LaunchResult put_together() {
    LaunchResult all = std::move(shares_[0]->range.result());
    std::vector<Site> sites = shares_[0]->range.sites();
    commit_writes(shares_[0]->memory, launch_.memory);
    for (std::size_t i = 1; i <= last_share(); ++i) {
      append(std::move(shares_[i]->range.result()), &all);
      add_sites(shares_[i]->range.sites(), sites);
      commit_writes(shares_[i]->memory, launch_.memory);
    }
    collect_counts(launch_.kernel, launch_.module, sites, all);
    return all;
  }

  void append(LaunchResult&& next, LaunchResult* all) const {
    all->outcome = next.outcome;
    all->outcome_text = std::move(next.outcome_text);
    merge_hazards(std::move(next.hazards), all->hazards);
    all->warp_instructions += next.warp_instructions;
    for (const base::SeenAccess& seen : next.first_accesses) keep_first(seen, all->first_accesses);
    all->printed += next.printed;
    if (all->printed.size() > options_.print_limit_bytes) {
      all->printed.resize(options_.print_limit_bytes);
    }
    all->reads.insert(all->reads.end(), next.reads.begin(), next.reads.end());
    all->requests.insert(all->requests.end(), next.requests.begin(), next.requests.end());
    all->lowest_word_read = std::min(all->lowest_word_read, next.lowest_word_read);
  }

  const PlacedLaunch& launch_;
  const Options& options_;
  SharedUses uses_;
  std::uint64_t blocks_;
  std::vector<std::unique_ptr<Share>> shares_;
  std::vector<std::exception_ptr> troubles_;  ///< of each share
};

/// How many ranges of blocks to run at once; 1 when that is not worth it or needs too much memory.
unsigned shares_for(const PlacedLaunch& launch, const Options& options) {
  if (launch.trace != nullptr) return 1;
  std::uint64_t bytes = 1;
  for (const Allocation& allocation : launch.memory.allocations()) bytes += allocation.size_bytes;
  // A copy, and a map of the same size.
  const std::uint64_t most = kCopyLimitBytes / (2 * bytes);
  return static_cast<unsigned>(std::max<std::uint64_t>(
      1, std::min({std::uint64_t{options.worker_threads}, launch.launch.grid.count() / 2, most})));
}

}  // namespace

LaunchResult run_blocks(const PlacedLaunch& launch, const Isa& isa, const Options& options) {
  const unsigned shares = shares_for(launch, options);
  if (shares > 1) {
    if (auto result = SharedLaunch(launch, isa, options, shares).run()) return *std::move(result);
  }
  return run_in_order(launch, isa, options);
}

}  // namespace bankcheck::sim
