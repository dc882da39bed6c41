// Options of Monte-Carlo tree search: selection, playout (default policy), back-propagation and final decision, as plain data with
// slots for knowledge (evaluations and playout policies, which are open: see evaluation/maker.h and playout/maker.h).
//
// Inside the search a goal of 0..100 is a value of 0..1, so that constants carry over from the literature on bandits; CadiaPlayer's
// exploration constant of 40 on the goal scale is 0.4 here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "game/facts.h"

namespace agon::search {
class EvaluationMaker;
}

namespace agon::search::mcts {

class PlayoutMaker;

// The tree policy: which move to try in a node.
struct Selection {
  enum class Rule : std::uint8_t { Ucb1, Ucb1Tuned } rule = Rule::Ucb1;
  double exploration = 0.4;
  // The value of a move that was never tried, without an exploration term; nothing: such moves are tried before all others.
  std::optional<double> first_play_urgency;

  // All-moves-as-first statistics (Gelly and Silver 2007); a playout that starts with the move counts too.
  enum class Rave : std::uint8_t { Off, On, Mixed, Adaptive } rave = Rave::Off;
  double rave_equivalence = 700;   // k: visits at which both kinds of statistics weigh the same
  double rave_share = 0.5;         // Mixed: chance that an edge is chosen with RAVE
  double rave_margin = 0;          // Adaptive: how far above the mean RAVE has to be, in goal points (Mehat and Vittaut 2013)
  std::uint32_t grave_visits = 0;  // take RAVE from the nearest ancestor with that many visits (Cazenave 2015); 0: from the node

  // Stop exploring where a move is good enough (Gudmundsson and Bjornsson 2013).
  enum class Sufficiency : std::uint8_t { Off, Static, Adaptive } sufficiency = Sufficiency::Off;
  double threshold = 0.6;          // Static
  double sufficiency_floor = 0.1;  // Adaptive: least chance of an ordinary choice
  bool sufficiency_tail = false;   // Adaptive: the printed direction of the tail instead of the stated aim; see sufficiency.h
  bool sufficiency_root_only = false;

  double progressive_bias = 0;  // weight of Options::prior, fading with visits (Chaslot et al. 2008): W * prior / (visits + 1)
  double tolerance = 0;         // choose by the playout policy among moves within this part of the best (Gorgon: 0.1)
  // What the band of a final choice by knowledge is measured on: mean values, or as in the tree upper bounds, where a move that was
  // never tried is worth the first-play urgency, else the best result.
  bool band_on_bounds = false;
};

inline constexpr double kCutOff = 0.5;  // what a playout is worth that was not over when it was cut off: it says nothing

// Simulations beyond the tree, whatever the policy, and what their ends are worth.
struct Playout {
  std::shared_ptr<const PlayoutMaker> policy = nullptr;  // null: uniformly random moves

  std::uint32_t max_steps = 2'000;                              // then the playout is cut off
  std::uint32_t cutoff = 0;                                     // evaluate the state after so many steps; 0: never
  std::shared_ptr<const EvaluationMaker> evaluation = nullptr;  // of states at the cut-off; null: the goals that hold there
  double discount = 1;                                          // of the distance to the middle, for each step of the playout
};

struct Options {
  Selection select;
  Playout playout;
  // Prior knowledge of the moves of a new node: where one role chooses, the value of the state behind each of its moves, and of a
  // terminal one its goals. Untried moves are tried in this order; select.progressive_bias is its weight later. Null: none.
  std::shared_ptr<const EvaluationMaker> prior = nullptr;
  enum class Simultaneous : std::uint8_t { Decoupled, RegretMatching } simultaneous = Simultaneous::Decoupled;
  // Knowledge: of the moves whose value is within select.tolerance of the best, the one that the playout policy prefers (Gorgon).
  enum class Decision : std::uint8_t { Visits, Value, Knowledge } decision = Decision::Visits;
  // Visits: moves with this share of the most visits count as visited as often, and their values decide. Nothing: less than all of
  // them only where visits come in fans, and say less than one by one.
  std::optional<double> even_visits;
  bool solver = true;                  // back up proven bounds and stop when the result is known
  std::optional<double> constant_sum;  // of two players' values at every end (minimax/constant_sum.h): proofs go faster
  // The sum was seen in play and is not proved. Every end in the tree is checked, and at the first that adds up to something else
  // the search starts anew without it. Until then what a role can force is proved all the same, as a proof leans only on ends in
  // the tree; what it can hope for at most is not.
  bool sum_assumed = false;
  bool transpositions = true;
  // Of states: symmetric ones share a node, and symmetric moves an action. Needs transpositions; not used with RAVE.
  std::shared_ptr<const game::SymmetryGroup> symmetry = nullptr;
  bool reuse = true;      // keep the tree between moves
  bool best_line = true;  // one player: play the best complete line seen, not the best average
  std::size_t memory_bytes = std::size_t{1} << 30U;
  unsigned threads = 1;
  std::uint64_t seed = 1;

  // Leaf parallelisation in bit lanes (engines/lanes): leaves and playouts that are under way at once, or a fan more. Leaves 0:
  // grows with the tree.
  bool lanes = false;
  std::uint32_t batch_leaves = 0;
  std::uint32_t batch_playouts = 512;
  // Moves of a state that are tried together, at its first visit and at most; 0: one by one.
  std::uint32_t fan_first = 8;
  std::uint32_t fan = 64;

  // Statistics of moves that plain UCT does without.
  [[nodiscard]] bool needs_extras() const {
    return select.rule == Selection::Rule::Ucb1Tuned || select.rave != Selection::Rave::Off || prior != nullptr ||
           simultaneous == Simultaneous::RegretMatching;
  }
};

}  // namespace agon::search::mcts
