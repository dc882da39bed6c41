// Shared per game: the workshop of its engines, the ladder that climbs them, and the facts about its goals. Each is built lazily,
// on first use. Thread-safe.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "base/lazy.h"
#include "engines/ladder.h"
#include "engines/workshop.h"
#include "game/facts.h"
#include "ground/decomposition.h"
#include "play/auto/goal_inquiry.h"

namespace agon::play {

class GameKit {
 public:
  explicit GameKit(gdl::Rules rules, const Limits& limits = {}, const engines::EngineTable* table = nullptr)
      : workshop_(std::move(rules), {.limits = limits, .table = table}) {}
  GameKit(const GameKit&) = delete;
  GameKit& operator=(const GameKit&) = delete;

  [[nodiscard]] engines::Workshop& workshop() { return workshop_; }
  [[nodiscard]] const gdl::Rules& rules() const { return workshop_.rules(); }
  [[nodiscard]] Result<game::AnyEngine> engine(const std::string& name) { return workshop_.engine(name); }
  [[nodiscard]] Result<game::AnyEngine> best_engine() { return workshop_.best_engine(); }
  [[nodiscard]] Result<std::shared_ptr<const engines::Lanes>> lanes() { return workshop_.lanes(); }
  // The sum of the goals of two players in every terminal state, as observed in random play, and whether it is proved on the
  // circuit.
  [[nodiscard]] std::optional<game::Fact<int>> goal_sum();
  [[nodiscard]] std::optional<int> constant_sum();  // the same, only if it is proved
  // The symmetries of states, for searches on the circuit engine; null where there are none, on other engines, and where the rules
  // are too large to be looked at before a match.
  [[nodiscard]] std::shared_ptr<const game::SymmetryGroup> symmetry(const game::AnyEngine& engine);
  [[nodiscard]] GoalInquiry& goal_inquiry() { return goal_inquiry_; }
  // Independent sub-games, or null: found within a small budget, once.
  [[nodiscard]] const ground::Decomposition* decomposition();
  // The engines in the background, for players with a clock: the ladder starts to climb at the first call, from what is built by
  // then.
  [[nodiscard]] Result<engines::Ladder*> ladder();

 private:
  engines::Workshop workshop_;
  Lazy<Result<std::unique_ptr<engines::Ladder>>> ladder_;
  Lazy<std::shared_ptr<const game::SymmetryGroup>> symmetry_;
  GoalInquiry goal_inquiry_;
  Lazy<std::optional<ground::Decomposition>> decomposition_;
};

}  // namespace agon::play
