#include "base/bank_model.hpp"

#include <bit>
#include <fstream>
#include <functional>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace bankcheck::base {
namespace {

WarpAccess access(AccessKind kind, int width_bytes, const std::function<int(int)>& byte_of_lane,
                  std::uint32_t mask = kFullMask) {
  WarpAccess access{kind, width_bytes, mask, {}};
  for (int lane = 0; lane < kWarpLanes; ++lane) {
    access.byte_address[static_cast<std::size_t>(lane)] =
        static_cast<std::uint32_t>(byte_of_lane(lane));
  }
  return access;
}

WarpAccess load_words(const std::function<int(int)>& word_of_lane, std::uint32_t mask = kFullMask) {
  return access(
      AccessKind::kLoad, 4, [&](int lane) { return 4 * word_of_lane(lane); }, mask);
}

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> fields;
  std::istringstream stream(text);
  for (std::string field; std::getline(stream, field, separator);) fields.push_back(field);
  return fields;
}

struct MeasuredPattern {
  WarpAccess access;
  int wavefronts = 0;
};

MeasuredPattern parse_pattern(const std::string& line) {
  const auto fields = split(line, ',');
  MeasuredPattern pattern;
  pattern.access.kind = fields.at(0) == "load"    ? AccessKind::kLoad
                        : fields.at(0) == "store" ? AccessKind::kStore
                                                  : AccessKind::kAtomic;
  pattern.access.width_bytes = std::stoi(fields.at(1)) / 8;
  pattern.access.active_mask = static_cast<std::uint32_t>(std::stoul(fields.at(2), nullptr, 16));
  const auto offsets = split(fields.at(3), ' ');
  for (std::size_t lane = 0; lane < kWarpLanes; ++lane) {
    pattern.access.byte_address[lane] = static_cast<std::uint32_t>(std::stoul(offsets.at(lane)));
  }
  pattern.wavefronts = std::stoi(fields.at(4));
  return pattern;
}

TEST(BankModel, EqualsTheWavefrontsOfEveryPatternMeasuredOnAnH200) {
  std::ifstream file(BANKCHECK_TEST_DATA "/h200_wavefronts.csv");
  int patterns = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#') || line.starts_with("op,")) continue;
    const MeasuredPattern pattern = parse_pattern(line);
    EXPECT_EQ(wavefronts(pattern.access), pattern.wavefronts) << line;
    ++patterns;
  }
  EXPECT_EQ(patterns, 957);
}

TEST(BankModel, GivesStrideSItsGcdWith32AsTheDegree) {
  for (const auto& [stride, degree] : {std::pair{1, 1},
                                       {2, 2},
                                       {3, 1},
                                       {4, 4},
                                       {8, 8},
                                       {16, 16},
                                       {24, 8},
                                       {31, 1},
                                       {32, 32},
                                       {33, 1},
                                       {48, 16}}) {
    const WarpAccess request = load_words([&](int lane) { return lane * stride; });
    EXPECT_EQ(conflict_degree(request), degree) << "stride " << stride;
    EXPECT_EQ(wavefronts(request), degree) << "stride " << stride;
  }
}

TEST(BankModel, ServesLanesOnTheSameWordTogether) {
  EXPECT_EQ(wavefronts(load_words([](int) { return 7; })), 1);
  EXPECT_EQ(wavefronts(load_words([](int lane) { return lane / 2; })), 1);
  // Lane 31 asks for word 64, the others for word 0 of the same bank.
  EXPECT_EQ(wavefronts(load_words([](int lane) { return lane == 31 ? 64 : 0; })), 2);
}

TEST(BankModel, TakesTheBusiestBankAndNotTheSumOverBanks) {
  // Banks 0 and 1 are each asked for two words, bank 2 for three.
  std::vector<int> words{0, 32, 1, 33, 2, 34, 66};
  words.resize(kWarpLanes);
  const auto request =
      load_words([&](int lane) { return words[static_cast<std::size_t>(lane)]; }, 0x7f);
  EXPECT_EQ(wavefronts(request), 3);
  const auto counts = words_per_bank(request, kFullMask);
  EXPECT_EQ(counts[0], 2);
  EXPECT_EQ(counts[1], 2);
  EXPECT_EQ(counts[2], 3);
  EXPECT_EQ(counts[3], 0);
}

