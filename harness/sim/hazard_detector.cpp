#include "sim/hazard_detector.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace bankcheck::sim {

using base::kWarpLanes;

void HazardDetector::begin_block(std::uint32_t shared_bytes, std::uint32_t granule_bytes,
                                 std::uint32_t warps) {
  granule_bytes_ = granule_bytes;
  warps_ = warps;
  const std::uint32_t granules = (shared_bytes + granule_bytes - 1) / granule_bytes;
  granules_.assign(granules, Granule{});
  initialised_.assign(granules, 0);
  uninitialised_ = granules;
  pending_ = 0;
  clock_.assign(warps, 1);
  known_.assign(std::size_t{warps} * warps, 0);
  quiet_reads_.resize(warps);
  for (auto& log : quiet_reads_) log.clear();
  mbarriers_.clear();
  written_since_barrier_ = false;
  update_quiet();
}

template <class Visit>
void HazardDetector::for_each_granule(const SharedAccess& access, Visit visit) const {
  for (std::uint32_t mask = access.mask; mask != 0; mask &= mask - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(mask));
    const std::uint32_t first = access.addresses[lane];
    for (std::uint32_t byte = 0; byte < access.width; byte += granule_bytes_) {
      visit(lane, (first + byte) / granule_bytes_, byte);
    }
  }
}

bool HazardDetector::ordered(const Mark& earlier, std::uint32_t warp, std::uint32_t thread) const {
  if (earlier.clock == 0 || earlier.thread == thread) return true;
  const std::uint32_t other_warp = earlier.thread / kWarpLanes;
  if (other_warp == warp) return earlier.clock < clock_[warp];
  return earlier.clock <= known_[std::size_t{warp} * warps_ + other_warp];
}

void HazardDetector::report_race(const Mark& earlier, bool earlier_is_write, std::uint32_t thread,
                                 std::uint32_t line, std::uint32_t address, bool is_write) {
  SharedHazard hazard;
  hazard.same_warp = earlier.thread / kWarpLanes == thread / kWarpLanes;
  // A value written by another warp and read without a barrier, or the other way round.
  hazard.kind = hazard.same_warp || (is_write && earlier_is_write)
                    ? base::HazardKind::kSharedRace
                    : base::HazardKind::kMissingBarrier;
  hazard.address = address;
  hazard.thread = thread;
  hazard.line = line;
  hazard.other_thread = earlier.thread;
  hazard.other_line = earlier.line;
  hazard.is_write = is_write;
  hazard.other_is_write = earlier_is_write;
  report_(hazard);
}

void HazardDetector::mark_read(Granule& granule, std::uint32_t warp, std::uint32_t thread,
                               std::uint32_t line, std::uint32_t address) {
  if (report_pending(granule, thread, line, address, false)) return;
  if (!ordered(granule.writer, warp, thread)) {
    report_race(granule.writer, true, thread, line, address, false);
  }
  const Mark mark{clock_[warp], line, static_cast<std::uint16_t>(thread), false};
  if (granule.readers[0].clock == 0 || granule.readers[0].thread == thread) {
    granule.readers[0] = mark;
  } else {
    // Keep the two latest readers that differ.
    granule.readers[1] = granule.readers[0];
    granule.readers[0] = mark;
  }
}

bool HazardDetector::stores_value_already_there(const SharedAccess& access, std::uint32_t lane,
                                                std::uint32_t byte) const {
  if (access.values == nullptr) return false;
  const std::uint32_t bytes = std::min(granule_bytes_, access.width - byte);
  return std::memcmp(access.shared + access.addresses[lane] + byte,
                     access.values + std::size_t{lane} * access.width + byte, bytes) == 0;
}

