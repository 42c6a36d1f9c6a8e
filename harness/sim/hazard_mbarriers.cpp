// HazardDetector: the order between threads that mbarrier objects make.

#include <algorithm>

#include "sim/hazard_detector.hpp"

namespace bankcheck::sim {

HazardDetector::MbarrierClocks& HazardDetector::mbarrier(std::uint32_t address) {
  MbarrierClocks& clocks = mbarriers_[address];
  clocks.arriving.resize(warps_);
  clocks.completed.resize(warps_);
  return clocks;
}

void HazardDetector::bind_async(std::uint32_t address, const AsyncCopy& copy) {
  mbarrier(address).copies.push_back(copy);
}

void HazardDetector::on_mbarrier_arrival(std::uint32_t warp, std::uint32_t address) {
  settle();
  MbarrierClocks& clocks = mbarrier(address);
  for (std::uint32_t other = 0; other < warps_; ++other) {
    clocks.arriving[other] =
        std::max(clocks.arriving[other], known_[std::size_t{warp} * warps_ + other]);
  }
  clocks.arriving[warp] = clock_[warp]++;
}

void HazardDetector::on_mbarrier_phase(std::uint32_t address) {
  MbarrierClocks& clocks = mbarrier(address);
  for (const AsyncCopy& copy : clocks.copies) {
    on_async_done(copy.warp, copy.lane, copy.line, copy.address, copy.bytes);
    clocks.arriving[copy.warp] = clock_[copy.warp];
  }
  for (const AsyncCopy& copy : clocks.copies) {
    clock_[copy.warp] = std::max(clock_[copy.warp], clocks.arriving[copy.warp] + 1);
  }
  clocks.copies.clear();
  clocks.completed = clocks.arriving;
}

void HazardDetector::on_mbarrier_wait(std::uint32_t warp, std::uint32_t address) {
  settle();
  const MbarrierClocks& clocks = mbarrier(address);
  for (std::uint32_t other = 0; other < warps_; ++other) {
    std::uint32_t& known = known_[std::size_t{warp} * warps_ + other];
    known = std::max(known, clocks.completed[other]);
  }
  ++clock_[warp];
}

}  // namespace bankcheck::sim
