#include "play/strategy/mcts_strategy.h"

#include <fmt/format.h>

#include "play/strategy/evaluations.h"
#include "play/strategy/other_strategies.h"
#include "play/strategy/playouts.h"
#include "search/mcts/playout/maker.h"

namespace agon::play {
namespace {

using search::mcts::Options;
using search::mcts::Selection;

constexpr double kLarge = 1e15;

void read_select(const Strategy& term, std::string_view text, StrategyReader& outer, Selection& select) {
  static constexpr const char* kRules[] = {"ucb1", "ucb1-tuned", "rave", "grave", "adaptive-rave"};
  const std::optional<std::size_t> rule = outer.word(term, kRules, "selection");
  if (!rule) return;
  StrategyReader reader(term, text);
  reader.number("c", select.exploration, 0, 1000);
  double urgency = select.first_play_urgency.value_or(-1);
  reader.number("fpu", urgency, 0, 1000);
  if (*rule == 1) select.rule = Selection::Rule::Ucb1Tuned;
  if (*rule >= 2) {
    select.rave = *rule == 4 ? Selection::Rave::Adaptive : Selection::Rave::On;
    if (urgency < 0) urgency = 1;  // RAVE is to say which untried moves are worth a try
    reader.number("k", select.rave_equivalence, 0, kLarge);
    if (*rule == 2) {
      select.rave_share = 1;
      reader.number("share", select.rave_share, 0, 1);
      if (select.rave_share < 1) select.rave = Selection::Rave::Mixed;
    }
    if (*rule == 3) {
      select.grave_visits = 50;
      reader.integer("ref", select.grave_visits, 1, 1e9);
    }
    if (*rule == 4) reader.number("margin", select.rave_margin, -100, 100);
  }
  if (urgency >= 0) select.first_play_urgency = urgency;
  outer.take(reader.finish());
}

void read_sufficiency(const Strategy& term, std::string_view text, StrategyReader& outer, Selection& select) {
  static constexpr const char* kKinds[] = {"off", "static", "adaptive"};
  const std::optional<std::size_t> kind = outer.word(term, kKinds, "sufficiency");
  if (!kind) return;
  select.sufficiency = static_cast<Selection::Sufficiency>(*kind);
  StrategyReader reader(term, text);
  if (*kind == 1) {
    reader.first_number(select.threshold, 0, 1);
    reader.number("alpha", select.threshold, 0, 1);
  }
  if (*kind == 2) {
    reader.number("floor", select.sufficiency_floor, 0, 1);
    reader.flag("tail", select.sufficiency_tail);
    reader.flag("root", select.sufficiency_root_only);
  }
  outer.take(reader.finish());
}

// What means nothing without something else is a mistake.
void check_company(const Strategy& term, const Options& search, StrategyReader& reader) {
  for (const char* key : {"batch", "playouts", "fan", "fan-first"}) {
    if (!search.lanes && reader.given(key))
      reader.fail(term.at, fmt::format("'{}' goes with lanes", key), "add the word lanes, or leave it out");
  }
  for (const char* key : {"fan", "fan-first"}) {
    if (search.select.first_play_urgency && reader.given(key))
      reader.fail(term.at, fmt::format("'{}' tries moves together, and with an urgency (fpu, RAVE) they are tried one by one", key),
                  "leave one of them out");
    if (search.prior && reader.given(key))
      reader.fail(term.at, fmt::format("'{}' tries moves together, and with a prior the best come first", key),
                  "leave one of them out");
  }
  const bool prefers = search.playout.policy && search.playout.policy->has_preference();
  if (!prefers && (search.select.tolerance > 0 || search.decision == Options::Decision::Knowledge))
    reader.fail(term.at, "'band' and 'decide=knowledge' follow what moves have been worth in playouts",
                "add playout=mast or playout=nst");
  if (reader.given("band-on") && search.decision != Options::Decision::Knowledge)
    reader.fail(term.at, "'band-on' is about the final choice by knowledge", "add decide=knowledge, or leave it out");
  if (search.playout.policy && !search.playout.policy->stops_early() && search.playout.cutoff > 0)
    reader.fail(term.at, "this playout policy goes to the end of the match", "leave out cutoff");
  if (search.playout.evaluation && search.playout.cutoff == 0)
    reader.fail(term.at, "'evaluation' is of states where playouts are cut off", "add cutoff, for example cutoff=6");
  if (!search.prior && reader.given("bias"))
    reader.fail(term.at, "'bias' is the weight of a prior", "add prior, for example prior=mobility");
}

}  // namespace

void read_thinking_time(StrategyReader& reader, ThinkingTime& time) {
  reader.time("time", time.time);
  reader.integer("iterations", time.iterations, 1, kLarge);
  reader.integer("states", time.states, 1, kLarge);
  reader.flag("every-step", time.every_step);
  reader.flag("ponder", time.ponder);
}

void take_sum(const std::optional<game::Fact<int>>& sum, Options& options) {
  if (!sum) return;
  options.constant_sum = sum->value / 100.0;
  options.sum_assumed = !sum->proved();
}

Result<MctsStrategy> read_mcts(const Strategy& term, std::string_view text, const EngineNames& engines) {
  MctsStrategy result;
  Options& search = result.search;
  StrategyReader reader(term, text);
  read_thinking_time(reader, result.thinking);
  read_engine(reader, result.engine, engines);
  reader.flag("lanes", search.lanes);
  reader.integer("batch", search.batch_leaves, 1, 4096);
  reader.integer("playouts", search.batch_playouts, 1, 8192);
  reader.integer("fan", search.fan, 0, 4096);
  reader.integer("fan-first", search.fan_first, 1, 4096);
  reader.number("c", search.select.exploration, 0, 1000);
  reader.number("band", search.select.tolerance, 0, 1);
  if (const Strategy* const on = reader.term("band-on")) {
    static constexpr const char* kValues[] = {"mean", "uct"};
    if (const auto i = reader.bare_word(*on, kValues, "value that a band is on")) search.select.band_on_bounds = *i == 1;
  }
  if (const Strategy* const select = reader.term("select")) read_select(*select, text, reader, search.select);
  if (const Strategy* const sufficiency = reader.term("sufficiency")) read_sufficiency(*sufficiency, text, reader, search.select);
  search.playout.policy = read_playout(text, reader);
  reader.integer("max-steps", search.playout.max_steps, 1, 1e9);
  reader.integer("cutoff", search.playout.cutoff, 0, 1e9);
  search.playout.evaluation = read_evaluation("evaluation", text, reader);
  reader.number("discount", search.playout.discount, 0, 1);
  search.prior = read_evaluation("prior", text, reader);
  if (search.prior) search.select.progressive_bias = 1;
  reader.number("bias", search.select.progressive_bias, 0, 1000);
  if (const Strategy* const how = reader.term("simultaneous")) {
    static constexpr const char* kWays[] = {"decoupled", "regret"};
    if (const auto i = reader.bare_word(*how, kWays, "way of simultaneous moves"))
      search.simultaneous = static_cast<Options::Simultaneous>(*i);
  }
  if (const Strategy* const how = reader.term("decide")) {
    static constexpr const char* kWays[] = {"visits", "value", "knowledge"};
    if (const auto i = reader.bare_word(*how, kWays, "way to decide")) search.decision = static_cast<Options::Decision>(*i);
  }
  double even = -1;
  reader.number("even", even, 0, 1);
  if (even >= 0) search.even_visits = even;
  reader.flag("solver", search.solver);
  reader.flag("transpositions", search.transpositions);
  reader.flag("symmetry", result.symmetry);
  reader.flag("reuse", search.reuse);
  reader.flag("best-line", search.best_line);
  std::size_t mebibytes = 0;
  reader.integer("memory", mebibytes, 1, 1 << 20);
  search.memory_bytes = mebibytes << 20U;  // 0: what the player is given
  search.threads = 0;
  reader.integer("threads", search.threads, 1, 256);
  check_company(term, search, reader);
  if (const std::optional<Error> error = reader.finish()) return *error;
  return result;
}

}  // namespace agon::play
