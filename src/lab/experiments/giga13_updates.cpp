// "Stratified Logic Program Updates for General Game Playing" (Spies, GIGA 2013) on our updater: does work per move stay constant
// where the paper says so, what does it grow with elsewhere, how many playouts does it give, and what is each part of the method
// worth.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>

#include "engines/prover/prover.h"
#include "engines/updater/from_scratch.h"
#include "engines/updater/lockstep.h"
#include "engines/updater/test_programs.h"
#include "engines/updater/updater.h"
#include "ground/grounder.h"
#include "lab/bench/statistics.h"
#include "lab/experiments/all.h"
#include "lab/experiments/random_play.h"
#include "lab/reproduce/measure.h"

namespace agon::lab::experiments {
namespace {

using namespace reproduce;  // NOLINT: the vocabulary of this file
using engines::Updater;
using engines::UpdaterOptions;
namespace updater = engines::updater;
using Kind = Column::Kind;

constexpr std::array kPhases{"early", "midgame", "end"};
constexpr double kPublishedSeconds = 5;

std::shared_ptr<const ground::GroundProgram> ground_game(const Run& run, const std::string& game) {
  const Result<gdl::Rules> rules = run.load(game);
  if (!rules) throw LookupError{why(rules.error())};
  auto program = ground::ground(*rules, {.time = run.limits().time, .memory_bytes = run.limits().memory_bytes, .progress = {}});
  if (!program) throw LookupError{fmt::format("{}: {}", game, why(program.error()))};
  return std::move(*program);
}

std::shared_ptr<const Updater> make_updater(std::shared_ptr<const ground::GroundProgram> program,
                                            const UpdaterOptions& options = {}) {
  auto result = Updater::create(std::move(program), options);
  if (!result) throw LookupError{why(result.error())};
  return std::move(*result);
}

// Every atom as it has to be, from nothing; how many differ.
std::size_t wrong_atoms(const ground::GroundProgram& program, const updater::FromScratch& scratch, const updater::Model& model) {
  std::vector<std::uint8_t> truth(program.atom_count, 0);
  for (ground::AtomId atom = 0; atom < program.base_count(); ++atom) truth[atom] = model.holds(atom) ? 1 : 0;
  scratch.evaluate(truth);
  std::size_t wrong = 0;
  for (ground::AtomId atom = 0; atom < program.atom_count; ++atom) wrong += model.holds(atom) != (truth[atom] != 0) ? 1 : 0;
  return wrong;
}

// The check for four in a row alone, on one board: stones fall at random until there is a line.
Figures measure_win_check(const Run& run, std::uint32_t width, std::uint32_t height, std::uint64_t seed) {
  const updater::LineCheck check(width, height);
  const updater::FromScratch scratch(*check.program);
  auto layout = updater::make_layout(check.program);
  if (!layout) throw LookupError{why(layout.error())};
  updater::Model model(*layout, {});
  Rng rng(seed);
  std::uint64_t moves = 0, evaluations = 0, changes = 0, most = 0;
  const std::uint64_t games = run.settings().count("win_games");
  for (std::uint64_t game = 0; game < games; ++game) {
    for (ground::AtomId fluent = 0; fluent < check.program->fluents.size(); ++fluent) model.set(fluent, false);
    model.drain_all();
    std::vector<std::uint32_t> stones(width, 0);
    for (std::uint32_t move = 0; move < width * height && !model.holds(check.winner[0]) && !model.holds(check.winner[1]); ++move) {
      std::uint32_t column = rng.below(width);
      while (stones[column] == height) column = rng.below(width);
      const updater::Counters before = model.counters();
      model.set(check.cell(column, stones[column]++, move % 2), true);
      model.drain(updater::Query::Goal);
      const std::uint64_t now = model.counters().rule_evaluations - before.rule_evaluations;
      evaluations += now;
      changes += model.counters().atom_changes - before.atom_changes;
      most = std::max(most, now);
      ++moves;
    }
    if (wrong_atoms(*check.program, scratch, model) != 0) throw LookupError{"the updated model is not the one from scratch"};
  }
  std::vector<std::uint8_t> truth(check.program->atom_count, 0);
  Figures figures;
  figures.set("games", games);
  figures.set("moves", moves);
  figures.set("rules", check.program->rule_count());
  figures.set("evaluations", evaluations);
  figures.set("changes", changes);
  figures.set("most", most);
  figures.set("from_scratch", scratch.evaluate(truth));
  return figures;
}

void win_check(Run& run) {
  Table table{"win-check",
              "Check for a line in Connect Four: rules looked at per move",
              {{"board", Kind::Label},
               {"ground rules", Kind::Ours},
               {"per move", Kind::Ours},
               {"most", Kind::Ours},
               {"atom changes per move", Kind::Ours},
               {"from scratch", Kind::Ours}},
              {},
              "The paper prints no figures but the order of growth: O(1) by updates against O(width x height) from scratch."};
  const auto columns = run.settings().numbers("win_columns");
  const auto rows = run.settings().numbers("win_rows");
  std::vector<double> per_move, from_scratch;
  Plot plot{"Check for a line: rules looked at per move", "cells of the board", "rules", true, true,
            {{"updates", {}}, {"from scratch", {}}}};
  const std::size_t missing = run.missing();
  for (std::size_t i = 0; i < columns.size() && i < rows.size(); ++i) {
    const auto width = static_cast<std::uint32_t>(columns[i]);
    const auto height = static_cast<std::uint32_t>(rows[i]);
    const std::string board = fmt::format("{}x{}", width, height);
    const auto figures =
        run.cell("win-check " + board, [&](std::uint64_t seed) { return measure_win_check(run, width, height, seed); });
    if (!figures) continue;
    const double n = figures->number("moves");
    per_move.push_back(figures->number("evaluations") / n);
    from_scratch.push_back(figures->number("from_scratch"));
    table.rows.push_back({board, figures->number("rules"), per_move.back(), figures->number("most"), figures->number("changes") / n,
                          from_scratch.back()});
    plot.series[0].points.push_back({columns[i] * rows[i], per_move.back()});
    plot.series[1].points.push_back({columns[i] * rows[i], from_scratch.back()});
  }
  run.add(std::move(table));
  run.add(std::move(plot));
  if (run.missing() > missing) return;
  const auto [low, high] = std::ranges::minmax(per_move);
  const Amounts spent{{"boards", static_cast<double>(per_move.size())}};
  run.check("win-check-constant", {.holds = high / low <= 1 + run.threshold("win-check-constant"),
                                   .reason = fmt::format("rules looked at per move: {:.2f}, so largest by smallest {:.3f}",
                                                         fmt::join(per_move, ", "), high / low),
                                   .figure = Estimate{high / low - 1, high / low - 1, high / low - 1},
                                   .spent = spent});
  std::vector<double> steps;
  for (std::size_t i = 1; i < from_scratch.size(); ++i) steps.push_back(from_scratch[i] / from_scratch[i - 1]);
  const double least = steps.empty() ? 0 : std::ranges::min(steps);
  run.check("scratch-grows", {.holds = least >= run.threshold("scratch-grows"),
                              .reason = fmt::format("growth for each doubling of both sides: {:.2f}", fmt::join(steps, ", ")),
                              .figure = Estimate{least, least, least},
                              .spent = spent});
}

Figures measure_full_step(const Run& run, const std::string& board, std::uint64_t seed) {
  const auto program = ground_game(run, "connectfour-" + board);
  const auto engine = make_updater(program);
  const auto slow = make_updater(program, {.incremental = false});
  RandomPlay<Updater> play(*engine, seed);
  RandomPlay<Updater> slow_play(*slow, seed);
  const auto start = engine->initial_state(play.scratch());
  const std::uint64_t before = play.scratch().counters().rule_evaluations;
  std::uint64_t moves = 0;
  const double seconds = run.settings().number("seconds");
  const double speed = rate_of(seconds, [&] {
    const std::uint32_t steps = play.playout(start);
    moves += steps;
    return steps;
  });
  const double slow_speed = rate_of(seconds / 2, [&] { return slow_play.playout(start); });
  Figures figures;
  figures.set("cells", static_cast<double>(program->fluents.size() - 2) / 3);
  figures.set("rules", program->rule_count());
  figures.set("moves", moves);
  figures.set("evaluations", play.scratch().counters().rule_evaluations - before);
  figures.set("moves_per_second", speed);
  figures.set("moves_per_second_from_scratch", slow_speed);
  return figures;
}

// A whole step of the whole game. The frame axioms of the sheet speak about every cell, so here cost may grow.
void full_step(Run& run) {
  Table table{"full-step",
              "A whole step of Connect Four on growing boards",
              {{"board", Kind::Label},
               {"ground rules", Kind::Ours},
               {"rules looked at per move", Kind::Ours},
               {"part of all rules", Kind::Ours},
               {"microseconds per move", Kind::Ours},
               {"from scratch, microseconds", Kind::Ours}},
              {},
              "No figure is published. Part of all rules: what a step looks at, of what an evaluation from scratch has to."};
  Plot plot{"A whole step of Connect Four",         "cells of the board", "rules looked at per move", true, true,
            {{"updates", {}}, {"from scratch", {}}}};
  std::vector<double> cells, looked, micros;
  const std::size_t missing = run.missing();
  for (const std::string& board : run.settings().words("boards")) {
    const auto figures = run.cell("full-step " + board, [&](std::uint64_t seed) { return measure_full_step(run, board, seed); });
    if (!figures) continue;
    cells.push_back(figures->number("cells"));
    looked.push_back(figures->number("evaluations") / figures->number("moves"));
    micros.push_back(1e6 / figures->number("moves_per_second"));
    const double rules = figures->number("rules");
    table.rows.push_back({board, rules, looked.back(), looked.back() / rules, micros.back(),
                          1e6 / figures->number("moves_per_second_from_scratch")});
    plot.series[0].points.push_back({cells.back(), looked.back()});
    plot.series[1].points.push_back({cells.back(), rules});
  }
  run.add(std::move(table));
  run.add(std::move(plot));
  if (run.missing() > missing) return;
  const double exponent = growth_exponent(cells, looked).value_or(0);
  run.check("full-step-growth", {.holds = exponent <= run.threshold("full-step-growth"),
                                 .reason = fmt::format("rules looked at per move grow as cells^{:.2f}, time as cells^{:.2f}",
                                                       exponent, growth_exponent(cells, micros).value_or(0)),
                                 .figure = Estimate{exponent, exponent, exponent},
                                 .spent = {{"boards", static_cast<double>(cells.size())}}});
}

// Playouts a second from positions of the first, second and last third of random matches.
Figures measure_playouts(const Run& run, const std::string& game, std::uint64_t seed) {
  const auto engine = make_updater(ground_game(run, game));
  std::array<std::vector<Updater::State>, 3> positions;
  RandomPlay<Updater> matches(*engine, seed);
  for (std::uint64_t i = 0; i < run.settings().count("matches"); ++i) {
    const auto states = matches.match();
    for (std::size_t s = 0; s < states.size(); ++s) positions[3 * s / states.size()].push_back(states[s]);
  }
  std::vector<Contender> contenders;
  std::vector<std::unique_ptr<RandomPlay<Updater>>> players;
  for (std::size_t phase = 0; phase < kPhases.size(); ++phase) {
    players.push_back(std::make_unique<RandomPlay<Updater>>(*engine, seed + 1 + phase));
    contenders.push_back({kPhases[phase], [&, phase, at = std::size_t{0}](double seconds) mutable {
                            return rate_of(seconds, [&] {
                              players[phase]->playout(positions[phase][at++ % positions[phase].size()]);
                              return 1;
                            });
                          }});
  }
  const auto rates = side_by_side(contenders, run.settings().number("seconds"), run.settings().count("rounds"));
  Figures figures;
  for (std::size_t phase = 0; phase < kPhases.size(); ++phase) figures.set(kPhases[phase], rates[phase]);
  return figures;
}

void playouts(Run& run) {
  Table table{"playouts",
              "Playouts in 5 seconds, from positions of the first, middle and last third of random matches",
              {{"game", Kind::Label},
               {"early", Kind::Published},
               {"midgame", Kind::Published},
               {"end", Kind::Published},
               {"early", Kind::Ours},
               {"midgame", Kind::Ours},
               {"end", Kind::Ours},
               {"end/early", Kind::Published},
               {"end/early", Kind::Ours}},
              {},
              "One thread. The paper names neither machine nor time control, and its playouts begin below the tree of a search."};
  std::map<std::string, std::array<Estimate, 3>> ours;
  const std::size_t missing = run.missing();
  for (const std::string& game : run.experiment().games) {
    const auto figures = run.cell("playouts " + game, [&](std::uint64_t seed) { return measure_playouts(run, game, seed); });
    if (!figures) continue;
    std::vector<Cell> row{game};
    for (const char* phase : kPhases) row.emplace_back(run.published("playouts", game, phase));
    for (std::size_t phase = 0; phase < kPhases.size(); ++phase) {
      std::vector<double> in_five = figures->numbers(kPhases[phase]);
      for (double& rate : in_five) rate *= kPublishedSeconds;
      ours[game][phase] = median_of(in_five);
      row.emplace_back(ours[game][phase]);
    }
    const auto early = run.published("playouts", game, "early");
    const auto end = run.published("playouts", game, "end");
    row.emplace_back(early && end ? std::optional(*end / *early) : std::nullopt);
    row.emplace_back(median_of(ratios(figures->numbers("end"), figures->numbers("early"))));
    table.rows.push_back(std::move(row));
  }
  run.add(std::move(table));
  if (run.missing() > missing) return;

  std::vector<std::string> slower, order, falling;
  Estimate least_factor{1e9, 1e9, 1e9}, least_rise{1e9, 1e9, 1e9};
  const auto by = [](const Estimate& a, const Estimate& b) { return Estimate{a.value / b.value, a.low / b.high, a.high / b.low}; };
  for (const std::string& game : run.experiment().games) {
    const Estimate &early = ours[game][0], &end = ours[game][2];
    if (const auto published = run.published("playouts", game, "early")) {
      const Estimate factor = by(early, {*published, *published, *published});
      if (factor.value < least_factor.value) least_factor = factor;
      if (factor.value <= run.threshold("playouts-above-published")) slower.push_back(game);
    }
    order.push_back(fmt::format("{} {}", game, number_text(early.value)));
    if (run.published("playouts", game, "end")) {
      const Estimate rise = by(end, early);
      if (rise.value < least_rise.value) least_rise = rise;
      if (rise.value <= 1) falling.push_back(game);
    }
  }
  const Amounts spent{{"rounds", static_cast<double>(run.settings().count("rounds"))},
                      {"seconds", run.settings().number("seconds")}};
  run.check("playouts-above-published",
            {.holds = slower.empty(),
             .reason = slower.empty() ? "all of them" : fmt::format("not above: {}", fmt::join(slower, ", ")),
             .figure = least_factor,
             .spent = spent});
  const bool sorted =
      std::ranges::is_sorted(run.experiment().games, std::greater<>{}, [&](const std::string& g) { return ours[g][0].value; });
  run.check("order-of-games",
            {.holds = sorted, .reason = fmt::format("{}", fmt::join(order, " > ")), .figure = {}, .spent = spent});
  run.check("rates-rise", {.holds = falling.empty(),
                           .reason = falling.empty() ? "the end game gives more playouts than the early game in all four"
                                                     : fmt::format("not in {}", fmt::join(falling, ", ")),
                           .figure = least_rise,
                           .spent = spent});
}

struct UpdaterVariant {
  const char* name;
  const char* id;
  UpdaterOptions options;
};
const std::array kUpdaterVariants{
    UpdaterVariant{"everything", "everything", {}},
    UpdaterVariant{"one queue for all questions", "one_queue", {.lazy_queues = false}},
    UpdaterVariant{"no literal counters", "no_counters", {.literal_counters = false}},
    UpdaterVariant{"heaps instead of buckets", "heaps", {.bucket_queue = false}},
    UpdaterVariant{"no primary support", "no_support", {.primary_support = false}},
    UpdaterVariant{"from scratch every time", "from_scratch", {.incremental = false}},
};

Figures measure_ablation(const Run& run, const std::string& game, std::uint64_t seed) {
  const auto program = ground_game(run, game);
  std::vector<Contender> contenders;
  std::vector<std::shared_ptr<const Updater>> engines;
  std::vector<std::unique_ptr<RandomPlay<Updater>>> players;
  for (const UpdaterVariant& variant : kUpdaterVariants) {
    engines.push_back(make_updater(program, variant.options));
    players.push_back(std::make_unique<RandomPlay<Updater>>(*engines.back(), seed));
    contenders.push_back({variant.name, [engine = engines.back().get(), player = players.back().get()](double seconds) {
                            const auto start = engine->initial_state(player->scratch());
                            return rate_of(seconds, [&] {
                              player->playout(start);
                              return 1;
                            });
                          }});
  }
  const auto rates = side_by_side(contenders, run.settings().number("seconds"), run.settings().count("rounds"));
  Figures figures;
  for (std::size_t v = 0; v < kUpdaterVariants.size(); ++v) figures.set(kUpdaterVariants[v].id, rates[v]);
  figures.set("heap_uses", players[0]->scratch().counters().heap_uses);
  return figures;
}

void ablation(Run& run) {
  Table table{"ablation",
              "What each part is worth: playouts a second from the start, by the speed of everything together",
              {{"variant", Kind::Label}},
              {},
              "The paper gives no figures for its parts. Factor: everything together by the variant; above 1, the part pays."};
  for (const UpdaterVariant& variant : kUpdaterVariants) table.rows.push_back({variant.name});
  std::map<std::string, std::vector<Estimate>> factors;  // per game: everything by variant
  const auto games = run.settings().words("ablation_games");
  std::vector<std::string> heap_lines;
  bool heaps_as_expected = true;
  const std::size_t missing = run.missing();
  for (const std::string& game : games) {
    const auto figures = run.cell("ablation " + game, [&](std::uint64_t seed) { return measure_ablation(run, game, seed); });
    if (!figures) continue;
    table.columns.push_back({game + ", playouts/s", Kind::Ours});
    table.columns.push_back({game + ", factor", Kind::Ours});
    const auto everything = figures->numbers(kUpdaterVariants[0].id);
    for (std::size_t v = 0; v < kUpdaterVariants.size(); ++v) {
      const auto rates = figures->numbers(kUpdaterVariants[v].id);
      factors[game].push_back(median_of(ratios(everything, rates)));
      table.rows[v].emplace_back(median_of(rates));
      table.rows[v].emplace_back(factors[game].back());
    }
    const std::uint64_t heap_uses = figures->count("heap_uses");
    const bool recursive = game.starts_with("hex") || game == "y";
    heaps_as_expected &= recursive == (heap_uses > 0);
    heap_lines.push_back(fmt::format("{}: {}", game, heap_uses));
  }
  run.add(std::move(table));
  if (run.missing() > missing) return;
  const std::vector<Estimate>& connect_four = factors[games.front()];
  std::vector<std::string> lines;
  Estimate least = connect_four.at(1);
  for (std::size_t v = 1; v + 1 < kUpdaterVariants.size(); ++v) {
    if (connect_four[v].value < least.value) least = connect_four[v];
    lines.push_back(fmt::format("{} {:.2f}", kUpdaterVariants[v].name, connect_four[v].value));
  }
  const Amounts spent{{"rounds", static_cast<double>(run.settings().count("rounds"))},
                      {"seconds", run.settings().number("seconds")}};
  run.check("parts-pay", {.holds = least.value >= run.threshold("parts-pay"),
                          .reason = fmt::format("everything by the variant on {}: {}", games.front(), fmt::join(lines, ", ")),
                          .figure = least,
                          .spent = spent});
  run.check("heap-only-in-recursion", heaps_as_expected, fmt::format("pushes to a heap: {}", fmt::join(heap_lines, ", ")));
  run.check("incremental-pays", {.holds = connect_four.back().value >= run.threshold("incremental-pays"),
                                 .reason = fmt::format("{:.1f} times the playouts of evaluation from scratch on {}",
                                                       connect_four.back().value, games.front()),
                                 .figure = connect_four.back(),
                                 .spent = spent});
}

// Random programs with recursion and negation: after every change of the base, the model must be the one from scratch.
void random_programs(Run& run) {
  const auto figures = run.cell("random-programs", [&](std::uint64_t seed) {
    Rng rng(seed);
    std::uint64_t flips = 0, wrong = 0;
    std::uint32_t most_changes = 0;
    while (flips < run.settings().count("flips")) {
      const auto program = updater::random_program(rng, true, false);
      auto layout = updater::make_layout(program);
      if (!layout) throw LookupError{why(layout.error())};
      updater::Model model(*layout, {.track_changes = true});
      const updater::FromScratch scratch(*program);
      model.drain_all();
      const auto fluents = static_cast<std::uint32_t>(program->fluents.size());
      for (int i = 0; i < 300; ++i) {
        ground::AtomId fluent = rng.below(fluents);
        for (std::uint32_t n = 1 + rng.below(3); n > 0; --n, ++flips) {
          model.set(fluent, !model.holds(fluent));
          fluent = (fluent + 1) % fluents;
        }
        model.drain_all();
        wrong += wrong_atoms(*program, scratch, model);
      }
      most_changes = std::max(most_changes, model.counters().most_changes);
    }
    Figures found;
    found.set("flips", flips);
    found.set("wrong", wrong);
    found.set("most_changes", most_changes);
    return found;
  });
  if (!figures) return;
  const std::uint64_t flips = figures->count("flips");
  const Amounts spent{{"flips", static_cast<double>(flips)}};
  run.check("model-is-right",
            {.holds = figures->count("wrong") == 0,
             .reason = fmt::format("{} wrong atoms after {} flips of random programs", figures->count("wrong"), flips),
             .figure = {},
             .spent = spent});
  const double most = figures->number("most_changes");
  run.check("two-changes", {.holds = most <= run.threshold("two-changes"),
                            .reason = fmt::format("at most {} changes of one atom in one update", most),
                            .figure = Estimate{most, most, most},
                            .spent = spent});
}

void updaters_agree(Run& run) {
  std::vector<std::string> differences;
  std::uint64_t states = 0;
  const std::uint64_t matches = run.settings().count("lockstep_matches");
  const std::size_t missing = run.missing();
  for (const std::string& game : run.experiment().games) {
    const auto figures = run.cell("agreement " + game, [&](std::uint64_t seed) {
      const Result<gdl::Rules> rules = run.load(game);
      const auto prover = engines::Prover::create(*rules, run.limits());
      if (!prover) throw LookupError{why(prover.error())};
      const auto engine = make_updater(ground_game(run, game));
      updater::Lockstep<engines::Prover, Updater> both(**prover, *engine, seed);
      Figures found;
      found.set("difference", both.run(static_cast<int>(matches), 4095));
      found.set("states", both.states);
      return found;
    });
    if (!figures) continue;
    if (const std::string difference = figures->word("difference"); !difference.empty())
      differences.push_back(game + ": " + difference);
    states += figures->count("states");
  }
  if (run.missing() > missing) return;
  run.check("agrees-with-resolution",
            {.holds = differences.empty(),
             .reason = differences.empty() ? fmt::format("{} states of {} matches a game, all answers the same", states, matches)
                                           : fmt::format("{}", fmt::join(differences, "; ")),
             .figure = {},
             .spent = {{"matches", static_cast<double>(matches)}}});
}

}  // namespace

void run_giga13_updates(Run& run) {
  win_check(run);
  full_step(run);
  playouts(run);
  ablation(run);
  random_programs(run);
  updaters_agree(run);
}

}  // namespace agon::lab::experiments
