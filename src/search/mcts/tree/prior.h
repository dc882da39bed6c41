// Prior knowledge of the moves of a new node, for progressive bias (Chaslot et al. 2008): the heuristic value of each successor
// state for the role that chooses. A terminal successor is worth its goals.
//
// Where several roles choose at once a move alone leads nowhere, and chance chooses by itself: there is no prior then.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

#include "search/evaluation/maker.h"
#include "search/mcts/tree/tree.h"

namespace agon::search::mcts {

template <game::Engine E>
class Prior {
 public:
  Prior(const E& engine, const EvaluationMaker& maker)
      : engine_(engine), evaluation_(maker.make(engine)), values_(engine.info().role_count()) {}

  // Looks one move ahead.
  void look(typename E::Scratch& scratch, const typename E::State& state) {
    clear();
    if (engine_.is_terminal(scratch, state) || !find_chooser(scratch, state)) return;
    for (const MoveId move : legal_) {
      joint_[chooser_] = move;
      next_ = state;
      engine_.apply(scratch, next_, joint_);
      priors_.push_back(static_cast<float>(value(scratch) / 100));
    }
  }
  void clear() { priors_.clear(); }
  // Made by the last look.
  [[nodiscard]] std::size_t states() const { return priors_.size(); }
  // Into a new node of the state that was looked at; its actions have extras.
  void write(Node* n) const {
    for (std::size_t i = 0; i < priors_.size(); ++i) n->extras(chooser_)[i].prior = priors_[i];
  }

 private:
  // The only role with several moves, which are then in legal_; the moves of the others are in joint_.
  bool find_chooser(typename E::Scratch& scratch, const typename E::State& state) {
    joint_.resize(values_.size());
    bool found = false;
    for (std::uint32_t r = 0; r < joint_.size(); ++r) {
      engine_.legal_moves(scratch, state, RoleId{r}, moves_);
      if (moves_.empty()) return false;
      joint_[r] = moves_[0];
      if (moves_.size() == 1) continue;
      if (found || engine_.info().random == RoleId{r}) return false;
      found = true;
      chooser_ = r;
      legal_.swap(moves_);
    }
    return found;
  }

  [[nodiscard]] double value(typename E::Scratch& scratch) {
    if (engine_.is_terminal(scratch, next_)) return std::max(0, engine_.goal(scratch, next_, RoleId{chooser_}));
    evaluation_->values(engine_, scratch, next_, values_);
    return std::clamp(values_[chooser_], 0.0, 100.0);
  }

  const E& engine_;
  std::unique_ptr<Evaluation<E>> evaluation_;
  std::uint32_t chooser_ = 0;
  std::vector<float> priors_;  // of the chooser's moves, 0..1
  std::vector<double> values_;
  game::MoveBuffer legal_, moves_;
  std::vector<MoveId> joint_;
  typename E::State next_;
};

}  // namespace agon::search::mcts
