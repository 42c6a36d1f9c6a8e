#include "submission/submission_place.hpp"

#include <system_error>
#include <utility>

#include "submission/archive.hpp"

namespace bankcheck::submission {

namespace fs = std::filesystem;

base::Result<SubmissionPlace> SubmissionPlace::open(const std::string& name) {
  SubmissionPlace place;
  place.name_ = name;
  place.path_ = name;
  std::error_code ignored;
  if (!is_archive_name(name) || !fs::is_regular_file(name, ignored)) return place;
  auto scratch = sandbox::ScratchFolder::create();
  if (!scratch) return scratch.errors();
  const Unpacked unpacked = unpack_archive(name, scratch.value().path());
  if (!unpacked.errors.empty()) return unpacked.errors;
  place.path_ = unpacked_root(scratch.value().path());
  place.unpacked_ = std::make_shared<const sandbox::ScratchFolder>(std::move(scratch).value());
  return place;
}

}  // namespace bankcheck::submission
