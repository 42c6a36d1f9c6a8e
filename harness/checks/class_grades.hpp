// The grades of a class: one entry a student, as gradebooks and class reports need it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "checks/grade.hpp"

namespace bankcheck::checks {

/// Who a submission belongs to, as far as a download or a roster says so. Everything but `key` may
/// be empty. All of it is text from outside: escape it where it is shown.
struct Student {
  std::string key;  ///< unique in the class and fit for a file name: what results are filed under
  std::string name;
  std::string id;      ///< the learning platform's own: a Canvas ID, a Moodle participant number
  std::string sis_id;  ///< the registrar's
  std::string login;
  std::string email;
  std::string section;
};

enum class EntryState : std::uint8_t {
  kGraded,        ///< with a verdict of PASS, FAIL or INCONCLUSIVE
  kNoSubmission,  ///< in the roster, with nothing handed in
  kUnreadable,    ///< handed in, but it cannot be read as a submission; `reason` says why
  kTrouble,       ///< ours, after every retry; never a zero mark
  kNotYet,        ///< not graded when the class was summed up
};
const char* name(EntryState state);  ///< "graded", "no submission", "unreadable", …

/// What a row of the sweep came to.
struct EntryRatio {
  std::string label;  ///< of the row: `8`, `padded`
  std::optional<double> predicted_degree;
  std::optional<double> measured_ratio;  ///< of counts
  std::optional<double> time_ratio;      ///< from a GPU only
  std::optional<double> student_ratio;
};

/// What a check said; the texts of a student's own report, shortened.
struct EntryFinding {
  std::string id;
  std::string title;
  FindingStatus status = FindingStatus::kNotJudged;
  double points = 0;
  double max_points = 0;
  bool hidden = false;
  std::string evidence;
};

struct ClassEntry {
  Student student;
  EntryState state = EntryState::kNotYet;
  std::optional<Verdict> verdict;  ///< absent when there is no grade
  double points = 0;
  std::string reason;      ///< of the verdict or of the state: one sentence
  std::string submission;  ///< the folder, file or archive that was graded
  std::string submitted;   ///< what the download's name says: attempt, `late`; may be empty
  bool late = false;
  std::string graded_on;       ///< description of the device
  double grading_seconds = 0;  ///< of the run that made the result
  std::vector<EntryFinding> findings;
  std::vector<EntryRatio> ratios;
  std::vector<std::pair<std::string, std::string>> sentences;  ///< question, answer: to be read
  std::vector<std::string> needs_person;  ///< why somebody should look at it, one sentence each
  std::vector<std::string> similar_to;    ///< keys of students whose kernels are (nearly) the same
  std::string page;  ///< the student's report, relative to the class's folder; may be empty
};

struct ClassGrades {
  std::string exercise;
  std::string title;
  std::string rubric_path;
  std::string rubric_hash;
  std::string harness_version;
  std::string toolchain;
  std::string row_heading;  ///< "stride"
  double max_points = 0;
  double pass_mark = 0;
  std::vector<ClassEntry> entries;  ///< by student key
};

}  // namespace bankcheck::checks
