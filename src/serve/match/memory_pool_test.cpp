#include "serve/match/memory_pool.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace agon::serve {
namespace {

constexpr std::size_t kMiB = std::size_t{1} << 20U;

TEST(MemoryPool, LargeSharesCompeteAndSmallOnesAreFree) {
  const auto pool = std::make_shared<MemoryPool>(10 * kMiB);
  MemoryShare small(pool);
  EXPECT_TRUE(small.resize(MemoryShare::kFree));
  EXPECT_EQ(pool->used(), 0U);
  {
    MemoryShare large(pool);
    EXPECT_TRUE(large.resize(9 * kMiB + MemoryShare::kFree));
    EXPECT_TRUE(pool->crowded());
    MemoryShare other(pool);
    EXPECT_FALSE(other.resize(2 * kMiB + MemoryShare::kFree));
    EXPECT_TRUE(other.resize(MemoryShare::kFree));  // and the small one goes on
    EXPECT_TRUE(large.resize(3 * kMiB));
    EXPECT_TRUE(other.resize(2 * kMiB + MemoryShare::kFree));
  }
  EXPECT_EQ(pool->used(), 0U);
  MemoryShare unlimited(nullptr);
  EXPECT_TRUE(unlimited.resize(~std::size_t{0}));
}

TEST(MemoryPool, NeverGivesMoreThanItHasWhateverTheThreadsDo) {
  const auto pool = std::make_shared<MemoryPool>(4 * kMiB);
  std::vector<std::jthread> threads;
  std::atomic<bool> overdrawn{false};
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 2000; ++i) {
        MemoryShare share(pool);
        (void)share.resize(MemoryShare::kFree + 3 * kMiB);
        if (pool->used() > 4 * kMiB) overdrawn = true;
      }
    });
  }
  threads.clear();
  EXPECT_FALSE(overdrawn);
  EXPECT_EQ(pool->used(), 0U);
}

}  // namespace
}  // namespace agon::serve
