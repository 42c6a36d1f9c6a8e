#include "gpu/session.hpp"

#include <csignal>

#include <gtest/gtest.h>

#include "fake_worker.hpp"

namespace bankcheck::gpu {
namespace {

std::string card_trouble(StartWorker start) {
  Session session(std::move(start));
  const auto card = session.card();
  return card ? "none" : card.errors().front().text;
}

TEST(Session, DescribesTheCardAndBecomesReady) {
  Session session(fake_workers([](FakeDriver&, int) {}));
  const auto card = session.card();
  ASSERT_TRUE(card);
  EXPECT_EQ(card.value().description(),
            "Fake 9000, compute capability 9.0, 132 SMs, CUDA driver 13.0");
  EXPECT_EQ(card.value().architecture(), "90");
  EXPECT_TRUE(session.wait_until_ready().empty());
  EXPECT_TRUE(session.wait_until_ready().empty());
}

TEST(Session, StartsANewWorkerAfterOneWasDropped) {
  Session session(fake_workers([](FakeDriver&, int) {}));
  ASSERT_TRUE(session.wait_until_ready().empty());
  const pid_t first = session.worker().process();
  session.drop_worker();
  EXPECT_TRUE(session.wait_until_ready().empty());
  EXPECT_NE(session.worker().process(), first);
}

TEST(Session, SaysWhatTheDriverSaid) {
  EXPECT_EQ(card_trouble(fake_workers(
                [](FakeDriver& driver, int) { driver.initialise_status = Status::kNoDevice; })),
            "driver_.initialise() gave CUDA_ERROR_NO_DEVICE");
}

TEST(Session, SaysThatAContextCouldNotBeOpened) {
  Session session(fake_workers(
      [](FakeDriver& driver, int) { driver.context_status = Status::kDeviceUnavailable; }));
  EXPECT_TRUE(session.card());
  const base::Diagnostics errors = session.wait_until_ready();
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_EQ(errors[0].text, "driver_.open_context(ordinal) gave CUDA_ERROR_DEVICE_UNAVAILABLE");
}

TEST(Session, SaysHowAWorkerEndedThatNeverBecameReady) {
  EXPECT_EQ(card_trouble(fake_workers([](FakeDriver&, int) { std::raise(SIGKILL); })),
            "the GPU worker was killed by signal 9 before it was ready");
  EXPECT_EQ(card_trouble(fake_workers([](FakeDriver&, int) { _exit(3); })),
            "the GPU worker exited with status 3 before it was ready");
}

TEST(Session, SaysThatAProgramCouldNotBeStarted) {
  EXPECT_EQ(card_trouble([] {
              return start_worker({"/nowhere/bankcheck", 0, {}});
            }),
            "cannot start the GPU worker /nowhere/bankcheck: No such file or directory");
}

TEST(Session, AProgramThatIsNoWorkerIsSaidToHaveExited) {
  EXPECT_EQ(card_trouble([] {
              return start_worker({"/bin/true", 0, {}});
            }),
            "the GPU worker exited with status 0 before it was ready");
}

TEST(CardInfo, AUuidIsSpelledAsNvidiaSmiDoes) {
  const unsigned char bytes[16] = {0x8f, 0x4c, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 255};
  EXPECT_EQ(format_uuid(bytes), "GPU-8f4c0001-0203-0405-0607-08090a0b0cff");
}

TEST(DriverStatus, AnUnknownNumberIsShownAndIsTheMachinesTrouble) {
  EXPECT_EQ(status_name(static_cast<Status>(4711)), "CUDA_ERROR_4711");
  EXPECT_EQ(meaning(static_cast<Status>(4711)).outcome, base::RowOutcome::kMachineTrouble);
}

TEST(DriverStatus, WhatAKernelDidIsItsOwnCrash) {
  for (const int number : {700, 701, 710, 714, 715, 716, 717, 718, 719}) {
    EXPECT_EQ(meaning(static_cast<Status>(number)).outcome, base::RowOutcome::kCrashed) << number;
  }
}

TEST(DriverCall, TheErrorKeepsTheTextOfTheCallAndTheNameOfTheError) {
  FakeDriver driver;
  driver.context_status = Status::kOutOfMemory;
  try {
    BANKCHECK_DRIVER_CALL(driver.open_context(7));
    FAIL();
  } catch (const DriverError& error) {
    EXPECT_STREQ(error.what(), "driver.open_context(7) gave CUDA_ERROR_OUT_OF_MEMORY");
    EXPECT_EQ(error.status(), Status::kOutOfMemory);
  }
}

}  // namespace
}  // namespace bankcheck::gpu
