// The prover: backward chaining with tabling, directly on the rules. Without grounding it is ready at once and plays everything
// that can be written in GDL, function symbols and recursion included. It is the oracle of all other engines.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <vector>

#include "base/limits.h"
#include "base/result.h"
#include "engines/prover/machine.h"
#include "engines/prover/program.h"
#include "game/capabilities.h"
#include "gdl/rules.h"

namespace agon::engines::prover {
class Compiler;
}

namespace agon::engines {

class Prover {
 public:
  struct State {
    std::vector<TermId> fluents;  // sorted by id
    [[nodiscard]] auto& cells() { return fluents; }
    [[nodiscard]] const auto& cells() const { return fluents; }
    friend bool operator==(const State&, const State&) = default;
  };
  using Scratch = prover::Machine;

  // Fails on a dialect that needs more than logic, on rules without roles, and on an initial state beyond the limits.
  [[nodiscard]] static Result<std::shared_ptr<const Prover>> create(const gdl::Rules& rules, const Limits& limits = {});

  [[nodiscard]] const game::GameInfo& info() const { return info_; }
  [[nodiscard]] game::TermBank& terms() const { return *terms_; }
  [[nodiscard]] Scratch make_scratch() const { return {program_, *terms_, limits_}; }

  [[nodiscard]] State initial_state(Scratch& scratch) const;
  // A move's id is the id of its term: the set of moves is not known in advance.
  void legal_moves(Scratch& scratch, const State& state, RoleId role, game::MoveBuffer& out) const;
  // Some legal move, without the list of all of them, which may be too long; nothing if there is none. Forgets what the scratch
  // memory has learnt. Throws LimitReached at the deadline.
  [[nodiscard]] std::optional<MoveId> any_legal_move(Scratch& scratch, const State& state, RoleId role,
                                                     std::chrono::steady_clock::time_point deadline) const;
  void apply(Scratch& scratch, State& state, std::span<const MoveId> joint) const;
  [[nodiscard]] bool is_terminal(Scratch& scratch, const State& state) const;
  [[nodiscard]] int goal(Scratch& scratch, const State& state, RoleId role) const;
  void goal_values(Scratch& scratch, const State& state, RoleId role, std::vector<int>& out) const;
  void percepts(Scratch& scratch, const State& state, std::span<const MoveId> joint, RoleId role, game::TermBuffer& out) const;
  void fluents(const State& state, game::TermBuffer& out) const;
  [[nodiscard]] TermId move_term(RoleId, MoveId move) const { return TermId{move.value}; }
  [[nodiscard]] std::uint64_t hash(const State& state) const;

  // The fluents and moves that the sheet declares with `base` and `input`; empty if it does not.
  [[nodiscard]] std::vector<TermId> announced_fluents(Scratch& scratch) const;
  [[nodiscard]] std::vector<TermId> announced_moves(Scratch& scratch, RoleId role) const;

 private:
  struct Entries {  // the queries of the contract as callees
    prover::CalleeId init, legal, next, terminal, goal, sees, base, input;
  };
  Prover(const gdl::Rules& rules, const Limits& limits);
  // `seen`: the fluents of some state met in play; empty if there is none yet.
  void compile(prover::Compiler& compiler, std::span<const TermId> seen);
  // Random play for a fixed number of inferences; fills the observations and returns the last state.
  State observe(prover::Observations& observations) const;

  void at(Scratch& scratch, const State& state) const;
  void at(Scratch& scratch, const State& state, std::span<const MoveId> joint) const;
  void sort_canonically(std::vector<TermId>& set) const;

  Limits limits_;
  std::shared_ptr<game::TermBank> terms_;
  game::GameInfo info_;
  prover::Program program_;
  Entries entry_{};
};

static_assert(game::FlatEngine<Prover>);

}  // namespace agon::engines
