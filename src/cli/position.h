// A position of a game on the command line: moves are read as texts, one after the other.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "game/any_engine.h"
#include "game/observation.h"

namespace agon::cli {

// A state with the legal moves of every role.
class Position {
 public:
  explicit Position(const game::AnyEngine& engine);

  // A joint move as texts, one a role; roles with one legal move may be left out.
  [[nodiscard]] Result<game::JointChoice> read(const std::string& text) const;
  void apply(const game::JointChoice& choices);
  // All of them, one after the other.
  [[nodiscard]] Result<std::vector<game::JointChoice>> play(const std::vector<std::string>& moves);
  [[nodiscard]] bool over() const { return over_; }
  [[nodiscard]] const game::AnyState& state() const { return state_; }
  [[nodiscard]] const std::vector<game::MoveBuffer>& legal() const { return legal_; }
  [[nodiscard]] std::string text(std::size_t role, Choice choice) const {
    return engine_.terms().text(engine_.move_term(RoleId{static_cast<std::uint32_t>(role)}, legal_[role][choice.index()]));
  }

 private:
  [[nodiscard]] const MoveId* find(std::size_t role, const std::string& move) const;
  void find_legal();

  const game::AnyEngine& engine_;
  mutable game::AnyEngine::Scratch scratch_;
  game::AnyState state_;
  std::vector<game::MoveBuffer> legal_;
  bool over_ = false;
};

}  // namespace agon::cli
