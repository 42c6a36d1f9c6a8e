#include "gpu/arena.hpp"

#include <utility>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace bankcheck::gpu {
namespace {

std::size_t file_bytes(int file) {
  struct stat status {};
  return fstat(file, &status) == 0 ? static_cast<std::size_t>(status.st_size) : 0;
}

}  // namespace

Arena::Arena(Arena&& other) noexcept
    : file_(std::move(other.file_)), mapped_(std::exchange(other.mapped_, {})) {}

Arena& Arena::operator=(Arena&& other) noexcept {
  std::swap(file_, other.file_);
  std::swap(mapped_, other.mapped_);
  return *this;
}

Arena::Arena(base::FileDescriptor file) : file_(std::move(file)) {}

Arena::~Arena() { unmap(); }

Arena Arena::create() {
  Arena arena(base::FileDescriptor(memfd_create(kArenaName, MFD_CLOEXEC | MFD_ALLOW_SEALING)));
  fcntl(arena.descriptor(), F_ADD_SEALS, F_SEAL_SHRINK);
  return arena;
}

bool Arena::grow(std::size_t bytes) {
  if (file_bytes(descriptor()) >= bytes) return true;
  return ftruncate(descriptor(), static_cast<off_t>(bytes)) == 0;
}

bool Arena::map(std::size_t bytes) {
  if (bytes <= mapped_.size()) return true;
  if (bytes > file_bytes(descriptor())) return false;
  unmap();
  void* start = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor(), 0);
  if (start == MAP_FAILED) return false;
  mapped_ = {static_cast<std::byte*>(start), bytes};
  return true;
}

void Arena::unmap() {
  if (!mapped_.empty()) munmap(mapped_.data(), mapped_.size());
  mapped_ = {};
}

}  // namespace bankcheck::gpu
