// Compiles clauses to plans: mode analysis (which arguments are bound at each call) and the order of literals.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "engines/prover/observations.h"
#include "engines/prover/program.h"

namespace agon::engines::prover {

class Compiler {
 public:
  // Lays out the relations. `terms` is the bank that interned the terms of the clauses.
  Compiler(ClauseSet clauses, const game::TermBank& terms);

  // The callee for a predicate in a mode, compiled with all the callees it needs.
  CalleeId require(PredicateId predicate, std::vector<Mode> modes);
  // A predicate without rules has no answers in any mode; it is still a callee.
  CalleeId require(gdl::Relation relation, std::vector<Mode> modes);

  // Cardinalities of the fluent relations in some reachable state: they affect the order of literals, never the answers.
  void learn_sizes(std::span<const TermId> fluents);

  // Observed numbers of answers; likewise.
  void learn_answers(Observations observations) { observations_ = std::move(observations); }

  [[nodiscard]] const Program& program() const { return program_; }
  Program finish() { return std::move(program_); }

 private:
  friend class PlanBuilder;
  struct Sizes {
    double rows = 0;
    std::vector<double> distinct;  // different values per column
  };

  void check_limits() const;                                               // throws LimitReached
  CalleeId callee(PredicateId predicate, const std::vector<Mode>& modes);  // queued for compilation if new
  void compile(CalleeId id);
  void add_dispatch(Callee& callee, const std::vector<const Clause*>& clauses) const;
  [[nodiscard]] Clause facts_clause(PredicateId predicate) const;
  [[nodiscard]] static Sizes measure(std::span<const std::vector<TermId>> rows, std::size_t width);
  std::uint32_t fluent_relation(SymbolId functor, std::uint32_t arity);

  Program program_;
  const game::TermBank& terms_;
  std::vector<Sizes> sizes_;  // per relation
  Observations observations_;
  absl::flat_hash_map<std::string, CalleeId> callee_ids_;
  std::vector<CalleeId> queue_;
  std::vector<std::uint32_t> modes_count_;  // callees of each predicate
  std::chrono::steady_clock::time_point deadline_;
};

}  // namespace agon::engines::prover
