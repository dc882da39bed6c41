// Whole games: what discounting is worth to a nested player, and nested playouts to UCT.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "engines/chainer/chainer.h"
#include "lab/experiments/duel.h"
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

DuelResult must(Result<DuelResult> result) {
  if (!result) throw LookupError{why(result.error())};
  return std::move(*result);
}

// Per cent of games that NMC of a level wins with discounting against NMC without; nothing where the settings want no games.
// `order`: in which the player without discounting tries moves.
std::optional<Estimate> discounted_wins(Run& run, const Game& game, std::size_t number, unsigned level, const char* order) {
  const auto games = static_cast<int>(run.settings().numbers(fmt::format("discounting_games_{}", level)).at(number));
  if (games == 0) return std::nullopt;
  run.step(fmt::format("discounting {} NMC({}), {} order", game.name, level, order));
  return must(duel(game.kit, fmt::format("nmc(level={}, discount=yes, pruning=depth)", level),
                   fmt::format("nmc(level={}, discount=no, pruning=cut-on-win, order={})", level, order), games,
                   run.settings().count("seed"), run.options().threads))
      .percent();
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
  const std::uint64_t seed = run.settings().count("seed");
  for (const std::string& name : run.experiment().games) {
    run.step("speed " + name);
    const Game game(run, name);
    const double ours = playouts_per_second(game, run.settings().number("seconds"), seed) / 1000;
    const std::optional<double> published = run.published("discounting", name, "playouts");
    const auto factor = published ? std::optional(ours / *published) : std::nullopt;
    table.rows.push_back({name, published, ours, factor, factor ? std::optional(10 / *factor) : std::nullopt});
    const Result<game::AnyEngine> chainer = game.kit->engine("chainer");
    if (!chainer) throw LookupError{why(chainer.error())};
    if (random_games(*game.engine, games, seed) != random_games(*chainer->as<engines::Chainer>(), games, seed))
      differ.push_back(name);
  }
  run.add(std::move(table));
  run.check("engines-agree", differ.empty(),
            differ.empty() ? fmt::format("{} random games of each, the same length and result on both engines", games)
                           : fmt::format("different games: {}", fmt::join(differ, ", ")));
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
  std::map<std::string, std::vector<std::optional<double>>> won;
  for (std::size_t g = 0; g < names.size(); ++g) {
    const Game game(run, names[g]);
    std::vector<Cell> row{names[g]};
    for (unsigned level = 1; level <= 3; ++level) {
      row.emplace_back(run.published("discounting", names[g], fmt::format("level {}", level - 1)));
      const std::optional<Estimate> percent = discounted_wins(run, game, g, level, "random");
      row.push_back(percent ? Cell(*percent) : Cell());
      won[names[g]].push_back(percent ? std::optional(percent->value) : std::nullopt);
    }
    for (unsigned level = 1; level <= 2; ++level) {
      const std::optional<Estimate> percent = discounted_wins(run, game, g, level, "given");
      row.push_back(percent ? Cell(*percent) : Cell());
    }
    table.rows.push_back(std::move(row));
  }
  run.add(std::move(table));

  const std::vector<std::string> races{"breakthrough-5x5", "knightthrough-5x5"};
  const std::vector<std::string> misere{"breakthrough-5x5-misere", "knightthrough-5x5-misere"};
  const auto answer = [&](const char* id, const std::vector<std::string>& games, std::size_t level, bool least) {
    bool holds = true;
    std::vector<std::string> found;
    for (const std::string& game : games) {
      const std::optional<double> percent = won[game][level];
      if (!percent) return run.not_measured(id, fmt::format("no games of {}", game));
      holds = holds && (least ? *percent >= run.threshold(id) : *percent <= run.threshold(id));
      found.push_back(fmt::format("{} {:.1f} %", game, *percent));
    }
    run.check(id, holds, fmt::format("{}", fmt::join(found, ", ")));
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
  Table4(Run& run, const std::string& name) : run_(run), game_(run, name) {
    // The exploration constant that does best against the default one, which counts as even with itself.
    const double fixed = run.settings().number("exploration");
    double best = 50;
    for (const double c : run.settings().numbers("tuning_grid")) {
      if (c == fixed) continue;
      const std::string budget = milliseconds(run.settings().number("tuning_ms"));
      const double won = play(uct(budget, c), uct(budget, fixed), run.settings().count("tuning_games")).value;
      if (won <= best) continue;
      best = won;
      c_ = c;
    }
  }

  Estimate against_uct(const Nesting& nesting, const std::string& budget, std::uint64_t games, bool solver = false) {
    return play(uct(budget, run_.settings().number("exploration"), nesting.playout), uct(budget, c_, "uniform", solver), games);
  }
  [[nodiscard]] double exploration() const { return c_; }
  [[nodiscard]] const Game& game() const { return game_; }
  [[nodiscard]] std::uint64_t wrong() const { return wrong_; }  // illegal moves and unfinished games
  [[nodiscard]] std::uint64_t games() const { return games_; }

 private:
  Estimate play(const std::string& first, const std::string& second, std::uint64_t games) {
    const DuelResult result =
        must(duel(game_.kit, first, second, static_cast<int>(games), run_.settings().count("seed"), run_.options().threads));
    wrong_ += result.illegal + result.unfinished;
    games_ += games;
    return result.percent();
  }

  Run& run_;
  Game game_;
  double c_ = 0.4;
  std::uint64_t wrong_ = 0, games_ = 0;
};

bool contains(const std::vector<std::string>& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

struct Won {
  std::string game, nesting;
  double ms = 0;
  double percent = 0;
};

std::optional<double> find(const std::vector<Won>& all, const std::string& game, const std::string& nesting, double ms) {
  for (const Won& w : all) {
    if (w.game == game && w.nesting == nesting && w.ms == ms) return w.percent;
  }
  return std::nullopt;
}

// The answers that look for a bar in every time that was played, or in the longest.
void check_wins(Run& run, const std::vector<Won>& all) {
  const auto of = [&](const std::string& game) {
    std::vector<Won> result;
    for (const Won& w : all) {
      if (w.game == game && w.nesting == "n=1 CoW") result.push_back(w);
    }
    return result;
  };
  const auto answer = [&](const char* id, const std::string& game, const std::function<bool(double percent)>& good, bool longest) {
    std::vector<Won> cells = of(game);
    if (cells.empty()) return run.not_measured(id, "no games");
    const auto last = std::max_element(cells.begin(), cells.end(), [](const Won& a, const Won& b) { return a.ms < b.ms; });
    bool holds = good(last->percent);
    std::vector<std::string> found;
    for (const Won& w : cells) {
      if (!longest) holds = holds && good(w.percent);
      found.push_back(fmt::format("{:.1f} % at {} ms", w.percent, w.ms));
    }
    run.check(id, holds, fmt::format("{}", fmt::join(found, ", ")));
  };
  const auto bar = [&](const char* id) { return run.threshold(id); };
  answer(
      "uct-misere-breakthrough", "breakthrough-5x5-misere", [&](double p) { return p >= bar("uct-misere-breakthrough"); }, false);
  answer(
      "uct-misere-knightthrough", "knightthrough-5x5-misere", [&](double p) { return p >= bar("uct-misere-knightthrough"); },
      false);
  answer(
      "uct-breakthrough", "breakthrough-5x5", [&](double p) { return p < bar("uct-breakthrough"); }, false);
  answer(
      "uct-domineering", "domineering-5x5", [&](double p) { return std::abs(p - 50) <= bar("uct-domineering"); }, true);

  std::vector<std::string> above;
  std::size_t pairs = 0;
  for (const Won& two : all) {
    if (two.nesting != "n=2 CoW" || two.ms > run.threshold("two-levels")) continue;
    const auto one = find(all, two.game, "n=1 CoW", two.ms);
    if (!one) continue;
    ++pairs;
    if (two.percent >= *one) above.push_back(fmt::format("{} at {} ms ({:.1f} and {:.1f} %)", two.game, two.ms, two.percent, *one));
  }
  if (pairs == 0) return run.not_measured("two-levels", "no cells");
  run.check("two-levels", above.empty(),
            above.empty() ? fmt::format("in all {} cells", pairs) : fmt::format("not in {}", fmt::join(above, ", ")));
}

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
  std::uint64_t wrong = 0, games = 0;
  for (const std::string& name : run.experiment().games) {
    run.step("tuning " + name);
    Table4 table4(run, name);
    tuned.push_back(fmt::format("{} {}", name, table4.exploration()));
    std::vector<std::string> cells = settings.words("cells");
    if (contains(settings.words("long_games"), name)) {
      for (const std::string& cell : settings.words("long_cells")) cells.push_back(cell);
    }
    for (const std::string& cell : cells) {
      const Request request(cell);
      run.step(fmt::format("{} {}", name, cell));
      const bool main = std::string(request.nesting->name) == "n=1 CoW";
      const std::uint64_t count = settings.count(main ? "uct_games" : "other_games");
      const Estimate won = table4.against_uct(*request.nesting, milliseconds(request.ms), count);
      all.push_back({name, request.nesting->name, request.ms, won.value});
      table.rows.push_back({name, request.nesting->name, fmt::format("{}", request.ms),
                            run.published("uct", fmt::format("{} {}", name, request.nesting->name), fmt::format("{}", request.ms)),
                            won, static_cast<double>(count)});
    }
    const Nesting& cow = kNestings[2];
    const double ms = settings.number("solver_ms");
    run.step(fmt::format("{} against a solver", name));
    const std::uint64_t others = settings.count("other_games");
    const Estimate solver = table4.against_uct(cow, milliseconds(ms), others, true);
    table.rows.push_back({name, "n=1 CoW, solver", fmt::format("{}", ms), Cell(), solver, static_cast<double>(others)});
    if (contains(settings.words("scaled_games"), name)) {
      run.step(fmt::format("{} at the same work", name));
      const double length = mean_length(table4.game(), settings.count("seed"));
      const double playouts =
          10 * run.published("discounting", name, "playouts").value_or(0);  // thousands a second are as many a ms
      const std::uint64_t count = settings.count("scaled_matches");
      // A tree that holds all that is left of a game makes no more states; the number of iterations ends that.
      const Estimate won = table4.against_uct(cow, fmt::format("states={0:.0f}, iterations={0:.0f}", playouts * length), count);
      const std::string row = fmt::format("{} {}", name, cow.name);
      table.rows.push_back({name, "n=1 CoW, same work", "10", run.published("uct", row, "10"), won, static_cast<double>(count)});
      scaled.push_back(fmt::format("{} {:.1f} % ({} published at 10 ms, {} ours at 10 ms)", name, won.value,
                                   number_text(run.published("uct", row, "10").value_or(0)),
                                   number_text(find(all, name, cow.name, 10).value_or(0))));
    }
    wrong += table4.wrong();
    games += table4.games();
  }
  run.add(std::move(table));
  run.note(fmt::format("Exploration constants of the opponent, tuned on {} with {} games each and then fixed: {}.",
                       fmt::join(settings.numbers("tuning_grid"), ", "), settings.count("tuning_games"), fmt::join(tuned, ", ")));
  run.note(fmt::format("With as many states a move as the published random playouts made in 10 ms: {}.", fmt::join(scaled, "; ")));
  check_wins(run, all);
  run.check("legal-games", wrong == 0, fmt::format("{} illegal moves and unfinished games in {} games", wrong, games));
}

}  // namespace agon::lab::experiments::nested