void HazardDetector::check_write(const Granule& granule, const SharedAccess& access,
                                 std::uint32_t lane, std::uint32_t byte, bool atomic) {
  const std::uint32_t thread = access.warp * kWarpLanes + lane;
  const auto races = [&](const Mark& earlier) {
    return !(atomic && earlier.atomic) && !ordered(earlier, access.warp, thread) &&
           !stores_value_already_there(access, lane, byte);
  };
  const std::uint32_t address = access.addresses[lane] + byte;
  if (report_pending(granule, thread, access.line, address, true)) return;
  if (races(granule.writer)) {
    report_race(granule.writer, true, thread, access.line, address, true);
  }
  const auto reader = std::find_if(std::begin(granule.readers), std::end(granule.readers), races);
  if (reader != std::end(granule.readers)) {
    report_race(*reader, false, thread, access.line, address, true);
  }
}

void HazardDetector::mark_write(Granule& granule, const SharedAccess& access, std::uint32_t lane,
                                bool atomic) {
  const auto thread = static_cast<std::uint16_t>(access.warp * kWarpLanes + lane);
  granule.writer = {clock_[access.warp], access.line, thread, atomic};
  granule.readers[0] = {};
  granule.readers[1] = {};
  granule.store_serial = store_serial_;
}

void HazardDetector::initialise(std::uint32_t granule) {
  if (initialised_[granule] == 0) {
    initialised_[granule] = 1;
    --uninitialised_;
  }
}

void HazardDetector::check_initialised(const SharedAccess& access) {
  if (uninitialised_ == 0) return;
  for_each_granule(access, [&](std::uint32_t lane, std::uint32_t granule, std::uint32_t byte) {
    if (initialised_[granule] != 0) return;
    SharedHazard hazard;
    hazard.kind = base::HazardKind::kUninitialisedRead;
    hazard.address = access.addresses[lane] + byte;
    hazard.thread = access.warp * kWarpLanes + lane;
    hazard.line = access.line;
    report_(hazard);
  });
}

/// Whether another lane of the same store has put another value into the granule.
bool HazardDetector::lanes_disagree(const Granule& granule, const SharedAccess& access,
                                    std::uint32_t lane, std::uint32_t byte) const {
  if (granule.store_serial != store_serial_) return false;
  const std::uint32_t other = granule.writer.thread % kWarpLanes;
  const std::uint32_t other_byte = access.addresses[lane] + byte - access.addresses[other];
  const std::uint32_t bytes = std::min(granule_bytes_, access.width - byte);
  return std::memcmp(access.values + std::size_t{lane} * access.width + byte,
                     access.values + std::size_t{other} * access.width + other_byte, bytes) != 0;
}

void HazardDetector::report_lanes_disagree(const Granule& granule, const SharedAccess& access,
                                           std::uint32_t lane, std::uint32_t byte) {
  SharedHazard hazard;
  hazard.address = access.addresses[lane] + byte;
  hazard.thread = access.warp * kWarpLanes + lane;
  hazard.other_thread = granule.writer.thread;
  hazard.line = hazard.other_line = access.line;
  hazard.is_write = hazard.other_is_write = true;
  hazard.same_warp = hazard.same_instruction = true;
  report_(hazard);
}

void HazardDetector::begin_writing() {
  if (written_since_barrier_) return;
  settle();
  written_since_barrier_ = true;
  update_quiet();
}

void HazardDetector::settle() {
  for (std::uint32_t warp = 0; warp < quiet_reads_.size(); ++warp) {
    for (const QuietRead& read : quiet_reads_[warp]) {
      const AccessPattern& pattern = patterns_->entry(read.event.pattern).pattern;
      std::uint32_t addresses[kWarpLanes];
      for (int lane = 0; lane < kWarpLanes; ++lane) {
        addresses[lane] = read.event.first_address + pattern.distance[lane];
      }
      SharedAccess access;
      access.warp = warp;
      access.mask = pattern.mask;
      access.width = pattern.width;
      access.line = read.line;
      access.addresses = addresses;
      for_each_granule(access, [&](std::uint32_t lane, std::uint32_t granule, std::uint32_t byte) {
        mark_read(granules_[granule], warp, warp * kWarpLanes + lane, read.line,
                  addresses[lane] + byte);
      });
    }
    quiet_reads_[warp].clear();
  }
}

