#include "gpu/profiled_run.hpp"

#include <algorithm>

#include "base/atomic_file.hpp"
#include "gpu/cuda_driver.hpp"
#include "gpu/kernel_runner.hpp"

namespace bankcheck::gpu {
namespace {

constexpr std::size_t kFileLimit = std::size_t{2} << 30;
/// Profilers run a kernel several times over and save its memory in between.
constexpr std::uint32_t kLimitMs = 60'000;

void launch_all(Driver& driver, int ordinal, const ProfiledRun& run) {
  BANKCHECK_DRIVER_CALL(driver.initialise());
  BANKCHECK_DRIVER_CALL(driver.open_context(ordinal));
  KernelRunner runner(driver, [] { return false; });
  std::size_t largest = 0;
  for (const WireRow& row : run.rows) largest = std::max<std::size_t>(largest, row.image_bytes);
  runner.begin_job(largest, 1);
  for (std::uint32_t i = 0; i < run.rows.size(); ++i) {
    const LoadedMessage loaded = runner.load(run.rows[i]);
    if (loaded.status != Status::kSuccess) throw DriverError(loaded.status, loaded.text);
    std::string image = run.images.at(i);
    const DoneMessage done =
        runner.run({i, 1, 0, kLimitMs, false}, std::as_writable_bytes(std::span<char>(image)));
    if (done.status != Status::kSuccess) throw DriverError(done.status, done.text);
  }
}

}  // namespace

std::string run_profiled(Driver& driver, int ordinal, const ProfiledRun& run) {
  try {
    launch_all(driver, ordinal, run);
    return {};
  } catch (const DriverError& error) {
    return error.what();
  }
}

int profiled_main(int ordinal, const std::string& path, std::string* trouble) {
  const auto file = base::read_file(path, kFileLimit);
  ProfiledRun run;
  if (!file || !decode(file.value(), &run) || run.images.size() != run.rows.size()) {
    *trouble = "cannot read " + path;
    return 1;
  }
  auto driver = open_cuda_driver();
  *trouble = driver ? run_profiled(*driver.value(), ordinal, run) : driver.errors().front().text;
  return trouble->empty() ? 0 : 1;
}

}  // namespace bankcheck::gpu
