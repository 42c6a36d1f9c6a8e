#include "ptx/module.hpp"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "ptx_text.hpp"

namespace bankcheck::ptx {
namespace {

Module module_with_entries(const std::vector<std::string>& mangled) {
  std::string text = ".version 9.0\n.target sm_90, debug\n";
  for (const std::string& name : mangled) text += ".visible .entry " + name + "() { ret; }\n";
  return module_of(text);
}

Lines names_of(const std::vector<const Function*>& functions) {
  Lines names;
  for (const Function* function : functions) names.push_back(function->name);
  return names;
}

TEST(Module, KnowsItsVersionAndTarget) {
  const Module module = module_with_entries({});
  EXPECT_EQ(module.version_major, 9);
  EXPECT_EQ(module.version_minor, 0);
  EXPECT_EQ(module.target, "sm_90");
}

TEST(Module, DemanglesTheNamesOfFunctions) {
  const Module module = module_with_entries({"_Z11probeSharedPKfPfmi", "plain", "_Zgarbage"});
  EXPECT_EQ(module.functions[0].demangled, "probeShared(float const*, float*, unsigned long, int)");
  EXPECT_EQ(module.functions[1].demangled, "plain");
  EXPECT_EQ(module.functions[2].demangled, "_Zgarbage");
}

TEST(Module, FindsKernelsByTheirSourceNameWholeNameOrMangledName) {
  const Module module = module_with_entries({"_Z5probePf", "_Z6probe2Pf"});
  EXPECT_EQ(names_of(module.find_entries("probe")), (Lines{"_Z5probePf"}));
  EXPECT_EQ(names_of(module.find_entries("probe(float*)")), (Lines{"_Z5probePf"}));
  EXPECT_EQ(names_of(module.find_entries("_Z5probePf")), (Lines{"_Z5probePf"}));
  EXPECT_EQ(names_of(module.find_entries("prob")), Lines{});
}

TEST(Module, FindsKernelsInsideNamespacesAndTemplates) {
  const Module module = module_with_entries({
      "_ZN6lesson6scopedIiEEvPT_",                    // lesson::scoped<int>
      "_ZN6lesson6scopedIdEEvPT_",                    // lesson::scoped<double>
      "_ZN12_GLOBAL__N_16secretEPi",                  // (anonymous namespace)::secret
      "_Z14reduce_generalILi256EXadL_Z3addiiEEEvPi",  // with a function as argument
  });
  EXPECT_EQ(names_of(module.find_entries("scoped")),
            (Lines{"_ZN6lesson6scopedIiEEvPT_", "_ZN6lesson6scopedIdEEvPT_"}));
  EXPECT_EQ(names_of(module.find_entries("secret")), (Lines{"_ZN12_GLOBAL__N_16secretEPi"}));
  EXPECT_EQ(names_of(module.find_entries("reduce_general")),
            (Lines{"_Z14reduce_generalILi256EXadL_Z3addiiEEEvPi"}));
}

TEST(Module, DoesNotOfferFunctionsAndDeclarationsAsKernels) {
  const Module module =
      module_of(".version 9.0\n.func f() { ret; }\n.extern .entry k();\n.entry k2() { ret; }");
  EXPECT_EQ(names_of(module.find_entries("f")), Lines{});
  EXPECT_EQ(names_of(module.find_entries("k")), Lines{});
  EXPECT_EQ(names_of(module.find_entries("k2")), (Lines{"k2"}));
  EXPECT_NE(module.find_function("f"), nullptr);
  EXPECT_EQ(module.find_function("g"), nullptr);
}

TEST(Module, NamesEverySpecialRegisterOnce) {
  const auto& names = special_register_names();
  EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), names.size());
  for (const char* name : {"%tid.x", "%nctaid.z", "%laneid", "%clock64", "%globaltimer",
                           "%lanemask_lt", "%dynamic_smem_size", "%clusterid.x", "%envreg0"}) {
    EXPECT_EQ(std::count(names.begin(), names.end(), name), 1) << name;
  }
}

}  // namespace
}  // namespace bankcheck::ptx
