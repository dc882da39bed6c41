// The adaptive threshold in matches against the same search without it.
//
// The source leaves open which way its probability points and where it is measured. The four readings meet plain UCT first; the
// best of them is then measured on fresh seeds, so that the choice does not flatter the figures.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <cmath>
#include <map>

#include "lab/experiments/duel_cell.h"
#include "lab/experiments/sufficiency/parts.h"

namespace agon::lab::experiments::sufficiency {
namespace {

using namespace reproduce;  // NOLINT: the vocabulary of this file
using Kind = Column::Kind;

struct Reading {
  const char* text;
  const char* name;  // in cells
  const char* meaning;
};
constexpr std::array kReadings{
    Reading{"adaptive", "adaptive", "likelier the better the best move looks; every node"},
    Reading{"adaptive(root=yes)", "root", "likelier the better the best move looks; root"},
    Reading{"adaptive(tail=yes)", "tail", "as printed: likelier the worse it looks; every node"},
    Reading{"adaptive(tail=yes, root=yes)", "tail-root", "as printed: likelier the worse it looks; root"},
};

Figures meet(const Run& run, Kits& kits, const std::string& game, const char* reading, double simulations, std::uint64_t games,
             std::uint64_t seed) {
  const double c = run.settings().number("match_exploration");
  const std::string both = run.settings().word("match_playouts");
  return duel_figures(run, kits[game], searcher(simulations, c, fmt::format("{}, sufficiency={}", both, reading)),
                      searcher(simulations, c, both), games, seed);
}

// The best of the readings in the cells that choose, or nothing if one of these is missing.
const Reading* choose_reading(Run& run, Kits& kits) {
  const std::string game = run.settings().word("choice_game");
  const auto simulations = run.settings().numbers("choice_simulations");
  const std::uint64_t games = run.settings().count("choice_games");
  Table table{"readings",
              fmt::format("Four readings of the adaptive threshold against UCT: points of a hundred in {}", game),
              {{"sufficiency", Kind::Label}, {"meaning", Kind::Label}},
              {},
              fmt::format("{} games a cell. The best mean is the reading that the next table uses, with other seeds.", games)};
  for (const double n : simulations) table.columns.push_back({fmt::format("{} simulations", number_text(n)), Kind::Ours});
  const Reading* best = nullptr;
  double most = -1;
  const std::size_t missing = run.missing();
  for (const Reading& reading : kReadings) {
    std::vector<Cell> row{reading.text, reading.meaning};
    double sum = 0;
    for (const double n : simulations) {
      // The same games for all readings.
      const std::uint64_t seed = run.settings().count("choice_seed");
      const auto figures = run.cell(fmt::format("reading {} {:.0f}", reading.name, n),
                                    [&](std::uint64_t) { return meet(run, kits, game, reading.text, n, games, seed); });
      row.push_back(figures ? Cell(pool_of(*figures).percent()) : Cell());
      if (figures) sum += pool_of(*figures).percent().value;
    }
    table.rows.push_back(std::move(row));
    if (sum > most) {
      most = sum;
      best = &reading;
    }
  }
  run.add(std::move(table));
  return run.missing() == missing ? best : nullptr;
}

void answer(Run& run, const std::map<std::string, DuelPool>& window, const std::map<std::string, DuelPool>& all) {
  const auto games = [](const DuelPool& pool) { return Amounts{{"games", static_cast<double>(pool.games)}}; };
  const DuelPool& breakthrough = window.at("breakthrough");
  run.check("adaptive-breakthrough", {.holds = breakthrough.percent().value > run.threshold("adaptive-breakthrough"),
                                      .reason = breakthrough.text(),
                                      .figure = breakthrough.percent(),
                                      .spent = games(breakthrough)});
  const DuelPool &chomp = all.at("chomp"), &connectfour = all.at("connectfour");
  const auto distance = [](const DuelPool& pool) { return std::abs(pool.percent().value - 50); };
  const DuelPool& farthest = distance(chomp) > distance(connectfour) ? chomp : connectfour;
  run.check("adaptive-harmless", {.holds = distance(farthest) <= run.threshold("adaptive-harmless"),
                                  .reason = fmt::format("chomp {}; connectfour {}", chomp.text(), connectfour.text()),
                                  .figure = farthest.percent(),
                                  .spent = games(chomp.games < connectfour.games ? chomp : connectfour)});
}

}  // namespace

void study_matches(Run& run) {
  Kits kits(run);
  const Reading* const reading = choose_reading(run, kits);
  const auto simulations = run.settings().numbers("match_simulations");
  const std::uint64_t games = run.settings().count("match_games");
  Table table{
      "matches",
      "The adaptive threshold against UCT: points of a hundred",
      {{"game", Kind::Label}},
      {},
      fmt::format(
          "{} games a cell, seats switched, {} with C = {}, both with {}. Published: 400 games a cell, CadiaPlayer; which row "
          "is which game is inferred from the widths of the intervals.",
          games, reading == nullptr ? "the best reading" : reading->text, run.settings().number("match_exploration"),
          run.settings().word("match_playouts"))};
  for (const double n : simulations) {
    table.columns.push_back({fmt::format("{:.0f}", n), Kind::Published});
    table.columns.push_back({fmt::format("{:.0f}", n), Kind::Ours});
  }
  std::map<std::string, DuelPool> window, all;
  const std::size_t missing = run.missing();
  for (const std::string& game : run.experiment().games) {
    std::vector<Cell> row{game};
    for (const double n : simulations) {
      const auto figures = run.cell(fmt::format("match {} {:.0f}", game, n), [&](std::uint64_t seed) {
        if (reading == nullptr) throw LookupError{"the cells 'match' need all cells 'reading', which choose what is played"};
        return meet(run, kits, game, reading->text, n, games, seed);
      });
      row.emplace_back(run.published("matches", game, fmt::format("{:.0f}", n)));
      row.push_back(figures ? Cell(pool_of(*figures).percent()) : Cell());
      if (!figures) continue;
      const DuelPool pool = pool_of(*figures);
      all[game].add(pool);
      if (n == 1000 || n == 2000) window[game].add(pool);
      if (pool.unfinished > 0) run.note(fmt::format("{}: {} games did not end within the step limit.", game, pool.unfinished));
    }
    table.rows.push_back(std::move(row));
  }
  run.add(std::move(table));
  if (run.missing() == missing) answer(run, window, all);
}

}  // namespace agon::lab::experiments::sufficiency
