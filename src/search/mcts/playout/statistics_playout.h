// MAST and NST as playout policies: moves are chosen by what they have been worth in earlier simulations (move_statistics.h).
#pragma once

#include "search/mcts/playout/maker.h"
#include "search/mcts/playout/move_statistics.h"

namespace agon::search::mcts {

class StatisticsPlayoutMaker final : public PlayoutMaker {
 public:
  explicit StatisticsPlayoutMaker(const MoveStatisticsOptions& options) : options_(options) {}
  [[nodiscard]] const MoveStatisticsOptions& options() const { return options_; }

  [[nodiscard]] std::unique_ptr<PlayoutPolicy<engines::CircuitEngine>> make(
      const PlayoutSetup<engines::CircuitEngine>& setup) const override;
  [[nodiscard]] std::unique_ptr<PlayoutPolicy<game::AnyEngine>> make(const PlayoutSetup<game::AnyEngine>& setup) const override;
  [[nodiscard]] bool needs_trace() const override { return true; }
  [[nodiscard]] bool has_preference() const override { return true; }

 private:
  MoveStatisticsOptions options_;
};

}  // namespace agon::search::mcts
