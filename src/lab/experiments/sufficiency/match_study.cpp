// The adaptive threshold in matches against the same search without it.
//
// The source leaves open which way its probability points and where it is measured. The four readings meet plain UCT first; the
// best of them is then measured on fresh seeds, so that the choice does not flatter the figures.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <cmath>
#include <map>

#include "lab/experiments/duel.h"
#include "lab/experiments/load_kit.h"
#include "lab/experiments/sufficiency/parts.h"

namespace agon::lab::experiments::sufficiency {
namespace {

using namespace reproduce;  // NOLINT: the vocabulary of this file
using Kind = Column::Kind;

struct Reading {
  const char* text;
  const char* meaning;
};
constexpr std::array kReadings{
    Reading{"adaptive", "likelier the better the best move looks; every node"},
    Reading{"adaptive(root=yes)", "likelier the better the best move looks; root"},
    Reading{"adaptive(tail=yes)", "as printed: likelier the worse it looks; every node"},
    Reading{"adaptive(tail=yes, root=yes)", "as printed: likelier the worse it looks; root"},
};

DuelResult meet(const Run& run, const std::shared_ptr<play::GameKit>& kit, const char* reading, double simulations,
                std::uint64_t games, std::uint64_t seed) {
  const double c = run.settings().number("match_exploration");
  const std::string both = run.settings().word("match_playouts");
  const auto result = duel(kit, searcher(simulations, c, fmt::format("{}, sufficiency={}", both, reading)), searcher(simulations, c, both),
                           static_cast<int>(games), seed, run.options().threads);
  if (!result) throw LookupError{why(result.error())};
  return *result;
}

const Reading* choose_reading(Run& run) {
  const std::string game = run.settings().word("choice_game");
  const auto kit = load_kit(run, game);
  const auto simulations = run.settings().numbers("choice_simulations");
  const std::uint64_t games = run.settings().count("choice_games");
  Table table{"readings",
              fmt::format("Four readings of the adaptive threshold against UCT: points of a hundred in {}", game),
              {{"sufficiency", Kind::Label}, {"meaning", Kind::Ours}},
              {},
              fmt::format("{} games a cell. The best mean is the reading that the next table uses, with other seeds.", games)};
  for (const double n : simulations) table.columns.push_back({fmt::format("{} simulations", number_text(n)), Kind::Ours});
  const Reading* best = nullptr;
  double most = -1;
  for (const Reading& reading : kReadings) {
    run.step(fmt::format("{}: {}", game, reading.text));
    std::vector<Cell> row{reading.text, reading.meaning};
    double sum = 0;
    for (const double n : simulations) {
      const DuelResult result = meet(run, kit, reading.text, n, games, run.settings().count("choice_seed"));
      row.emplace_back(result.percent());
      sum += result.share();
    }
    table.rows.push_back(std::move(row));
    if (sum > most) {
      most = sum;
      best = &reading;
    }
  }
  run.add(std::move(table));
  return best;
}

void answer(Run& run, std::map<std::string, DuelPool>& window, std::map<std::string, DuelPool>& all) {
  const std::uint64_t needed = run.settings().count("games_for_a_check");
  const DuelPool& breakthrough = window["breakthrough"];
  if (breakthrough.games < needed) run.not_measured("adaptive-breakthrough", "too few games: " + breakthrough.text());
  else
    run.check("adaptive-breakthrough", breakthrough.percent().value > run.threshold("adaptive-breakthrough"), breakthrough.text());
  std::vector<std::string> lines;
  bool enough = true;
  bool harmless = true;
  for (const char* game : {"chomp", "connectfour"}) {
    const DuelPool& pool = all[game];
    enough &= pool.games >= needed;
    harmless &= enough && std::abs(pool.percent().value - 50) <= run.threshold("adaptive-harmless");
    lines.push_back(fmt::format("{} {}", game, pool.text()));
  }
  const std::string text = fmt::format("{}", fmt::join(lines, "; "));
  if (enough) run.check("adaptive-harmless", harmless, text);
  else run.not_measured("adaptive-harmless", "too few games: " + text);
}

}  // namespace

std::size_t match_steps(const Run& run) {
  return kReadings.size() + run.experiment().games.size() * run.settings().numbers("match_simulations").size();
}

void study_matches(Run& run) {
  const Reading* const reading = choose_reading(run);
  const auto simulations = run.settings().numbers("match_simulations");
  const std::uint64_t games = run.settings().count("match_games");
  Table table{
      "matches",
      "The adaptive threshold against UCT: points of a hundred",
      {{"game", Kind::Label}},
      {},
      fmt::format("{} games a cell, seats switched, {} with C = {}, both with {}. Published: 400 games a cell, CadiaPlayer; which row "
                  "is which game is inferred from the widths of the intervals.",
                  games, reading->text, run.settings().number("match_exploration"), run.settings().word("match_playouts"))};
  for (const double n : simulations) {
    table.columns.push_back({fmt::format("{:.0f}", n), Kind::Published});
    table.columns.push_back({fmt::format("{:.0f}", n), Kind::Ours});
  }
  std::map<std::string, DuelPool> window, all;
  std::uint64_t seed = run.settings().count("match_seed");
  for (const std::string& game : run.experiment().games) {
    const auto kit = load_kit(run, game);
    std::vector<Cell> row{game};
    for (const double n : simulations) {
      run.step(fmt::format("{}, {} simulations", game, number_text(n)));
      const DuelResult result = meet(run, kit, reading->text, n, games, seed);
      seed += games;
      row.emplace_back(run.published("matches", game, fmt::format("{:.0f}", n)));
      row.emplace_back(result.percent());
      all[game].add(result);
      if (n == 1000 || n == 2000) window[game].add(result);
      if (result.unfinished > 0) run.note(fmt::format("{}: {} games did not end within the step limit.", game, result.unfinished));
    }
    table.rows.push_back(std::move(row));
  }
  run.add(std::move(table));
  answer(run, window, all);
}

}  // namespace agon::lab::experiments::sufficiency
