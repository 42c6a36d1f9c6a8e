#include <fmt/format.h>

#include "base/escape.hpp"
#include "report/class_page_parts.hpp"
#include "report/class_statistics.hpp"
#include "report/class_table.hpp"
#include "report/page_parts.hpp"

namespace bankcheck::report {
namespace {

constexpr std::size_t kNameBytes = 120;
constexpr std::size_t kReasonBytes = 400;
/// Longer lists are folded up.
constexpr std::size_t kLongList = 25;

bool is_plain(char byte) {
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
         (byte >= '0' && byte <= '9') || byte == '-' || byte == '_' || byte == '.' || byte == '/';
}

bool leads_out(std::string_view page) {
  return page.starts_with('/') || ("/" + std::string(page) + "/").find("/../") != std::string::npos;
}

/// `items`, behind a summary when there are many.
std::string folded_list(const std::string& items, std::size_t count, const char* what,
                        const char* element = "ul") {
  if (count == 0) return "";
  const std::string list = fmt::format("<{0}>\n{1}</{0}>\n", element, items);
  if (count <= kLongList) return list;
  return fmt::format("<details><summary>{} {}</summary>\n{}</details>\n", count, what, list);
}

std::string share_bar(const FailedCheck& check) {
  constexpr double kWidth = 192;
  return fmt::format(
      "<svg class=\"share\" width=\"{0}\" height=\"10\" aria-hidden=\"true\"><rect width=\"{0}\" "
      "height=\"10\" rx=\"3\"/><rect class=\"failed\" width=\"{1:.1f}\" height=\"10\" "
      "rx=\"3\"/></svg>",
      kWidth, kWidth * static_cast<double>(check.failed) / static_cast<double>(check.judged));
}

}  // namespace

std::string relative_link(std::string_view page) {
  if (page.empty() || leads_out(page)) return "";
  std::string link = "./";
  for (const char byte : page) {
    link += is_plain(byte) ? std::string(1, byte)
                           : fmt::format("%{:02X}", static_cast<unsigned char>(byte));
  }
  return link;
}

std::string student_link(const checks::ClassEntry& entry) {
  const std::string& shown = entry.student.name.empty() ? entry.student.key : entry.student.name;
  const std::string name = base::escape_html(shown, kNameBytes);
  const std::string link = relative_link(entry.page);
  return link.empty() ? name : fmt::format("<a href=\"{}\">{}</a>", link, name);
}

std::string standings_part(const checks::ClassGrades& grades) {
  std::string items;
  for (const StandingCount& count : standing_counts(grades)) {
    items += fmt::format("<li class=\"{}\" data-standing=\"{}\"><strong>{}</strong> {}</li>\n",
                         css_class(count.tone), count.standing, count.count, count.standing);
  }
  return items.empty() ? "" : "<ul class=\"standings\">\n" + items + "</ul>\n";
}

std::string needs_person_part(const checks::ClassGrades& grades) {
  std::string items;
  std::size_t count = 0;
  for (const checks::ClassEntry& entry : grades.entries) {
    if (entry.needs_person.empty()) continue;
    ++count;
    std::string reasons;
    for (const std::string& reason : entry.needs_person) {
      reasons += (reasons.empty() ? "" : "; ") + base::escape_html(reason, kReasonBytes);
    }
    items += fmt::format("<li>{}: {}</li>\n", student_link(entry), reasons);
  }
  return folded_list(items, count, "submissions");
}

std::string similar_part(const checks::ClassGrades& grades) {
  std::string items;
  const auto groups = similar_groups(grades);
  for (const std::vector<std::size_t>& group : groups) {
    std::string names;
    for (const std::size_t index : group) {
      names += (names.empty() ? "" : ", ") + student_link(grades.entries[index]);
    }
    items += fmt::format("<li>{} students: {}</li>\n", group.size(), names);
  }
  return folded_list(items, groups.size(), "groups");
}

std::string failed_checks_part(const checks::ClassGrades& grades) {
  std::string rows;
  for (const FailedCheck& check : failed_checks(grades)) {
    rows += fmt::format(
        "<tr><th scope=\"row\">{}</th><td class=\"number\">{}</td><td class=\"number\">{}</td>"
        "<td>{}</td></tr>\n",
        base::escape_html(check.title, 200), check.failed, check.judged, share_bar(check));
  }
  if (rows.empty()) return "";
  return "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-labelledby=\"failed\">\n"
         "<table class=\"sweep\">\n<thead><tr><th scope=\"col\">check</th><th scope=\"col\" "
         "class=\"number\">failed</th><th scope=\"col\" class=\"number\">judged</th><th "
         "scope=\"col\">share</th></tr></thead>\n<tbody>\n" +
         rows + "</tbody>\n</table>\n</div>\n";
}

std::string answers_part(const checks::ClassGrades& grades) {
  std::string items;
  std::size_t count = 0;
  for (const checks::ClassEntry& entry : grades.entries) {
    for (const auto& [question, answer] : entry.sentences) {
      ++count;
      items += fmt::format("<dt>{}: <span>{}</span></dt><dd>{}</dd>\n", student_link(entry),
                           base::escape_html(question, 200), base::escape_html(answer, 1000));
    }
  }
  return folded_list(items, count, "answers", "dl");
}

}  // namespace bankcheck::report
