// Planning as satisfiability: is there a line of exactly so many moves that ends the match with the goal? Asked for 1, 2, 3, ...
// moves with a limit on conflicts, after the length that the relaxed distance suggests; when the horizon is reached, again with a
// higher limit for the lengths that were not settled, up to twice the horizon. Best where moves fill in parts of an answer that
// constrain each other: a solver that learns from conflicts sees at once what tree searches find out again and again. Each length
// is first asked with the moves in the order of their numbers, see unrolling.h, if the order of moves seems not to matter.
#pragma once

#include <cstddef>
#include <vector>

#include "search/plan/task.h"
#include "search/plan/unrolling.h"

namespace agon::search::plan {

class Satisfiability final : public Strategy {
 public:
  using Engine = engines::CircuitEngine;

  // Rules with recursion have loops, whose meaning is a least fixpoint; in clauses their atoms could support each other.
  [[nodiscard]] static bool applies(const circuit::Circuit& circuit) {
    return circuit.network.loops.empty() && circuit.selectors.size() <= 1;
  }

  Satisfiability(Task<Engine>& task, std::uint64_t seed, std::size_t memory_bytes);
  ~Satisfiability() override;
  Satisfiability(const Satisfiability&) = delete;
  Satisfiability& operator=(const Satisfiability&) = delete;

  [[nodiscard]] const char* name() const override { return "satisfiability"; }
  // Asks about one length for a while.
  Status work(std::uint64_t states) override;

 private:
  struct Stopper : CaDiCaL::Terminator {
    const Budget* budget = nullptr;
    bool terminate() override { return budget->stopped() || budget->late(); }
  };
  static constexpr std::size_t kMaxSteps = 2'000;
  static constexpr std::size_t kClauseBytes = 40;
  static constexpr std::size_t kFirstHorizon = 32;
  static constexpr int kFirstConflicts = 1'000;
  static constexpr std::uint64_t kSliceWork = 100'000'000;  // clauses times conflicts

  // Lengths for the next pass; false if there are none and no more can be had.
  bool start_pass();
  [[nodiscard]] bool can_extend() const { return unrolling_.steps() <= kMaxSteps && unrolling_.clauses() < max_clauses_; }
  [[nodiscard]] bool is_settled(std::size_t length) const;
  // CaDiCaL's answer: 10 there is one, 20 there is none, 0 not decided.
  int ask(std::size_t length, bool ordered);
  // In random play: two moves that can be made in either order lead to the same position, as good as always.
  [[nodiscard]] bool moves_commute(std::uint64_t seed);
  // Plays the line of the model and offers it for what it really comes to.
  void take_line(std::size_t length);

  Task<Engine>& task_;
  std::size_t max_clauses_;
  Unrolling unrolling_;
  Stopper stopper_;
  std::size_t horizon_ = kFirstHorizon / 2;  // of the pass
  int conflicts_ = kFirstConflicts / 2;      // of each question of the pass
  int spent_ = 0;                            // of these, on the question at hand
  bool commute_ = false;
  bool ordered_ = false;              // the question is about lines whose moves come in the order of their numbers
  std::size_t longest_ = 0;           // length of the passes so far
  std::vector<std::size_t> pending_;  // lengths of this pass, the next one last
  std::vector<std::size_t> undecided_;
};

}  // namespace agon::search::plan
