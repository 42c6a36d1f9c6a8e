// Each pitfall from the rows that show it, and nothing from rows that do not.
#include "checks/diagnoses.hpp"

#include <gtest/gtest.h>

namespace bankcheck::checks {
namespace {

TableRow tile_row(const char* label, std::uint32_t bytes, double wavefronts) {
  TableRow row;
  row.record.label = label;
  row.record.outcome = base::RowOutcome::kOk;
  row.record.shared_bytes = bytes;
  row.measured = wavefronts;
  return row;
}

/// Lane L on word `word(L)`.
template <class Word>
base::SeenAccess access(base::AccessKind kind, Word word) {
  base::SeenAccess seen{{"race.cu", 17}, {kind, 4, base::kFullMask, {}}};
  for (std::uint32_t lane = 0; lane < base::kWarpLanes; ++lane) {
    seen.access.byte_address[lane] = 4 * static_cast<std::uint32_t>(word(lane));
  }
  return seen;
}

void time(TableRow& row, double milliseconds) {
  row.record.timing.emplace();
  row.record.timing->median_ms = milliseconds;
}

class Diagnoses : public testing::Test {
 protected:
  /// The keys that were found, each once.
  std::vector<std::string> keys() const {
    std::vector<std::string> keys;
    for (const Diagnosis& diagnosis : found()) keys.push_back(diagnosis.key);
    return keys;
  }
  Diagnosis only() const {
    const auto all = found();
    EXPECT_EQ(all.size(), 1u);
    return all.empty() ? Diagnosis{} : all.front();
  }
  std::vector<Diagnosis> found() const { return diagnose(rubric, rows, run); }