TEST(BankModel, IgnoresTheAddressesOfInactiveLanes) {
  const auto conflicting = [](int lane) { return 32 * lane; };
  EXPECT_EQ(wavefronts(load_words(conflicting, 0x00000005)), 2);
  EXPECT_EQ(wavefronts(load_words(conflicting, 0x80000000)), 1);
  EXPECT_EQ(wavefronts(load_words(conflicting, 0)), 0);
  EXPECT_EQ(conflict_degree(load_words(conflicting, 0)), 0);
}

TEST(BankModel, CountsFourBytesOfOneWordAsOneWord) {
  const auto bytes = access(AccessKind::kLoad, 1, [](int lane) { return lane; });
  EXPECT_EQ(wavefronts(bytes), 1);
  const auto bytes_of_one_bank = access(AccessKind::kLoad, 1, [](int lane) { return lane * 128; });
  EXPECT_EQ(wavefronts(bytes_of_one_bank), 32);
}

TEST(BankModel, CutsWideAccessesIntoPartsOfTheWarp) {
  const auto doubles = access(AccessKind::kStore, 8, [](int lane) { return 8 * lane; });
  const auto halves = service_phases(doubles);
  ASSERT_EQ(halves.size(), 2u);
  EXPECT_EQ(halves[0].lanes, 0x0000ffffu);
  EXPECT_EQ(halves[1].lanes, 0xffff0000u);
  EXPECT_EQ(wavefronts(doubles), 2);

  const auto vectors = access(AccessKind::kStore, 16, [](int lane) { return 16 * lane; });
  EXPECT_EQ(service_phases(vectors).size(), 4u);
  EXPECT_EQ(wavefronts(vectors), 4);
}

TEST(BankModel, LeavesOutPartsWithoutAnActiveLane) {
  const auto lower = access(
      AccessKind::kStore, 16, [](int lane) { return 16 * lane; }, 0x000000ff);
  ASSERT_EQ(service_phases(lower).size(), 1u);
  EXPECT_EQ(wavefronts(lower), 1);
}

TEST(BankModel, MergesTheHalvesOfAWideLoadWhosePartnersAgree) {
  const auto pairs = [](int lane) { return 8 * (lane / 2); };
  EXPECT_EQ(wavefronts(access(AccessKind::kLoad, 8, pairs)), 1);
  EXPECT_EQ(wavefronts(access(AccessKind::kStore, 8, pairs)), 2);
  // Lanes 0 and 2, 1 and 3 share: the partner at distance 2 agrees.
  const auto distance_two = [](int lane) { return 8 * (lane % 2 + 2 * (lane / 4)); };
  EXPECT_EQ(wavefronts(access(AccessKind::kLoad, 8, distance_two)), 1);
  // Lanes 0 and 4 share, which is neither distance.
  const auto distance_four = [](int lane) { return 8 * (lane % 4 + 4 * (lane / 8)); };
  EXPECT_EQ(wavefronts(access(AccessKind::kLoad, 8, distance_four)), 2);
}

TEST(BankModel, AddsAPassForEachLaneOfTheBusiestBankOfAnAtomic) {
  const auto spread = access(AccessKind::kAtomic, 4, [](int lane) { return 4 * lane; });
  EXPECT_EQ(wavefronts(spread), 2);
  const auto one_word = access(AccessKind::kAtomic, 4, [](int) { return 0; });
  EXPECT_EQ(wavefronts(one_word), 33);
}

TEST(BankModel, HasNoRuleForWideAtomics) {
  EXPECT_EQ(wavefronts(access(AccessKind::kAtomic, 8, [](int lane) { return 8 * lane; })),
            std::nullopt);
}

}  // namespace
}  // namespace bankcheck::base
