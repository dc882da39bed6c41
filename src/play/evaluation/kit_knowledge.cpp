#include "play/evaluation/kit_knowledge.h"

#include <algorithm>
#include <mutex>
#include <utility>
#include <vector>

#include "base/limits.h"
#include "knowledge/distance/find_distances.h"
#include "knowledge/distance/graph_distance.h"
#include "knowledge/distance/sample_states.h"
#include "knowledge/evaluation/structure_distance.h"
#include "knowledge/structure/discover.h"

namespace agon::play {
namespace {

using knowledge::evaluation::GoalEvaluation;
using knowledge::evaluation::Mode;
using EvaluationResult = Result<std::shared_ptr<const GoalEvaluation>>;

EvaluationResult make_evaluation(GameKit& kit, const std::shared_ptr<const ground::GroundProgram>& program, Mode mode) {
  std::shared_ptr<const knowledge::evaluation::FluentDistance> distance;
  if (mode == Mode::Distance) {
    const Result<game::AnyEngine> engine = kit.best_engine();
    if (!engine) return engine.error();
    const std::vector<knowledge::FluentState> samples = knowledge::sample_states(*engine, *program);
    knowledge::DistanceOptions options;
    options.samples = samples;
    distance = knowledge::graph_distance(knowledge::find_distances(*program, options).distances);
  }
  if (mode == Mode::Structure) {
    const Result<game::AnyEngine> engine = kit.best_engine();
    if (!engine) return engine.error();
    const Result<knowledge::Structure> found =
        knowledge::discover({.rules = &kit.rules(), .engine = &*engine, .program = program.get(), .groups = {}});
    if (!found) return found.error();
    distance = knowledge::evaluation::structure_distance(*found, *program);
  }
  return std::make_shared<const GoalEvaluation>(kit.rules(), program, mode, std::move(distance));
}

// Evaluations in use, by the ground program, which is one for each game kit.
struct InUse {
  std::weak_ptr<const ground::GroundProgram> program;
  Mode mode = Mode::Plain;
  std::weak_ptr<const GoalEvaluation> evaluation;
};
std::mutex in_use_mutex;
std::vector<InUse> in_use;

}  // namespace

EvaluationResult goal_evaluation(GameKit& kit, Mode mode) {
  const Result<std::shared_ptr<const ground::GroundProgram>> program = kit.workshop().ground();
  if (!program) return program.error();
  const std::lock_guard lock(in_use_mutex);
  std::erase_if(in_use, [](const InUse& one) { return one.evaluation.expired(); });
  for (const InUse& one : in_use) {
    if (one.mode != mode || one.program.lock() != *program) continue;
    if (auto known = one.evaluation.lock()) return known;
  }
  try {
    EvaluationResult made = make_evaluation(kit, *program, mode);
    if (made) in_use.push_back({*program, mode, *made});
    return made;
  } catch (const LimitReached& limit) {
    return limit.error();
  }
}

}  // namespace agon::play
