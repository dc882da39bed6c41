// Game analysis: all that Agon finds out about a game before it is played, within one budget of time and memory.
//
// Stages run in an order in which each helps the next: the ground program, the circuit and its mutex groups, inductive proofs,
// symmetries, decomposition, distances. A stage that runs out of its share says so and the others go on; nothing here fails but a
// sheet that cannot be played at all.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "game/facts.h"
#include "ground/ground_program.h"
#include "knowledge/analysis/statements.h"
#include "knowledge/proofs/attempt.h"

namespace agon::knowledge {

struct AnalysisStage {
  std::string name;  // ground, circuit, proofs, symmetry, parts, distance, evaluation
  double seconds = 0;
  bool finished = false;
  std::string note;  // what was given up, and why
};

// How far a goal is: a fluent of the goal rules and admissible distances to it.
struct GoalDistance {
  std::string fluent;
  std::optional<std::uint32_t> from_start;  // nothing: unreachable from the initial state
  struct From {
    std::string fluent;
    std::uint32_t steps = 0;
  };
  std::vector<From> map;  // fluents from which the goal fluent can come about, the nearest first
};

// What a fluent is worth to a role: the value with it less the value without it.
struct EvaluationPart {
  std::string fluent;
  bool holds = false;
  double worth = 0;
};

struct RoleEvaluation {
  double value = 0;                   // 0..100, not calibrated to goals
  std::vector<EvaluationPart> parts;  // the largest
};

struct Analysis {
  static constexpr const char* kSchema = "agon.knowledge/1";

  std::string game;
  std::string rules_id;
  std::vector<std::string> roles;
  double seconds = 0;
  std::shared_ptr<const ground::GroundProgram> program;  // null where grounding did not fit
  game::GameFacts facts;                                 // in terms and numbers of the program
  std::vector<Statement> statements;
  std::vector<proofs::Attempt> failed;  // not refuted by play, or asked for, and not proved
  std::vector<GoalDistance> distances;
  std::vector<RoleEvaluation> evaluation;  // of the initial position; empty where there is none
  std::vector<AnalysisStage> stages;

  [[nodiscard]] bool complete() const {
    for (const AnalysisStage& stage : stages) {
      if (!stage.finished) return false;
    }
    return true;
  }
};

}  // namespace agon::knowledge
