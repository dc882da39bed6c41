// A delegating engine for the recipe of ARCHITECTURE.md: it returns the answers of the prover. The recipe needs a class that
// satisfies the contract (game::FlatEngine) and a line in a table of engines; both are here.
#pragma once

#include "engines/prover/prover.h"
#include "engines/workshop.h"

namespace agon::tests {

class EchoEngine {
 public:
  using State = engines::Prover::State;
  using Scratch = engines::Prover::Scratch;
  explicit EchoEngine(std::shared_ptr<const engines::Prover> prover) : prover_(std::move(prover)) {}

  [[nodiscard]] const game::GameInfo& info() const { return prover_->info(); }
  [[nodiscard]] game::TermBank& terms() const { return prover_->terms(); }
  [[nodiscard]] Scratch make_scratch() const { return prover_->make_scratch(); }
  [[nodiscard]] State initial_state(Scratch& k) const { return prover_->initial_state(k); }
  void legal_moves(Scratch& k, const State& s, RoleId r, game::MoveBuffer& out) const { prover_->legal_moves(k, s, r, out); }
  void apply(Scratch& k, State& s, std::span<const MoveId> joint) const { prover_->apply(k, s, joint); }
  [[nodiscard]] bool is_terminal(Scratch& k, const State& s) const { return prover_->is_terminal(k, s); }
  [[nodiscard]] int goal(Scratch& k, const State& s, RoleId r) const { return prover_->goal(k, s, r); }
  void goal_values(Scratch& k, const State& s, RoleId r, std::vector<int>& out) const { prover_->goal_values(k, s, r, out); }
  void percepts(Scratch& k, const State& s, std::span<const MoveId> joint, RoleId r, game::TermBuffer& out) const {
    prover_->percepts(k, s, joint, r, out);
  }
  void fluents(const State& s, game::TermBuffer& out) const { prover_->fluents(s, out); }
  [[nodiscard]] TermId move_term(RoleId r, MoveId m) const { return prover_->move_term(r, m); }
  [[nodiscard]] std::uint64_t hash(const State& s) const { return prover_->hash(s); }

 private:
  std::shared_ptr<const engines::Prover> prover_;
};

inline Result<game::AnyEngine> make_echo(engines::Workshop& workshop) {
  const auto prover = engines::Prover::create(workshop.rules(), workshop.limits());
  if (!prover) return prover.error();
  return game::AnyEngine("echo", std::make_shared<const EchoEngine>(*prover));
}

// The standard engines and one line more.
inline engines::EngineTable table_with_echo() {
  const auto standard = engines::standard_engines().kinds();
  std::vector<engines::EngineKind> kinds(standard.begin(), standard.end());
  kinds.push_back({.name = "echo", .what = "says what the prover says", .make = make_echo});
  return engines::EngineTable(std::move(kinds));
}

}  // namespace agon::tests
