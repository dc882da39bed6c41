// The circuit, one state at a time: what tree search calls. Fulfils the contract (game/engine.h) and plays single random games fast.
#pragma once

#include <memory>
#include <vector>

#include "base/result.h"
#include "base/rng.h"
#include "circuit/circuit.h"
#include "game/engine.h"

namespace agon::engines {

struct CircuitEngineOptions {
  // How gates are evaluated: Sweep computes all of them in one pass of compiled code, Events only those behind a change.
  enum class Method : std::uint8_t { Auto, Sweep, Events } method = Method::Auto;  // Auto: measured on the game at hand
};

struct PlayoutResult {
  std::uint32_t steps = 0;
  bool ended = false;      // false: cut off at max_steps, or a role had no move
  std::vector<int> goals;  // per role; game::kNoGoal where there is none
};

class CircuitEngine {
 public:
  struct State {
    std::vector<std::uint64_t> words;  // bit f: fluent f
    friend bool operator==(const State&, const State&) = default;
  };
  class Scratch;

  static Result<std::shared_ptr<const CircuitEngine>> create(std::shared_ptr<const circuit::Circuit> circuit,
                                                             const CircuitEngineOptions& options = {});

  [[nodiscard]] const game::GameInfo& info() const;
  [[nodiscard]] game::TermBank& terms() const;
  [[nodiscard]] Scratch make_scratch() const;
  [[nodiscard]] State initial_state(Scratch& scratch) const;
  void legal_moves(Scratch& scratch, const State& state, RoleId role, game::MoveBuffer& out) const;
  void apply(Scratch& scratch, State& state, std::span<const MoveId> joint) const;
  [[nodiscard]] bool is_terminal(Scratch& scratch, const State& state) const;
  [[nodiscard]] int goal(Scratch& scratch, const State& state, RoleId role) const;
  void goal_values(Scratch& scratch, const State& state, RoleId role, std::vector<int>& out) const;
  void percepts(Scratch& scratch, const State& state, std::span<const MoveId> joint, RoleId role, game::TermBuffer& out) const;
  void fluents(const State& state, game::TermBuffer& out) const;
  [[nodiscard]] TermId move_term(RoleId role, MoveId move) const;
  [[nodiscard]] std::uint64_t hash(const State& state) const;

  // One random game from `state`, without leaving the engine: moves are chosen uniformly for every role.
  PlayoutResult playout(Scratch& scratch, const State& state, Rng& rng, std::uint32_t max_steps) const;
};

}  // namespace agon::engines
