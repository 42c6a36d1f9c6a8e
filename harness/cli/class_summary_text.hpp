// The end of a batch, in words.
#pragma once

#include <string>

#include "batch/class_summary.hpp"

namespace bankcheck::cli {

/// Verdicts, the most common failed checks, the spread of ratios, who needs a person. `heading` is
/// what the rows of the sweep are: "stride".
std::string class_summary_text(const batch::ClassSummary& summary, const std::string& heading);

}  // namespace bankcheck::cli
