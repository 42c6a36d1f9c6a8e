// What the grader and a worker process say to each other.
//
//   worker                              grader
//   kCard     what the card is      ->
//   kReady    the context is open   ->
//                                   <-  kLoad   rows: code, entry, launch; size of the arena
//   kLoaded   one for each row      ->
//                                   <-  kRun    one sample: a row, images in the arena
//   kDone     its time or its error ->          (in the order of the kRun frames)
//   kTrouble  cannot go on          ->
//
// Bulk data, the memory images of launches, is in the arena that both have mapped.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/launch.hpp"
#include "gpu/card_info.hpp"
#include "gpu/driver.hpp"

namespace bankcheck::gpu {

enum class FrameKind : std::uint32_t { kCard, kReady, kTrouble, kLoad, kLoaded, kRun, kDone };

/// A kernel argument: the offset of a buffer in the launch's image, or the bytes of a scalar.
struct WireArgument {
  bool is_buffer = false;
  std::uint64_t offset = 0;
  std::string bytes;
};

struct WireRow {
  std::string code;   ///< cubin or PTX
  std::string entry;  ///< mangled
  base::Dim3 grid;
  base::Dim3 block;
  std::uint32_t dynamic_shared_bytes = 0;
  std::uint64_t image_bytes = 0;
  std::vector<WireArgument> arguments;
};

struct LoadMessage {
  std::uint64_t arena_bytes = 0;
  std::uint32_t launches_limit = 1;  ///< launches of one sample, at most
  std::vector<WireRow> rows;
};

struct LoadedMessage {
  std::uint32_t row = 0;
  Status status = Status::kSuccess;
  std::string text;  ///< what failed
  FunctionInfo function;
};

/// `launches` launches of `row`, one after the other, timed together. Their images lie one after
/// the other in the arena and are replaced by what the launches leave.
struct RunMessage {
  std::uint32_t row = 0;
  std::uint32_t launches = 1;
  std::uint64_t arena_offset = 0;
  std::uint32_t limit_ms = 0;
  bool gate = true;  ///< queue everything before the card starts: see worker.hpp
};

struct DoneMessage {
  Status status = Status::kSuccess;
  bool timed_out = false;
  float milliseconds = 0;  ///< of all launches of the sample together
  std::string text;
};

struct TroubleMessage {
  Status status = Status::kSuccess;
  std::string text;
};

template <class Archive>
void fields(Archive& archive, base::Dim3& value) {
  archive(value.x, value.y, value.z);
}
template <class Archive>
void fields(Archive& archive, CardInfo& value) {
  archive(value.name, value.uuid, value.compute_major, value.compute_minor, value.multiprocessors,
          value.driver_version, value.memory_bytes, value.shared_bytes_per_block,
          value.shared_bytes_per_block_opt_in, value.reaches_host_memory);
}
template <class Archive>
void fields(Archive& archive, FunctionInfo& value) {
  archive(value.registers, value.shared_bytes, value.local_bytes, value.max_threads_per_block,
          value.resident_blocks);
}
template <class Archive>
void fields(Archive& archive, WireArgument& value) {
  archive(value.is_buffer, value.offset, value.bytes);
}
template <class Archive>
void fields(Archive& archive, WireRow& value) {
  archive(value.code, value.entry, value.grid, value.block, value.dynamic_shared_bytes,
          value.image_bytes, value.arguments);
}
template <class Archive>
void fields(Archive& archive, LoadMessage& value) {
  archive(value.arena_bytes, value.launches_limit, value.rows);
}
template <class Archive>
void fields(Archive& archive, LoadedMessage& value) {
  archive(value.row, value.status, value.text, value.function);
}
template <class Archive>
void fields(Archive& archive, RunMessage& value) {
  archive(value.row, value.launches, value.arena_offset, value.limit_ms, value.gate);
}
template <class Archive>
void fields(Archive& archive, DoneMessage& value) {
  archive(value.status, value.timed_out, value.milliseconds, value.text);
}
template <class Archive>
void fields(Archive& archive, TroubleMessage& value) {
  archive(value.status, value.text);
}

}  // namespace bankcheck::gpu
