#include "play/strategy/other_strategies.h"

#include <algorithm>
#include <utility>

#include "play/strategy/evaluations.h"

namespace agon::play {

void read_engine(StrategyReader& reader, std::string& engine, const EngineNames& engines) {
  const Strategy* const term = reader.term("engine");
  if (term == nullptr) return;
  EngineNames names = engines;
  names.insert(names.begin(), "auto");
  if (const auto i = reader.bare_word(*term, names, "engine")) engine = names[*i];
}

Result<MinimaxStrategy> read_minimax(const Strategy& term, std::string_view text, const EngineNames& engines) {
  using search::minimax::DepthRule;
  MinimaxStrategy result;
  StrategyReader reader(term, text);
  read_thinking_time(reader, result.thinking);
  read_engine(reader, result.engine, engines);
  reader.integer("opening", result.opening, 0, 1'000);
  reader.integer("depth", result.search.max_depth, 1, 1'000'000);
  result.search.evaluation = read_evaluation("evaluation", text, reader);
  if (const Strategy* const rule = reader.term("rule")) {
    static constexpr const char* kRules[] = {"uniform", "ranked"};
    if (const auto i = reader.bare_word(*rule, kRules, "depth rule")) result.search.depth_rule = static_cast<DepthRule>(*i);
  }
  reader.flag("paranoid", result.search.paranoid);
  reader.flag("alpha-beta", result.search.alpha_beta);
  reader.flag("ordering", result.search.ordering);
  reader.flag("symmetry", result.symmetry);
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
Result<PlanStrategy> read_plan(const Strategy& term, std::string_view text, const EngineNames& engines) {
  using search::plan::PlanOptions;
  static constexpr std::pair<const char*, bool PlanOptions::*> kWays[] = {{"breadth-first", &PlanOptions::breadth_first},
                                                                          {"novelty", &PlanOptions::novelty},
                                                                          {"relaxed", &PlanOptions::relaxed},
                                                                          {"beam", &PlanOptions::beam},
                                                                          {"depth-first", &PlanOptions::depth_first},
                                                                          {"nested", &PlanOptions::nested},
                                                                          {"satisfiability", &PlanOptions::satisfiability}};
  PlanStrategy result;
  StrategyReader reader(term, text);
  read_thinking_time(reader, result.thinking);
  read_engine(reader, result.engine, engines);
  reader.flag("symmetry", result.symmetry);
  const auto is_word = [&](const char* name) {
    return std::any_of(term.arguments.begin(), term.arguments.end(),
                       [&](const Strategy::Argument& argument) { return argument.key.empty() && argument.value.name == name; });
  };
  const bool chosen = std::any_of(std::begin(kWays), std::end(kWays), [&](const auto& way) { return is_word(way.first); });
  if (chosen) result.parts = false;
  reader.flag("parts", result.parts);
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

Result<SamplingStrategy> read_sampling(const Strategy& term, std::string_view text, const EngineNames& engines) {
  SamplingStrategy result;
  StrategyReader reader(term, text);
  read_thinking_time(reader, result.thinking);
  read_engine(reader, result.engine, engines);
  reader.integer("particles", result.filter.states, 1, 1'000'000);
  if (const std::optional<Error> error = reader.finish()) return *error;
  return result;
}

}  // namespace agon::play
