#include "checks/diagnoses.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "checks/padding.hpp"
#include "checks/text.hpp"

namespace bankcheck::checks {
namespace {

using Sentence = std::optional<std::string>;

/// Padding that halves the wavefronts and changes a time by less than this changes it by chance.
constexpr double kNoticeableTime = 1.1;
constexpr double kFewerWavefronts = 1.5;

std::string place_of(const base::SourceLine& line) {
  const std::string place = line_text(line);
  return place.empty() ? "" : place + ": ";
}

/// The lanes of the access that are on one word with another lane, for the first such word; 0 when
/// every lane has a word of its own.
std::uint32_t lanes_on_one_word(const base::WarpAccess& access) {
  std::map<std::uint32_t, std::uint32_t> lanes_of_word;
  for (int lane = 0; lane < base::kWarpLanes; ++lane) {
    if ((access.active_mask >> lane & 1u) == 0) continue;
    lanes_of_word[access.byte_address[static_cast<std::size_t>(lane)] / base::kBankBytes] |=
        1u << lane;
  }
  for (const auto& [word, lanes] : lanes_of_word) {
    if (std::popcount(lanes) > 1) return lanes;
  }
  return 0;
}

/// `lanes 0 and 16`, `lanes 0, 1, 2 and 13 more`.
std::string lanes_text(std::uint32_t lanes) {
  constexpr int kNamed = 3;
  std::vector<int> named;
  for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
    named.push_back(std::countr_zero(rest));
  }
  if (named.size() == 2) return fmt::format("lanes {} and {}", named[0], named[1]);
  const std::size_t more = named.size() - std::min<std::size_t>(named.size(), kNamed);
  named.resize(named.size() - more);
  return fmt::format("lanes {}{}", fmt::join(named, ", "),
                     more == 0 ? "" : fmt::format(" and {} more", more));
}

Sentence broadcast(const PitfallInput&, const TableRow& row) {
  for (const base::SeenAccess& seen : row.record.first_accesses) {
    if (seen.access.kind != base::AccessKind::kLoad) continue;
    const std::uint32_t lanes = lanes_on_one_word(seen.access);
    if (lanes == 0 || base::conflict_degree(seen.access) != 1) continue;
    const bool all = lanes == seen.access.active_mask;
    return fmt::format(
        "{}{} load the same word and are served together: {}, which takes no wavefront more and is "
        "no conflict. Only different words of one bank conflict",
        place_of(seen.line),
        all ? fmt::format("all {} lanes", std::popcount(lanes)) : lanes_text(lanes),
        all ? "a broadcast" : "a broadcast among them");
  }
  return std::nullopt;
}

Sentence race(const PitfallInput&, const TableRow& row) {
  const auto& hazards = row.record.hazards;
  for (const base::SeenAccess& seen : row.record.first_accesses) {
    if (seen.access.kind != base::AccessKind::kStore) continue;
    const std::uint32_t lanes = lanes_on_one_word(seen.access);
    const bool races = std::any_of(hazards.begin(), hazards.end(), [&](const auto& hazard) {
      return hazard.kind == base::HazardKind::kSharedRace && hazard.line == seen.line;
    });
    if (lanes == 0 || !races) continue;
    const int degree = base::conflict_degree(seen.access);
    return fmt::format(
        "{}{} store to the same word: which value stays is chance. That is a race, and no bank "
        "conflict: a word that is stored twice takes no wavefront more{}, and padding does not "
        "cure it. Give each lane a word of its own",
        place_of(seen.line), lanes_text(lanes),
        degree == 1 ? " (the degree of this store is 1)" : "");
  }
  return std::nullopt;
}

Sentence too_short(const PitfallInput&, const TableRow& row) {
  if (!row.record.timing || !row.record.timing->too_short) return std::nullopt;
  return fmt::format(
      "a launch takes {:.1f} us, and most of that is the cost of launching: its time says next to "
      "nothing about shared memory. Time more blocks, or more work in each",
      1000 * row.record.timing->median_ms);
}

/// Threads whose order is chance.
bool lacks_order(const base::RowRecord& record) {
  return std::any_of(record.hazards.begin(), record.hazards.end(), [](const auto& hazard) {
    return hazard.kind == base::HazardKind::kMissingBarrier ||
           hazard.kind == base::HazardKind::kSharedRace ||
           hazard.kind == base::HazardKind::kDivergentBarrier;
  });
}

/// Elements are wrong, and two widths of a row in one kernel are what explains it.
bool mixes_widths(const TableRow& row, const TableRow& plain) {
  return row.record.mismatch && !lacks_order(row.record) && !plain.record.mismatch;
}

Sentence old_width(const PitfallInput& input, const TableRow& row) {
  const TableRow* plain = unpadded_row(input.rows, row);
  if (plain == nullptr || !row.measured || !plain->measured || *plain->measured <= 1) {
    return std::nullopt;
  }
  const bool conflicts_stay = *row.measured >= *plain->measured;
  if (!conflicts_stay && !mixes_widths(row, *plain)) return std::nullopt;
  const std::string more =
      fmt::format("{} takes {} bytes of shared memory more than {}", row.record.label,
                  row.record.shared_bytes - plain->record.shared_bytes, plain->record.label);
  if (!conflicts_stay) {
    return fmt::format(
        "{} and no longer has its conflicts, but elements are wrong: one index counts with the new "
        "width of a row, and another still with the old one. All of them need the new one",
        more);
  }
  return fmt::format(
      "{}, and its loads still take {} wavefronts: the allocation is padded, and an index still "
      "counts with the old width{}. Declare the array with two dimensions, and the compiler keeps "
      "them in step. The padding belongs to the last of them, tile[32][33] and not tile[33][32]: "
      "one word more in each row",
      more, number_text(*row.measured),
      row.record.mismatch ? ", which is also why elements are wrong" : "");
}

Sentence lost_blocks(const PitfallInput& input, const TableRow& row) {
  const TableRow* plain = unpadded_row(input.rows, row);
  if (plain == nullptr || !row.record.occupancy || !plain->record.occupancy) return std::nullopt;
  const base::Occupancy& padded = *row.record.occupancy;
  if (padded.blocks >= plain->record.occupancy->blocks ||
      padded.by_shared_memory != padded.blocks) {
    return std::nullopt;
  }
  return fmt::format(
      "a multiprocessor (compute capability {}) holds {} of {} and only {} of {}: with {} bytes a "
      "block, shared memory is what runs out. Fewer blocks hide less waiting, which can cost more "
      "than the conflicts did; a swizzle takes no byte",
      padded.architecture,
      count_text(static_cast<std::uint64_t>(plain->record.occupancy->blocks), "block", "blocks"),
      plain->record.label, padded.blocks, row.record.label, row.record.shared_bytes);
}

bool is_timed(const TableRow& row) {
  return row.record.timing && row.record.timing->conclusive && row.record.timing->median_ms > 0;
}

Sentence not_bound(const PitfallInput& input, const TableRow& row) {
  const TableRow* plain = unpadded_row(input.rows, row);
  if (plain == nullptr || !is_timed(row) || !is_timed(*plain) || !row.measured ||
      !plain->measured || *plain->measured < kFewerWavefronts * *row.measured) {
    return std::nullopt;
  }
  const double gain = plain->record.timing->median_ms / row.record.timing->median_ms;
  if (gain >= kNoticeableTime) return std::nullopt;
  return fmt::format(
      "padding takes the wavefronts of a request from {} to {}, and {} takes {} times as long as "
      "{}: shared memory is not what this kernel waits for, so its conflicts cost no time. Padding "
      "pays where shared memory is the bottleneck",
      number_text(*plain->measured), number_text(*row.measured), plain->record.label,
      ratio_text(gain), row.record.label);
}

constexpr std::array kPitfalls = {
    Pitfall{"broadcast", "A broadcast is not a conflict", broadcast},
    Pitfall{"race_not_conflict", "A race, not a conflict", race},
    Pitfall{"old_width", "Padded allocation, old width in the index", old_width},
    Pitfall{"padding_costs_blocks", "Padding that costs resident blocks", lost_blocks},
    Pitfall{"too_short_to_measure", "Too small to measure", too_short},
    Pitfall{"not_shared_memory_bound", "Not bound by shared memory", not_bound},
};

Diagnosis counters_denied() {
  return {"no_profiling_permission",
          "Profiling without permission",
          {},
          "this machine's driver lets only administrators read hardware counters "
          "(ERR_NVGPUCTRPERM). That is no mistake of the code: times and the simulator's counts "
          "stand without them. An administrator can allow it with the driver option "
          "NVreg_RestrictProfilingToAdminUsers=0"};
}

}  // namespace

