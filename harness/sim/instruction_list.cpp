// Theory of operation. Which spellings of a row run is a set in the product of its places, and
// seldom the whole product: `min` has a body for `.xorsign` with no type, `.v8` goes with 32-bit
// types alone. Such a set is cut along the place in whose words it differs, equal slices kept
// together, until every part is a whole product; those parts are what a reader is shown.
#include "sim/instruction_list.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <set>

#include "ptx/form_statement.hpp"
#include "ptx/parser.hpp"
#include "sim/program_impl.hpp"

namespace bankcheck::sim {
namespace {

using Places = std::vector<ptx::WordPlace>;
using Words = std::vector<std::string_view>;

/// Calls `use` with every choice of one word a place.
template <class Use>
void for_each_choice(const Places& places, Use use) {
  std::vector<std::size_t> at(places.size(), 0);
  while (true) {
    Words words;
    for (std::size_t i = 0; i < places.size(); ++i) words.push_back(places[i].words[at[i]]);
    use(words);
    std::size_t i = places.size();
    while (i > 0 && ++at[i - 1] == places[i - 1].words.size()) at[--i] = 0;
    if (i == 0) return;
  }
}

/// The supported spellings of one row, folded.
class RowFolder {
 public:
  RowFolder(const ptx::InstructionRow& row, const Isa& isa) : row_(row), isa_(isa) {}

  std::vector<SupportedForm> forms() {
    all_places_ = ptx::word_places(row_);
    Places places = all_places_;
    for (ptx::WordPlace& place : places) {
      if (place.is_hint()) place.words = {""};
    }
    for_each_choice(places, [&](const Words& words) {
      if (runs(words)) supported_.insert(words);
    });
    fold(places);
    for (SupportedForm& form : forms_) add_hints(form);
    return std::move(forms_);
  }

 private:
  bool runs(const Words& words) const {
    return runs_all_of(ptx::module_around(ptx::write_statement(row_, all_places_, words)), isa_);
  }

  /// Of each choice within `places`, in their order, whether it is supported.
  std::vector<bool> slice(const Places& places) const {
    std::vector<bool> members;
    for_each_choice(places,
                    [&](const Words& words) { members.push_back(supported_.contains(words)); });
    return members;
  }

  void fold(const Places& places) {
    const std::vector<bool> members = slice(places);
    const auto count = std::count(members.begin(), members.end(), true);
    if (count == 0) return;
    if (count == static_cast<std::ptrdiff_t>(members.size())) {
      forms_.push_back({&row_, places});
      return;
    }
    for (const Places& part : fewest_parts(places)) fold(part);
  }

  /// `places` cut along the one that leaves the fewest parts, but two at least.
  std::vector<Places> fewest_parts(const Places& places) const {
    std::vector<Places> fewest;
    for (std::size_t i = 0; i < places.size(); ++i) {
      std::vector<Places> parts = cut(places, i);
      if (parts.size() > 1 && (fewest.empty() || parts.size() < fewest.size())) {
        fewest = std::move(parts);
      }
    }
    return fewest;
  }

  /// Words of place `at` for which the same choices of the others are supported stay together.
  std::vector<Places> cut(const Places& places, std::size_t at) const {
    std::vector<Places> parts;
    std::map<std::vector<bool>, std::size_t> part_of;
    for (const std::string_view word : places[at].words) {
      Places one = places;
      one[at].words = {word};
      const auto [part, is_new] = part_of.emplace(slice(one), parts.size());
      if (is_new) {
        parts.push_back(std::move(one));
      } else {
        parts[part->second][at].words.push_back(word);
      }
    }
    return parts;
  }

  void add_hints(SupportedForm& form) const {
    Words words;
    for (const ptx::WordPlace& place : form.places) words.push_back(place.words.front());
    for (std::size_t i = 0; i < form.places.size(); ++i) {
      if (!all_places_[i].is_hint()) continue;
      for (const std::string_view hint : all_places_[i].words) {
        Words with_hint = words;
        with_hint[i] = hint;
        if (!hint.empty() && runs(with_hint)) form.places[i].words.push_back(hint);
      }
    }
  }

  const ptx::InstructionRow& row_;
  const Isa& isa_;
  Places all_places_;
  std::set<Words> supported_;
  std::vector<SupportedForm> forms_;
};

}  // namespace

bool runs_all_of(const std::string& ptx, const Isa& isa) {
  auto module = ptx::parse(ptx, "probe.ptx");
  if (!module) return false;
  return Program::with_bodies(std::make_shared<const ptx::Module>(std::move(module).value()), isa)
      .impl()
      .errors()
      .empty();
}

std::vector<SupportedForm> supported_forms(const Isa& isa) {
  std::vector<SupportedForm> all;
  for (const ptx::InstructionRow& row : ptx::instruction_table()) {
    std::vector<SupportedForm> forms = RowFolder(row, isa).forms();
    std::move(forms.begin(), forms.end(), std::back_inserter(all));
  }
  std::stable_sort(all.begin(), all.end(), [](const SupportedForm& a, const SupportedForm& b) {
    return ptx::spelling(a.row->opcode) < ptx::spelling(b.row->opcode);
  });
  return all;
}

std::vector<ptx::Opcode> unsupported_opcodes(const std::vector<SupportedForm>& forms) {
  std::map<std::string_view, ptx::Opcode> left;
  for (const ptx::InstructionRow& row : ptx::instruction_table()) {
    left.emplace(ptx::spelling(row.opcode), row.opcode);
  }
  for (const SupportedForm& form : forms) left.erase(ptx::spelling(form.row->opcode));
  std::vector<ptx::Opcode> opcodes;
  for (const auto& [spelling, opcode] : left) opcodes.push_back(opcode);
  return opcodes;
}

}  // namespace bankcheck::sim
