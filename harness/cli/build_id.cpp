#include "cli/build_id.hpp"

#include <cstring>

#include <elf.h>
#include <fmt/format.h>
#include <link.h>

#include "cli/session.hpp"

namespace bankcheck::cli {
namespace {

std::size_t padded(std::size_t size) { return (size + 3) & ~std::size_t{3}; }

std::string find_note(const char* note, const char* end) {
  while (note + sizeof(ElfW(Nhdr)) <= end) {
    ElfW(Nhdr) header;
    std::memcpy(&header, note, sizeof header);
    const char* const name = note + sizeof header;
    const char* const body = name + padded(header.n_namesz);
    if (body + header.n_descsz > end) return "";
    if (header.n_type == NT_GNU_BUILD_ID && std::memcmp(name, "GNU", 4) == 0) {
      std::string digits;
      for (std::size_t i = 0; i < header.n_descsz; ++i) {
        digits += fmt::format("{:02x}", static_cast<unsigned char>(body[i]));
      }
      return digits;
    }
    note = body + padded(header.n_descsz);
  }
  return "";
}

/// Of the first object, which is the program itself.
int read_notes(dl_phdr_info* object, std::size_t, void* found) {
  for (int i = 0; i < object->dlpi_phnum; ++i) {
    const ElfW(Phdr)& segment = object->dlpi_phdr[i];
    if (segment.p_type != PT_NOTE) continue;
    const char* const start = reinterpret_cast<const char*>(object->dlpi_addr + segment.p_vaddr);
    const std::string id = find_note(start, start + segment.p_memsz);
    if (!id.empty()) *static_cast<std::string*>(found) = id;
  }
  return 1;
}

}  // namespace

std::string build_id() {
  std::string id;
  ::dl_iterate_phdr(read_notes, &id);
  return id.empty() ? version() : id;
}

}  // namespace bankcheck::cli
