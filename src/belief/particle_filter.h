// A particle filter: the belief state of one role of a match with hidden information, as a few hundred states consistent with its
// moves and percepts.
//
// By rejection sampling: each state is advanced by the role's own move and random moves of the others, and kept if the percepts
// agree. If none is kept, the whole match is sampled again from its beginning. A simple relative of HyperPlay (Schofield, Cerexhe
// and Thielscher 2012): no backtracking within one state, no weights, so rare states may be missed.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/rng.h"
#include "game/any_engine.h"
#include "game/observation.h"
#include "search/searcher.h"

namespace agon::belief {

struct ParticleOptions {
  std::size_t states = 200;          // to keep
  std::size_t tries_per_state = 40;  // before a step is abandoned
  std::uint64_t seed = 1;
};

using States = std::vector<game::AnyState>;

class ParticleFilter {
 public:
  ParticleFilter(game::AnyEngine engine, RoleId role, const ParticleOptions& options = {});

  // One more step of the match. False if no state explains it within the deadline: then the states are those after a random step.
  // Throws LimitReached if the engine does.
  bool observe(game::Observation seen, search::Clock::time_point deadline);

  // Immutable and shared: a search may keep them while the match goes on.
  [[nodiscard]] const std::shared_ptr<const States>& states() const { return states_; }
  // The moves of the role that are legal in most of the states, in canonical order: in a sound game those of all of them.
  [[nodiscard]] std::vector<std::string> legal();
  // The match is over in all states.
  [[nodiscard]] bool terminal();

 private:
  // The states reached from `from` in this step; empty if none was found.
  [[nodiscard]] States filtered(const States& from, const game::Observation& seen, search::Clock::time_point deadline);
  [[nodiscard]] States replayed(search::Clock::time_point deadline);
  [[nodiscard]] States guessed(const States& from, const std::string& move);
  // A joint move in this state with the given own move; false if that is not legal here, or some role cannot move.
  [[nodiscard]] bool draw_joint(const game::AnyState& state, const std::string& move);
  [[nodiscard]] bool sees_the_same(const game::AnyState& state, const std::vector<std::string>& percepts);

  game::AnyEngine engine_;
  RoleId role_;
  ParticleOptions options_;
  Rng rng_;
  game::AnyEngine::Scratch scratch_;
  std::shared_ptr<const States> states_;
  std::vector<game::Observation> match_;
  game::MoveBuffer legal_;
  game::TermBuffer terms_;
  std::vector<MoveId> joint_;
};

}  // namespace agon::belief
