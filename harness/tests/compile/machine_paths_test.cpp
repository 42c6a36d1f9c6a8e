#include "compile/machine_paths.hpp"

#include <gtest/gtest.h>

namespace bankcheck::compile {
namespace {

const MachinePaths kPaths{"/tmp/bankcheck-x1/source", "/usr/local/cuda-13.0"};

TEST(MachinePaths, LeaveTheLog) {
  EXPECT_EQ(clean_log("/tmp/bankcheck-x1/source/probe.cu(1): error: x\n"
                      "/usr/local/cuda-13.0/bin/../include/a.h(2): note: y\n"
                      "sh: /tmp/tmpxft_0000-7_unit.ii: cannot write\n",
                      kPaths),
            "probe.cu(1): error: x\n"
            "cuda/include/a.h(2): note: y\n"
            "sh: (temporary): cannot write\n");
}

TEST(MachinePaths, LeaveTheFileLinesOfThePtx) {
  EXPECT_EQ(clean_ptx("\t.file\t1 \"/tmp/bankcheck-x1/source/probe.cu\"\nret;", kPaths),
            "\t.file\t1 \"probe.cu\"\nret;");
}

TEST(MachinePaths, LeaveTheFileLinesOfThePtxWithoutDateAndSize) {
  EXPECT_EQ(clean_ptx(".file 1 \"a \\ b.cu\", 1700000000, 321\nret;", kPaths),
            ".file 1 \"a \\ b.cu\"\nret;");
  EXPECT_EQ(clean_ptx(".file 1 \"", kPaths), ".file 1 \"");
}

TEST(MachinePaths, LeaveTheNamesOfInternalSymbols) {
  EXPECT_EQ(clean_ptx(".entry _ZN34_GLOBAL__N__d0ad9787_4_u_cu__Z1qPi1kEPi\n"
                      "[_ZN32_INTERNAL_d0ad9787_4_u_cu__Z1qPi3hidE+4]; _INTERNAL_xyz\n",
                      kPaths),
            ".entry _ZN34_GLOBAL__N__00000000_4_u_cu__Z1qPi1kEPi\n"
            "[_ZN32_INTERNAL_00000000_4_u_cu__Z1qPi3hidE+4]; _INTERNAL_xyz\n");
}

TEST(MachinePaths, LeaveOtherTextAsItIs) {
  EXPECT_EQ(clean_ptx("", kPaths), "");
  EXPECT_EQ(clean_ptx("\n\nret;\n", kPaths), "\n\nret;\n");
  EXPECT_EQ(clean_log("no path", {"", ""}), "no path");
}

}  // namespace
}  // namespace bankcheck::compile
