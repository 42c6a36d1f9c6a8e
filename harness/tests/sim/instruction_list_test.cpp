// The list of supported instructions says what the simulator does.
#include "sim/instruction_list.hpp"

#include <algorithm>
#include <filesystem>
#include <set>

#include "ptx/form_statement.hpp"
#include "ptx/printer.hpp"
#include "sim/launch_fixture.hpp"

namespace bankcheck::sim {
namespace {

namespace fs = std::filesystem;

const std::vector<SupportedForm>& listed() {
  static const std::vector<SupportedForm> kForms = supported_forms(best_isa());
  return kForms;
}

/// Calls `use` with every choice of words, but for hints to the caches, of which none is chosen.
template <class Use>
void for_each_spelling(const std::vector<ptx::WordPlace>& places, Use use,
                       std::vector<std::string_view> words = {}) {
  if (words.size() == places.size()) return use(words);
  const ptx::WordPlace& place = places[words.size()];
  for (const std::string_view word : place.words) {
    words.push_back(word);
    for_each_spelling(places, use, words);
    words.pop_back();
    if (place.is_hint()) break;
  }
}

std::set<std::string> statements(const ptx::InstructionRow& row,
                                 const std::vector<ptx::WordPlace>& places) {
  std::set<std::string> all;
  for_each_spelling(places, [&](const std::vector<std::string_view>& words) {
    all.insert(ptx::write_statement(row, ptx::word_places(row), words));
  });
  return all;
}

/// A kernel around the statement runs with these bodies.
bool runs(const std::string& statement, const Isa& isa) {
  return runs_all_of(ptx::module_around(statement), isa);
}

TEST(InstructionList, HoldsExactlyTheSpellingsThatHaveABody) {
  std::size_t count = 0;
  for (const ptx::InstructionRow& row : ptx::instruction_table()) {
    std::set<std::string> in_list;
    for (const SupportedForm& form : listed()) {
      if (form.row != &row) continue;
      for (const std::string& statement : statements(row, form.places)) {
        EXPECT_TRUE(in_list.insert(statement).second) << "listed twice: " << statement;
      }
    }
    for (const std::string& statement : statements(row, ptx::word_places(row))) {
      EXPECT_EQ(in_list.contains(statement), runs(statement, portable_isa())) << statement;
    }
    count += in_list.size();
  }
  EXPECT_GT(count, 10'000u);
}

TEST(InstructionList, IsTheSameForEveryBuildOfTheBodies) {
  if (avx2_isa() == nullptr) GTEST_SKIP() << "this processor has no AVX2";
  const auto texts = [](const std::vector<SupportedForm>& forms) {
    std::vector<std::string> texts;
    for (const SupportedForm& form : forms) {
      texts.push_back(ptx::spellings_text(*form.row, form.places));
    }
    return texts;
  };
  EXPECT_EQ(texts(supported_forms(portable_isa())), texts(supported_forms(*avx2_isa())));
}

TEST(InstructionList, NamesTheOpcodesOfTheTableThatNeverRun) {
  std::vector<std::string_view> names;
  for (const ptx::Opcode opcode : unsupported_opcodes(listed())) {
    names.push_back(ptx::spelling(opcode));
  }
  EXPECT_EQ(names, (std::vector<std::string_view>{"alloca", "applypriority", "griddepcontrol",
                                                  "prefetchu", "stackrestore", "stacksave"}));
}

TEST(InstructionList, ReadsAsTheManualSpellsInstructions) {
  const auto line = [](const char* beginning) {
    for (const SupportedForm& form : listed()) {
      const std::string text =
          ptx::spellings_text(*form.row, form.places) + "  " + ptx::operands_text(*form.row);
      if (text.starts_with(beginning)) return text;
    }
    return std::string();
  };
  EXPECT_EQ(line("add[.rn"), "add[.rn|rz|rm|rp][.ftz][.sat].f32  d, a, b");
  EXPECT_EQ(line("shfl"), "shfl.(up|down|bfly|idx).sync.b32  d|q, a, b, c, e");
  EXPECT_EQ(line("cp.async.cg"),
            "cp.async.cg[.L2::64B|L2::128B|L2::256B].shared.global  [a], [b], c{, e}");
  EXPECT_EQ(line("ldmatrix"), "ldmatrix.sync.aligned.m8n8[.trans].(x1|x2|x4).shared.b16  {d}, [a]");
  EXPECT_EQ(line("vabsdiff4"), "vabsdiff4[.add].u32.u32.u32  d, a, b, c");
  EXPECT_EQ(line("bar.sync"), "bar.sync[.cta]  a{, b}");
  EXPECT_EQ(line("call"), "call[.uni]  {(d),} function{, (a, b, …)}");
}

/// The words of `ld.shared::cta.f32`; a shared window of the own block is a block's shared memory.
std::multiset<std::string> words_of(const std::string& spelling) {
  std::multiset<std::string> words;
  std::stringstream text(spelling);
  for (std::string word; std::getline(text, word, '.');) {
    words.insert(word == "shared::cta" ? "shared" : word);
  }
  return words;
}

/// Whether the words can be taken one from each place of the form's, until none is left.
bool holds(const SupportedForm& form, std::multiset<std::string> words) {
  const auto opcode = words.find(std::string(ptx::spelling(form.row->opcode)));
  if (opcode == words.end()) return false;
  words.erase(opcode);
  for (const ptx::WordPlace& place : form.places) {
    const auto taken = std::find_if(
        place.words.begin(), place.words.end(),
        [&](std::string_view word) { return !word.empty() && words.contains(std::string(word)); });
    if (taken != place.words.end()) {
      words.erase(words.find(std::string(*taken)));
    } else if (!place.is_optional()) {
      return false;
    }
  }
  return words.empty();
}

bool is_listed(const std::string& spelling) {
  const auto words = words_of(spelling);
  return std::any_of(listed().begin(), listed().end(),
                     [&](const SupportedForm& form) { return holds(form, words); });
}

/// All spellings that nvcc 13.0 uses for the kernels of data/kernels and data/cases.
std::set<std::string> spellings_in_use() {
  std::set<std::string> spellings;
  std::stringstream text(read_text(BANKCHECK_TEST_DATA "/kernels/spellings.txt"));
  for (std::string line; std::getline(text, line);) spellings.insert(line);
  return spellings;
}

TEST(InstructionList, HoldsWhatTheCasesAndTheCorpusUse) {
  std::set<std::string> opcodes;
  std::set<std::string> not_listed;
  for (const std::string& spelling : spellings_in_use()) {
    opcodes.insert(spelling.substr(0, spelling.find('.')));
    if (!is_listed(spelling)) not_listed.insert(spelling);
  }
  EXPECT_EQ(opcodes.size(), 78u);
  EXPECT_EQ(spellings_in_use().size(), 544u);
  EXPECT_EQ(not_listed, std::set<std::string>{});
}

void expect_all_listed(const ptx::Function& function) {
  for (const ptx::Instruction& instruction : function.instructions) {
    const std::string spelling = ptx::print_spelling(instruction);
    EXPECT_TRUE(is_listed(spelling)) << spelling;
  }
}

TEST(InstructionList, HoldsEveryInstructionThatIsReadFromTheRecordedKernels) {
  std::size_t files = 0;
  for (const char* folder : {"/ptx", "/cases/ptx"}) {
    for (const auto& entry : fs::directory_iterator(BANKCHECK_TEST_DATA + std::string(folder))) {
      if (entry.path().extension() != ".ptx") continue;
      const auto module = ptx::parse(read_text(entry.path().string()), entry.path().string());
      ASSERT_TRUE(module.ok()) << base::render(module.errors());
      for (const ptx::Function& function : module.value().functions) expect_all_listed(function);
      ++files;
    }
  }
  EXPECT_EQ(files, 42u);
}

}  // namespace
}  // namespace bankcheck::sim
