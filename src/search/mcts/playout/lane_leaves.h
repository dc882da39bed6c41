// Leaf parallelisation: leaves of the tree whose playouts are under way in bit lanes, and what they were worth.
//
// Lanes are fastest when many games run at once, a tree is wisest when results come back one by one. While the tree is small few
// leaves get many playouts each; later many leaves get few. Moves at the root that will be tried whatever the others bring go
// together. Nobody waits for the longest playout: the tree hears of leaves as they are done, and free lanes go to new ones.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "engines/lanes/lanes.h"
#include "search/mcts/options.h"

namespace agon::search::mcts {

class LaneLeaves {
 public:
  LaneLeaves(std::shared_ptr<const engines::Lanes> lanes, std::size_t roles, const Options& options, std::uint64_t seed);

  // From here on leaves get as many playouts as suits a root with so many visits, done or under way.
  void suit(std::uint32_t root_visits, std::uint32_t untried);
  // Lanes are free for another leaf.
  [[nodiscard]] bool room() const { return stream_.open() < playouts_; }
  // One of several that come together, which get no more than all lanes. Returns its number.
  std::size_t add(std::span<const std::byte> state, std::size_t together = 1);
  using Stop = std::function<bool()>;
  // Plays until some lanes are free again, or until it is to stop. Returns how many states that took.
  std::uint64_t play(const Stop& stop);
  // The same until no playout is under way.
  std::uint64_t play_out(const Stop& stop);
  // Nobody wants to know about those that are not done.
  void drop();
  [[nodiscard]] bool done(std::size_t leaf) const { return result_.playouts[leaf] == leaves_[leaf].playouts; }
  [[nodiscard]] bool begun(std::size_t leaf) const { return result_.playouts[leaf] > 0; }
  // Mean of the role's goals, 0..1, in the playouts of a leaf that are done, of which there must be one.
  [[nodiscard]] double value(std::size_t leaf, std::size_t role) const;
  // The number of a leaf that is done may be given to another.
  void release(std::size_t leaf) { free_.push_back(leaf); }

 private:
  struct Leaf {
    engines::StateWords state;
    std::uint32_t playouts = 0;
  };
  std::uint64_t play_until(std::size_t most_open, const Stop& stop);

  std::uint32_t batch_leaves_, fan_;
  std::uint32_t playouts_;  // are enough under way
  std::uint32_t per_leaf_ = 1;
  std::deque<Leaf> leaves_;        // states stay where they are
  std::vector<std::size_t> free_;  // numbers
  engines::Lanes::Stream stream_;
  engines::BatchResult result_;
};

}  // namespace agon::search::mcts
