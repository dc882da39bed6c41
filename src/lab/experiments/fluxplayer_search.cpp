// Chapter 4 of "Knowledge-Based General Game Playing" (Schiffel 2011) on our deepening search: what Fluxplayer's depth rule,
// alpha-beta and serialised simultaneous moves do, as far as that can be seen without its analysis of the rules.
//
// The thesis prints no table for this chapter. What is held against us are counts that follow from its formula 4.4, values of
// games that are known, and what it says about Rock-Paper-Scissors.
#include <fmt/format.h>

#include <optional>

#include "lab/experiments/all.h"
#include "lab/experiments/duel_cell.h"
#include "lab/experiments/fluxplayer/parts.h"
#include "search/evaluation/baselines.h"
#include "search/evaluation/mixed.h"
#include "search/minimax/minimax.h"

namespace agon::lab::experiments {

namespace fluxplayer {

using namespace reproduce;  // NOLINT: the vocabulary of this file
using search::minimax::ConstantSum;
using search::minimax::MinimaxOptions;

Game load_game(const Run& run, const std::string& name) {
  const auto kit = load_kit(run, name);
  const Result<game::AnyEngine> engine = kit->best_engine();
  if (!engine) throw LookupError{fmt::format("{}: {}", name, why(engine.error()))};
  return {kit, *engine};
}

MinimaxOptions minimax_options(play::GameKit& kit) {
  MinimaxOptions options;
  options.evaluation = *search::mixed_evaluation({{1, search::mobility_evaluation()}, {1, search::goal_evaluation()}});
  const std::optional<int> sum = kit.constant_sum();
  options.constant_sum = sum ? ConstantSum::Proved : ConstantSum::Declared;
  if (sum) options.sum = *sum;
  return options;
}

search::Thought think(const Game& game, const MinimaxOptions& options, const Position& position, const search::Budget& budget) {
  const auto searcher = search::minimax::make_minimax(game.engine, options);
  if (!searcher) throw LookupError{why(searcher.error())};
  for (const auto& choices : position.line) (*searcher)->advance(choices);
  return (*searcher)->think(position.turn, budget);
}

}  // namespace fluxplayer

void run_fluxplayer_search(reproduce::Run& run) {
  fluxplayer::node_counts(run);
  fluxplayer::exact_values(run);
  fluxplayer::deepest_lines(run);
  fluxplayer::alpha_beta(run);
  fluxplayer::serialisation(run);
}

}  // namespace agon::lab::experiments
