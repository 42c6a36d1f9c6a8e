// What one shared-memory access of a warp costs, and why: for `bankcheck explain`.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "report/lane_map.hpp"
#include "rubric/rubric.hpp"

namespace bankcheck::report {

struct Explanation {
  rubric::AccessSpec spec;
  std::string type;          ///< as the user named it: `f64`
  LaneMap map;               ///< of the warp `spec.warp`
  std::vector<int> by_warp;  ///< wavefronts of every warp of the block
};

/// Loads and stores. Fails when an index of any warp cannot be worked out or is not an address.
base::Result<Explanation> explain(const rubric::AccessSpec& spec, const std::string& type);

/// Lanes, words and banks, then each phase, then the degree and the wavefronts as the last lines.
std::string render_explanation(const Explanation& explanation, bool colours);
/// The banks with the lanes that land in each: a drawing that stands alone.
std::string render_explanation_svg(const Explanation& explanation);

/// `load of f64 at element tx*2`.
std::string access_title(const Explanation& explanation);

}  // namespace bankcheck::report
