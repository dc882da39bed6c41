// What an evaluation consists of, for people: how much each fluent is worth to each role in a state.
//
// The worth of a fluent is the difference it makes: the value with it less the value without it, everything else being equal. The
// state without it may be one that play never reaches; as an explanation of a sum of powers it is exact all the same.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "knowledge/evaluation/goal_evaluation.h"

namespace agon::knowledge::evaluation {

struct FluentWorth {
  std::uint32_t fluent = 0;
  bool holds = false;
  std::vector<double> worth;  // per role
};

struct GoalDegree {
  int value = 0;
  bool holds = false;
  double degree = 0;    // of the goal's own formula
  double together = 0;  // h(role, goal, state): with the end of the match taken in
};

struct Explanation {
  std::vector<double> values;                  // per role: h
  std::vector<std::vector<GoalDegree>> goals;  // per role: those above 0, which alone have a weight
  double terminal = 0;                         // the degree of terminal
  std::vector<FluentWorth> fluents;            // those worth something to somebody, in order of their numbers
};

[[nodiscard]] Explanation explain(const std::shared_ptr<const GoalEvaluation>& evaluation, StateBits state,
                                  const std::vector<bool>& asked_goals = {});

}  // namespace agon::knowledge::evaluation
