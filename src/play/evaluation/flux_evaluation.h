// The adapter between knowledge and search: Fluxplayer's goal evaluation as an evaluation that searches can hold.
//
// An evaluation that comes from the rules cannot be made from the text of a strategy alone. The text gives a KitEvaluation, which
// is bound to the game when a player is made.
#pragma once

#include <memory>
#include <vector>

#include "base/result.h"
#include "knowledge/evaluation/goal_evaluation.h"
#include "search/evaluation/maker.h"
#include "search/evaluation/mixed.h"

namespace agon::play {

class GameKit;

class KitEvaluation : public search::EvaluationMaker {
 public:
  [[nodiscard]] virtual Result<std::shared_ptr<const search::EvaluationMaker>> bound_to(GameKit& kit) const = 0;

  // A mistake of the caller: bind it first.
  [[nodiscard]] std::unique_ptr<search::Evaluation<engines::CircuitEngine>> make(const engines::CircuitEngine&) const final;
  [[nodiscard]] std::unique_ptr<search::Evaluation<game::AnyEngine>> make(const game::AnyEngine&) const final;
};

[[nodiscard]] std::shared_ptr<const search::EvaluationMaker> flux_evaluation(knowledge::evaluation::Mode mode);
// A weighted mean of evaluations, of which some may have to be bound.
[[nodiscard]] std::shared_ptr<const search::EvaluationMaker> kit_mix(std::vector<search::EvaluationPart> parts);

// Of a game that is there already.
[[nodiscard]] std::shared_ptr<const search::EvaluationMaker> evaluation_maker(
    std::shared_ptr<const knowledge::evaluation::GoalEvaluation> evaluation);

// Replaces an evaluation that has to be bound by the one of this game; others, and null, stay.
[[nodiscard]] Status bind_evaluation(std::shared_ptr<const search::EvaluationMaker>& evaluation, GameKit& kit);

}  // namespace agon::play
