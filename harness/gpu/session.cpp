#include "gpu/session.hpp"

#include <utility>

#include "base/diagnostic.hpp"

namespace bankcheck::gpu {
namespace {

using namespace std::chrono_literals;

/// A driver with many cards can take seconds to start.
constexpr auto kStartLimit = 60s;
constexpr auto kPatience = 2s;

base::Diagnostics trouble(std::string text) { return {base::plain_error(std::move(text))}; }

}  // namespace

Session::Session(StartWorker start) : start_(std::move(start)) {
  auto started = start_();
  if (started) {
    worker_.emplace(std::move(started).value());
  } else {
    trouble_ = started.errors();
  }
}

base::Result<CardInfo> Session::card() {
  if (!card_) {
    if (base::Diagnostics errors = read_until(FrameKind::kCard); !errors.empty()) return errors;
  }
  return *card_;
}

base::Diagnostics Session::wait_until_ready() {
  if (ready_) return {};
  if (!worker_) {
    auto started = start_();
    if (!started) return started.errors();
    worker_.emplace(std::move(started).value());
    trouble_.clear();
  }
  return read_until(FrameKind::kReady);
}

std::string Session::drop_worker(Clock::duration patience) {
  ready_ = false;
  if (!worker_) return "was not running";
  std::string how = worker_->end(patience);
  worker_.reset();
  return how;
}

/// Takes the worker's first frames until one of `kind` has come.
base::Diagnostics Session::read_until(FrameKind kind) {
  const Clock::time_point deadline = Clock::now() + kStartLimit;
  while (trouble_.empty()) {
    Frame frame;
    const Received received = worker_->channel().receive(&frame, deadline);
    if (received == Received::kTimedOut) trouble_ = trouble("the GPU driver does not answer");
    if (received == Received::kClosed) {
      trouble_ = trouble("the GPU worker " + drop_worker(kPatience) + " before it was ready");
    }
    if (received == Received::kFrame) trouble_ = take(frame);
    if (trouble_.empty() && frame.kind == kind) return {};
  }
  drop_worker();
  return trouble_;
}

base::Diagnostics Session::take(const Frame& frame) {
  if (frame.kind == FrameKind::kCard) {
    CardInfo card;
    if (!decode(frame.body, &card)) return trouble("the GPU worker sent a damaged frame");
    card_ = std::move(card);
    return {};
  }
  if (frame.kind == FrameKind::kReady) {
    ready_ = true;
    return {};
  }
  TroubleMessage message;
  if (frame.kind == FrameKind::kTrouble && decode(frame.body, &message)) {
    return trouble(message.text);
  }
  return trouble("the GPU worker sent an unexpected frame");
}

}  // namespace bankcheck::gpu
