// What compiled code does that a person who reads a grade wants to know.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/run_record.hpp"
#include "ptx/module.hpp"

namespace bankcheck::batch {

/// What a kernel's code, called functions included, does that can stretch times: reads of a clock
/// and sleeps, each kind once, at the first line that does it: `reads the clock at line 14`.
std::vector<std::string> delays_of(const ptx::Module& module, const ptx::Function& entry);

/// The delays of all the rows' kernels as sentences for a report, each once.
std::vector<std::string> code_notes(std::span<const base::RowRecord> rows);

}  // namespace bankcheck::batch
