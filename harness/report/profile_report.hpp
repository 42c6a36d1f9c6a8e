// The profile of one kernel: what each source line's memory accesses cost, and the totals.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/launch.hpp"
#include "base/run_record.hpp"

namespace bankcheck::report {

/// Everything that a profile shows.
struct Profile {
  std::string source;  ///< as the user named it
  std::string kernel;
  std::string architecture;
  std::string toolchain;
  std::string harness_version;
  base::Dim3 grid;
  base::Dim3 block;
  std::uint32_t shared_bytes = 0;  ///< static and dynamic
  base::RowOutcome outcome = base::RowOutcome::kOk;
  std::string outcome_text;
  std::vector<base::Hazard> hazards;
  base::MemoryCounts counts;
  /// The shared loads as ptxas is expected to join them; nothing where it joins none.
  std::optional<base::AccessCounts> joined_loads;
  std::vector<base::LineCounts> lines;
  std::map<base::SourceLine, std::string> source_lines;  ///< text of the lines, where it is known
  std::uint64_t warp_instructions = 0;
  std::string printed;
  std::vector<base::Buffer> shown_buffers;  ///< that the user asked to see
};

std::string render_profile_text(const Profile& profile, bool colours);
/// README.md documents every key.
std::string render_profile_json(const Profile& profile);

}  // namespace bankcheck::report
