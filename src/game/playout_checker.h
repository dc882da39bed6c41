// The universal playout checker: property-based testing of the engine contract by random matches, on every game and engine.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/rng.h"
#include "game/engine.h"
#include "game/goal_value.h"

namespace agon::game {

struct PlayoutCheck {
  std::vector<std::string> broken;   // promises of the contract that the engine broke; must be empty
  std::vector<std::string> remarks;  // defects of the rule sheet itself: no legal move, no or several goals
  std::uint64_t states = 0;
  std::uint64_t matches = 0;  // that ended
};

template <Engine E>
class PlayoutChecker {
 public:
  PlayoutChecker(const E& engine, std::uint64_t seed) : engine_(engine), scratch_(engine.make_scratch()), rng_(seed) {}

  PlayoutCheck run(int matches, int max_steps) {
    for (int i = 0; i < matches; ++i) one_match(max_steps);
    return std::move(result_);
  }

 private:
  void expect(bool holds, std::string what) {
    if (!holds && result_.broken.size() < 20) result_.broken.push_back(std::move(what));
  }
  void remark(std::string what) {
    if (std::ranges::find(result_.remarks, what) == result_.remarks.end()) result_.remarks.push_back(std::move(what));
  }

  void one_match(int max_steps) {
    auto state = engine_.initial_state(scratch_);
    expect(state == engine_.initial_state(scratch_), "the initial state is the same each time");
    for (int step = 0; step <= max_steps; ++step) {
      ++result_.states;
      check_state(state, step);
      if (engine_.is_terminal(scratch_, state)) {
        check_goals(state, step);
        ++result_.matches;
        return;
      }
      std::vector<MoveId> joint;
      if (!choose(state, step, joint)) return;
      check_apply(state, joint, step);
    }
  }

  void check_state(const typename E::State& state, int step) {
    const typename E::State copy = state;  // NOLINT(performance-unnecessary-copy-initialization): the copy is what is checked
    expect(copy == state && engine_.hash(copy) == engine_.hash(state),
           fmt::format("step {}: a copy equals its source and hashes equally", step));
    engine_.fluents(state, terms_);
    const bool sorted = std::ranges::is_sorted(terms_, [&](TermId a, TermId b) { return engine_.terms().compare(a, b) < 0; });
    expect(sorted && std::ranges::adjacent_find(terms_) == terms_.end(),
           fmt::format("step {}: fluents are distinct and in canonical order", step));
    for (std::uint32_t r = 0; r < engine_.info().role_count(); ++r) {
      engine_.goal_values(scratch_, state, RoleId{r}, values_);
      const int goal = engine_.goal(scratch_, state, RoleId{r});
      expect(goal == single_goal(values_), fmt::format("step {}: goal is the single goal value", step));
    }
  }

  void check_goals(const typename E::State& state, int step) {
    for (std::uint32_t r = 0; r < engine_.info().role_count(); ++r) {
      if (engine_.info().random == RoleId{r}) continue;
      const int goal = engine_.goal(scratch_, state, RoleId{r});
      if (goal == kNoGoal) remark(fmt::format("{} has no single goal value in a terminal state", engine_.info().roles[r]));
      else expect(goal >= 0 && goal <= 100, fmt::format("step {}: a goal lies in 0..100", step));
    }
  }

  bool choose(const typename E::State& state, int step, std::vector<MoveId>& joint) {
    for (std::uint32_t r = 0; r < engine_.info().role_count(); ++r) {
      engine_.legal_moves(scratch_, state, RoleId{r}, moves_);
      if (moves_.empty()) {
        remark(fmt::format("{} has no legal move in a state that is not terminal", engine_.info().roles[r]));
        return false;
      }
      const auto less = [&](MoveId a, MoveId b) {
        return engine_.terms().compare(engine_.move_term(RoleId{r}, a), engine_.move_term(RoleId{r}, b)) < 0;
      };
      expect(std::ranges::is_sorted(moves_, less) && std::ranges::adjacent_find(moves_) == moves_.end(),
             fmt::format("step {}: legal moves are distinct and in canonical order", step));
      MoveBuffer again;
      engine_.legal_moves(scratch_, state, RoleId{r}, again);
      expect(again == moves_, fmt::format("step {}: asking twice gives the same moves", step));
      joint.push_back(moves_[rng_.below(static_cast<std::uint32_t>(moves_.size()))]);
    }
    return true;
  }

  void check_apply(typename E::State& state, std::span<const MoveId> joint, int step) {
    const typename E::State before = state;
    for (std::uint32_t r = 0; r < engine_.info().role_count(); ++r) {
      engine_.percepts(scratch_, state, joint, RoleId{r}, terms_);
      if (!engine_.info().hidden)
        expect(terms_.size() == joint.size(), fmt::format("step {}: everybody sees the joint move", step));
    }
    typename E::State next = state;
    engine_.apply(scratch_, next, joint);
    expect(state == before, fmt::format("step {}: a copy is independent of its source", step));
    engine_.apply(scratch_, state, joint);
    expect(state == next, fmt::format("step {}: the same joint move gives the same successor", step));
  }

  const E& engine_;
  typename E::Scratch scratch_;
  Rng rng_;
  PlayoutCheck result_;
  MoveBuffer moves_;
  TermBuffer terms_;
  std::vector<int> values_;
};

}  // namespace agon::game
