#include "batch/process_pool.hpp"

#include <csignal>
#include <stdexcept>

#include <gtest/gtest.h>
#include <unistd.h>

namespace bankcheck::batch {
namespace {

std::string ending_of(const std::function<void()>& body, double seconds = 60) {
  std::string ending = "(none)";
  ProcessPool pool(1);
  pool.start(body, seconds, [&](const std::string& trouble) { ending = trouble; });
  while (!pool.is_empty()) pool.wait(std::chrono::milliseconds(50));
  return ending;
}

TEST(ProcessPool, SaysNothingOfAChildThatReturns) {
  EXPECT_EQ(ending_of([] {}), "");
}

TEST(ProcessPool, SaysHowAChildEnded) {
  EXPECT_EQ(ending_of([] { ::raise(SIGKILL); }), "was killed by signal 9 (Killed)");
  EXPECT_EQ(ending_of([] { ::_exit(7); }), "exited with status 7");
  EXPECT_EQ(ending_of([] { throw std::runtime_error("x"); }), "exited with status 113");
}

TEST(ProcessPool, EndsAChildThatTakesTooLong) {
  EXPECT_EQ(ending_of([] { ::pause(); }, 0.05), "took too long and was ended");
}

TEST(ProcessPool, RunsAsManyAtOnceAsItHasRoomFor) {
  ProcessPool pool(2);
  int ended = 0;
  const auto count = [&](const std::string&) { ++ended; };
  pool.start([] { ::pause(); }, 60, count);
  EXPECT_TRUE(pool.has_room());
  pool.start([] {}, 60, count);
  EXPECT_FALSE(pool.has_room());
  while (!pool.has_room()) pool.wait(std::chrono::milliseconds(50));
  EXPECT_EQ(ended, 1);
  pool.kill_all();
  EXPECT_TRUE(pool.is_empty());
  EXPECT_EQ(ended, 1) << "nobody is told of those that are killed";
}

}  // namespace
}  // namespace bankcheck::batch
