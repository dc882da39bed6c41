// SAT queries about a network (CaDiCaL): can this literal be true under these assumptions?
#pragma once

#include <cadical.hpp>
#include <chrono>
#include <memory>
#include <optional>
#include <vector>

#include "circuit/network.h"

namespace agon::circuit {

class SatQuestions {
 public:
  explicit SatQuestions(const Network& network) : network_(network), solver_(std::make_unique<CaDiCaL::Solver>()) {
    // Thousands of small queries: the inprocessing that pays for one long search costs more than the answers.
    solver_->configure("plain");
    solver_->set("quiet", 1);
    solver_->set("walk", 0);
    solver_->set("lucky", 0);
    solver_->connect_terminator(&deadline_);
  }
  ~SatQuestions() { solver_->disconnect_terminator(); }
  SatQuestions(const SatQuestions&) = delete;
  SatQuestions& operator=(const SatQuestions&) = delete;
  void stop_at(std::chrono::steady_clock::time_point time) { deadline_.time = time; }

  // The solver's variable for a gate. Tseitin encoding on first use, of the gate and of all gates below it. Variables and results
  // of loops stay free: an over-approximation, which can only lose proofs.
  int name(Lit lit);
  int fresh() { return ++last_; }
  void add(std::initializer_list<int> clause) { add_clause(clause); }
  void add_clause(const std::vector<int>& clause) {
    for (const int literal : clause) solver_->add(literal);
    solver_->add(0);
  }
  // False: unsatisfiable. True: satisfiable. No value: not decided within the limit of conflicts.
  std::optional<bool> possible(const std::vector<int>& assumptions, int conflicts);
  // After a satisfiable answer: the value of a name in the model. After an unsatisfiable one: was the assumption needed for it?
  [[nodiscard]] bool value(int name) { return name > 0 ? solver_->val(name) > 0 : solver_->val(-name) < 0; }
  [[nodiscard]] bool needed(int assumption) { return solver_->failed(assumption); }

 private:
  struct Deadline : CaDiCaL::Terminator {
    std::chrono::steady_clock::time_point time = std::chrono::steady_clock::time_point::max();
    bool terminate() override { return std::chrono::steady_clock::now() >= time; }
  };

  const Network& network_;
  Deadline deadline_;
  std::unique_ptr<CaDiCaL::Solver> solver_;
  std::vector<int> names_;
  int last_ = 0;
};

}  // namespace agon::circuit
