// Archives as strangers make them, for tests: any name, any kind of entry.
#pragma once

#ifdef BANKCHECK_HAVE_LIBARCHIVE

#include <string>

#include <archive.h>
#include <archive_entry.h>

namespace bankcheck::submission {

/// Writes one archive; the format and the compression follow the file's name.
class ArchiveMaker {
 public:
  explicit ArchiveMaker(const std::string& path) : archive_(archive_write_new()) {
    archive_write_set_format_filter_by_ext(archive_, path.c_str());
    archive_write_open_filename(archive_, path.c_str());
  }
  ~ArchiveMaker() { archive_write_free(archive_); }
  ArchiveMaker(const ArchiveMaker&) = delete;
  ArchiveMaker& operator=(const ArchiveMaker&) = delete;

  ArchiveMaker& file(const std::string& name, const std::string& contents) {
    begin(name, AE_IFREG, contents.size());
    archive_write_data(archive_, contents.data(), contents.size());
    return *this;
  }
  /// `type` as of archive_entry.h; `target` is for symbolic links.
  ArchiveMaker& special(const std::string& name, unsigned type, const std::string& target = "") {
    begin(name, type, 0, target);
    return *this;
  }
  ArchiveMaker& hard_link(const std::string& name, const std::string& target) {
    archive_entry* entry = archive_entry_new();
    archive_entry_set_pathname(entry, name.c_str());
    archive_entry_set_filetype(entry, AE_IFREG);
    archive_entry_set_hardlink(entry, target.c_str());
    archive_write_header(archive_, entry);
    archive_entry_free(entry);
    return *this;
  }

 private:
  void begin(const std::string& name, unsigned type, std::size_t size,
             const std::string& target = "") {
    archive_entry* entry = archive_entry_new();
    archive_entry_set_pathname(entry, name.c_str());
    archive_entry_set_filetype(entry, type);
    archive_entry_set_perm(entry, 06777);
    archive_entry_set_size(entry, static_cast<la_int64_t>(size));
    if (!target.empty()) archive_entry_set_symlink(entry, target.c_str());
    archive_write_header(archive_, entry);
    archive_entry_free(entry);
  }

  archive* archive_;
};

}  // namespace bankcheck::submission

#endif
