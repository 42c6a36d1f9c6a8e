// Gradescope: folders `submission_12345678`, and beside them submission_metadata.yml, which says
// for each folder who handed it in (a group: several) and when:
//
//   submission_12345678:
//     :submitters:
//     - :name: Jane Doe
//       :sid: '1234'
//       :email: jane@example.edu
//     :created_at: 2026-02-03 04:05:06.000000000 Z
//
// Older exports wrap the time in a tagged map with a `utc` in it.
#include <yaml-cpp/yaml.h>

#include "batch/platform.hpp"

namespace bankcheck::batch {
namespace {

std::string text_at(const YAML::Node& node, const char* key) {
  const YAML::Node value = node[key];
  return value && value.IsScalar() ? value.Scalar() : "";
}

std::string time_of(const YAML::Node& submission) {
  const YAML::Node created = submission[":created_at"];
  std::string text;
  if (created && created.IsScalar()) text = created.Scalar();
  if (created && created.IsMap()) text = text_at(created, "utc");
  const std::size_t fraction = text.find('.');
  if (fraction == std::string::npos) return text;
  const std::size_t zone = text.find_first_not_of("0123456789", fraction + 1);
  return text.substr(0, fraction) + (zone == std::string::npos ? "" : text.substr(zone));
}

Piece piece_of(const std::string& folder, const YAML::Node& submitter, const std::string& when) {
  Piece piece;
  piece.student.name = text_at(submitter, ":name");
  piece.student.sis_id = text_at(submitter, ":sid");
  piece.student.email = text_at(submitter, ":email");
  piece.owner = piece.student.email + "\n" + piece.student.sis_id + "\n" + piece.student.name;
  piece.part = {folder, "", true};
  piece.order = {0, when + folder};
  piece.when = when;
  piece.is_whole = true;
  return piece;
}

Piece unknown_piece(const std::string& folder) {
  Piece piece;
  piece.owner = folder;
  piece.student.name = folder;
  piece.part = {folder, "", true};
  piece.is_whole = true;
  return piece;
}

void add_submitters(const std::string& folder, const YAML::Node& submission,
                    std::vector<Piece>* pieces, std::vector<std::string>* remarks) {
  const bool is_known = submission && submission.IsMap();
  const YAML::Node submitters = is_known ? submission[":submitters"] : YAML::Node();
  const std::size_t before = pieces->size();
  if (submitters && submitters.IsSequence()) {
    for (const YAML::Node& submitter : submitters) {
      if (submitter.IsMap()) pieces->push_back(piece_of(folder, submitter, time_of(submission)));
    }
  }
  if (pieces->size() > before) return;
  remarks->push_back("submission_metadata.yml does not say whose " + folder + " is");
  pieces->push_back(unknown_piece(folder));
}

YAML::Node load(const std::string& metadata, std::vector<std::string>* remarks) {
  try {
    YAML::Node node = YAML::Load(metadata);
    if (node.IsMap()) return node;
    remarks->push_back("submission_metadata.yml is not a map of submissions");
  } catch (const YAML::Exception& error) {
    remarks->push_back(std::string("submission_metadata.yml cannot be read: ") + error.what());
  }
  return YAML::Node(YAML::NodeType::Map);
}

}  // namespace

std::optional<std::vector<Piece>> read_gradescope(const Listing& folder,
                                                  const std::string& metadata,
                                                  std::vector<std::string>* remarks) {
  constexpr std::string_view kPrefix = "submission_";
  bool has_metadata = false;
  for (const Listing& child : folder.children) {
    has_metadata = has_metadata || (!child.is_folder && child.name == "submission_metadata.yml");
  }
  if (!has_metadata) return std::nullopt;
  const YAML::Node node = load(metadata, remarks);
  std::vector<Piece> pieces;
  for (const Listing& child : folder.children) {
    if (!child.is_folder) continue;
    if (!child.name.starts_with(kPrefix)) {
      remarks->push_back(child.name + " is not named as Gradescope names submissions: left out");
      continue;
    }
    add_submitters(child.name, node[child.name], &pieces, remarks);
  }
  return pieces;
}

}  // namespace bankcheck::batch
