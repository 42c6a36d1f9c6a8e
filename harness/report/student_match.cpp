#include "report/student_match.hpp"

#include <algorithm>
#include <map>
#include <unordered_map>

#include <fmt/format.h>

namespace bankcheck::report {
namespace {

bool is_space(char byte) { return byte == ' ' || byte == '\t' || byte == ',' || byte == '_'; }

/// Punctuation that one list of names may have and another not.
bool is_left_out(char byte) { return byte == '.' || byte == '\'' || byte == '-' || byte == '"'; }

std::vector<std::string> words_of(std::string_view name) {
  std::vector<std::string> words;
  bool inside = false;
  for (const char byte : folded(name)) {
    if (is_space(byte)) {
      inside = false;
    } else if (!is_left_out(byte)) {
      if (!inside) words.emplace_back();
      inside = true;
      words.back() += byte;
    }
  }
  return words;
}

std::string squeezed(const std::vector<std::string>& words) {
  std::string all;
  for (const std::string& word : words) all += word;
  return all;
}

std::string in_any_order(std::vector<std::string> words) {
  std::sort(words.begin(), words.end());
  std::string all;
  for (const std::string& word : words) all += word + ' ';
  return all;
}

using Rows = std::vector<std::size_t>;
using Index = std::unordered_map<std::string, Rows>;

Rows rows_of(const Index& index, const std::string& key) {
  const auto found = key.empty() ? index.end() : index.find(key);
  return found == index.end() ? Rows{} : found->second;
}

/// The rows of a file by each of their identities, and by name.
class Matcher {
 public:
  Matcher(const CsvFile& file, std::span<const std::size_t> rows,
          std::span<const Identity> identities, const std::string& name_column)
      : file_(file), identities_(identities) {
    for (const Identity& identity : identities) {
      columns_.push_back(find_column(file.rows.front(), identity.column));
      Index& index = by_identity_.emplace_back();
      for (const std::size_t row : rows) index[cell(row, columns_.size() - 1)].push_back(row);
    }
    const auto column = find_column(file.rows.front(), name_column);
    for (const std::size_t row : rows) {
      if (!column) break;
      const std::vector<std::string> words = words_of(file.rows[row].trimmed(*column));
      by_words_[in_any_order(words)].push_back(row);
      if (words.size() > 1) by_squeezed_[squeezed(words)].push_back(row);
    }
  }

  /// Strength is the place of the identity that decided; the name's is the last.
  Match match(const checks::Student& student, std::size_t& strength) const {
    for (strength = 0; strength < identities_.size(); ++strength) {
      const Rows found =
          rows_of(by_identity_[strength], folded(identities_[strength].of_student(student)));
      if (!found.empty()) return only_one(found, "`" + identities_[strength].column + "`");
    }
    const Rows found = rows_named(student);
    return found.empty() ? Match{} : only_one(found, "name");
  }

 private:
  std::string cell(std::size_t row, std::size_t identity) const {
    if (!columns_[identity]) return "";
    return identities_[identity].of_cell(file_.rows[row].trimmed(*columns_[identity]));
  }

  bool contradicts(const checks::Student& student, std::size_t row) const {
    for (std::size_t i = 0; i < identities_.size(); ++i) {
      const std::string known = folded(identities_[i].of_student(student));
      const std::string found = cell(row, i);
      if (identities_[i].contradicts && !known.empty() && !found.empty() && known != found) {
        return true;
      }
    }
    return false;
  }

  Rows rows_named(const checks::Student& student) const {
    const std::vector<std::string> words = words_of(student.name);
    Rows found = rows_of(by_words_, in_any_order(words));
    if (words.size() == 1) {
      const Rows together = rows_of(by_squeezed_, words.front());
      found.insert(found.end(), together.begin(), together.end());
    }
    std::erase_if(found, [&](std::size_t row) { return contradicts(student, row); });
    return found;
  }

  static Match only_one(const Rows& found, const std::string& what) {
    if (found.size() == 1) return {found.front(), ""};
    return {std::nullopt, fmt::format("{} rows have the same {}", found.size(), what)};
  }

  const CsvFile& file_;
  std::span<const Identity> identities_;
  std::vector<std::optional<std::size_t>> columns_;
  std::vector<Index> by_identity_;
  Index by_words_;
  Index by_squeezed_;
};

/// Of the students that claim a row the one with the surest claim has it; of two equally sure ones
/// neither.
void settle_claims(std::vector<Match>& matches, const std::vector<std::size_t>& strengths) {
  std::map<std::size_t, std::vector<std::size_t>> claims;
  for (std::size_t i = 0; i < matches.size(); ++i) {
    if (matches[i].row) claims[*matches[i].row].push_back(i);
  }
  for (auto& [row, students] : claims) {
    std::stable_sort(students.begin(), students.end(),
                     [&](std::size_t a, std::size_t b) { return strengths[a] < strengths[b]; });
    const bool tied = students.size() > 1 && strengths[students[0]] == strengths[students[1]];
    for (std::size_t i = tied ? 0 : 1; i < students.size(); ++i) {
      matches[students[i]] = {std::nullopt, "another student of the class fits the same row"};
    }
  }
}

}  // namespace

std::vector<Match> match_students(const checks::ClassGrades& grades, const CsvFile& file,
                                  std::span<const std::size_t> rows,
                                  std::span<const Identity> identities,
                                  const std::string& name_column) {
  const Matcher matcher(file, rows, identities, name_column);
  std::vector<Match> matches;
  std::vector<std::size_t> strengths;
  for (const checks::ClassEntry& entry : grades.entries) {
    matches.push_back(matcher.match(entry.student, strengths.emplace_back()));
  }
  settle_claims(matches, strengths);
  return matches;
}

std::string folded(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  std::string result(text);
  for (char& byte : result) {
    if (byte >= 'A' && byte <= 'Z') byte = static_cast<char>(byte - 'A' + 'a');
  }
  return result;
}

std::optional<std::size_t> find_column(const CsvRow& headings, std::string_view heading) {
  for (std::size_t i = 0; i < headings.fields.size(); ++i) {
    if (folded(headings.fields[i].value) == folded(heading)) return i;
  }
  return std::nullopt;
}

}  // namespace bankcheck::report