  rubric::Rubric rubric;
  base::RunRecord run;
  TableRow plain = tile_row("plain", 4096, 32);
  TableRow padded = tile_row("padded", 4224, 1);
  std::vector<TableRow> rows;
};

TEST_F(Diagnoses, SayNothingOfAPaddedTileThatWorks) {
  rows = {plain, padded};
  rows[1].record.first_accesses = {
      access(base::AccessKind::kLoad, [](std::uint32_t lane) { return 33 * lane; })};
  EXPECT_TRUE(keys().empty());
}

TEST_F(Diagnoses, AllLanesOnOneAddressAreABroadcastAndNoConflict) {
  padded.record.first_accesses = {access(base::AccessKind::kLoad, [](std::uint32_t) { return 5; })};
  rows = {padded};
  EXPECT_EQ(only().name, "A broadcast is not a conflict");
  EXPECT_EQ(only().text.find("race.cu:17: all 32 lanes load the same word and are served together"),
            0u)
      << only().text;
}

TEST_F(Diagnoses, SomeLanesOnOneWordAreServedTogetherToo) {
  padded.record.first_accesses = {
      access(base::AccessKind::kLoad, [](std::uint32_t lane) { return lane % 16; })};
  rows = {padded};
  EXPECT_EQ(only().text.find("race.cu:17: lanes 0 and 16 load the same word"), 0u) << only().text;
}

TEST_F(Diagnoses, ALoadThatConflictsIsNotCalledABroadcast) {
  padded.record.first_accesses = {
      access(base::AccessKind::kLoad, [](std::uint32_t lane) { return lane / 2 * 32; })};
  rows = {padded};
  EXPECT_TRUE(keys().empty());
}

TEST_F(Diagnoses, TwoLanesThatStoreOneWordRaceAndDoNotConflict) {
  padded.record.first_accesses = {
      access(base::AccessKind::kStore, [](std::uint32_t lane) { return 2 * lane % 32; })};
  rows = {padded};
  EXPECT_TRUE(keys().empty()) << "the same value stored twice is no race";
  base::Hazard hazard;
  hazard.kind = base::HazardKind::kSharedRace;
  hazard.line = {"race.cu", 17};
  rows[0].record.hazards = {hazard};
  EXPECT_EQ(only().name, "A race, not a conflict");
  EXPECT_EQ(only().rows, std::vector<std::string>{"padded"});
  EXPECT_EQ(only().text,
            "race.cu:17: lanes 0 and 16 store to the same word: which value stays is chance. That "
            "is a race, and no bank conflict: a word that is stored twice takes no wavefront more "
            "(the degree of this store is 1), and padding does not cure it. Give each lane a word "
            "of its own");
}

TEST_F(Diagnoses, PaddingThatNoIndexKnowsOfIsSeenByItsBytesAndWavefronts) {
  padded.measured = 32;
  rows = {plain, padded};
  EXPECT_EQ(only().name, "Padded allocation, old width in the index");
  EXPECT_EQ(only().text,
            "padded takes 128 bytes of shared memory more than plain, and its loads still take 32 "
            "wavefronts: the allocation is padded, and an index still counts with the old width. "
            "Declare the array with two dimensions, and the compiler keeps them in step. The "
            "padding belongs to the last of them, tile[32][33] and not tile[33][32]: one word more "
            "in each row");
  rows[1].record.mismatch.emplace();
  EXPECT_NE(only().text.find("the old width, which is also why elements are wrong"),
            std::string::npos);
}

TEST_F(Diagnoses, WrongElementsWithAnotherCauseAreNoMatterOfTheWidth) {
  padded.record.mismatch.emplace();
  base::Hazard hazard;
  hazard.kind = base::HazardKind::kMissingBarrier;
  padded.record.hazards = {hazard};
  rows = {plain, padded};
  EXPECT_TRUE(keys().empty());
  rows[1].record.hazards.clear();
  rows[0].record.mismatch.emplace();
  EXPECT_TRUE(keys().empty()) << "the unpadded row is wrong too";
}

TEST_F(Diagnoses, TwoWidthsInOneKernelAreSeenByItsWrongElements) {
  padded.record.mismatch.emplace();
  rows = {plain, padded};
  EXPECT_EQ(keys(), std::vector<std::string>{"old_width"});
  EXPECT_NE(only().text.find("one index counts with the new width"), std::string::npos);
}

TEST_F(Diagnoses, PaddingThatCostsResidentBlocksSaysHowMany) {
  plain.record.occupancy = base::Occupancy{"9.0", 8, 8, 16, 44, 32};
  padded.record.shared_bytes = 38528;
  padded.record.occupancy = base::Occupancy{"9.0", 5, 8, 16, 5, 32};
  rows = {plain, padded};
  EXPECT_EQ(only().name, "Padding that costs resident blocks");
  EXPECT_EQ(only().text,
            "a multiprocessor (compute capability 9.0) holds 8 blocks of plain and only 5 of "
            "padded: with 38528 bytes a block, shared memory is what runs out. Fewer blocks hide "
            "less waiting, which can cost more than the conflicts did; a swizzle takes no byte");
  rows[1].record.occupancy->by_registers = 5;
  rows[1].record.occupancy->by_shared_memory = 6;
  EXPECT_TRUE(keys().empty()) << "registers are what runs out";
}

TEST_F(Diagnoses, PaddingOfAKernelThatDoesNotWaitForSharedMemoryGainsNothing) {
  time(plain, 0.0385);
  time(padded, 0.0380);
  rows = {plain, padded};
  EXPECT_EQ(only().name, "Not bound by shared memory");
  EXPECT_EQ(only().text,
            "padding takes the wavefronts of a request from 32 to 1, and plain takes 1.01 times as "
            "long as padded: shared memory is not what this kernel waits for, so its conflicts "
            "cost no time. Padding pays where shared memory is the bottleneck");
  rows[0].record.timing->median_ms = 0.087;
  EXPECT_TRUE(keys().empty()) << "it pays";
}

TEST_F(Diagnoses, TimesThatCannotBeTrustedSayNothingOfTheBottleneck) {
  time(plain, 0.0385);
  time(padded, 0.0380);
  padded.record.timing->conclusive = false;
  rows = {plain, padded};
  EXPECT_TRUE(keys().empty());
}

TEST_F(Diagnoses, ALaunchThatIsMostlyLaunchingIsTooSmallToMeasure) {
  time(padded, 0.0031);
  padded.record.timing->conclusive = false;
  padded.record.timing->too_short = true;
  rows = {padded};
  EXPECT_EQ(only().name, "Too small to measure");
  EXPECT_EQ(only().text.find("a launch takes 3.1 us, and most of that is the cost of launching"),
            0u);
}

TEST_F(Diagnoses, CountersThatMayNotBeReadAreNoMistakeOfTheCode) {
  rows = {plain, padded};
  run.counters_denied = true;
  EXPECT_EQ(only().name, "Profiling without permission");
  EXPECT_TRUE(only().rows.empty());
  EXPECT_NE(only().text.find("ERR_NVGPUCTRPERM"), std::string::npos);
}

TEST_F(Diagnoses, AreSaidOnceForAllRowsThatShowThem) {
  const auto same_word = access(base::AccessKind::kLoad, [](std::uint32_t) { return 0; });
  plain.record.first_accesses = padded.record.first_accesses = {same_word};
  rows = {plain, padded};
  EXPECT_EQ(only().rows, (std::vector<std::string>{"plain", "padded"}));
}

}  // namespace
}  // namespace bankcheck::checks
