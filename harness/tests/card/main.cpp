// Runs the tests on a real card. Started with a hidden subcommand, it is its own worker.
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "card_fixture.hpp"
#include "gpu/profiled_run.hpp"
#include "gpu/worker.hpp"

int main(int argc, char** argv) {
  const std::string_view subcommand = argc > 1 ? argv[1] : "";
  if (argc == 3 && subcommand == bankcheck::gpu::kWorkerSubcommand) {
    return bankcheck::gpu::worker_main(std::atoi(argv[2]),
                                       bankcheck::card::environment("BANKCHECK_GPU_FILTER") != "0");
  }
  if (argc == 4 && subcommand == bankcheck::gpu::kProfiledSubcommand) {
    std::string trouble;
    const int status = bankcheck::gpu::profiled_main(std::atoi(argv[2]), argv[3], &trouble);
    if (status != 0) std::fprintf(stderr, "%s\n", trouble.c_str());
    return status;
  }
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
