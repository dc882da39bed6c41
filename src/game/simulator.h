// A simulator (generative model) for one agent: a concept beside Engine for worlds with scores instead of goals, a random stream
// instead of a random role, and no rules to inspect: video games, learned models. Planners written against it run on rule sheets
// too, through EngineSimulator below.
#pragma once

#include <concepts>
#include <cstdint>
#include <vector>

#include "base/hash.h"
#include "base/rng.h"
#include "game/engine.h"

namespace agon::game {

enum class WorldStatus : std::uint8_t { Running, Won, Lost };

using ActionBuffer = std::vector<Choice>;
// Numbers of the boolean features (atoms) of a world, for width-based search. Equal numbers mean the same in all worlds of one
// simulator.
using AtomBuffer = std::vector<std::uint32_t>;

template <class S>
concept Simulator = std::copyable<typename S::World> && std::equality_comparable<typename S::World> &&
    requires(const S& s, typename S::Scratch& scratch, const typename S::World& w, typename S::World& next, Choice action,
             std::uint64_t seed, ActionBuffer& actions, AtomBuffer& atoms) {
  { s.make_scratch() } -> std::same_as<typename S::Scratch>;
  // The random stream is part of the world: one seed gives one world, and a copy has the same future.
  { s.start(scratch, seed) } -> std::same_as<typename S::World>;
  // The available actions; empty in a terminal world.
  { s.actions(scratch, w, actions) } -> std::same_as<void>;
  // In place. Precondition: the action is available.
  { s.advance(scratch, next, action) } -> std::same_as<void>;
  { s.score(scratch, w) } -> std::same_as<double>;
  { s.status(scratch, w) } -> std::same_as<WorldStatus>;
  { s.atoms(scratch, w, atoms) } -> std::same_as<void>;  // in any order, each once
  { s.hash(w) } -> std::same_as<std::uint64_t>;
};

// A game of one player (and perhaps the random role) as a simulator: goals are scores, 100 is a win, fluents are atoms. Roles other
// than the agent choose at random, from the world's stream.
template <Engine E>
class EngineSimulator {
 public:
  using Scratch = typename E::Scratch;
  struct World {
    typename E::State state;
    Rng random{0};
    friend bool operator==(const World& a, const World& b) { return a.state == b.state && a.random == b.random; }
  };

  // The engine must outlive the simulator.
  EngineSimulator(const E& engine, RoleId agent) : engine_(&engine), agent_(agent) {}

  [[nodiscard]] Scratch make_scratch() const { return engine_->make_scratch(); }
  [[nodiscard]] World start(Scratch& scratch, std::uint64_t seed) const { return {engine_->initial_state(scratch), Rng(seed)}; }
  void actions(Scratch& scratch, const World& world, ActionBuffer& out) const {
    out.clear();
    if (engine_->is_terminal(scratch, world.state)) return;
    MoveBuffer legal;
    engine_->legal_moves(scratch, world.state, agent_, legal);
    for (std::uint32_t i = 0; i < legal.size(); ++i) out.push_back(Choice{i});
  }
  void advance(Scratch& scratch, World& world, Choice action) const {
    std::vector<MoveId> joint;
    MoveBuffer legal;
    for (std::uint32_t r = 0; r < engine_->info().role_count(); ++r) {
      engine_->legal_moves(scratch, world.state, RoleId{r}, legal);
      joint.push_back(RoleId{r} == agent_ ? legal[action.index()]
                                          : legal[world.random.below(static_cast<std::uint32_t>(legal.size()))]);
    }
    engine_->apply(scratch, world.state, joint);
  }
  // The goal that the rules give in the state, also before the end; 0 where they give none.
  [[nodiscard]] double score(Scratch& scratch, const World& world) const {
    const int goal = engine_->goal(scratch, world.state, agent_);
    return goal == kNoGoal ? 0 : goal;
  }
  [[nodiscard]] WorldStatus status(Scratch& scratch, const World& world) const {
    if (!engine_->is_terminal(scratch, world.state)) return WorldStatus::Running;
    return engine_->goal(scratch, world.state, agent_) == 100 ? WorldStatus::Won : WorldStatus::Lost;
  }
  void atoms(Scratch&, const World& world, AtomBuffer& out) const {
    TermBuffer fluents;
    engine_->fluents(world.state, fluents);
    out.clear();
    for (const TermId fluent : fluents) out.push_back(fluent.value);
  }
  [[nodiscard]] std::uint64_t hash(const World& world) const { return mix(engine_->hash(world.state), world.random.peek()); }

 private:
  const E* engine_;
  RoleId agent_;
};

}  // namespace agon::game
