// The state evaluation function h of Fluxplayer: an evaluation of states that are not terminal, from the goal and terminal rules
// alone (Schiffel, definition 5.3). One value for each role; nothing is learned.
//
// Values are degrees of truth, not expected goals: an open position of tic-tac-toe is worth 38 to 42 to each side, and a draw 50. A
// search to a small depth therefore takes a sure draw; whoever shows the values says so (kNotCalibrated).
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gdl/rules.h"
#include "ground/ground_program.h"
#include "knowledge/evaluation/evaluator.h"
#include "knowledge/evaluation/unroll.h"

namespace agon::knowledge::evaluation {

enum class Mode : std::uint8_t {
  Plain,      // existential queries are atoms
  Grounded,   // they are disjunctions over their instances
  Structure,  // and atoms of orders, quantities and boards have degrees of their own
  Distance,   // grounded, with a distance for every fluent that one is known of
};
inline constexpr const char* kModeNames[] = {"plain", "grounded", "structure", "distance"};
inline constexpr const char* kNotCalibrated =
    "degrees of truth, not expected goals: compare them with each other, not with what a match ends with";

// Immutable, shared between threads.
class GoalEvaluation {
 public:
  // `distance` of fluents, for the modes that use one; may be null. `options` other than the mode's own are for tests.
  GoalEvaluation(const gdl::Rules& rules, std::shared_ptr<const ground::GroundProgram> program, Mode mode,
                 std::shared_ptr<const FluentDistance> distance = nullptr, UnrollOptions options = {});

  [[nodiscard]] Mode mode() const { return mode_; }
  [[nodiscard]] const std::shared_ptr<const Plan>& plan() const { return plan_; }
  [[nodiscard]] const ground::GroundProgram& program() const { return *program_; }
  [[nodiscard]] double seconds() const { return seconds_; }  // of processor time, for making it

 private:
  Mode mode_;
  std::shared_ptr<const ground::GroundProgram> program_;
  double seconds_ = 0;
  std::shared_ptr<const Plan> plan_;
};

// Values of states, for one thread.
class StateEvaluator {
 public:
  explicit StateEvaluator(std::shared_ptr<const GoalEvaluation> evaluation);

  // Goals that the engine is to be asked for (Plan::asked_goals), as roles and values.
  struct AskedGoal {
    RoleId role;
    int value = 0;
  };
  [[nodiscard]] const std::vector<AskedGoal>& asked() const { return asked_; }
  void load(StateBits state, const std::vector<bool>& goals = {}) { evaluator_.load(state, goals); }
  // h(role, state), 0..100.
  [[nodiscard]] double value(RoleId role) const;
  // h(role, goal, state): the degree of the goal and not terminal; where the goal holds already, of the goal or terminal.
  [[nodiscard]] double value(const GoalFormula& goal) const;
  [[nodiscard]] const Evaluator& evaluator() const { return evaluator_; }
  [[nodiscard]] const GoalEvaluation& evaluation() const { return *evaluation_; }

 private:
  std::shared_ptr<const GoalEvaluation> evaluation_;
  Evaluator evaluator_;
  std::vector<AskedGoal> asked_;
  double weight_ = 0;  // the sum of all goal values
};

}  // namespace agon::knowledge::evaluation
