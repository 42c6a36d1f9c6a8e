// The entries of an archive as messages from the child that reads it.
//
// Theory of operation. libarchive reads in a child process without files, network or system calls
// beyond memory (sandbox/isolated_call.hpp), and does not write: it sends each entry whole, and the
// parent, which trusts none of it, decides what to make of the name. So a fault in the library ends
// in the child, and names, links and modes of the archive never reach the file system by its hands.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "sandbox/isolated_call.hpp"
#include "submission/archive.hpp"

namespace bankcheck::submission {

enum class EntryKind : std::uint8_t {
  kFile,
  kFolder,
  kUnfit,    ///< this entry is none that can be had; `contents` is why
  kRefused,  ///< the archive is not taken; `contents` is why. The last entry.
};

struct ArchiveEntry {
  EntryKind kind = EntryKind::kRefused;
  std::string name;  ///< as it stands in the archive
  std::string contents;
};

std::string encode_entry(const ArchiveEntry& entry);
/// Nothing when the bytes are no entry.
std::optional<ArchiveEntry> decode_entry(std::string_view message);

/// Whether this build can read archives at all.
bool can_read_archives();

/// In the child: sends every entry of the archive that `bytes` are.
void read_archive(std::string_view bytes, const UnpackLimits& limits, const sandbox::Send& send);

}  // namespace bankcheck::submission
