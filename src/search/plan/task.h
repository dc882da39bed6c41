// The planning task that the strategies of a portfolio share: the puzzle, where it stands, the best line so far and what has been
// spent. And what each of them offers: to work for a while, and to say when it has nothing left to try.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "search/effort.h"
#include "search/plan/fluent_reader.h"
#include "search/plan/goal_costs.h"
#include "search/plan/line.h"
#include "search/plan/timekeeping.h"

namespace agon::search::plan {

// How many conditions of the goal are not met; from the goal value where there is no circuit to look into.
template <game::Engine E>
class Progress {
 public:
  static constexpr bool kHasDistance = false;
  Progress(const E& engine, int target) : engine_(engine), target_(target) {}
  std::uint32_t unmet(typename E::Scratch& scratch, const typename E::State& state) const {
    const int goal = engine_.goal(scratch, state, RoleId{0});
    return static_cast<std::uint32_t>(std::max(0, target_ - std::max(goal, 0)));
  }

 private:
  const E& engine_;
  int target_;
};

template <>
class Progress<engines::CircuitEngine> {
 public:
  static constexpr bool kHasDistance = true;
  using Engine = engines::CircuitEngine;
  Progress(const Engine& engine, int target) : costs_(engine.circuit(), target) {}
  std::uint32_t unmet(Engine::Scratch&, const Engine::State& state) {
    return costs_.goal_count({state.words.data(), state.words.size()});
  }
  [[nodiscard]] const GoalCosts& costs() const { return costs_; }
  std::uint32_t distance(const Engine::State& state) { return costs_.relaxed_distance({state.words.data(), state.words.size()}); }

 private:
  GoalCosts costs_;
};

// The most that the rules give: what a plan should reach.
template <game::Engine E>
int highest_goal(const E&) {
  return 100;
}
inline int highest_goal(const engines::CircuitEngine& engine) {
  int highest = 0;
  for (const circuit::GoalLit& goal : engine.circuit().goals[0]) highest = std::max(highest, goal.value);
  return highest;
}

template <game::Engine E>
struct Task {
  // Somebody with a clock may wait for the task, and a reasoner takes a millisecond for a step.
  static constexpr bool kFast = std::is_same_v<E, engines::CircuitEngine>;
  static constexpr Timekeeping::Effort kLittle{.playouts = 6, .steps = 60};

  Task(std::shared_ptr<const E> e, std::uint64_t seed, const game::SymmetryGroup* symmetry = nullptr)
      : engine(std::move(e)),
        scratch(engine->make_scratch()),
        root(engine->initial_state(scratch)),
        time(Timekeeping::observe(*engine, seed, kFast ? Timekeeping::Effort{} : kLittle)),
        fluents(*engine, time, symmetry),
        keys(*engine, symmetry),
        best(highest_goal(*engine)),
        progress(*engine, best.target()) {}

  // Makes the only role's move.
  void apply(typename E::State& state, MoveId move) {
    effort.make_state();
    engine->apply(scratch, state, std::span(&move, 1));
  }
  void legal(const typename E::State& state, game::MoveBuffer& out) { engine->legal_moves(scratch, state, RoleId{0}, out); }
  [[nodiscard]] bool is_terminal(const typename E::State& state) { return engine->is_terminal(scratch, state); }
  [[nodiscard]] int goal(const typename E::State& state) { return std::max(0, engine->goal(scratch, state, RoleId{0})); }

  std::shared_ptr<const E> engine;
  typename E::Scratch scratch;
  typename E::State root;
  Timekeeping time;
  FluentReader<E> fluents;
  StateKeys<E> keys;  // of states as they are, time included
  Incumbent best;
  Progress<E> progress;
  Effort effort;
};

// Works on a task from its root on. Made anew when the root moves.
class Strategy {
 public:
  enum class Status : std::uint8_t {
    Working,
    GaveUp,     // out of memory, or out of ideas
    Exhausted,  // every line was looked at: the best one found is the best there is
  };
  virtual ~Strategy() = default;
  [[nodiscard]] virtual const char* name() const = 0;
  // Makes about so many states, fewer if the task is solved. Throws Interrupted when the budget of the task is used up.
  virtual Status work(std::uint64_t states) = 0;
};

// Bytes that a stored state takes, its heap part included.
template <game::FlatState State>
std::size_t state_bytes(const State& state) {
  const std::size_t bytes = game::bytes_of(state).size();
  return sizeof(State) + (bytes + sizeof(void*) > sizeof(State) ? bytes : 0);  // short states lie in the object itself
}

}  // namespace agon::search::plan
