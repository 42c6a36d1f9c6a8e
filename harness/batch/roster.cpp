#include "batch/roster.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <set>

#include "base/text.hpp"

namespace bankcheck::batch {
namespace {

using checks::Student;
using Field = std::string Student::*;

struct Column {
  const char* heading;  ///< lower case, blanks for underscores
  Field field;
};

constexpr std::array kColumns = {
    Column{"name", &Student::name},
    Column{"student", &Student::name},
    Column{"full name", &Student::name},
    Column{"student name", &Student::name},
    Column{"id", &Student::id},
    Column{"canvas id", &Student::id},
    Column{"identifier", &Student::id},
    Column{"participant", &Student::id},
    Column{"sis user id", &Student::sis_id},
    Column{"sis id", &Student::sis_id},
    Column{"sid", &Student::sis_id},
    Column{"id number", &Student::sis_id},
    Column{"student id", &Student::sis_id},
    Column{"sis login id", &Student::login},
    Column{"login", &Student::login},
    Column{"login id", &Student::login},
    Column{"username", &Student::login},
    Column{"email", &Student::email},
    Column{"email address", &Student::email},
    Column{"section", &Student::section},
};

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string::npos) return "";
  return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

Field field_of(const std::string& heading) {
  std::string plain = base::lower_case(trimmed(heading));
  std::replace(plain.begin(), plain.end(), '_', ' ');
  for (const Column& column : kColumns) {
    if (plain == column.heading) return column.field;
  }
  return nullptr;
}

/// Names are compared without what platforms change in them: capitals, blanks, punctuation, and
/// whether the last name comes first.
std::string name_form(const std::string& name) {
  std::string form;
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x80 || std::isalnum(byte) != 0) form += static_cast<char>(std::tolower(byte));
  }
  return form;
}

std::vector<std::string> name_forms(const std::string& name) {
  std::vector<std::string> forms = {name_form(name)};
  const std::size_t comma = name.find(',');
  if (comma != std::string::npos) {
    forms.push_back(name_form(name.substr(comma + 1) + name.substr(0, comma)));
  } else if (const std::size_t blank = trimmed(name).rfind(' '); blank != std::string::npos) {
    const std::string plain = trimmed(name);
    forms.push_back(name_form(plain.substr(blank) + plain.substr(0, blank)));
  }
  return forms;
}

/// Everything that says who a student is, in the order in which it is trusted.
std::vector<std::string> handles(const Student& student) {
  std::vector<std::string> all;
  const std::pair<const char*, const std::string&> fields[] = {{"id", student.id},
                                                               {"sis", student.sis_id},
                                                               {"login", student.login},
                                                               {"email", student.email}};
  for (const auto& [kind, text] : fields) {
    if (!text.empty()) all.push_back(std::string(kind) + ":" + base::lower_case(text));
  }
  for (const std::string& form : name_forms(student.name)) {
    if (!form.empty()) all.push_back("name:" + form);
  }
  return all;
}

/// A folder may be named for a login, a registrar's number or an address.
std::vector<std::string> handles_of_name(const Student& student) {
  std::vector<std::string> all;
  for (const char* kind : {"login", "sis", "email", "id"}) {
    if (!student.name.empty())
      all.push_back(std::string(kind) + ":" + base::lower_case(student.name));
  }
  return all;
}

/// What names somebody in the roster; a handle that two of them share names nobody.
std::map<std::string, std::size_t> index(const std::vector<Student>& roster) {
  constexpr std::size_t kShared = ~std::size_t{0};
  std::map<std::string, std::size_t> found;
  for (std::size_t i = 0; i < roster.size(); ++i) {
    for (const std::string& handle : handles(roster[i])) {
      const auto [entry, is_new] = found.emplace(handle, i);
      if (!is_new && entry->second != i) entry->second = kShared;
    }
  }
  std::erase_if(found, [](const auto& entry) { return entry.second == kShared; });
  return found;
}

void take_over(const Student& from, Student* to) {
  for (const Field field : {&Student::name, &Student::id, &Student::sis_id, &Student::login,
                            &Student::email, &Student::section}) {
    if (!(from.*field).empty()) to->*field = from.*field;
  }
}

Student read_row(const std::vector<std::string>& row, const std::vector<Field>& fields) {
  Student student;
  for (std::size_t i = 0; i < row.size() && i < fields.size(); ++i) {
    if (fields[i] != nullptr && (student.*fields[i]).empty()) student.*fields[i] = trimmed(row[i]);
  }
  // Moodle's worksheet calls a participant `Participant 1234567`.
  if (base::lower_case(student.id).starts_with("participant ")) student.id = student.id.substr(12);
  return student;
}

bool is_nobody(const Student& student) {
  const std::string name = base::lower_case(student.name);
  return handles(student).empty() || name == "points possible" || name == "student, test";
}

/// Which of the submissions counts is not for a program to say.
void tell_of_one_owner(const std::vector<HandedIn*>& entries, std::vector<std::string>* remarks) {
  std::string all;
  for (HandedIn* entry : entries) {
    all += (all.empty() ? "" : " and ") + entry->text();
    entry->submitted += (entry->submitted.empty() ? "" : ", ") + std::string("one of ") +
                        std::to_string(entries.size()) + " that fit one student of the roster";
  }
  remarks->push_back(all + " fit one student of the roster: each is graded, and none goes into a " +
                     "gradebook until one alone is left");
}

}  // namespace

base::Result<std::vector<Student>> read_roster(const std::string& path,
                                               const std::vector<std::vector<std::string>>& rows) {
  std::vector<Field> fields;
  if (!rows.empty()) {
    for (const std::string& heading : rows.front()) fields.push_back(field_of(heading));
  }
  if (std::all_of(fields.begin(), fields.end(),
                  [](Field f) { return f == nullptr || f == &Student::section; })) {
    base::Diagnostic error;
    error.file = path;
    error.line = 1;
    error.column = 1;
    error.text = "names no column that says who a student is: name, id, sis id, login or email";
    return error;
  }
  std::vector<Student> roster;
  std::set<std::vector<std::string>> known;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    Student student = read_row(rows[i], fields);
    // Somebody of two sections may have two rows.
    const bool is_new =
        known.insert({student.name, student.id, student.sis_id, student.login, student.email})
            .second;
    if (is_new && !is_nobody(student)) roster.push_back(std::move(student));
  }
  return roster;
}

void apply_roster(const std::vector<Student>& roster, Intake* intake) {
  const std::map<std::string, std::size_t> known = index(roster);
  std::map<std::size_t, std::vector<HandedIn*>> seen;
  for (HandedIn& entry : intake->students) {
    std::size_t found = roster.size();
    std::vector<std::string> names = handles(entry.student);
    for (std::string& more : handles_of_name(entry.student)) names.push_back(std::move(more));
    for (const std::string& handle : names) {
      const auto match = known.find(handle);
      if (match == known.end()) continue;
      found = match->second;
      break;
    }
    if (found == roster.size()) {
      intake->remarks.push_back(entry.text() + ": its owner is not in the roster");
      continue;
    }
    seen[found].push_back(&entry);
    take_over(roster[found], &entry.student);
  }
  for (const auto& [place, entries] : seen) {
    if (entries.size() > 1) tell_of_one_owner(entries, &intake->remarks);
  }
  for (std::size_t i = 0; i < roster.size(); ++i) {
    if (!seen.contains(i)) intake->students.push_back({roster[i], {}, "", false});
  }
  finish(intake);
}

}  // namespace bankcheck::batch
