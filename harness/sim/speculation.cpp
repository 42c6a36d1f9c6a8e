#include "sim/speculation.hpp"

namespace bankcheck::sim {

void SharedUses::note(std::size_t allocation, Use use) {
  if ((uses_[allocation].fetch_or(use) | use) == kUseBoth) give_up();
}

void Speculation::note_use(AddressSpace& space, Allocation& allocation, Use use) {
  shared_.note(static_cast<std::size_t>(&allocation - space.allocations().data()), use);
  if ((use & kUseWritten) == 0 || allocation.written != nullptr) return;
  Copy& copy = copies_.emplace_back();
  copy.data.assign(allocation.data, allocation.data + allocation.size_bytes);
  copy.written.assign(allocation.size_bytes, 0);
  allocation.data = copy.data.data();
  allocation.written = copy.written.data();
}

void commit_writes(AddressSpace& from_range, AddressSpace& to) {
  for (std::size_t i = 0; i < to.allocations().size(); ++i) {
    const Allocation& from = from_range.allocations()[i];
    if (from.written == nullptr) continue;
    std::byte* data = to.allocations()[i].data;
    for (std::uint64_t byte = 0; byte < from.size_bytes; ++byte) {
      if (from.written[byte] != 0) data[byte] = from.data[byte];
    }
  }
}

}  // namespace bankcheck::sim
