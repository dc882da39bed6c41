#include "search/mcts/tree/tree.h"

#include <gtest/gtest.h>

#include <cstring>
#include <map>

#include "base/rng.h"
#include "game/observation.h"

namespace agon::search::mcts {
namespace {

using Legal = std::vector<std::vector<MoveId>>;

// A node for each number, with so many moves for each role.
Node* add(Tree& tree, std::uint64_t number, const std::vector<std::uint32_t>& moves) {
  Legal legal;
  for (const std::uint32_t count : moves) legal.emplace_back(count, MoveId{0});
  return tree.create(number, std::as_bytes(std::span(&number, 1)), legal, true);
}

std::uint64_t number_of(Node* n) {
  std::uint64_t number = 0;
  std::memcpy(&number, n->state().data(), sizeof number);
  return number;
}

constexpr std::size_t kSmall = std::size_t{1} << 18U;

TEST(Tree, SmallNodesFindRoomAmongLargeOnes) {
  Tree tree(kSmall, false);
  std::uint64_t number = 0;
  while (tree.recycled() == 0) ASSERT_NE(add(tree, ++number, {80, 1}), nullptr);
  const std::size_t full = tree.nodes();
  for (int i = 0; i < 100; ++i) ASSERT_NE(add(tree, ++number, {1, 1}), nullptr) << i;
  EXPECT_GT(tree.nodes(), full + 80);  // a few large ones made room for all of them
  EXPECT_EQ(tree.refused(), 0U);
}

TEST(Tree, WhereALargeNodeFindsNoRoomNobodyHasToGo) {
  Tree tree(kSmall, false);
  std::uint64_t number = 0;
  while (tree.recycled() == 0) ASSERT_NE(add(tree, ++number, {2, 1}), nullptr);
  const std::size_t full = tree.nodes();
  EXPECT_EQ(add(tree, ++number, {80, 1}), nullptr);
  EXPECT_EQ(tree.nodes(), full);
  EXPECT_EQ(tree.refused(), 1U);
  tree.clear();
  EXPECT_EQ(tree.refused(), 0U);
  EXPECT_NE(add(tree, ++number, {80, 1}), nullptr);
}

TEST(Tree, NodesThatAreHeldStay) {
  Tree tree(kSmall, false);
  Node* const held = add(tree, 1, {5, 1});
  ++held->virtual_loss;
  const NodeRef reference = tree.ref(held);
  for (std::uint64_t number = 2; tree.recycled() < 2'000; ++number)
    add(tree, number, {static_cast<std::uint32_t>(1 + number % 40), 1});
  ASSERT_EQ(tree.node(reference), held);
  EXPECT_EQ(number_of(held), 1U);
}

// Children by joint moves, in far too little memory: whatever is found is what was put there.
TEST(Tree, AReferenceLeadsToItsNodeOrNowhere) {
  for (const bool simultaneous : {false, true}) {
    Tree tree(kSmall, false);
    Rng rng(7);
    std::map<std::pair<std::uint64_t, game::JointChoice>, std::uint64_t> put;
    std::vector<std::uint64_t> numbers;
    const auto find = [&](std::uint64_t number) { return tree.find(number, std::as_bytes(std::span(&number, 1))); };
    std::uint64_t alive = 0;
    for (std::uint64_t number = 1; number < 30'000; ++number) {
      const std::uint32_t most = 2 + rng.below(30);
      Node* const child = add(tree, number, {2 + rng.below(most), simultaneous ? 2 + rng.below(most) : 1});
      if (child == nullptr) continue;
      numbers.push_back(number);
      const std::uint64_t recent =
          numbers[numbers.size() - 1 - rng.below(static_cast<std::uint32_t>(std::min<std::size_t>(numbers.size(), 20)))];
      Node* const parent = find(recent);
      if (parent == nullptr || parent == child) continue;
      game::JointChoice joint{Choice{rng.below(parent->role(0).actions)}, Choice{rng.below(parent->role(1).actions)}};
      tree.touch(parent);
      tree.set_child(parent, joint, child);
      put[{recent, joint}] = number;
      if (number % 1'000 != 0) continue;
      for (const auto& [from, to] : put) {
        Node* const above = find(from.first);
        Node* const below = above == nullptr ? nullptr : tree.child(above, from.second);
        if (below == nullptr) continue;
        ++alive;
        ASSERT_EQ(number_of(below), to);
        ASSERT_EQ(find(to), below);
      }
    }
    EXPECT_GT(tree.recycled(), 1'000U);
    EXPECT_GT(alive, 1'000U);
  }
}

}  // namespace
}  // namespace agon::search::mcts
