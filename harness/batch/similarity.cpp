#include "batch/similarity.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <iterator>
#include <unordered_map>

namespace bankcheck::batch {
namespace {

constexpr std::size_t kSourceBytes = std::size_t{256} << 10;
/// A print that this many students have, and a quarter of the class, is common property.
constexpr std::size_t kFewestCommon = 8;
constexpr std::size_t kCommonFraction = 4;

constexpr std::array<std::string_view, 38> kKeywords = {
    "auto",       "bool",       "break",        "case",   "char",     "const",  "constexpr",
    "continue",   "default",    "do",           "double", "else",     "extern", "float",
    "for",        "goto",       "if",           "inline", "int",      "long",   "return",
    "short",      "signed",     "sizeof",       "static", "struct",   "switch", "template",
    "typename",   "unsigned",   "using",        "void",   "volatile", "while",  "__shared__",
    "__global__", "__device__", "__syncthreads"};

std::uint64_t hash_of(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325u;  // FNV-1a
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return hash;
}

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// Cuts a source into hashes of its tokens.
class Tokens {
 public:
  explicit Tokens(std::string_view text) : text_(text) {}

  std::vector<std::uint64_t> read() {
    while (at_ < text_.size()) step();
    return std::move(hashes_);
  }

 private:
  bool starts(std::string_view what) const { return text_.substr(at_).starts_with(what); }
  void skip_past(std::string_view end) {
    const std::size_t found = text_.find(end, at_);
    at_ = found == std::string_view::npos ? text_.size() : found + end.size();
  }

  void step() {
    const char c = text_[at_];
    if (starts("//")) return skip_past("\n");
    if (starts("/*")) return skip_past("*/");
    if (std::isspace(static_cast<unsigned char>(c)) != 0) {
      ++at_;
    } else if (c == '#' && starts("#include")) {
      skip_past("\n");
    } else if (c == '"' || c == '\'') {
      quoted(c);
    } else if (is_word(c)) {
      word();
    } else {
      hashes_.push_back(hash_of(text_.substr(at_++, 1)));
    }
  }

  void quoted(char quote) {
    ++at_;
    while (at_ < text_.size() && text_[at_] != quote && text_[at_] != '\n') {
      at_ += text_[at_] == '\\' ? 2 : 1;
    }
    ++at_;
    hashes_.push_back(hash_of("text"));
  }

  void word() {
    const std::size_t start = at_;
    const bool number = std::isdigit(static_cast<unsigned char>(text_[at_])) != 0;
    while (at_ < text_.size() && (is_word(text_[at_]) || (number && text_[at_] == '.'))) ++at_;
    const std::string_view word = text_.substr(start, at_ - start);
    const bool keeps = std::find(kKeywords.begin(), kKeywords.end(), word) != kKeywords.end();
    hashes_.push_back(hash_of(number ? "number" : keeps ? word : "name"));
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::vector<std::uint64_t> hashes_;
};

std::vector<std::uint64_t> hashes_of_runs(const std::vector<std::uint64_t>& tokens) {
  std::vector<std::uint64_t> runs;
  for (std::size_t start = 0; start + kRun <= tokens.size(); ++start) {
    std::uint64_t hash = 0xcbf29ce484222325u;
    for (std::size_t i = 0; i < kRun; ++i) {
      hash = (hash ^ tokens[start + i]) * 0x100000001b3u;
      hash ^= hash >> 29;
    }
    runs.push_back(hash);
  }
  return runs;
}

void sort_once(Prints* prints) {
  std::sort(prints->begin(), prints->end());
  prints->erase(std::unique(prints->begin(), prints->end()), prints->end());
}

using Holders = std::unordered_map<std::uint64_t, std::vector<std::uint32_t>>;

/// What each student has that is neither the template's nor common property.
std::vector<Prints> own_prints(const std::vector<const Prints*>& all, const Prints& of_template) {
  std::vector<Prints> own(all.size());
  std::unordered_map<std::uint64_t, std::size_t> count;
  for (std::size_t i = 0; i < all.size(); ++i) {
    std::set_difference(all[i]->begin(), all[i]->end(), of_template.begin(), of_template.end(),
                        std::back_inserter(own[i]));
    for (const std::uint64_t print : own[i]) ++count[print];
  }
  const std::size_t common = std::max(kFewestCommon, all.size() / kCommonFraction);
  for (Prints& prints : own) {
    std::erase_if(prints, [&](std::uint64_t print) { return count[print] > common; });
  }
  return own;
}

}  // namespace

Prints source_prints(std::string_view source) {
  const auto runs = hashes_of_runs(Tokens(source.substr(0, kSourceBytes)).read());
  Prints prints;
  for (std::size_t start = 0; start + kWindow <= runs.size(); ++start) {
    const auto window = runs.begin() + static_cast<std::ptrdiff_t>(start);
    const std::uint64_t least = *std::min_element(window, window + kWindow);
    if (prints.empty() || prints.back() != least) prints.push_back(least);
  }
  sort_once(&prints);
  return prints;
}

std::map<std::string, std::vector<std::string>> similar_sources(
    const std::map<std::string, Prints>& by_student, const Prints& of_template) {
  std::vector<const Prints*> all;
  std::vector<const std::string*> keys;
  for (const auto& [key, prints] : by_student) {
    keys.push_back(&key);
    all.push_back(&prints);
  }
  const std::vector<Prints> own = own_prints(all, of_template);
  Holders holders;
  for (std::uint32_t i = 0; i < own.size(); ++i) {
    for (const std::uint64_t print : own[i]) holders[print].push_back(i);
  }
  std::map<std::string, std::vector<std::string>> similar;
  for (std::uint32_t i = 0; i < own.size(); ++i) {
    std::map<std::uint32_t, std::size_t> shared;
    for (const std::uint64_t print : own[i]) {
      for (const std::uint32_t other : holders[print]) ++shared[other];
    }
    for (const auto& [other, count] : shared) {
      const std::size_t smaller = std::min(own[i].size(), own[other].size());
      if (other == i || count < kFewestPrints) continue;
      if (static_cast<double>(count) < kSimilarShare * static_cast<double>(smaller)) continue;
      auto& named = similar[*keys[i]];
      if (named.size() < kMostNamed) named.push_back(*keys[other]);
    }
  }
  return similar;
}

}  // namespace bankcheck::batch
