// Who handed in what: from the names in a download to one entry for each student.
//
// Theory of operation. Learning platforms say in the names of a download whose each file is; each
// platform is a row of a table (platform.hpp) that recognises its downloads and reads their names
// as pieces. Pieces of one owner are put together. Of pieces of one name the latest counts: by the
// platform's attempt, then by its upload number or time. Everything here works on names alone;
// files are opened when a submission is graded.
#pragma once

#include <string>
#include <vector>

#include "batch/listing.hpp"
#include "checks/class_grades.hpp"

namespace bankcheck::batch {

/// A file or folder that somebody handed in.
struct Part {
  std::string path;  ///< relative to the folder of submissions
  /// What it is called within the submission: a download's additions to a file's name are taken
  /// off. Empty for a folder that is the submission itself.
  std::string name;
  bool is_folder = false;
};

struct HandedIn {
  checks::Student student;
  std::vector<Part> parts;
  std::string submitted;  ///< `late`, `the latest of 3`, a time; may be empty
  bool late = false;

  /// The path of what was handed in, for reports: the one part, or the first and how many more.
  std::string text() const;
};

struct Intake {
  std::string platform;  ///< "Canvas", "Moodle", "Gradescope", or "folders"
  /// By the student's key. A student whose `parts` are empty handed nothing in.
  std::vector<HandedIn> students;
  std::vector<std::string> remarks;  ///< what was left out and why
};

/// `metadata`: the text of a Gradescope download's submission_metadata.yml; empty without one.
Intake take_in(const Listing& folder, const std::string& metadata);

/// Gives a key to each student who has none, and puts all in the order of their keys. A key, once
/// given, depends on nobody else but those of the very same name.
void finish(Intake* intake);

/// Where in the listing the Gradescope metadata is, relative to its root; empty when nowhere.
std::string metadata_path(const Listing& folder);

/// A name that is fit for a file: letters, digits, dots, dashes and underscores. Where something
/// had to go, a few digits of a hash of the whole name keep different names apart.
std::string file_key(const std::string& name);

}  // namespace bankcheck::batch
