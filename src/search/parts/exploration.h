// Breadth-first exploration of a sub-game for one player: which outcomes it can have, how soon, and by which moves.
//
// In a parallel game it matters after exactly how many steps a position is reached, so each layer of positions stands for itself.
// In the others the parts stand still, and only the shortest way counts.
#pragma once

#include <absl/container/flat_hash_set.h>

#include <map>
#include <vector>

#include "search/effort.h"
#include "search/parts/part_engine.h"

namespace agon::search::parts {

class Exploration {
 public:
  using State = PartEngine::Engine::State;
  using Outcome = std::vector<int>;   // the outcomes that hold, ascending, and kEnd last
  static constexpr int kEnd = 1'000;  // the part is at its end
  enum class Positions : std::uint8_t { OncePerLayer, Once };

  Exploration(const PartEngine& part, Positions positions, std::size_t memory_bytes);
  void start(const State& root);
  // One layer more; false when there is none, or no memory. Throws Interrupted.
  bool grow(Effort& effort);

  [[nodiscard]] std::uint32_t depth() const { return static_cast<std::uint32_t>(layers_.size()) - 1; }
  // The first position of the last layer with each outcome: of all layers with Positions::Once.
  [[nodiscard]] const std::map<Outcome, std::uint32_t>& found() const { return found_; }
  [[nodiscard]] const State& state(std::uint32_t node) const { return nodes_[node].state; }
  [[nodiscard]] bool is_end(std::uint32_t node) const { return nodes_[node].end; }
  [[nodiscard]] std::uint32_t depth_of(std::uint32_t node) const { return nodes_[node].depth; }
  // From the root on: moves of the whole program that stand for the choices.
  [[nodiscard]] std::vector<std::uint32_t> line(std::uint32_t node) const;

 private:
  struct Node {
    State state;
    std::uint32_t parent = 0;
    std::uint32_t move = 0;
    std::uint32_t depth = 0;
    bool end = false;
  };
  static constexpr std::size_t kNodeBytes = 48;
  void add(State state, std::uint32_t parent, std::uint32_t move, std::uint32_t depth);

  const PartEngine& part_;
  Positions positions_;
  std::size_t max_nodes_;
  PartEngine::Engine::Scratch scratch_;
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> layers_;  // the first node of each
  absl::flat_hash_set<std::uint64_t> known_;
  std::map<Outcome, std::uint32_t> found_;
  game::MoveBuffer moves_;
};

}  // namespace agon::search::parts
