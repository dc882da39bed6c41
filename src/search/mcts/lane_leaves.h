// Leaves of the tree that wait for playouts in bit lanes, and what they were worth.
//
// Lanes are fastest when many games run at once, a tree is wisest when results come back one by one. While the tree is small few leaves
// get many playouts each; later many leaves get few. Moves at the root that will be tried whatever the others bring go together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "engines/lanes/lanes.h"
#include "search/mcts/options.h"

namespace agon::search::mcts {

class LaneLeaves {
 public:
  explicit LaneLeaves(std::shared_ptr<const engines::Lanes> lanes);

  [[nodiscard]] static std::size_t batch_size(const Options& options, std::uint32_t root_visits, std::uint32_t untried);
  void clear() { count_ = 0; }
  [[nodiscard]] std::size_t count() const { return count_; }
  // Returns its number.
  std::size_t add(std::span<const std::byte> state);
  // Plays them all out; returns how many states that took.
  std::uint64_t evaluate(const Options& options, std::uint64_t seed);
  // Mean of the role's goals, 0..1.
  [[nodiscard]] double value(std::size_t leaf, std::size_t role) const;

 private:
  std::vector<engines::StateWords> starts_;
  std::size_t count_ = 0;
  engines::Lanes::Batcher batcher_;
  const engines::BatchResult* result_ = nullptr;
};

}  // namespace agon::search::mcts
