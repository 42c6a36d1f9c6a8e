// What the tests on a real card share: its kernels, compiled once, and sessions on it.
#pragma once

#include <future>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "gpu/row_runner.hpp"
#include "gpu/session.hpp"

namespace bankcheck::card {

/// The value of an environment variable, or `otherwise`.
std::string environment(const char* name, const std::string& otherwise = {});

/// The folder of test data: BANKCHECK_TEST_DATA, or the one of the source tree.
std::string data_folder();

/// Starts workers of this very program, see main.cpp.
gpu::StartWorker workers();

/// The card and what keeps it from being used; opened once.
const base::Result<gpu::CardInfo>& the_card();

/// A file of the test data compiled for the card.
struct Compiled {
  std::shared_ptr<const std::string> cubin;
  std::string ptx;
  std::string trouble;
};
Compiled compile_for_card(const std::string& file);
/// Starts on it, so that files are compiled beside each other; each is compiled once.
std::shared_future<Compiled> start_compiling(const std::string& file);

/// Skips without a card or a compiler.
class OnCard : public testing::Test {
 protected:
  void SetUp() override;
};

/// A row that runs `entry` of card/kernels.cu.
gpu::GpuRow kernel_row(const std::string& label, const std::string& entry, std::int32_t stride,
                       std::uint32_t blocks = 320);

/// Strides of the honest kernel; the first is the baseline.
gpu::GpuJob honest_sweep(const std::vector<std::int32_t>& strides, std::uint32_t blocks = 320);

std::vector<base::RowRecord> run(const gpu::GpuJob& job);

/// For the log: one line a row.
std::string table(const std::vector<base::RowRecord>& rows);

}  // namespace bankcheck::card
