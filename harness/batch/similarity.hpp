// Which students' kernels are the same, or nearly.
//
// Theory of operation. Winnowing, after Schleimer, Wilkerson and Aiken, "Winnowing: Local
// Algorithms for Document Fingerprinting" (SIGMOD 2003). A source is read as tokens without
// comments and blanks, with every name and every number made equal, so that renaming hides nothing.
// Of every run of kRun tokens a hash is taken, and of every window of kWindow such hashes the
// smallest is kept: two sources that share kRun + kWindow - 1 tokens in a row share a print. What
// the template (or a quarter of the class) has too says nothing about two students and is left out;
// whoever has too little besides is not judged. What is found is a reason to look, not a finding of
// guilt.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace bankcheck::batch {

inline constexpr std::size_t kRun = 12;
inline constexpr std::size_t kWindow = 8;
/// Two students need this many prints of their own in common, and this share of the smaller one's.
inline constexpr std::size_t kFewestPrints = 10;
inline constexpr double kSimilarShare = 0.8;
/// So many of the similar ones are named, at most.
inline constexpr std::size_t kMostNamed = 20;

using Prints = std::vector<std::uint64_t>;  ///< sorted, each once

/// Of CUDA source text; at most the first 256 KiB of it.
Prints source_prints(std::string_view source);

/// The students whose prints are much like another's, with the keys of those others, sorted.
std::map<std::string, std::vector<std::string>> similar_sources(
    const std::map<std::string, Prints>& by_student, const Prints& of_template);

}  // namespace bankcheck::batch