std::span<const Pitfall> pitfalls() { return kPitfalls; }

bool shows_broadcast(const TableRow& row) {
  const auto& accesses = row.record.first_accesses;
  return std::any_of(accesses.begin(), accesses.end(), [](const base::SeenAccess& seen) {
    return seen.access.kind == base::AccessKind::kLoad && lanes_on_one_word(seen.access) != 0;
  });
}

std::vector<Diagnosis> diagnose(const rubric::Rubric& rubric, const std::vector<TableRow>& rows,
                                const base::RunRecord& run) {
  const PitfallInput input{rubric, rows};
  std::vector<Diagnosis> diagnoses;
  for (const Pitfall& pitfall : kPitfalls) {
    Diagnosis diagnosis{std::string(pitfall.key), std::string(pitfall.name), {}, {}};
    for (const TableRow& row : rows) {
      auto sentence = pitfall.sentence(input, row);
      if (!sentence) continue;
      if (diagnosis.rows.empty()) diagnosis.text = std::move(*sentence);
      diagnosis.rows.push_back(row.record.label);
    }
    if (!diagnosis.rows.empty()) diagnoses.push_back(std::move(diagnosis));
  }
  if (run.counters_denied) diagnoses.push_back(counters_denied());
  return diagnoses;
}

}  // namespace bankcheck::checks
