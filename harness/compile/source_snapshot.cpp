#include "compile/source_snapshot.hpp"

#include <algorithm>
#include <cctype>
#include <optional>
#include <set>
#include <system_error>

#include <fmt/format.h>

#include "base/atomic_file.hpp"
#include "base/sha256.hpp"

namespace bankcheck::compile {
namespace {

namespace fs = std::filesystem;

constexpr const char* kPlainName = "submission.cu";

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// The text with comments replaced by spaces; strings are known, so that they hide no comment.
std::string without_comments(std::string_view text) {
  std::string plain(text);
  enum { kCode, kLineComment, kBlockComment, kString } state = kCode;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const char next = i + 1 < text.size() ? text[i + 1] : '\0';
    if (state == kCode && c == '/' && (next == '/' || next == '*')) {
      state = next == '/' ? kLineComment : kBlockComment;
      plain[i] = plain[i + 1] = ' ';
      ++i;
    } else if (state == kCode && c == '"') {
      state = kString;
    } else if (state == kString) {
      if (c == '\\' && next != '\n') ++i;
      if (c == '"' || c == '\n') state = kCode;
    } else if (state == kLineComment || state == kBlockComment) {
      const bool closes = state == kBlockComment && c == '*' && next == '/';
      if (c != '\n') plain[i] = ' ';
      if (closes) plain[++i] = ' ';
      if (closes || (state == kLineComment && c == '\n')) state = kCode;
    }
  }
  return plain;
}

void skip_blanks(std::string_view line, std::size_t* at) {
  while (*at < line.size() && (line[*at] == ' ' || line[*at] == '\t')) ++*at;
}

std::optional<IncludeLine> parse_include(std::string_view line) {
  std::size_t at = 0;
  skip_blanks(line, &at);
  if (at < line.size() && line[at] == '#') {
    ++at;
  } else if (line.substr(at, 2) == "%:") {
    at += 2;
  } else {
    return std::nullopt;
  }
  skip_blanks(line, &at);
  std::size_t end = at;
  while (end < line.size() && is_word(line[end])) ++end;
  const std::string_view directive = line.substr(at, end - at);
  if (directive != "include" && directive != "include_next" && directive != "import") {
    return std::nullopt;
  }
  at = end;
  skip_blanks(line, &at);
  if (at >= line.size() || (line[at] != '"' && line[at] != '<')) return std::nullopt;
  const bool angled = line[at] == '<';
  const std::size_t close = line.find(angled ? '>' : '"', at + 1);
  if (close == std::string_view::npos) return std::nullopt;
  return IncludeLine{0, static_cast<int>(at) + 1, std::string(line.substr(at + 1, close - at - 1)),
                     angled};
}

bool leaves(const fs::path& path) {
  const fs::path normal = path.lexically_normal();
  return normal.is_absolute() || (!normal.empty() && *normal.begin() == "..");
}

/// A file of the snapshot while it is taken: where it really is, and its name below the root.
struct Found {
  fs::path real;
  fs::path name;
};

/// Whether a symbolic link leads out of the root.
bool linked_away(const fs::path& real, const fs::path& root) {
  std::error_code error;
  const fs::path target = fs::weakly_canonical(real, error);
  return error || leaves(target.lexically_relative(root));
}

/// Names come back in command lines and messages: those with odd characters are replaced.
fs::path plain_name(const fs::path& name) {
  const std::string text = name.generic_string();
  const bool plain = !text.empty() && text.size() <= 200 && text.front() != '-' && !leaves(name) &&
                     std::all_of(text.begin(), text.end(), [](char c) {
                       return is_word(c) || c == '.' || c == '-' || c == '+' || c == '/';
                     });
  return plain ? name.lexically_normal() : fs::path(kPlainName);
}

base::Diagnostic refuse(const fs::path& name, std::string text) {
  base::Diagnostic error;
  error.file = name.generic_string();
  error.text = std::move(text);
  return error;
}

/// Adds to `queue` what `file` includes; the error is an include that leaves the root.
std::optional<base::Diagnostic> follow_includes(const base::SourceText& file, const Found& found,
                                                const fs::path& root, std::vector<Found>* queue) {
  for (const IncludeLine& include : find_includes(file.text())) {
    const fs::path target(include.name);
    const Found next{found.real.parent_path() / target,
                     (found.name.parent_path() / target).lexically_normal()};
    const bool outside =
        include.angled ? leaves(target) : target.is_absolute() || leaves(next.name);
    if (outside || (!include.angled && linked_away(next.real, root))) {
      return file.at(include.line, include.column,
                     fmt::format("'{}' is outside the submission's folder", include.name));
    }
    std::error_code ignored;
    if (!include.angled && fs::exists(next.real, ignored)) queue->push_back(next);
  }
  return std::nullopt;
}

}  // namespace

std::vector<IncludeLine> find_includes(std::string_view text) {
  // Names in quotes and brackets are taken from the text itself: `//` in one is no comment.
  const std::string plain = without_comments(text);
  std::vector<IncludeLine> includes;
  int number = 0;
  for (std::size_t start = 0; start <= plain.size();) {
    const std::size_t end = std::min(plain.find('\n', start), plain.size());
    ++number;
    if (auto include = parse_include(std::string_view(plain).substr(start, end - start))) {
      include->line = number;
      includes.push_back(std::move(*include));
    }
    start = end + 1;
  }
  return includes;
}

base::Result<SourceSnapshot> SourceSnapshot::take(const fs::path& source, const fs::path& root) {
  std::error_code error;
  const fs::path folder =
      fs::weakly_canonical(root.empty() ? fs::absolute(source).parent_path() : root, error);
  const fs::path relative = fs::absolute(source).lexically_normal().lexically_relative(
      root.empty() ? fs::absolute(source).lexically_normal().parent_path()
                   : fs::absolute(root).lexically_normal());
  SourceSnapshot snapshot;
  std::set<std::string> seen;
  std::vector<Found> queue{{source, plain_name(relative)}};
  for (std::size_t next = 0; next < queue.size(); ++next) {
    const Found found = queue[next];
    if (!seen.insert(found.name.generic_string()).second) continue;
    if (seen.size() > kSourceFiles) {
      return refuse(found.name,
                    fmt::format("is one included file too many ({} at most)", kSourceFiles));
    }
    auto text = base::read_file(found.real, kSourceFileBytes);
    if (!text) {
      base::Diagnostics errors = text.errors();
      for (base::Diagnostic& item : errors) item.file = found.name.generic_string();
      return errors;
    }
    snapshot.files_.emplace_back(found.name.generic_string(), std::move(text).value());
    if (auto outside = follow_includes(snapshot.files_.back(), found, folder, &queue)) {
      return *outside;
    }
  }
  return snapshot;
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
