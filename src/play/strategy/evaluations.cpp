#include "play/strategy/evaluations.h"

#include <vector>

#include "play/evaluation/flux_evaluation.h"
#include "search/evaluation/baselines.h"
#include "search/evaluation/mixed.h"

namespace agon::play {
namespace {

using EvaluationPointer = std::shared_ptr<const search::EvaluationMaker>;

EvaluationPointer read_constant(const Strategy& /*term*/, StrategyReader& /*settings*/) { return search::constant_evaluation(); }
EvaluationPointer read_mobility(const Strategy& /*term*/, StrategyReader& /*settings*/) { return search::mobility_evaluation(); }
EvaluationPointer read_goal(const Strategy& /*term*/, StrategyReader& /*settings*/) { return search::goal_evaluation(); }
// flux(mode=grounded): Fluxplayer's fuzzy evaluation of the goal rules.
EvaluationPointer read_flux(const Strategy& /*term*/, StrategyReader& settings) {
  auto mode = kDefaultFluxMode;
  if (const Strategy* const word = settings.term("mode")) {
    if (const auto i = settings.bare_word(*word, knowledge::evaluation::kModeNames, "mode of the evaluation"))
      mode = static_cast<knowledge::evaluation::Mode>(*i);
  }
  return flux_evaluation(mode);
}
EvaluationPointer read_mix(const Strategy& term, StrategyReader& settings);

struct EvaluationEntry {
  const char* name;
  EvaluationPointer (*read)(const Strategy& term, StrategyReader& settings);
  double weight;  // in a mix that does not mention it
};
constexpr EvaluationEntry kEvaluations[] = {
    {"constant", read_constant, 0}, {"mobility", read_mobility, 1}, {"goal", read_goal, 1},
    {"flux", read_flux, 0},         {"mix", read_mix, 0},
};

// mix(goal=2, mobility=1): weights of others by name, which then have no settings of their own.
EvaluationPointer read_mix(const Strategy& term, StrategyReader& settings) {
  std::vector<search::EvaluationPart> parts;
  for (const EvaluationEntry& entry : kEvaluations) {
    if (entry.read == read_mix) continue;
    double weight = entry.weight;
    settings.number(entry.name, weight, 0, 1000);
    const Strategy plain{.name = entry.name, .at = term.at, .arguments = {}};
    StrategyReader nothing(plain, entry.name);
    if (weight > 0) parts.push_back({weight, entry.read(plain, nothing)});
  }
  if (parts.empty()) {
    settings.fail(term.at, "one of the weights must be above 0", "for example mix(goal=2, mobility=1)");
    return nullptr;
  }
  return kit_mix(std::move(parts));
}

}  // namespace

std::shared_ptr<const search::EvaluationMaker> read_evaluation(const char* key, std::string_view text, StrategyReader& outer) {
  const Strategy* const term = outer.term(key);
  if (term == nullptr) return nullptr;
  std::vector<const char*> names;
  for (const EvaluationEntry& entry : kEvaluations) names.push_back(entry.name);
  const std::optional<std::size_t> place = outer.word(*term, names, "evaluation");
  if (!place) return nullptr;
  StrategyReader settings(*term, text);
  EvaluationPointer maker = kEvaluations[*place].read(*term, settings);
  outer.take(settings.finish());
  return maker;
}

}  // namespace agon::play
