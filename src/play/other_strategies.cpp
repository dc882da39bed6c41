#include "play/other_strategies.h"

#include <algorithm>
#include <utility>

namespace agon::play {
namespace {

void read_evaluation(const Strategy& term, std::string_view text, StrategyReader& outer, search::minimax::EvaluationMix& mix) {
  static constexpr const char* kNames[] = {"goal", "mobility", "constant", "mix"};
  const std::optional<std::size_t> name = outer.word(term, kNames, "evaluation");
  if (!name) return;
  StrategyReader reader(term, text);
  mix = {.constant = *name == 2 ? 1.0 : 0.0, .mobility = *name == 1 ? 1.0 : 0.0, .goal_proximity = *name == 0 ? 1.0 : 0.0};
  if (*name == 3) {
    mix.goal_proximity = mix.mobility = 1;
    reader.number("goal", mix.goal_proximity, 0, 1000);
    reader.number("mobility", mix.mobility, 0, 1000);
    reader.number("constant", mix.constant, 0, 1000);
    if (mix.goal_proximity + mix.mobility + mix.constant <= 0) reader.fail(term.at, "one of the weights must be above 0", "for example mix(goal=2, mobility=1)");
  }
  outer.take(reader.finish());
}

}  // namespace

void read_engine(StrategyReader& reader, std::string& engine) {
  static constexpr const char* kEngines[] = {"auto", "prover", "chainer", "updater", "circuit"};
  const Strategy* const term = reader.term("engine");
  if (term == nullptr) return;
  if (const auto i = reader.bare_word(*term, kEngines, "engine")) engine = kEngines[*i];
}

Result<MinimaxStrategy> read_minimax(const Strategy& term, std::string_view text) {
  using search::minimax::DepthRule;
  MinimaxStrategy result;
  StrategyReader reader(term, text);
  read_thinking_time(reader, result.thinking);
  read_engine(reader, result.engine);
  reader.integer("depth", result.search.max_depth, 1, 1'000'000);
  if (const Strategy* const evaluation = reader.term("evaluation")) read_evaluation(*evaluation, text, reader, result.search.evaluation);
  if (const Strategy* const rule = reader.term("rule")) {
    static constexpr const char* kRules[] = {"uniform", "ranked"};
    if (const auto i = reader.bare_word(*rule, kRules, "depth rule")) result.search.depth_rule = static_cast<DepthRule>(*i);
  }
  reader.flag("paranoid", result.search.paranoid);
  reader.flag("alpha-beta", result.search.alpha_beta);
  reader.flag("ordering", result.search.ordering);
  bool declared = false;
  reader.flag("constant-sum", declared);
  if (declared) result.search.constant_sum = search::minimax::ConstantSum::Declared;
  double table = 64;
  reader.number("table", table, 0, 1 << 20);
  result.search.table_bytes = static_cast<std::size_t>(table * (1 << 20));
  // A search to a fixed depth needs no clock.
  if (reader.term("depth") != nullptr && !result.thinking.limited()) result.thinking.iterations = result.search.max_depth;
  if (const std::optional<Error> error = reader.finish()) return *error;
  return result;
}

// Words alone say which ways of looking there are, and nothing else: plan(beam, nested). With =no all but those: plan(beam=no).
Result<PlanStrategy> read_plan(const Strategy& term, std::string_view text) {
  using search::plan::PlanOptions;
  static constexpr std::pair<const char*, bool PlanOptions::*> kWays[] = {
      {"breadth-first", &PlanOptions::breadth_first}, {"novelty", &PlanOptions::novelty},
      {"relaxed", &PlanOptions::relaxed},             {"beam", &PlanOptions::beam},
      {"depth-first", &PlanOptions::depth_first},     {"nested", &PlanOptions::nested},
      {"satisfiability", &PlanOptions::satisfiability}};
  PlanStrategy result;
  StrategyReader reader(term, text);
  read_thinking_time(reader, result.thinking);
  read_engine(reader, result.engine);
  const auto is_word = [&](const char* name) {
    return std::any_of(term.arguments.begin(), term.arguments.end(),
                       [&](const Strategy::Argument& argument) { return argument.key.empty() && argument.value.name == name; });
  };
  const bool chosen = std::any_of(std::begin(kWays), std::end(kWays), [&](const auto& way) { return is_word(way.first); });
  bool any = false;
  for (const auto& [name, way] : kWays) {
    if (chosen) result.search.*way = false;
    reader.flag(name, result.search.*way);
    any = any || result.search.*way;
  }
  if (!any) reader.fail(term.at, "nothing is left to look with", "leave out one of the '=no'");
  if (const std::optional<Error> error = reader.finish()) return *error;
  return result;
}

}  // namespace agon::play
