#include "submission/archive_reader.hpp"

#include <cstring>

#ifdef BANKCHECK_HAVE_LIBARCHIVE
#include <array>
#include <clocale>
#include <memory>

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>
#endif

namespace bankcheck::submission {

std::string encode_entry(const ArchiveEntry& entry) {
  const auto name_size = static_cast<std::uint32_t>(entry.name.size());
  std::string message(1, static_cast<char>(entry.kind));
  message.append(reinterpret_cast<const char*>(&name_size), sizeof name_size);
  return message + entry.name + entry.contents;
}

std::optional<ArchiveEntry> decode_entry(std::string_view message) {
  std::uint32_t name_size = 0;
  if (message.size() < 1 + sizeof name_size) return std::nullopt;
  const auto kind = static_cast<unsigned char>(message[0]);
  std::memcpy(&name_size, message.data() + 1, sizeof name_size);
  message.remove_prefix(1 + sizeof name_size);
  if (kind > static_cast<unsigned char>(EntryKind::kRefused) || name_size > message.size()) {
    return std::nullopt;
  }
  return ArchiveEntry{static_cast<EntryKind>(kind), std::string(message.substr(0, name_size)),
                      std::string(message.substr(name_size))};
}

#ifndef BANKCHECK_HAVE_LIBARCHIVE

bool can_read_archives() { return false; }

void read_archive(std::string_view, const UnpackLimits&, const sandbox::Send&) {}

#else

namespace {

constexpr std::size_t kBlockBytes = 10240;
/// One for the compression, one for the plain bytes; a .gz of a .gz has more.
constexpr int kFilters = 2;

struct Release {
  void operator()(archive* handle) const { archive_read_free(handle); }
};

/// While it is there, names in UTF-8 come out as they stand, in this thread.
class Utf8Names {
 public:
  Utf8Names()
      : locale_(::newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr)), before_(::uselocale(locale_)) {}
  ~Utf8Names() {
    ::uselocale(before_);
    if (locale_ != nullptr) ::freelocale(locale_);
  }
  Utf8Names(const Utf8Names&) = delete;
  Utf8Names& operator=(const Utf8Names&) = delete;

 private:
  locale_t locale_;
  locale_t before_;
};

class Reader {
 public:
  Reader(const UnpackLimits& limits, const sandbox::Send& send)
      : limits_(limits), send_(send), handle_(archive_read_new()) {}

  void read(std::string_view bytes) {
    archive* const handle = handle_.get();
    archive_read_support_filter_gzip(handle);
    archive_read_support_filter_bzip2(handle);
    archive_read_support_filter_xz(handle);
    archive_read_support_filter_zstd(handle);
    archive_read_support_format_tar(handle);
    archive_read_support_format_zip(handle);
    if (archive_read_open_memory(handle, bytes.data(), bytes.size()) != ARCHIVE_OK) {
      refuse("", damage());
      return;
    }
    if (archive_filter_count(handle) > kFilters) {
      refuse("", "is compressed more than once");
      return;
    }
    archive_entry* entry = nullptr;
    int status = archive_read_next_header(handle, &entry);
    while (status == ARCHIVE_OK || status == ARCHIVE_WARN) {
      if (!take(entry)) return;
      status = archive_read_next_header(handle, &entry);
    }
    if (status != ARCHIVE_EOF) refuse("", damage());
  }

 private:
  std::string damage() const {
    const char* const text = archive_error_string(handle_.get());
    return fmt::format("is damaged, or is no archive: {}", text == nullptr ? "unreadable" : text);
  }

  bool refuse(const std::string& name, std::string text) {
    send_(encode_entry({EntryKind::kRefused, name, std::move(text)}));
    return false;
  }

  bool unfit(const std::string& name, std::string text) {
    send_(encode_entry({EntryKind::kUnfit, name, std::move(text)}));
    return true;
  }

  /// False when the archive is refused.
  bool take(archive_entry* entry) {
    // Where the name is not in this locale's encoding, as it stands.
    const char* name = archive_entry_pathname(entry);
    if (name == nullptr) name = archive_entry_pathname_utf8(entry);
    if (name == nullptr) return refuse("", "has an entry whose name cannot be read");
    if (++entries_ > limits_.entries) {
      return refuse("", fmt::format("holds more than {} files and folders", limits_.entries));
    }
    if (archive_entry_is_encrypted(entry) != 0) {
      return refuse(name, "is encrypted: it can be read without a password only");
    }
    if (archive_entry_hardlink(entry) != nullptr) return unfit(name, "is a link");
    switch (archive_entry_filetype(entry)) {
      case AE_IFREG:
        return take_file(name);
      case AE_IFDIR:
        send_(encode_entry({EntryKind::kFolder, name, ""}));
        return true;
      case AE_IFLNK:
        return unfit(name, "is a link");
      default:
        return unfit(name, "is neither a file nor a folder");
    }
  }

  bool take_file(const std::string& name) {
    ArchiveEntry file{EntryKind::kFile, name, ""};
    std::array<char, kBlockBytes> block;
    la_ssize_t count = archive_read_data(handle_.get(), block.data(), block.size());
    for (; count > 0; count = archive_read_data(handle_.get(), block.data(), block.size())) {
      total_bytes_ += static_cast<std::uint64_t>(count);
      if (total_bytes_ > limits_.total_bytes) {
        return refuse("", fmt::format("unpacks to more than {} bytes", limits_.total_bytes));
      }
      if (file.contents.size() + static_cast<std::size_t>(count) > limits_.file_bytes) {
        total_bytes_ -= file.contents.size() + static_cast<std::size_t>(count);
        return unfit(name, fmt::format("is larger than {} bytes", limits_.file_bytes));
      }
      file.contents.append(block.data(), static_cast<std::size_t>(count));
    }
    if (count < 0) return refuse("", damage());
    send_(encode_entry(file));
    return true;
  }

  const UnpackLimits& limits_;
  const sandbox::Send& send_;
  std::unique_ptr<archive, Release> handle_;
  std::size_t entries_ = 0;
  std::uint64_t total_bytes_ = 0;
};

}  // namespace

bool can_read_archives() { return true; }

void read_archive(std::string_view bytes, const UnpackLimits& limits, const sandbox::Send& send) {
  const Utf8Names names;
  Reader(limits, send).read(bytes);
}

#endif

}  // namespace bankcheck::submission
