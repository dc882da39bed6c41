#include "serve/limits/quota.h"

#include <gtest/gtest.h>

#include <vector>

namespace agon::serve {
namespace {

TEST(Quota, HoldsInAllAndForEachClient) {
  Quota quota(3, 2);
  std::vector<Quota::Ticket> held;
  for (int i = 0; i < 2; ++i) held.push_back(*quota.take("ann"));
  EXPECT_FALSE(quota.take("ann"));
  EXPECT_TRUE(quota.client_is_full("ann"));
  EXPECT_FALSE(quota.is_full());
  held.push_back(*quota.take("bob"));
  EXPECT_FALSE(quota.take("cid"));
  EXPECT_TRUE(quota.is_full());
  held.erase(held.begin());
  EXPECT_EQ(quota.used_by("ann"), 1U);
  EXPECT_TRUE(quota.take("cid"));
  held.clear();
  EXPECT_EQ(quota.used(), 0U);
  EXPECT_EQ(quota.used_by("bob"), 0U);
}

TEST(Quota, ATicketIsGivenBackOnceHoweverItIsMoved) {
  Quota quota(10, 10);
  {
    std::optional<Quota::Ticket> first = quota.take("ann", 4);
    Quota::Ticket second = std::move(*first);
    Quota::Ticket third = quota.take_anyway("bob", 6);
    second = std::move(third);  // the ticket of four is swapped out, and still held
    EXPECT_EQ(quota.used(), 10U);
    EXPECT_FALSE(quota.take("cid"));
  }
  EXPECT_EQ(quota.used(), 0U);
}

TEST(Quota, WhatWasAdmittedBeforeCountsAndIsNeverRefused) {
  Quota quota(1, 1);
  const Quota::Ticket first = quota.take_anyway("ann"), second = quota.take_anyway("ann");
  EXPECT_EQ(quota.used_by("ann"), 2U);
  EXPECT_FALSE(quota.take("bob"));
}

TEST(Quota, TicketsMayOutliveIt) {
  std::optional<Quota::Ticket> ticket;
  {
    Quota quota(1, 1);
    ticket = quota.take("ann");
  }
  EXPECT_TRUE(ticket);
  ticket.reset();
}

}  // namespace
}  // namespace agon::serve
