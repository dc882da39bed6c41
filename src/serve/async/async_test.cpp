// The coroutine primitives, each with the property it is there for: order, fairness, no lost wake-up.
#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "serve/async/async_mutex.h"
#include "serve/async/async_semaphore.h"
#include "serve/async/async_signal.h"

namespace agon::serve {
namespace {

using namespace std::chrono_literals;

asio::awaitable<void> hold(asio::io_context& io, AsyncMutex& mutex, std::string name, std::string& story) {
  const AsyncMutex::Guard guard = co_await mutex.lock();
  story += "+" + name;
  asio::steady_timer pause(io, 1ms);
  co_await pause.async_wait(asio::use_awaitable);
  story += "-" + name;
}

TEST(AsyncMutex, LetsOneInAtATimeInTheOrderOfArrival) {
  asio::io_context io(1);
  AsyncMutex mutex(io.get_executor());
  std::string story;
  for (const char* name : {"a", "b", "c"}) spawn(io, hold(io, mutex, name, story), "a test");
  io.run();
  EXPECT_EQ(story, "+a-a+b-b+c-c");
}

TEST(AsyncSemaphore, ALargeRequestIsNotOvertakenBySmallOnes) {
  AsyncSemaphore processes(3);
  std::string granted;
  const auto request = [&](std::size_t count, const char* name) {
    return std::make_unique<AsyncSemaphore::Permit>(processes.request(count, [&granted, name] { granted += name; }));
  };
  auto a = request(2, "a"), b = request(3, "b"), c = request(1, "c");
  EXPECT_EQ(granted, "a");  // c would fit, and waits behind b
  a.reset();
  EXPECT_EQ(granted, "ab");
  EXPECT_FALSE(c->granted());
  b.reset();
  EXPECT_EQ(granted, "abc");
}

TEST(AsyncSemaphore, WhoLeavesTheQueueHoldsNobodyUp) {
  AsyncSemaphore processes(1);
  const auto nothing = [] {};
  auto first = std::make_unique<AsyncSemaphore::Permit>(processes.request(1, nothing));
  auto second = std::make_unique<AsyncSemaphore::Permit>(processes.request(1, nothing));
  const AsyncSemaphore::Permit third = processes.request(1, nothing);
  second.reset();
  EXPECT_FALSE(third.granted());
  first.reset();
  EXPECT_TRUE(third.granted());
}

TEST(AsyncSemaphore, WhatIsOfferedIsRecalledWhenSomebodyWaitsTheOldestFirst) {
  AsyncSemaphore processes(3);
  const auto nothing = [] {};
  std::map<std::string, std::optional<AsyncSemaphore::Permit>> permits;
  std::string recalled;
  for (const char* name : {"a", "b", "c"}) permits[name].emplace(processes.request(1, nothing));
  const auto offer = [&](const char* name) {
    permits[name]->offer([&, name] {
      recalled += name;
      permits[name].reset();
    });
  };
  offer("b");
  offer("c");
  offer("a");
  offer("b");  // again: as old as before
  permits["c"]->keep();
  EXPECT_EQ(recalled, "");  // nobody waits
  permits["d"].emplace(processes.request(1, nothing));
  EXPECT_EQ(recalled, "b");
  EXPECT_TRUE(permits["d"]->granted());
  permits["e"].emplace(processes.request(2, nothing));
  EXPECT_EQ(recalled, "ba");
  EXPECT_FALSE(permits["e"]->granted());
  offer("c");  // somebody waits already
  EXPECT_EQ(recalled, "bac");
  EXPECT_TRUE(permits["e"]->granted());
}

TEST(AsyncSemaphore, ThePlaceInTheQueueIsKnownAndItsChangesAreTold) {
  AsyncSemaphore processes(1);
  std::vector<std::size_t> told;
  std::optional<AsyncSemaphore::Permit> first, second, third;
  const auto nothing = [] {};
  first.emplace(processes.request(1, nothing));
  second.emplace(processes.request(1, nothing));
  third.emplace(processes.request(1, nothing, [&] { told.push_back(third->place()); }));
  EXPECT_EQ(first->place(), 0U);
  EXPECT_EQ(second->place(), 1U);
  EXPECT_EQ(third->place(), 2U);
  second.reset();
  EXPECT_EQ(told, (std::vector<std::size_t>{1}));
  first.reset();
  EXPECT_EQ(third->place(), 0U);
}

TEST(AsyncSignal, TellsAWakeUpFromATimeout) {
  asio::io_context io(1);
  AsyncSignal signal(io);
  std::vector<bool> woken;
  const auto wait = [&]() -> asio::awaitable<void> {
    woken.push_back(co_await signal.wait_until(AsyncSignal::Deadline::max()));
    woken.push_back(co_await signal.wait_until(AsyncSignal::Deadline::min()));
  };
  spawn(io, wait(), "a test");
  io.poll();
  EXPECT_TRUE(woken.empty());
  signal.notify();
  io.run();
  EXPECT_EQ(woken, (std::vector<bool>{true, false}));
}

}  // namespace
}  // namespace agon::serve
