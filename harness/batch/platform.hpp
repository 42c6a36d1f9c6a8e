// How each learning platform names what students handed in.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "batch/intake.hpp"

namespace bankcheck::batch {

/// One file or folder of a download, read by its name.
struct Piece {
  std::string owner;  ///< equal for the pieces of one student
  checks::Student student;
  Part part;
  bool late = false;
  /// Later pieces of the same owner and name compare greater.
  std::pair<long, std::string> order;
  std::string when;  ///< for people; may be empty
  /// Whether each piece is a whole submission, so that only the latest counts whatever its name.
  bool is_whole = false;
};

struct Platform {
  const char* name;
  /// The pieces of a download, and remarks on what is none; absent when it is not this platform's.
  std::optional<std::vector<Piece>> (*read)(const Listing& folder, const std::string& metadata,
                                            std::vector<std::string>* remarks);
};

/// In the order in which they are tried; the last takes any folder.
std::span<const Platform> platform_table();

std::optional<std::vector<Piece>> read_canvas(const Listing& folder, const std::string& metadata,
                                              std::vector<std::string>* remarks);
std::optional<std::vector<Piece>> read_moodle(const Listing& folder, const std::string& metadata,
                                              std::vector<std::string>* remarks);
std::optional<std::vector<Piece>> read_gradescope(const Listing& folder,
                                                  const std::string& metadata,
                                                  std::vector<std::string>* remarks);
std::optional<std::vector<Piece>> read_folders(const Listing& folder, const std::string& metadata,
                                               std::vector<std::string>* remarks);

/// A file's name without the ending that says its kind: `.cu`, or that of an archive. The ending is
/// empty for other names.
struct NameAndEnding {
  std::string name;
  std::string ending;
};
NameAndEnding split_ending(const std::string& file_name);

}  // namespace bankcheck::batch
