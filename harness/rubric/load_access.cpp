#include <array>

#include <fmt/format.h>

#include "rubric/loader.hpp"

namespace bankcheck::rubric {
namespace {

struct AccessName {
  const char* name;
  base::AccessKind kind;
};
constexpr std::array<AccessName, 3> kAccesses{{{"load", base::AccessKind::kLoad},
                                               {"store", base::AccessKind::kStore},
                                               {"atomic", base::AccessKind::kAtomic}}};

base::Dim3 load_block(Loader& loader, const YamlNode& node) {
  std::array<std::int64_t, 3> extents{32, 1, 1};
  if (node.is_list() && node.items.size() > extents.size()) {
    loader.reader.error(node, "`block` has at most 3 extents");
    return {};
  }
  for (std::size_t i = 0; node.is_list() && i < node.items.size(); ++i) {
    extents[i] = loader.reader.integer(node.items[i], "`block`", 1, 1024).value_or(1);
  }
  if (!node.is_list()) extents[0] = loader.reader.integer(node, "`block`", 1, 1024).value_or(32);
  if (extents[0] * extents[1] * extents[2] > 1024) {
    loader.reader.error(node, "a block has at most 1024 threads");
    return {};
  }
  return {static_cast<std::uint32_t>(extents[0]), static_cast<std::uint32_t>(extents[1]),
          static_cast<std::uint32_t>(extents[2])};
}

void load_kind(Loader& loader, const YamlNode& node, AccessSpec* access) {
  std::vector<std::string> names;
  for (const AccessName& each : kAccesses) names.emplace_back(each.name);
  const auto choice = loader.reader.choice(node, "`access`", names);
  if (choice) access->kind = kAccesses[*choice].kind;
}

}  // namespace

AccessSpec load_access(Loader& loader, const YamlNode& node, const std::string& what,
                       const Scope& scope) {
  MapReader map(loader.reader, node, "`" + what + "`");
  AccessSpec access;
  if (const YamlNode* index = map.find("index", Need::kRequired)) {
    const Scope names = scope.with({"tx", "ty", "tz", "lane"});
    access.index = load_expression(loader, *index, "`index`", names).value_or(Expression());
  }
  if (const YamlNode* kind = map.find("access")) load_kind(loader, *kind, &access);
  if (const YamlNode* width = map.find("bytes")) {
    const auto choice = loader.reader.choice(*width, "`bytes`", {"1", "2", "4", "8", "16"});
    access.width_bytes = 1 << choice.value_or(2);
  }
  std::int64_t element = access.width_bytes;
  std::int64_t offset = 0;
  std::int64_t warp = 0;
  map.integer("element_bytes", &element, 1, 4096);
  map.integer("offset_bytes", &offset, 0, 4096);
  if (const YamlNode* block = map.find("block")) access.block = load_block(loader, *block);
  const auto warps = static_cast<std::int64_t>((access.block.count() + 31) / 32);
  map.integer("warp", &warp, 0, warps - 1);
  map.finish();
  access.element_bytes = static_cast<int>(element);
  access.offset_bytes = static_cast<int>(offset);
  access.warp = static_cast<int>(warp);
  return access;
}

}  // namespace bankcheck::rubric
