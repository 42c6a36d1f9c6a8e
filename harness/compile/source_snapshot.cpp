#include "compile/source_snapshot.hpp"

#include <algorithm>
#include <cctype>
#include <optional>
#include <set>
#include <system_error>

#include <fmt/format.h>

#include "base/atomic_file.hpp"
#include "base/escape.hpp"
#include "base/include_lines.hpp"
#include "base/sha256.hpp"

namespace bankcheck::compile {
namespace {

namespace fs = std::filesystem;

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

bool leaves(const fs::path& path) {
  const fs::path normal = path.lexically_normal();
  return normal.is_absolute() || (!normal.empty() && *normal.begin() == "..");
}

/// A file of the snapshot while it is taken: where it really is, and its name below the root.
struct Found {
  fs::path real;
  fs::path name;
};

/// Where the files come from. `real` is theirs to understand.
class Source {
 public:
  virtual ~Source() = default;
  /// Whether it is there; what lies outside of the root is not asked for.
  virtual bool has(const fs::path& real) const = 0;
  /// Whether a symbolic link leads out of the root.
  virtual bool leads_out(const fs::path& real) const = 0;
  virtual base::Result<std::string> read(const fs::path& real) const = 0;
};

class OnDisk : public Source {
 public:
  explicit OnDisk(fs::path root) : root_(std::move(root)) {}

  bool has(const fs::path& real) const override {
    std::error_code ignored;
    return fs::exists(real, ignored);
  }
  bool leads_out(const fs::path& real) const override {
    std::error_code error;
    const fs::path target = fs::weakly_canonical(real, error);
    return error || leaves(target.lexically_relative(root_));
  }
  base::Result<std::string> read(const fs::path& real) const override {
    return base::read_file(real, kSourceFileBytes);
  }

 private:
  fs::path root_;
};

class InMemory : public Source {
 public:
  explicit InMemory(const std::vector<SourceFile>& files) : files_(files) {}

  bool has(const fs::path& real) const override { return find(real) != files_.end(); }
  bool leads_out(const fs::path&) const override { return false; }
  base::Result<std::string> read(const fs::path& real) const override {
    const auto file = find(real);
    if (file == files_.end()) return base::error_in(real.generic_string(), "was not handed in");
    return file->text;
  }

 private:
  std::vector<SourceFile>::const_iterator find(const fs::path& real) const {
    const std::string name = real.lexically_normal().generic_string();
    return std::find_if(files_.begin(), files_.end(),
                        [&](const SourceFile& file) { return file.name == name; });
  }

  const std::vector<SourceFile>& files_;
};

/// Adds to `queue` what `file` includes; the error is an include that leaves the root.
std::optional<base::Diagnostic> follow_includes(const base::SourceText& file, const Found& found,
                                                const Source& source, std::vector<Found>* queue) {
  for (const base::IncludeLine& include : base::find_includes(file.text())) {
    const fs::path target(include.name);
    const Found next{found.real.parent_path() / target,
                     (found.name.parent_path() / target).lexically_normal()};
    const bool outside =
        include.angled ? leaves(target) : target.is_absolute() || leaves(next.name);
    if (outside || (!include.angled && source.leads_out(next.real))) {
      return file.at(include.line, include.column,
                     fmt::format("'{}' is outside the submission's folder", include.name));
    }
    if (!include.angled && source.has(next.real)) queue->push_back(next);
  }
  return std::nullopt;
}

/// The main file and all that it includes, each once.
base::Result<std::vector<base::SourceText>> collect(const Source& source, const Found& main) {
  std::vector<base::SourceText> files;
  std::set<std::string> seen;
  std::vector<Found> queue{main};
  for (std::size_t next = 0; next < queue.size(); ++next) {
    const Found found = queue[next];
    const std::string name = found.name.generic_string();
    if (!seen.insert(name).second) continue;
    if (seen.size() > kSourceFiles) {
      return base::error_in(
          name, fmt::format("is one included file too many ({} at most)", kSourceFiles));
    }
    auto text = source.read(found.real);
    if (!text) {
      base::Diagnostics errors = text.errors();
      for (base::Diagnostic& item : errors) item.file = name;
      return errors;
    }
    files.emplace_back(name, std::move(text).value());
    if (auto outside = follow_includes(files.back(), found, source, &queue)) return *outside;
  }
  return files;
}

}  // namespace

/// Names come back in command lines and messages: those with odd characters are replaced.
fs::path plain_name(const fs::path& name) {
  const std::string text = name.generic_string();
  const bool plain = !text.empty() && text.size() <= 200 && text.front() != '-' && !leaves(name) &&
                     std::all_of(text.begin(), text.end(), [](char c) {
                       return is_word(c) || c == '.' || c == '-' || c == '+' || c == '/';
                     });
  return plain ? name.lexically_normal() : fs::path(kStandInName);
}

bool is_presentable(const fs::path& name) {
  const std::string text = name.generic_string();
  const bool printable = std::none_of(text.begin(), text.end(), [](char c) {
    return static_cast<unsigned char>(c) < ' ' || c == 0x7f || c == '"' || c == '\\';
  });
  return !text.empty() && text.size() <= 200 && printable && base::clean_utf8(text) == text;
}

base::Result<SourceSnapshot> SourceSnapshot::take(const fs::path& source, const fs::path& root) {
  std::error_code error;
  const fs::path folder =
      fs::weakly_canonical(root.empty() ? fs::absolute(source).parent_path() : root, error);
  const fs::path relative = fs::absolute(source).lexically_normal().lexically_relative(
      root.empty() ? fs::absolute(source).lexically_normal().parent_path()
                   : fs::absolute(root).lexically_normal());
  auto files = collect(OnDisk(folder), {source, plain_name(relative)});
  if (!files) return files.errors();
  return SourceSnapshot(std::move(files).value());
}

base::Result<SourceSnapshot> SourceSnapshot::take(const std::vector<SourceFile>& given,
                                                  const std::string& main) {
  auto files = collect(InMemory(given), {main, plain_name(main)});
  if (!files) return files.errors();
  return SourceSnapshot(std::move(files).value());
}

const base::SourceText* SourceSnapshot::find(std::string_view name) const {
  const auto file = std::find_if(files_.begin(), files_.end(),
                                 [&](const base::SourceText& text) { return text.name() == name; });
  return file == files_.end() ? nullptr : &*file;
}

bool SourceSnapshot::mentions(std::string_view identifier) const {
  for (const base::SourceText& file : files_) {
    const std::string_view text = file.text();
    for (std::size_t at = text.find(identifier); at != std::string_view::npos;
         at = text.find(identifier, at + 1)) {
      const std::size_t end = at + identifier.size();
      if ((at == 0 || !is_word(text[at - 1])) && (end == text.size() || !is_word(text[end]))) {
        return true;
      }
    }
  }
  return false;
}

std::string SourceSnapshot::hash() const {
  std::string digests;
  for (const base::SourceText& file : files_) {
    digests += base::sha256_hex(file.name()) + base::sha256_hex(file.text());
  }
  return base::sha256_hex(digests);
}

base::Diagnostics SourceSnapshot::write_to(const sandbox::ScratchFolder& scratch,
                                           const fs::path& folder) const {
  for (const base::SourceText& file : files_) {
    if (auto errors = scratch.write(folder / file.name(), file.text()); !errors.empty()) {
      return errors;
    }
  }
  return {};
}

}  // namespace bankcheck::compile
