// How much a PTX text may ask for: a submission's inline PTX can say anything.
#pragma once

#include <cstddef>
#include <cstdint>

namespace bankcheck::ptx {

inline constexpr std::size_t kMaxTextBytes = std::size_t{64} << 20;
inline constexpr std::size_t kMaxErrors = 50;
inline constexpr std::size_t kMaxScopes = 64;
inline constexpr std::size_t kMaxRegistersOfFunction = 1 << 17;
inline constexpr std::size_t kMaxRegisters = 1 << 20;
/// Bytes of a register's name: a range makes many names of one.
inline constexpr std::size_t kMaxRegisterName = 64;
/// Labels, branch tables and prototypes.
inline constexpr std::size_t kMaxLabels = 1 << 19;
inline constexpr std::size_t kMaxInstructions = 1 << 19;
inline constexpr std::size_t kMaxBranchTargets = 1 << 20;
inline constexpr std::size_t kMaxOperands = 16;
inline constexpr std::size_t kMaxOperandsOfCall = 1 << 10;
inline constexpr std::size_t kMaxVariables = 1 << 17;
/// Bytes of a function's name that another name may stand for.
inline constexpr std::size_t kMaxAliasTarget = 1024;
inline constexpr std::size_t kMaxDemangledBytes = 2048;
inline constexpr std::size_t kMaxDemangledFunctions = 1 << 12;
inline constexpr std::size_t kMaxRelocations = 1 << 18;
inline constexpr std::size_t kMaxDimensions = 16;
/// Distinct source lines, and bytes of a source file's name.
inline constexpr std::size_t kMaxPlaces = 1 << 17;
inline constexpr std::size_t kMaxPathBytes = 1024;
inline constexpr std::size_t kMaxFiles = 1 << 16;
/// Bytes of one variable outside global memory, and of all variables of a module.
inline constexpr std::uint64_t kMaxSmallVariableBytes = std::uint64_t{16} << 20;
inline constexpr std::uint64_t kMaxDeclaredBytes = std::uint64_t{4} << 30;
inline constexpr std::uint64_t kMaxInitialisedBytes = std::uint64_t{64} << 20;
inline constexpr std::uint32_t kMaxAlign = 1 << 16;

}  // namespace bankcheck::ptx
