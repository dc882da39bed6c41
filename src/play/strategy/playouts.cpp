#include "play/strategy/playouts.h"

#include <vector>

#include "search/mcts/playout/nested_playout.h"
#include "search/mcts/playout/statistics_playout.h"

namespace agon::play {
namespace {

using search::mcts::MoveStatisticsOptions;
using search::mcts::NestedOptions;
using PlayoutPointer = std::shared_ptr<const search::mcts::PlayoutMaker>;

void read_statistics(StrategyReader& settings, MoveStatisticsOptions& options) {
  using Choice = MoveStatisticsOptions::Choice;
  if (const Strategy* const choice = settings.term("choice")) {
    static constexpr const char* kChoices[] = {"epsilon-greedy", "gibbs"};
    if (const auto i = settings.bare_word(*choice, kChoices, "choice")) options.choice = static_cast<Choice>(*i);
  }
  if (options.choice == Choice::EpsilonGreedy) settings.number("epsilon", options.epsilon, 0, 1);
  else settings.number("tau", options.temperature, 1e-3, 1e6);
  settings.number("decay", options.decay, 0, 1);
  settings.number("unseen", options.unseen, 0, 100);
  settings.flag("tree-only", options.tree_only);
}

PlayoutPointer read_uniform(StrategyReader& /*settings*/) { return nullptr; }

// Both with the choice of the paper they come from.
PlayoutPointer read_mast(StrategyReader& settings) {
  MoveStatisticsOptions options{.choice = MoveStatisticsOptions::Choice::Gibbs};
  read_statistics(settings, options);
  return std::make_shared<search::mcts::StatisticsPlayoutMaker>(options);
}

PlayoutPointer read_nst(StrategyReader& settings) {
  MoveStatisticsOptions options{.choice = MoveStatisticsOptions::Choice::EpsilonGreedy, .gram_length = 3};
  read_statistics(settings, options);
  settings.integer("n", options.gram_length, 1, 3);
  settings.number("k", options.gram_count, 0, 1e15);
  return std::make_shared<search::mcts::StatisticsPlayoutMaker>(options);
}

PlayoutPointer read_nested_playout(StrategyReader& settings) {
  search::mcts::NestedPlayoutOptions options;
  settings.integer("level", options.level, 1, 4);
  settings.flag("discount", options.discount);
  read_pruning(settings, options.pruning);
  return std::make_shared<search::mcts::NestedPlayoutMaker>(options);
}

struct PlayoutEntry {
  const char* name;
  PlayoutPointer (*read)(StrategyReader& settings);
};
constexpr PlayoutEntry kPlayouts[] = {
    {"uniform", read_uniform},
    {"mast", read_mast},
    {"nst", read_nst},
    {"nested", read_nested_playout},
};

}  // namespace

std::shared_ptr<const search::mcts::PlayoutMaker> read_playout(std::string_view text, StrategyReader& outer) {
  const Strategy* const term = outer.term("playout");
  if (term == nullptr) return nullptr;
  std::vector<const char*> names;
  for (const PlayoutEntry& entry : kPlayouts) names.push_back(entry.name);
  const std::optional<std::size_t> place = outer.word(*term, names, "playout policy");
  if (!place) return nullptr;
  StrategyReader settings(*term, text);
  PlayoutPointer maker = kPlayouts[*place].read(settings);
  outer.take(settings.finish());
  return maker;
}

void read_pruning(StrategyReader& settings, NestedOptions::Pruning& pruning) {
  const Strategy* const term = settings.term("pruning");
  if (term == nullptr) return;
  static constexpr const char* kPrunings[] = {"none", "cut-on-win", "depth", "cascade"};
  if (const auto i = settings.bare_word(*term, kPrunings, "pruning")) pruning = static_cast<NestedOptions::Pruning>(*i);
}

}  // namespace agon::play
