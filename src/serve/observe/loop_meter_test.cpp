#include "serve/observe/loop_meter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/asio/post.hpp>
#include <ctime>
#include <stdexcept>

namespace agon::serve {
namespace {

using testing::HasSubstr;

void work_for(double seconds) {
  const std::clock_t end = std::clock() + static_cast<std::clock_t>(seconds * CLOCKS_PER_SEC);
  while (std::clock() < end) {
  }
}

TEST(LoopMeter, CountsEachHandlerByItsProcessorTime) {
  asio::io_context io(1);
  LoopMeter meter;
  for (int i = 0; i < 5; ++i) asio::post(io, [] {});
  asio::post(io, [] { work_for(0.03); });
  meter.run(io);
  EXPECT_EQ(meter.work().count(), 6U);
  EXPECT_GE(meter.longest(), 0.02);
  EXPECT_THAT(meter.work().text("x"), HasSubstr("x_bucket{le=\"+Inf\"} 6\n"));
}

TEST(LoopMeter, SleepIsNoWork) {
  asio::io_context io(1);
  LoopMeter meter;
  asio::steady_timer timer(io, std::chrono::milliseconds(50));
  timer.async_wait([](const boost::system::error_code&) {});
  meter.run(io);
  EXPECT_EQ(meter.work().count(), 1U);
  EXPECT_LT(meter.longest(), 0.05);
}

TEST(LoopMeter, GoesOnAfterAHandlerThatThrows) {
  asio::io_context io(1);
  LoopMeter meter;
  asio::post(io, [] { throw std::runtime_error("x"); });
  asio::post(io, [] {});
  EXPECT_THROW(meter.run(io), std::runtime_error);
  meter.run(io);
  EXPECT_EQ(meter.work().count(), 1U);
}

TEST(LoopMeter, ALateTimerIsLag) {
  asio::io_context io(1);
  LoopMeter meter;
  asio::co_spawn(io, meter.probe(io), asio::detached);
  asio::steady_timer end(io, LoopMeter::kProbe * 2);
  end.async_wait([&](const boost::system::error_code&) { io.stop(); });
  asio::post(io, [] { work_for(0.13); });  // over the first expiry
  meter.run(io);
  EXPECT_GE(meter.lag().count(), 1U);
  EXPECT_THAT(meter.lag().text("x"), testing::Not(HasSubstr("x_sum 0\n")));
}

}  // namespace
}  // namespace agon::serve
