// Whole games: what discounting is worth to a nested player, and nested playouts to UCT.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <map>
#include <optional>

#include "engines/chainer/chainer.h"
#include "lab/experiments/duel_cell.h"
#include "lab/experiments/nested/parts.h"
#include "lab/experiments/random_play.h"
#include "lab/reproduce/measure.h"

namespace agon::lab::experiments::nested {

using namespace reproduce;  // NOLINT: the vocabulary of this file
using engines::CircuitEngine;
using Kind = Column::Kind;

namespace {

// Length and goals of random games from the start; equal seeds must give equal games on every engine.
template <game::Engine E>
std::vector<std::uint32_t> random_games(const E& engine, std::uint64_t games, std::uint64_t seed) {
  RandomPlay<E> play(engine, seed);
  std::vector<std::uint32_t> results;
  for (std::uint64_t i = 0; i < games; ++i) {
    auto state = engine.initial_state(play.scratch());
    std::uint32_t steps = 0;
    while (play.step(state)) ++steps;
    results.push_back(1000 * steps + static_cast<std::uint32_t>(engine.goal(play.scratch(), state, RoleId{0})));
  }
  return results;
}

double mean_length(const Game& game, std::uint64_t seed) {
  constexpr std::uint64_t kGames = 1000;
  double sum = 0;
  for (const std::uint32_t result : random_games(*game.engine, kGames, seed)) sum += result / 1000;  // NOLINT: goals cut off
  return sum / kGames;
}

// Per cent of games that NMC of a level wins with discounting against NMC without; nothing where the settings want no games, or
// none were played. `order`: in which the player without discounting tries moves.
std::optional<DuelPool> discounted_wins(Run& run, Kits& kits, const std::string& game, std::size_t number, unsigned level,
                                        const char* order) {
  const auto games = static_cast<std::uint64_t>(run.settings().numbers(fmt::format("discounting_games_{}", level)).at(number));
  if (games == 0) return std::nullopt;
  return duel_cell(run, fmt::format("discounting {} {} {}", game, level, order), kits, game,
                   fmt::format("nmc(level={}, discount=yes, pruning=depth)", level),
                   fmt::format("nmc(level={}, discount=no, pruning=cut-on-win, order={})", level, order), games);
}

double playouts_per_second(const Game& game, double seconds, std::uint64_t seed) {
  auto scratch = game.engine->make_scratch();
  const auto start = game.engine->initial_state(scratch);
  Rng rng(seed);
  constexpr std::uint32_t kMostSteps = 1000;
  return rate_of(seconds, [&] {
    (void)game.engine->playout(scratch, start, rng, kMostSteps);
    return 1;
  });
}

}  // namespace

void speeds(Run& run) {
  Table table{"speed",
              "Random playouts from the start, thousands a second on one thread",
              {{"game", Kind::Label},
               {"playouts", Kind::Published},
               {"playouts", Kind::Ours},
               {"ours by published", Kind::Ours},
               {"time for the published 10 ms, ms", Kind::Ours}},
              {},
              "Published: games written by hand. Ours: circuits made from rule sheets. The last column is how long we need for as "
              "many playouts as were made in 10 ms: results of equal times compare at that scale only."};
  std::vector<std::string> differ;
  const std::uint64_t games = run.settings().count("agreement_games");
  const std::size_t missing = run.missing();
  for (const std::string& name : run.experiment().games) {
    const auto figures = run.cell("speed " + name, [&](std::uint64_t seed) {
      const Game game(run, name);
      Figures found;
      found.set("kiloplayouts", playouts_per_second(game, run.settings().number("seconds"), seed) / 1000);
      const Result<game::AnyEngine> chainer = game.kit->engine("chainer");
      if (!chainer) throw LookupError{why(chainer.error())};
      found.set("games", games);
      found.set("agree", random_games(*game.engine, games, seed) == random_games(*chainer->as<engines::Chainer>(), games, seed));
      return found;
    });
    if (!figures) continue;
    const double ours = figures->number("kiloplayouts");
    const std::optional<double> published = run.published("discounting", name, "playouts");
    const auto factor = published ? std::optional(ours / *published) : std::nullopt;
    table.rows.push_back({name, published, ours, factor, factor ? std::optional(10 / *factor) : std::nullopt});
    if (!figures->flag("agree")) differ.push_back(name);
  }
  run.add(std::move(table));
  if (run.missing() > missing) return;
  run.check("engines-agree",
            {.holds = differ.empty(),
             .reason = differ.empty() ? fmt::format("{} random games of each, the same length and result on both engines", games)
                                      : fmt::format("different games: {}", fmt::join(differ, ", ")),
             .figure = {},
             .spent = {{"games", static_cast<double>(games)}}});
}

void discounting(Run& run) {
  Table table{
      "discounting",
      "NMC with discounting against NMC without, % of games won",
      {{"game", Kind::Label},
       {"level 0", Kind::Published},
       {"NMC(1)", Kind::Ours},
       {"level 1", Kind::Published},
       {"NMC(2)", Kind::Ours},
       {"level 2", Kind::Published},
       {"NMC(3)", Kind::Ours},
       {"NMC(1), no random ties", Kind::Ours},
       {"NMC(2), no random ties", Kind::Ours}},
      {},
      "A random player has nothing to discount, so the published level 0 is NMC(1). Both prune as is safe (PoD, CoW): by the "
      "propositions, which are checked above, that changes no move. Seats switched. \"No random ties\": the player without "
      "discounting tries moves in the order of the sheet and takes the first of the best, which the paper does not rule out."};
  const auto& names = run.experiment().games;
  std::map<std::string, std::vector<std::optional<DuelPool>>> won;
  Kits kits(run);
  for (std::size_t g = 0; g < names.size(); ++g) {
    std::vector<Cell> row{names[g]};
    for (unsigned level = 1; level <= 3; ++level) {
      row.emplace_back(run.published("discounting", names[g], fmt::format("level {}", level - 1)));
      const std::optional<DuelPool> pool = discounted_wins(run, kits, names[g], g, level, "random");
      row.push_back(pool ? Cell(pool->percent()) : Cell());
      won[names[g]].push_back(pool);
    }
    for (unsigned level = 1; level <= 2; ++level) {
      const std::optional<DuelPool> pool = discounted_wins(run, kits, names[g], g, level, "given");
      row.push_back(pool ? Cell(pool->percent()) : Cell());
    }
    table.rows.push_back(std::move(row));
  }
  run.add(std::move(table));

  const std::vector<std::string> races{"breakthrough-5x5", "knightthrough-5x5"};
  const std::vector<std::string> misere{"breakthrough-5x5-misere", "knightthrough-5x5-misere"};
  const auto answer = [&](const char* id, const std::vector<std::string>& games, std::size_t level, bool least) {
    std::vector<std::string> found;
    std::optional<DuelPool> decides;  // the worst for the claim
    double fewest = 1e9;
    for (const std::string& game : games) {
      const std::optional<DuelPool>& pool = won[game].at(level);
      if (!pool) return run.not_measured(id, fmt::format("no games of {}", game));
      const double now = pool->percent().value;
      if (!decides || (least ? now < decides->percent().value : now > decides->percent().value)) decides = pool;
      fewest = std::min(fewest, static_cast<double>(pool->games));
      found.push_back(fmt::format("{} {}", game, pool->text()));
    }
    const Estimate percent = decides->percent();
    run.check(id, {.holds = least ? percent.value >= run.threshold(id) : percent.value <= run.threshold(id),
                   .reason = fmt::format("{}", fmt::join(found, ", ")),
                   .figure = percent,
                   .spent = {{"games", fewest}}});
  };
  answer("level-0-races", races, 0, true);
  answer("level-0-misere-least", misere, 0, true);
  answer("level-0-misere-most", misere, 0, false);
  answer("level-1-races", races, 1, true);
  answer("level-1-misere", misere, 1, true);
}

namespace {

struct Nesting {
  const char* name;
  const char* playout;
};
constexpr Nesting kNestings[] = {
    {"n=1", "nested(level=1, pruning=none)"},
    {"n=1 PoD", "nested(level=1, discount=yes, pruning=depth)"},
    {"n=1 CoW", "nested(level=1, pruning=cut-on-win)"},
    {"n=2 CoW", "nested(level=2, pruning=cut-on-win)"},
};

std::string uct(const std::string& budget, double c, const std::string& playout = "uniform", bool solver = false) {
  return fmt::format("mcts({}, c={}, reuse=no, solver={}, memory=256, playout={})", budget, c, solver ? "yes" : "no", playout);
}
std::string milliseconds(double ms) { return fmt::format("time={}s", ms / 1000); }

// "n=1 CoW@40": a row and a column of table 4.
struct Request {
  const Nesting* nesting;
  double ms;
  explicit Request(const std::string& text) {
    const std::size_t at = text.find('@');
    nesting =
        std::find_if(std::begin(kNestings), std::end(kNestings), [&](const Nesting& n) { return text.substr(0, at) == n.name; });
    if (at == std::string::npos || nesting == std::end(kNestings))
      throw LookupError{fmt::format("'{}' is no cell of table 4", text)};
    ms = std::stod(text.substr(at + 1));
  }
};

// Matches of table 4 in one game against an opponent that was tuned for it.
class Table4 {
 public:
  Table4(Run& run, Kits& kits, std::string game) : run_(run), kits_(kits), game_(std::move(game)) { tune(); }

