// "Sufficiency-Based Selection Strategy for MCTS" (Gudmundsson and Bjornsson, GIGA and IJCAI 2013): does it pay to stop exploring
// once a move looks good enough - on bandits with moving means, in Breakthrough positions with traps, and in matches?
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "base/rng.h"
#include "lab/experiments/all.h"
#include "lab/experiments/duel_cell.h"
#include "lab/experiments/sufficiency/parts.h"
#include "lab/reproduce/measure.h"
#include "play/strategy/players.h"
#include "search/mcts/tree/sufficiency.h"

namespace agon::lab::experiments {
namespace sufficiency {

std::string searcher(double simulations, double exploration, const std::string& more) {
  return fmt::format("mcts(iterations={:.0f}, c={}, reuse=no, solver=no, transpositions=no, decide=value{}{})", simulations,
                     exploration, more.empty() ? "" : ", ", more);
}

}  // namespace sufficiency
namespace {

using namespace reproduce;  // NOLINT: the vocabulary of this file
using search::mcts::SufficiencyThreshold;
using sufficiency::searcher;

std::unique_ptr<play::Player> seated(const std::string& strategy, const std::shared_ptr<play::GameKit>& kit, std::uint64_t seed) {
  auto player = play::make_player(strategy, kit, {.seed = seed});
  if (!player) throw LookupError{why(player.error())};
  (*player)->begin(RoleId{0}, {}, search::Clock::time_point::max());
  return std::move(*player);
}

double discriminant(int wins, int others) {
  SufficiencyThreshold threshold;
  for (int i = 0; i < wins; ++i) threshold.add_result(0.9, true);
  for (int i = 0; i < others; ++i) threshold.add_result(0.2, false);
  return 100 * threshold.discriminant();
}

// How often the ordinary choice is made though the best move could not look better.
double floor_share(std::uint64_t seed) {
  constexpr int kDraws = 100'000;
  Rng rng(seed);
  SufficiencyThreshold threshold;
  for (int i = 0; i < 1000; ++i) threshold.add_result(i % 2, i % 2 == 1);
  for (int i = 0; i < 1000; ++i) (void)threshold.chance(0.4 + 0.01 * rng.unit(), false, 0.1);
  const double chance = threshold.chance(1.0, false, 0.1);
  int ordinary = 0;
  for (int i = 0; i < kDraws; ++i) ordinary += rng.unit() < chance ? 0 : 1;
  return ordinary / static_cast<double>(kDraws);
}

// Whether a threshold that nothing exceeds leaves the search as it is, visit for visit.
bool same_visits(const Run& run) {
  const auto kit = load_kit(run, "breakthrough-5x8-trap");
  const auto plain = seated(searcher(3000, 0.4), kit, 1);
  const auto unreachable = seated(searcher(3000, 0.4, "sufficiency=static(1)"), kit, 1);
  constexpr std::uint32_t kMoves = 13;
  (void)plain->choose({.step = 0, .legal = kMoves});
  (void)unreachable->choose({.step = 0, .legal = kMoves});
  return std::ranges::equal(plain->thought()->moves, unreachable->thought()->moves, {}, &search::MoveThought::visits,
                            &search::MoveThought::visits);
}

// What the rule says, on the code of the search itself.
void check_rule(Run& run) {
  const auto figures = run.cell("rule", [&](std::uint64_t seed) {
    Figures found;
    found.set("few_wins", discriminant(30, 70));
    found.set("many_wins", discriminant(70, 30));
    found.set("ordinary_share", floor_share(seed));
    found.set("same_visits", same_visits(run));
    return found;
  });
  if (!figures) return;
  const double few = figures->number("few_wins"), many = figures->number("many_wins");
  run.check("discriminant", std::abs(few - 69) < 1e-9 && std::abs(many - 41) < 1e-9, fmt::format("{} and {}", few, many));
  const double share = figures->number("ordinary_share");
  run.check("floor", {.holds = std::abs(share - 0.1) <= run.threshold("floor"),
                      .reason = fmt::format("{:.4f} of 100,000 choices", share),
                      .figure = proportion_of(share * 100'000, 100'000),
                      .spent = {}});
  const bool same = figures->flag("same_visits");
  run.check("out-of-reach-is-uct", same, same ? "the same visits of all moves after 3,000 simulations" : "visits differ");
}

Figures measure_cost(const Run& run) {
  const auto kit = load_kit(run, "breakthrough");
  static constexpr double kChunk = 500;
  static constexpr std::uint32_t kMoves = 22;
  const auto contender = [&](const std::string& more) {
    std::shared_ptr<play::Player> player = seated(searcher(kChunk, 0.4, more), kit, 1);
    return Contender{more, [player](double seconds) {
                       return rate_of(seconds, [&] {
                         player->begin(RoleId{0}, {}, search::Clock::time_point::max());  // a fresh tree
                         (void)player->choose({.step = 0, .legal = kMoves});
                         return kChunk;
                       });
                     }};
  };
  const std::vector<Contender> contenders{contender(""), contender("sufficiency=static(0.6)"), contender("sufficiency=adaptive")};
  const auto rates = side_by_side(contenders, run.settings().number("cost_seconds"), run.settings().count("cost_rounds"));
  Figures figures;
  figures.set("uct", rates[0]);
  figures.set("static", rates[1]);
  figures.set("adaptive", rates[2]);
  return figures;
}

void check_cost(Run& run) {
  const auto figures = run.cell("cost", [&](std::uint64_t) { return measure_cost(run); });
  if (!figures) return;
  const std::vector<double> uct = figures->numbers("uct");
  const Estimate fixed = median_of(ratios(figures->numbers("static"), uct));
  const Estimate adaptive = median_of(ratios(figures->numbers("adaptive"), uct));
  const Estimate least = std::min(fixed, adaptive, [](const Estimate& a, const Estimate& b) { return a.value < b.value; });
  run.check(
      "cost",
      {.holds = least.value >= run.threshold("cost"),
       .reason = fmt::format(
           "simulations a second by those of UCT ({:.0f}): static {:.3f} ({:.3f} .. {:.3f}), adaptive {:.3f} ({:.3f} .. {:.3f})",
           median_of(uct).value, fixed.value, fixed.low, fixed.high, adaptive.value, adaptive.low, adaptive.high),
       .figure = least,
       .spent = {{"rounds", static_cast<double>(uct.size())}, {"seconds", run.settings().number("cost_seconds")}}});
}

}  // namespace

void run_giga13_sufficiency(Run& run) {
  check_rule(run);
  sufficiency::study_bandits(run);
  sufficiency::study_traps(run);
  check_cost(run);
  sufficiency::study_matches(run);
}

}  // namespace agon::lab::experiments
