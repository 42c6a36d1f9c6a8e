#include "compile/compile_cache.hpp"

#include <algorithm>
#include <system_error>
#include <vector>

#include <fcntl.h>
#include <nlohmann/json.hpp>
#include <sys/file.h>
#include <sys/stat.h>

#include "base/atomic_file.hpp"
#include "base/sha256.hpp"

namespace bankcheck::compile {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr std::size_t kEntryBytes = std::size_t{160} << 20;
constexpr std::size_t kHashDigits = 64;
constexpr const char* kEnding = ".code";

Json to_json(const KernelResources& resources) {
  return {resources.kernel,      resources.registers,         resources.shared_bytes,
          resources.stack_bytes, resources.spill_store_bytes, resources.spill_load_bytes};
}

KernelResources resources_from(const Json& json) {
  return {json.at(0), json.at(1), json.at(2), json.at(3), json.at(4), json.at(5)};
}

Json to_json(const base::Diagnostic& error) {
  return {error.file, error.line, error.column, error.text, error.source_line};
}

base::Diagnostic diagnostic_from(const Json& json) {
  return {base::Severity::kError, json.at(0), json.at(1), json.at(2), json.at(3), json.at(4)};
}

/// CBOR, whose texts may hold any bytes.
std::string encode(const CompiledCode& code) {
  Json json = {{"ok", code.outcome == CompileOutcome::kOk},
               {"ptx", code.ptx},
               {"cubin", code.cubin},
               {"log", code.log},
               {"rows_note", code.rows_note}};
  for (const KernelResources& resources : code.resources) {
    json["resources"].push_back(to_json(resources));
  }
  if (code.first_error) json["first_error"] = to_json(*code.first_error);
  if (code.rows) json["rows"] = *code.rows;
  std::string bytes;
  Json::to_cbor(json, bytes);
  return bytes;
}

CompiledCode decode(std::string_view bytes) {
  const Json json = Json::from_cbor(bytes);
  CompiledCode code;
  code.outcome = json.at("ok").get<bool>() ? CompileOutcome::kOk : CompileOutcome::kRejected;
  code.ptx = json.at("ptx");
  code.cubin = json.at("cubin");
  code.log = json.at("log");
  code.rows_note = json.at("rows_note");
  if (json.contains("resources")) {
    for (const Json& item : json["resources"]) code.resources.push_back(resources_from(item));
  }
  if (json.contains("first_error")) code.first_error = diagnostic_from(json["first_error"]);
  if (json.contains("rows")) code.rows = json["rows"].get<std::vector<std::int64_t>>();
  return code;
}

}  // namespace

CompileCache::CompileCache(fs::path folder, std::uint64_t limit_bytes)
    : folder_(std::move(folder)), limit_bytes_(limit_bytes) {
  std::error_code ignored;
  fs::create_directories(folder_, ignored);
}

fs::path CompileCache::path_of(const std::string& key) const { return folder_ / (key + kEnding); }

base::FileDescriptor CompileCache::take_turn(const std::string& key) const {
  // Some thousand locks for all names: two that share one may wait for each other.
  const fs::path path = folder_ / ("lock-" + key.substr(0, 3));
  base::FileDescriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666));
  if (file.is_open()) {
    [[maybe_unused]] const int locked =
        base::uninterrupted([&] { return ::flock(file.number(), LOCK_EX); });
  }
  return file;
}

std::optional<CompiledCode> CompileCache::find(const std::string& key) const {
  const auto text = base::read_file(path_of(key), kEntryBytes);
  if (!text || text.value().size() < kHashDigits) return std::nullopt;
  const std::string_view bytes = std::string_view(text.value()).substr(kHashDigits);
  if (base::sha256_hex(bytes) != text.value().substr(0, kHashDigits)) return std::nullopt;
  ::utimensat(AT_FDCWD, path_of(key).c_str(), nullptr, 0);
  try {
    return decode(bytes);
  } catch (const Json::exception&) {
    return std::nullopt;  // of another version of this program
  }
}

void CompileCache::keep(const std::string& key, const CompiledCode& code) const {
  const std::string bytes = encode(code);
  if (bytes.size() + kHashDigits > kEntryBytes) return;
  [[maybe_unused]] const base::Diagnostics unkept =
      base::write_file_whole(path_of(key), base::sha256_hex(bytes) + bytes);
}

void CompileCache::sweep() const {
  struct Entry {
    fs::file_time_type used;
    std::uint64_t bytes;
    fs::path path;
  };
  std::vector<Entry> entries;
  std::uint64_t total = 0;
  std::error_code error;
  for (fs::directory_iterator item(folder_, error), end; !error && item != end;
       item.increment(error)) {
    std::error_code gone;
    Entry entry{item->last_write_time(gone), 0, item->path()};
    if (!gone) entry.bytes = item->file_size(gone);
    if (gone || entry.path.extension() != kEnding) continue;
    total += entry.bytes;
    entries.push_back(std::move(entry));
  }
  std::sort(entries.begin(), entries.end(),
            [](const Entry& a, const Entry& b) { return a.used < b.used; });
  for (const Entry& entry : entries) {
    if (total <= limit_bytes_) return;
    std::error_code ignored;
    fs::remove(entry.path, ignored);
    total -= entry.bytes;
  }
}

}  // namespace bankcheck::compile