  // Nothing if the games were not played.
  std::optional<DuelPool> against_uct(const std::string& cell, const Nesting& nesting, const std::function<std::string()>& budget,
                                      std::uint64_t games, bool solver = false) {
    const auto figures = run_.cell(fmt::format("uct {} {}", game_, cell), [&](std::uint64_t seed) {
      if (!c_) throw LookupError{fmt::format("the cells 'uct {0}' need 'tuning {0}', which sets the opponent", game_)};
      const std::string each = budget();
      return duel_figures(run_, kits_[game_], uct(each, run_.settings().number("exploration"), nesting.playout),
                          uct(each, *c_, "uniform", solver), games, seed);
    });
    if (!figures) return std::nullopt;
    pool_.add(pool_of(*figures));
    return pool_of(*figures);
  }
  [[nodiscard]] const std::optional<double>& exploration() const { return c_; }
  [[nodiscard]] const DuelPool& all() const { return pool_; }

 private:
  // The exploration constant that does best against the default one, which counts as even with itself.
  void tune() {
    const auto figures = run_.cell("tuning " + game_, [&](std::uint64_t seed) {
      const double fixed = run_.settings().number("exploration");
      const std::string budget = milliseconds(run_.settings().number("tuning_ms"));
      Figures found;
      double best = 50, chosen = fixed;
      std::vector<double> points;
      for (const double c : run_.settings().numbers("tuning_grid")) {
        double won = 50;
        if (c != fixed) {
          const std::uint64_t games = run_.settings().count("tuning_games");
          won = pool_of(duel_figures(run_, kits_[game_], uct(budget, c), uct(budget, fixed), games, seed)).percent().value;
        }
        points.push_back(won);
        if (won <= best) continue;
        best = won;
        chosen = c;
      }
      found.set("percent", std::move(points));
      found.set("chosen", chosen);
      return found;
    });
    if (figures) c_ = figures->number("chosen");
  }

