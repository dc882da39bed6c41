// A circuit copied step after step into the clauses of a SAT solver (planning as satisfiability, Kautz and Selman 1992).
//
// Constants are folded while copying: the first state is known, so step counters and everything that has not been touched yet cost
// nothing. A literal is a number of the solver, negative if negated; kTrue is a variable that is true.
#pragma once

#include <cadical.hpp>
#include <memory>
#include <span>
#include <vector>

#include "circuit/circuit.h"

namespace agon::search::plan {

class Unrolling {
 public:
  static constexpr int kTrue = 1;

  // Precondition: one role, and a network without loops.
  Unrolling(const circuit::Circuit& circuit, std::span<const std::uint64_t> root, int target);

  [[nodiscard]] std::size_t steps() const { return steps_.size(); }
  // One more state, reached by one more move.
  void extend();
  [[nodiscard]] int terminal(std::size_t step) const { return steps_[step].terminal; }
  [[nodiscard]] int goal(std::size_t step) const { return steps_[step].goal; }
  // Assumed: the game goes on at this step and a move is made.
  [[nodiscard]] int active(std::size_t step) const { return steps_[step].active; }
  // Assumed: moves are made in the order of their numbers. Where the order of moves does not matter this loses nothing, and spares
  // the solver all the other orders.
  [[nodiscard]] int ordered() const { return ordered_; }
  // In a model: the leaf that was chosen, of selector 0, or kNoLeaf.
  static constexpr std::uint32_t kNoLeaf = 0xffffffff;
  [[nodiscard]] std::uint32_t chosen_leaf(std::size_t step);

  [[nodiscard]] CaDiCaL::Solver& solver() { return *solver_; }
  [[nodiscard]] std::uint64_t clauses() const { return clauses_; }

 private:
  struct Step {
    std::vector<int> leaves;  // of selector 0; -kTrue where the move cannot be legal
    std::vector<int> up_to;   // this leaf or one before it is chosen
    int terminal = 0, goal = 0, active = 0;
    std::vector<int> next;  // fluents of the following state
  };

  int fresh() { return ++last_; }
  void add(std::initializer_list<int> clause);
  void add(const std::vector<int>& clause);
  int make_and(int a, int b);
  [[nodiscard]] int value(circuit::Lit lit) const { return lit.inverted() ? -values_[lit.node()] : values_[lit.node()]; }
  void add_step(const std::vector<int>& fluents);
  void at_most_one(Step& step);
  void relate_order(const Step& before, const Step& after);
  // A move is made: a leaf is chosen, or the rules leave the role only one thing to do.
  void require_move(Step& step);

  const circuit::Circuit& circuit_;
  int target_;
  std::unique_ptr<CaDiCaL::Solver> solver_;
  int last_ = kTrue;
  int ordered_ = 0;
  std::uint64_t clauses_ = 0;
  std::vector<bool> below_leaf_;  // per node: depends on a leaf
  std::vector<int> values_;       // per node, of the step being added
  std::vector<Step> steps_;
};

}  // namespace agon::search::plan
