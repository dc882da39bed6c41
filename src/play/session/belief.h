// Where a match with hidden information may stand: a few hundred states that agree with all that one role did and saw.
//
// A particle filter by rejection: each state is moved on by the own move and random moves of the others, and stays if the role
// would have seen what it saw. If none stays, the whole match is played again the same way from its beginning. A simple relative of
// HyperPlay (Schofield, Cerexhe and Thielscher 2012): no backtracking within one state, no weights, so rare states may be missed.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/rng.h"
#include "game/any_engine.h"
#include "search/searcher.h"

namespace agon::play {

struct BeliefOptions {
  std::size_t states = 200;          // to keep
  std::size_t tries_per_state = 40;  // before a step is found to be hopeless
  std::uint64_t seed = 1;
};

using States = std::vector<game::AnyState>;

// What one role did in one step, and what it saw of it.
struct Experience {
  std::string move;
  std::vector<std::string> percepts;  // sorted, each once
};

class Belief {
 public:
  Belief(game::AnyEngine engine, RoleId role, const BeliefOptions& options = {});

  // One more step of the match. False if no state explains it in the time there is: then the states are those that a random step
  // leads to, as good a guess as any. Throws LimitReached if the engine does.
  bool observe(Experience experience, search::Clock::time_point deadline);

  // Immutable and shared: whoever searches keeps them while the match goes on.
  [[nodiscard]] const std::shared_ptr<const States>& states() const { return states_; }
  // The moves of the role that are legal in most of the states, in canonical order: in a sound game those of all of them.
  [[nodiscard]] std::vector<std::string> legal();
  // In all of them the match is over.
  [[nodiscard]] bool terminal();

 private:
  // The states that `from` may lead to in this step; empty if none was found.
  [[nodiscard]] States filtered(const States& from, const Experience& experience, search::Clock::time_point deadline);
  [[nodiscard]] States replayed(search::Clock::time_point deadline);
  [[nodiscard]] States guessed(const States& from, const std::string& move);
  // A joint move of this state with the own move in it, or false if that is not legal here, or nobody could move.
  [[nodiscard]] bool draw_joint(const game::AnyState& state, const std::string& move);
  [[nodiscard]] bool sees_the_same(const game::AnyState& state, const std::vector<std::string>& percepts);

  game::AnyEngine engine_;
  RoleId role_;
  BeliefOptions options_;
  Rng rng_;
  game::AnyEngine::Scratch scratch_;
  std::shared_ptr<const States> states_;
  std::vector<Experience> match_;
  game::MoveBuffer legal_;
  game::TermBuffer terms_;
  std::vector<MoveId> joint_;
};

// Percepts as they are compared: sorted, each once.
[[nodiscard]] std::vector<std::string> percept_set(std::vector<std::string> percepts);

// Which of these moves of the role is best, by random playouts from the states until the budget ends. The embedded player is plain
// Monte Carlo, as in HyperPlay: it values neither information nor secrets. Moves that are not legal in a state are left out there.
struct SamplingQuestion {
  const game::AnyEngine& engine;
  RoleId role;
  const States& states;
  const std::vector<std::string>& legal;
  std::uint64_t seed = 1;
  std::function<void(const search::Thought&)> on_thought = {};  // a few times a second
};
[[nodiscard]] search::Thought choose_by_sampling(const SamplingQuestion& question, const search::Budget& budget);

}  // namespace agon::play
