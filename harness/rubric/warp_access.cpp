#include "rubric/warp_access.hpp"

#include <vector>

#include <fmt/format.h>

#include "rubric/geometry.hpp"

namespace bankcheck::rubric {
namespace {

/// Byte addresses must fit the bank model's 32 bits with the access's own width to spare.
constexpr std::int64_t kMaxAddress = std::int64_t{1} << 30;
/// Of an index: more than any needs, and quick.
constexpr std::uint64_t kMaxOperations = 1 << 10;

base::Diagnostic trouble(const AccessSpec& spec, std::string text) {
  return base::SourceText("index", spec.index.text()).at(1, 1, std::move(text));
}

base::Diagnostics named_index(base::Diagnostics errors) {
  for (base::Diagnostic& error : errors) error.file = "index";
  return errors;
}

/// The byte address of an element; the error's text is why there is none.
base::Result<std::uint32_t> address_of(const AccessSpec& spec, std::int64_t element, int lane) {
  if (element < 0) {
    return trouble(spec, fmt::format("the index of lane {} is {}, below 0", lane, element));
  }
  if (element > kMaxAddress / spec.element_bytes) {
    return trouble(spec, fmt::format("the index of lane {} is {}, too large", lane, element));
  }
  const std::int64_t address = element * spec.element_bytes + spec.offset_bytes;
  if (address % spec.width_bytes != 0) {
    return trouble(spec, fmt::format("lane {} asks for {} bytes at byte {}, which is no multiple",
                                     lane, spec.width_bytes, address));
  }
  return static_cast<std::uint32_t>(address);
}

/// `tx`, `ty`, `tz` and `lane` of one thread, then the constants.
class IndexNames {
 public:
  IndexNames(const AccessSpec& spec, const NameValues& constants) {
    block_.grid = {1, 1, 1};
    block_.block = spec.block;
    for (const auto& [name, value] : constants) {
      names_.push_back(name);
      values_.push_back(value);
    }
  }
  const std::vector<std::string>& names() const { return names_; }
  const std::vector<std::int64_t>& of(std::uint64_t thread) {
    const base::Dim3 place = block_.place(thread).thread;
    values_[0] = place.x;
    values_[1] = place.y;
    values_[2] = place.z;
    values_[3] = static_cast<std::int64_t>(thread % base::kWarpLanes);
    return values_;
  }

 private:
  Geometry block_;
  std::vector<std::string> names_{"tx", "ty", "tz", "lane"};
  std::vector<std::int64_t> values_ = std::vector<std::int64_t>(4);
};

}  // namespace

base::Result<base::WarpAccess> warp_access(const AccessSpec& spec, const NameValues& constants) {
  IndexNames names(spec, constants);
  auto index = BoundExpression::bind(spec.index, names.names());
  if (!index.ok()) return named_index(index.errors());
  index.value().limit_operations(kMaxOperations);
  base::WarpAccess access{spec.kind, spec.width_bytes, 0, {}};
  const auto first = static_cast<std::uint64_t>(spec.warp) * base::kWarpLanes;
  for (int lane = 0; lane < base::kWarpLanes; ++lane) {
    const std::uint64_t thread = first + static_cast<std::uint64_t>(lane);
    if (thread >= spec.block.count()) break;
    std::int64_t element = 0;
    std::string error;
    if (!index.value().evaluate_integer(names.of(thread), &element, &error)) {
      return trouble(spec, fmt::format("lane {}: {}", lane, error));
    }
    const auto address = address_of(spec, element, lane);
    if (!address) return address.errors();
    access.byte_address[static_cast<std::size_t>(lane)] = address.value();
    access.active_mask |= 1u << lane;
  }
  return access;
}

int warp_count(const AccessSpec& spec) {
  return static_cast<int>((spec.block.count() + base::kWarpLanes - 1) / base::kWarpLanes);
}

}  // namespace bankcheck::rubric