void HazardDetector::on_read(const SharedAccess& access) {
  check_initialised(access);
  for_each_granule(access, [&](std::uint32_t lane, std::uint32_t granule, std::uint32_t byte) {
    mark_read(granules_[granule], access.warp, access.warp * kWarpLanes + lane, access.line,
              access.addresses[lane] + byte);
  });
}

void HazardDetector::on_write(const SharedAccess& access) {
  begin_writing();
  ++store_serial_;
  // All lanes against earlier accesses first: this store's own marks must not hide those.
  for_each_granule(access, [&](std::uint32_t lane, std::uint32_t granule, std::uint32_t byte) {
    check_write(granules_[granule], access, lane, byte, false);
  });
  for_each_granule(access, [&](std::uint32_t lane, std::uint32_t granule, std::uint32_t byte) {
    if (lanes_disagree(granules_[granule], access, lane, byte)) {
      report_lanes_disagree(granules_[granule], access, lane, byte);
    }
    mark_write(granules_[granule], access, lane, false);
    initialise(granule);
  });
}

void HazardDetector::on_atomic(const SharedAccess& access) {
  begin_writing();
  check_initialised(access);
  for_each_granule(access, [&](std::uint32_t lane, std::uint32_t granule, std::uint32_t byte) {
    check_write(granules_[granule], access, lane, byte, true);
    mark_write(granules_[granule], access, lane, true);
    initialise(granule);
  });
}

bool HazardDetector::report_pending(const Granule& granule, std::uint32_t thread,
                                    std::uint32_t line, std::uint32_t address, bool is_write) {
  if (!granule.pending) return false;
  SharedHazard hazard;
  hazard.address = address;
  hazard.thread = thread;
  hazard.line = line;
  hazard.other_thread = granule.writer.thread;
  hazard.other_line = granule.writer.line;
  hazard.is_write = is_write;
  hazard.other_is_write = hazard.other_is_async = true;
  report_(hazard);
  return true;
}

void HazardDetector::on_async_issued(const SharedAccess& access) {
  begin_writing();
  for_each_granule(access, [&](std::uint32_t lane, std::uint32_t index, std::uint32_t byte) {
    Granule& granule = granules_[index];
    check_write(granule, access, lane, byte, false);
    mark_write(granule, access, lane, false);
    pending_ += granule.pending ? 0 : 1;
    granule.pending = true;
    initialise(index);
  });
}

void HazardDetector::on_async_done(std::uint32_t warp, std::uint32_t lane, std::uint32_t line,
                                   std::uint32_t address, std::uint32_t bytes) {
  begin_writing();
  for (std::uint32_t byte = 0; byte < bytes; byte += granule_bytes_) {
    Granule& granule = granules_[(address + byte) / granule_bytes_];
    pending_ -= granule.pending ? 1 : 0;
    granule.pending = false;
    granule.writer = {clock_[warp], line, static_cast<std::uint16_t>(warp * kWarpLanes + lane),
                      false};
  }
}

void HazardDetector::on_block_barrier() {
  for (auto& log : quiet_reads_) log.clear();
  for (std::uint32_t warp = 0; warp < warps_; ++warp) {
    for (std::uint32_t other = 0; other < warps_; ++other) {
      known_[std::size_t{warp} * warps_ + other] = clock_[other];
    }
  }
  for (std::uint32_t& clock : clock_) ++clock;
  written_since_barrier_ = false;
  update_quiet();
}

void HazardDetector::on_partial_barrier(std::span<const std::uint32_t> warps) {
  settle();
  std::vector<std::uint32_t> joined(warps_, 0);
  for (const std::uint32_t warp : warps) {
    for (std::uint32_t other = 0; other < warps_; ++other) {
      joined[other] = std::max(joined[other], known_[std::size_t{warp} * warps_ + other]);
    }
    joined[warp] = std::max(joined[warp], clock_[warp]);
  }
  for (const std::uint32_t warp : warps) {
    std::copy(joined.begin(), joined.end(), known_.begin() + std::ptrdiff_t{warp} * warps_);
    ++clock_[warp];
  }
}

void HazardDetector::on_warp_sync(std::uint32_t warp) {
  settle();
  ++clock_[warp];
}

}  // namespace bankcheck::sim
