// Nested playouts (nested.h) as the playout policy of a tree search.
#pragma once

#include "search/mcts/playout/maker.h"
#include "search/mcts/playout/nested.h"

namespace agon::search::mcts {

struct NestedPlayoutOptions {
  unsigned level = 1;  // at least 1
  bool discount = false;
  NestedOptions::Pruning pruning = NestedOptions::Pruning::CutOnWin;
};

// Always to the end of the match.
class NestedPlayoutMaker final : public PlayoutMaker {
 public:
  explicit NestedPlayoutMaker(const NestedPlayoutOptions& options) : options_(options) {}

  [[nodiscard]] std::unique_ptr<PlayoutPolicy<engines::CircuitEngine>> make(
      const PlayoutSetup<engines::CircuitEngine>& setup) const override;
  [[nodiscard]] std::unique_ptr<PlayoutPolicy<game::AnyEngine>> make(const PlayoutSetup<game::AnyEngine>& setup) const override;
  [[nodiscard]] bool stops_early() const override { return false; }

 private:
  NestedPlayoutOptions options_;
};

}  // namespace agon::search::mcts
