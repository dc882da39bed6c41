// A random match as text, so that all engines are asked about the same positions whatever their move numbers are.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/rng.h"
#include "game/engine.h"
#include "game/random_step.h"
#include "lab/bench/alarm.h"

namespace agon::lab {

struct RecordedMatch {
  std::vector<std::vector<std::string>> steps;  // joint moves, in role order
  bool finished = false;
};

// Stops at the end of the game, after max_steps, or when the time is up.
template <game::Engine E>
RecordedMatch record_match(const E& engine, std::uint64_t seed, std::size_t max_steps, double seconds) {
  RecordedMatch match;
  Rng rng(seed);
  const Stopwatch watch;
  auto scratch = engine.make_scratch();
  auto state = engine.initial_state(scratch);
  game::RandomStep<E> random(engine);
  while (!(match.finished = engine.is_terminal(scratch, state)) && match.steps.size() < max_steps && watch.seconds() < seconds) {
    if (!random.step(scratch, state, rng)) return match;
    std::vector<std::string> texts;
    for (std::uint32_t r = 0; r < random.joint().size(); ++r)
      texts.push_back(engine.terms().text(engine.move_term(RoleId{r}, random.joint()[r])));
    match.steps.push_back(std::move(texts));
  }
  return match;
}

// The joint move that the texts name; nothing if the engine does not think it legal.
template <game::Engine E>
std::optional<std::vector<MoveId>> find_joint(const E& engine, typename E::Scratch& scratch, const typename E::State& state,
                                              const std::vector<std::string>& texts) {
  std::vector<MoveId> joint;
  game::MoveBuffer legal;
  for (std::uint32_t r = 0; r < texts.size(); ++r) {
    engine.legal_moves(scratch, state, RoleId{r}, legal);
    const std::size_t before = joint.size();
    for (const MoveId move : legal) {
      if (engine.terms().text(engine.move_term(RoleId{r}, move)) != texts[r]) continue;
      joint.push_back(move);
      break;
    }
    if (joint.size() == before) return std::nullopt;
  }
  return joint;
}

// Positions of the match, at most `most` of them and evenly spaced, the initial one first. The last state of a finished match is
// none.
[[nodiscard]] std::vector<std::size_t> chosen_positions(const RecordedMatch& match, std::size_t most);

}  // namespace agon::lab