  Run& run_;
  Kits& kits_;
  std::string game_;
  std::optional<double> c_;
  DuelPool pool_;
};

bool contains(const std::vector<std::string>& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

struct Won {
  std::string game, nesting;
  double ms = 0;
  DuelPool pool;
};

std::optional<DuelPool> find(const std::vector<Won>& all, const std::string& game, const std::string& nesting, double ms) {
  for (const Won& w : all) {
    if (w.game == game && w.nesting == nesting && w.ms == ms) return w.pool;
  }
  return std::nullopt;
}

// The answers that look for a bar in every time that was played, or in the longest. `distance`: how far above the bar an estimate
// is; 0 is enough.
class WinChecks {
 public:
  WinChecks(Run& run, const std::vector<Won>& all) : run_(run), all_(all) {}

  void answer() {
    const auto least = [&](const char* id) { return [bar = run_.threshold(id)](double p) { return p - bar; }; };
    bar("uct-misere-breakthrough", "breakthrough-5x5-misere", least("uct-misere-breakthrough"), false);
    bar("uct-misere-knightthrough", "knightthrough-5x5-misere", least("uct-misere-knightthrough"), false);
    const double most = run_.threshold("uct-breakthrough"), near = run_.threshold("uct-domineering");
    bar(
        "uct-breakthrough", "breakthrough-5x5", [most](double p) { return most - p - 1e-9; }, false);
    bar(
        "uct-domineering", "domineering-5x5", [near](double p) { return near - std::abs(p - 50); }, true);
    two_levels();
  }

 private:
  void bar(const char* id, const std::string& game, const std::function<double(double percent)>& distance, bool longest) {
    std::vector<Won> cells;
    for (const Won& w : all_) {
      if (w.game == game && w.nesting == "n=1 CoW") cells.push_back(w);
    }
    if (cells.empty()) return run_.not_measured(id, "no games");
    std::ranges::sort(cells, {}, &Won::ms);
    const Won* decides = &cells.back();
    std::vector<std::string> found;
    for (const Won& w : cells) {
      if (!longest && distance(w.pool.percent().value) < distance(decides->pool.percent().value)) decides = &w;
      found.push_back(fmt::format("{} at {} ms", w.pool.text(), w.ms));
    }
    run_.check(id, {.holds = distance(decides->pool.percent().value) >= 0,
                    .reason = fmt::format("{}", fmt::join(found, ", ")),
                    .figure = decides->pool.percent(),
                    .spent = {{"games", static_cast<double>(decides->pool.games)}, {"ms", cells.back().ms}}});
  }

  void two_levels() {
    std::vector<std::string> above;
    std::vector<std::string> games;
    double fewest = 1e9;
    for (const Won& two : all_) {
      if (two.nesting != "n=2 CoW" || two.ms > run_.threshold("two-levels")) continue;
      const auto one = find(all_, two.game, "n=1 CoW", two.ms);
      if (!one) continue;
      if (std::ranges::find(games, two.game) == games.end()) games.push_back(two.game);
      fewest = std::min(fewest, static_cast<double>(std::min(two.pool.games, one->games)));
      const double both = two.pool.percent().value, single = one->percent().value;
      if (both >= single) above.push_back(fmt::format("{} at {} ms ({:.1f} and {:.1f} %)", two.game, two.ms, both, single));
    }
    if (games.empty()) return run_.not_measured("two-levels", "no cells");
    run_.check("two-levels", {.holds = above.empty(),
                              .reason = above.empty() ? fmt::format("in all cells of {} games", games.size())
                                                      : fmt::format("not in {}", fmt::join(above, ", ")),
                              .figure = {},
                              .spent = {{"games", fewest}, {"sheets", static_cast<double>(games.size())}}});
  }

  Run& run_;
  const std::vector<Won>& all_;
};

}  // namespace

void inside_uct(Run& run) {
  Table table{"uct",
              "UCT with nested playouts against tuned UCT at equal time, % of games won",
              {{"game", Kind::Label},
               {"player", Kind::Label},
               {"ms a move", Kind::Label},
               {"won", Kind::Published},
               {"won", Kind::Ours},
               {"games", Kind::Ours}},
              {},
              "What is backed up is the result, 0 or 1. Both without proven results and with a fresh tree each move. \"Solver\": "
              "against UCT that backs up proven results, which the paper leaves out. \"Same work\": both make as many states a "
              "move as the published player did random ones in 10 ms."};
  const Settings& settings = run.settings();
  std::vector<Won> all;
  std::vector<std::string> tuned, scaled;
  DuelPool together;
  Kits kits(run);
  const auto add_row = [&](const std::string& game, const std::string& player, double ms, const Cell& published,
                           const std::optional<DuelPool>& pool) {
    if (!pool) return;
    table.rows.push_back({game, player, fmt::format("{}", ms), published, pool->percent(), static_cast<double>(pool->games)});
  };
  for (const std::string& name : run.experiment().games) {
    Table4 table4(run, kits, name);
    if (table4.exploration()) tuned.push_back(fmt::format("{} {}", name, *table4.exploration()));
    std::vector<std::string> cells = settings.words("cells");
    if (contains(settings.words("long_games"), name)) {
      for (const std::string& cell : settings.words("long_cells")) cells.push_back(cell);
    }
    for (const std::string& cell : cells) {
      const Request request(cell);
      const bool main = std::string(request.nesting->name) == "n=1 CoW";
      const std::uint64_t count = settings.count(main ? "uct_games" : "other_games");
      const auto pool = table4.against_uct(
          cell, *request.nesting, [&] { return milliseconds(request.ms); }, count);
      if (pool) all.push_back({name, request.nesting->name, request.ms, *pool});
      add_row(name, request.nesting->name, request.ms,
              run.published("uct", fmt::format("{} {}", name, request.nesting->name), fmt::format("{}", request.ms)), pool);
    }
    const Nesting& cow = kNestings[2];
    const double ms = settings.number("solver_ms");
    const auto solver = table4.against_uct(
        "solver", cow, [&] { return milliseconds(ms); }, settings.count("other_games"), true);
    add_row(name, "n=1 CoW, solver", ms, Cell(), solver);
    if (contains(settings.words("scaled_games"), name)) {
      const auto same_work = [&] {
        const double length = mean_length(Game(run, name), settings.count("seed"));
        const double playouts =
            10 * run.published("discounting", name, "playouts").value_or(0);  // thousands a second are as many a ms
        // A tree that holds all that is left of a game makes no more states; the number of iterations ends that.
        return fmt::format("states={0:.0f}, iterations={0:.0f}", playouts * length);
      };
      const auto pool = table4.against_uct("same-work", cow, same_work, settings.count("scaled_matches"));
      const std::string row = fmt::format("{} {}", name, cow.name);
      add_row(name, "n=1 CoW, same work", 10, run.published("uct", row, "10"), pool);
      const auto timed = find(all, name, cow.name, 10);
      if (pool && timed)
        scaled.push_back(fmt::format("{} {:.1f} % ({} published at 10 ms, {} ours at 10 ms)", name, pool->percent().value,
                                     number_text(run.published("uct", row, "10").value_or(0)),
                                     number_text(timed->percent().value)));
    }
    together.add(table4.all());
  }
  run.add(std::move(table));
  if (!tuned.empty())
    run.note(fmt::format("Exploration constants of the opponent, tuned on {} with {} games each and then fixed: {}.",
                         fmt::join(settings.numbers("tuning_grid"), ", "), settings.count("tuning_games"), fmt::join(tuned, ", ")));
  if (!scaled.empty())
    run.note(
        fmt::format("With as many states a move as the published random playouts made in 10 ms: {}.", fmt::join(scaled, "; ")));
  WinChecks(run, all).answer();
  if (together.games == 0) return;
  const std::uint64_t wrong = together.illegal + together.unfinished;
  run.check("legal-games", {.holds = wrong == 0,
                            .reason = fmt::format("{} illegal moves and unfinished games in {} games", wrong, together.games),
                            .figure = {},
                            .spent = {{"games", static_cast<double>(together.games)}}});
}

}  // namespace agon::lab::experiments::nested
