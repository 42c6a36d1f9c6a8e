#include "ptx/context.hpp"

#include <utility>

namespace bankcheck::ptx {
namespace {

constexpr std::size_t kQuotedBytes = 80;

}  // namespace

std::string quoted(std::string_view name) {
  if (name.size() <= kQuotedBytes) return "`" + std::string(name) + "`";
  return "`" + std::string(name.substr(0, kQuotedBytes)) + "...`";
}

void note_unsupported(Context& context, const Token& at, std::string_view spelling,
                      std::string reason) {
  const bool is_first = context.unsupported.size() == context.unsupported_in.size();
  if (context.unsupported.full() && !is_first) return;
  context.unsupported.add_always(at, "instruction " + quoted(spelling) + " is not supported",
                                 context.lines.current(), std::move(reason));
}

std::string counted(std::size_t count, std::string_view what) {
  return std::to_string(count) + " " + std::string(what) + (count == 1 ? "" : "s");
}

}  // namespace bankcheck::ptx
