// Selection (tree policy): which move to try in a node, by UCB1, RAVE, progressive bias, sufficiency or regret matching
// (options.h).
#pragma once

#include <span>
#include <vector>

#include "base/rng.h"
#include "search/mcts/options.h"
#include "search/mcts/playout/preference.h"
#include "search/mcts/tree/sufficiency.h"
#include "search/mcts/tree/tree.h"

namespace agon::search::mcts {

// The highest score among values that are no more than `tolerance` (a part of it) below the best: Gorgon's final choice.
[[nodiscard]] std::uint32_t best_in_band(std::span<const double> values, double tolerance, std::span<const double> scores);

class Selector {
 public:
  Selector(const Options& options, std::size_t roles);

  // Before each descent: whether this one uses RAVE.
  void begin_descent(Node* root);
  // An action of the role in the last node of the path. `preference` breaks ties among untried moves; null: uniformly.
  [[nodiscard]] std::uint32_t choose(std::span<Node* const> path, std::size_t role, MovePreference* preference, const Trace& trace,
                                     Rng& rng);
  // A finished simulation.
  void add_result(std::span<const double> values, std::span<const double> undiscounted);
  void restart();

  // The part of all descents that used RAVE, for reports.
  [[nodiscard]] double rave_share() const {
    return descents_ == 0 ? 0 : static_cast<double>(rave_descents_) / static_cast<double>(descents_);
  }

 private:
  [[nodiscard]] double exploration(std::span<const Action> actions, std::size_t role, bool at_root, Rng& rng);
  [[nodiscard]] std::uint32_t untried(std::span<const Action> actions, std::size_t role, MovePreference* preference,
                                      const Trace& trace, Rng& rng);
  void keep_best_prior(std::span<const Extra> extras);  // of the candidates
  [[nodiscard]] std::uint32_t regret_match(std::span<Extra> actions, Rng& rng) const;

  Selection options_;
  Options::Simultaneous simultaneous_;
  bool constant_sum_;
  bool prior_;                                    // moves have one
  std::vector<SufficiencyThreshold> thresholds_;  // per role
  bool rave_ = false;
  std::uint64_t descents_ = 0, rave_descents_ = 0;
  std::vector<std::uint32_t> candidates_;
  std::vector<MoveId> candidate_moves_;
};

}  // namespace agon::search::mcts
