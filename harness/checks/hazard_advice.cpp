#include "checks/hazard_advice.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "checks/text.hpp"

namespace bankcheck::checks {
namespace {

using base::HazardKind;

struct Advice {
  HazardKind kind;
  /// The smaller, the nearer to the cause.
  int rank;
  const char* text;
};

constexpr int kEndedTheRow = 0;

constexpr std::array kAdvice = {
    Advice{
        HazardKind::kDivergentBarrier, 1,
        "every thread of the block has to come to each __syncthreads(): none inside an `if` or a "
        "loop that some threads leave out, and no return before it"},
    Advice{HazardKind::kMissingBarrier, 2,
           "put a __syncthreads() between the two lines, where all threads of the block pass; in a "
           "loop the next round's stores need one before them too"},
    Advice{HazardKind::kSharedRace, 3,
           "this is a race, not a bank conflict: two threads use one word with no barrier in "
           "between and at least one of them stores; padding does not cure it, a word for each "
           "thread, a barrier or an atomic does"},
    Advice{
        HazardKind::kUninitialisedRead, 4,
        "store to every word before any thread reads it, with a __syncthreads() in between; does "
        "the index of the load run over the words that were stored?"},
    Advice{HazardKind::kOutOfBounds, 5,
           "the index runs past its array: look for <= in place of <, for a missing test such as "
           "if (i < n), and for an index that counts with another width than the array's"},
    Advice{
        HazardKind::kMisaligned, 5,
        "an access of 8 or 16 bytes has to start at a multiple of them: mind the casts to double, "
        "float2 or float4"},
    Advice{HazardKind::kEndlessLoop, 6,
           "look at the loop around this line: does what its condition tests change in every "
           "round, and in "
           "the right direction?"},
    Advice{HazardKind::kDeadlock, 6,
           "threads wait for others that never come: look at what each of them waits for"},
    Advice{HazardKind::kAssertion, 5, "the kernel's own assert() failed"},
    Advice{HazardKind::kTrap, 5, ""},
    Advice{HazardKind::kUnsupported, 5, ""},
    Advice{HazardKind::kGuardWordTouched, 5,
           "the kernel stored outside of its buffers: compare the index with the buffer's length"},
};

const Advice& advice_on(HazardKind kind) {
  return *std::find_if(kAdvice.begin(), kAdvice.end(),
                       [&](const Advice& entry) { return entry.kind == kind; });
}

int rank(const base::Hazard& hazard) {
  const bool waited =
      hazard.kind == HazardKind::kEndlessLoop || hazard.kind == HazardKind::kDeadlock;
  return hazard.fatal && !waited ? kEndedTheRow : advice_on(hazard.kind).rank;
}

}  // namespace

std::vector<const base::Hazard*> by_cause(const std::vector<base::Hazard>& hazards) {
  std::vector<const base::Hazard*> ordered;
  for (const base::Hazard& hazard : hazards) ordered.push_back(&hazard);
  std::stable_sort(ordered.begin(), ordered.end(),
                   [](const auto* a, const auto* b) { return rank(*a) < rank(*b); });
  return ordered;
}

std::string advice(const base::Hazard& hazard) { return advice_on(hazard.kind).text; }

bool leaves_shared_memory_alone(const base::RowRecord& record) {
  if (!record.counts) return false;
  const base::MemoryCounts& counts = *record.counts;
  return counts.shared_load.requests + counts.shared_store.requests +
             counts.shared_atomic.requests + counts.matrix_load.requests +
             counts.async_copy.requests ==
         0;
}

std::string advice_on_result(const base::RowRecord& record) {
  const auto causes = by_cause(record.hazards);
  if (!causes.empty()) {
    const std::string place = line_text(causes.front()->line);
    return fmt::format("mend the {}{} first: until then the result is chance",
                       hazard_text(causes.front()->kind), place.empty() ? "" : " at " + place);
  }
  if (!record.mismatch) return "";
  if (record.mismatch->never_written) {
    return fmt::format(
        "no thread stored this element of `{}`: is the store there, with the right index, and does "
        "its condition let every thread through that has an element?",
        record.mismatch->buffer);
  }
  return "work the element out by hand and compare: which words does its thread read, how many of "
         "them, and where does it store?";
}

}  // namespace bankcheck::checks
