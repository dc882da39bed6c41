// Inductive proofs of state properties over one step of a circuit (SAT): one by one, and simultaneously.
//
// A set of properties that hold in the initial state, and that no legal joint move from a state which is not terminal and has all
// of them breaks, holds in every reachable state. Simultaneous induction drops what is broken until nothing changes (Houdini,
// Flanagan and Leino 2001); the solver's unsatisfiable cores say on which others each proof rests, so that what was shown before
// time ran out remains shown.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "circuit/state_formula.h"
#include "circuit/step_solver.h"
#include "circuit/word_algebra.h"

namespace agon::circuit {

struct InductionOptions {
  std::chrono::milliseconds time{10'000};  // of all questions together; 0: no limit
  int conflicts = 20'000;                  // per question
  std::function<bool()> stop;              // polled between questions
};

enum class Induced : std::uint8_t {
  Proved,
  Refuted,    // false in the initial state
  NotProved,  // some step breaks it; whether that step can be reached is not known
  Undecided,  // out of time or of conflicts
};

struct InductionResult {
  Induced outcome = Induced::Undecided;
  std::optional<StatePair> pair;        // of NotProved: the step; of Refuted: `before` is the initial state
  std::vector<std::uint32_t> rests_on;  // of Proved: the other hypotheses that the step needed, by number
  bool used_terminal = false;           // the step needed that the first state is not terminal
  double seconds = 0;
};

class Induction {
 public:
  // Keeps a reference to the circuit.
  explicit Induction(const Circuit& circuit, InductionOptions options = {});

  // A new limit of time for the questions to come, and of conflicts for each.
  void allow(std::chrono::milliseconds time, int conflicts);
  // What is known to hold in every reachable state.
  void add_lemma(const StateFormula& formula);
  void add_lemmas(std::span<const Group> groups);

  // The hypotheses together; results in their order. Proved ones are lemmas from then on.
  std::vector<InductionResult> prove_together(std::span<const StateFormula> hypotheses);
  // One alone, with the lemmas. Without a step that breaks it, where it is not proved: only its cone is then ever encoded.
  enum class Show : std::uint8_t { Step, Nothing };
  InductionResult prove(const StateFormula& hypothesis, Show show = Show::Step);
  // A formula that looks at two states (StateFormula::next): does it hold in every step, given the lemmas?
  InductionResult prove_step(const StateFormula& formula);
  // Many of them, where one counterexample often answers several. `stop` is polled between questions.
  std::vector<InductionResult> prove_steps(std::span<const StateFormula> formulas, const std::function<bool()>& stop = {});
  // A formula about one state that is not terminal, or any state: does it follow from the lemmas alone?
  InductionResult follows(const StateFormula& formula, bool terminal_too);

  [[nodiscard]] bool holds_at_start(const StateFormula& formula) const { return start_.holds(formula); }
  [[nodiscard]] bool out_of_time() const;
  [[nodiscard]] std::size_t questions() const { return questions_; }

 private:
  using Clock = std::chrono::steady_clock;
  struct Hypothesis {
    const StateFormula* formula = nullptr;
    Lit broken;      // in the next state
    int active = 0;  // assumed: holds in this state
    int violated = 0;
    bool alive = true;
    bool shown = false;
    bool used_terminal = false;
    std::vector<std::uint32_t> core;
  };
  std::optional<bool> ask(const std::vector<int>& assumptions, bool exact_moves, int conflicts);
  void drop_what_the_model_breaks(std::vector<Hypothesis>& set, std::vector<InductionResult>& results);
  static void keep_the_closed(std::vector<Hypothesis>& set);

  const Circuit& circuit_;
  InductionOptions options_;
  Clock::time_point deadline_;
  StepSolver solver_;
  StateReader start_, after_;
  std::size_t questions_ = 0;
};

}  // namespace agon::circuit
