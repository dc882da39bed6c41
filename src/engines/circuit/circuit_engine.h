// Simulation of the circuit one state at a time, for tree search: implements the contract (game/engine.h) and fast single random
// playouts.
#pragma once

#include <absl/container/inlined_vector.h>

#include <memory>
#include <optional>
#include <vector>

#include "base/result.h"
#include "base/rng.h"
#include "circuit/circuit.h"
#include "game/capabilities.h"

namespace agon::engines::event {
struct StepPlan;
}

namespace agon::engines {

struct CircuitEngineOptions {
  // The method of logic simulation: Sweep evaluates all gates in one pass of compiled code (levelised), Events only those behind a
  // change (event-driven). The Events methods differ in how they find the changes of a move; see step_plan.h.
  enum class Method : std::uint8_t {
    Auto,
    Sweep,
    Events,
    EagerEvents,
    LeafEvents,
    LazyEvents
  } method = Method::Auto;  // Auto: measured on the game at hand
};

class CircuitEngine {
 public:
  struct State {
    absl::InlinedVector<std::uint64_t, 6> words;  // bit f: fluent f
    [[nodiscard]] auto& cells() { return words; }
    [[nodiscard]] const auto& cells() const { return words; }
    friend bool operator==(const State&, const State&) = default;
  };
  // The values of the gates for the last state asked about, and the joint move whose effects are in them.
  class Scratch {
   public:
    Scratch(Scratch&&) noexcept;
    Scratch& operator=(Scratch&&) noexcept;
    ~Scratch();

   private:
    friend class CircuitEngine;
    Scratch();
    struct Values;
    std::unique_ptr<Values> values_;
  };

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

  [[nodiscard]] const circuit::Circuit& circuit() const { return *circuit_; }
  [[nodiscard]] CircuitEngineOptions::Method method() const { return method_; }  // Sweep or Events
  [[nodiscard]] std::size_t bytes() const;                                       // of the engine and one scratch

  // Goal values of a role that the rules allow, ascending.
  [[nodiscard]] std::vector<int> possible_goals(RoleId role) const;
  // One random playout from `state`: moves are chosen uniformly for every role.
  game::PlayoutResult playout(Scratch& scratch, const State& state, Rng& rng, std::uint32_t max_steps) const;

 private:
  using Method = CircuitEngineOptions::Method;
  CircuitEngine(std::shared_ptr<const circuit::Circuit> circuit, Method method, const event::StepPlan* like = nullptr);
  [[nodiscard]] double measure() const;  // states a second in random play
  void at(Scratch& scratch, const State& state) const;
  [[nodiscard]] bool value(const Scratch& scratch, circuit::Lit lit) const;
  [[nodiscard]] bool is_over(const Scratch& scratch) const;
  [[nodiscard]] bool can_choose(const Scratch& scratch, RoleId role) const;
  // The legal moves of a role that has the choice, as words from roles_[role].first on, into the scratch.
  void find_legal(Scratch& scratch, RoleId role) const;
  // The choices behind a joint move, or a random one for every selector; false if a role must move and cannot.
  void take_choices(Scratch& scratch, std::span<const MoveId> joint) const;
  bool draw_choices(Scratch& scratch, Rng& rng) const;
  // Fluents that change if the choices are made, into the scratch.
  void find_changes(Scratch& scratch) const;
  void set_leaves(Scratch& scratch, bool chosen) const;  // of Sweep: the choices as inputs of the evaluator

  // The moves of a role that have a leaf, as bits of the words of all moves, by what they need in common.
  struct RoleWords {
    std::size_t first = 0;
    std::size_t words = 0;
    struct Class {
      std::vector<circuit::Lit> conditions;  // must all hold for these moves
      std::vector<std::uint64_t> masks;
    };
    std::vector<Class> classes;
    std::uint32_t idle = kNoMove;  // what the role does without a choice
    circuit::Lit guard = circuit::kTrue;
  };
  static constexpr std::uint32_t kNoMove = 0xffffffff;
  std::shared_ptr<const circuit::Circuit> circuit_;
  Method method_;
  std::shared_ptr<const event::StepPlan> plan_;  // of Events
  std::vector<RoleWords> roles_;
  State initial_;
  std::shared_ptr<const Scratch> at_start_;  // a scratch at the initial state, if copying it is cheap
};

static_assert(game::FlatEngine<CircuitEngine>);
static_assert(game::PlayoutEngine<CircuitEngine> && game::GoalRangeEngine<CircuitEngine>);

}  // namespace agon::engines
