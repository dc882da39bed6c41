#include "serve/limits/token_bucket.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace agon::serve {
namespace {

using namespace std::chrono_literals;

const TokenBucket::Clock::time_point kStart{};

TEST(TokenBucket, AllowsABurstAndThenARate) {
  TokenBucket bucket({.per_second = 10, .burst = 100}, kStart);
  bucket.charge(100, kStart);
  EXPECT_FALSE(bucket.in_debt(kStart));  // exactly spent
  bucket.charge(30, kStart);
  EXPECT_TRUE(bucket.in_debt(kStart));
  EXPECT_TRUE(bucket.in_debt(kStart + 2s));
  EXPECT_FALSE(bucket.in_debt(kStart + 3s));
  EXPECT_FALSE(bucket.full(kStart + 12s));
  EXPECT_TRUE(bucket.full(kStart + 13s));
}

TEST(TokenBucket, NeverHoldsMoreThanTheBurstNorOwesMore) {
  TokenBucket bucket({.per_second = 10, .burst = 100}, kStart);
  bucket.charge(150, kStart + 1h);
  EXPECT_TRUE(bucket.in_debt(kStart + 1h));
  bucket.charge(1e9, kStart + 1h);
  EXPECT_FALSE(bucket.in_debt(kStart + 1h + 10s));
}

TEST(ClientRates, EachClientHasItsOwnBucket) {
  ClientRates rates({.per_second = 1, .burst = 10});
  rates.charge("ann", 11, kStart);
  EXPECT_TRUE(rates.in_debt("ann", kStart));
  EXPECT_FALSE(rates.in_debt("bob", kStart));
  EXPECT_FALSE(rates.in_debt("ann", kStart + 1s));
}

TEST(ClientRates, ForgetsClientsThatHavePaid) {
  ClientRates rates({.per_second = 1, .burst = 10});
  for (int i = 0; i < 10'000; ++i) rates.charge(fmt::format("client {}", i), 1, kStart + std::chrono::seconds(i));
  EXPECT_LT(rates.size(), 1'100U);
}

}  // namespace
}  // namespace agon::serve
