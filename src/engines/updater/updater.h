// The updater: an engine that maintains the model of a ground program incrementally from state to state. A step costs what it
// changes, not what the rules contain; positive recursion (connection, reachability) is no exception.
#pragma once

#include <absl/container/inlined_vector.h>

#include <memory>
#include <vector>

#include "base/result.h"
#include "engines/updater/model.h"
#include "engines/updater/options.h"
#include "game/capabilities.h"
#include "ground/ground_program.h"

namespace agon::engines {

class Updater {
 public:
  struct State {
    absl::InlinedVector<std::uint64_t, 8> words;  // a bit for each fluent of the program; most games need at most 512
    [[nodiscard]] auto& cells() { return words; }
    [[nodiscard]] const auto& cells() const { return words; }
    friend bool operator==(const State&, const State&) = default;
  };
  // The model of one thread. It stands at the state that was asked about last; a question about another one costs the difference.
  using Scratch = updater::Model;

  // Fails on a program that is not stratified.
  [[nodiscard]] static Result<std::shared_ptr<const Updater>> create(std::shared_ptr<const ground::GroundProgram> program,
                                                                     const UpdaterOptions& options = {});

  [[nodiscard]] const game::GameInfo& info() const { return program_->info; }
  [[nodiscard]] game::TermBank& terms() const { return *program_->terms; }
  // A copy of a model that stands at the initial state already.
  [[nodiscard]] Scratch make_scratch() const { return initial_; }

  [[nodiscard]] State initial_state(Scratch& scratch) const;
  // A move's id is its place among the moves of its role, which is canonical order.
  void legal_moves(Scratch& scratch, const State& state, RoleId role, game::MoveBuffer& out) const;
  void apply(Scratch& scratch, State& state, std::span<const MoveId> joint) const;
  [[nodiscard]] bool is_terminal(Scratch& scratch, const State& state) const;
  [[nodiscard]] int goal(Scratch& scratch, const State& state, RoleId role) const;
  void goal_values(Scratch& scratch, const State& state, RoleId role, std::vector<int>& out) const;
  void percepts(Scratch& scratch, const State& state, std::span<const MoveId> joint, RoleId role, game::TermBuffer& out) const;
  void fluents(const State& state, game::TermBuffer& out) const;
  [[nodiscard]] TermId move_term(RoleId role, MoveId move) const {
    return program_->moves[program_->role_begin[role.index()] + move.value].term;
  }
  [[nodiscard]] std::uint64_t hash(const State& state) const;

  [[nodiscard]] const ground::GroundProgram& program() const { return *program_; }

 private:
  Updater(std::shared_ptr<const ground::GroundProgram> program, updater::Model initial)
      : program_(std::move(program)), initial_(std::move(initial)) {}
  void at(Scratch& scratch, const State& state, updater::Query query) const;
  void at(Scratch& scratch, const State& state, std::span<const MoveId> joint) const;
  // Calls visit(value) for each goal value that holds, ascending.
  template <class Visit>
  void each_goal(const Scratch& scratch, RoleId role, Visit&& visit) const;

  std::shared_ptr<const ground::GroundProgram> program_;
  updater::Model initial_;
};

static_assert(game::FlatEngine<Updater>);

}  // namespace agon::engines
