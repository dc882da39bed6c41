// The Gorgon player (Wirth's thesis of 2010): what its tables say about the player that it was compared with, a UCT player whose ties and
// playouts follow what move names have been worth. The other half of those tables, effects of moves, needs an analysis of the rules.
//
// The printed results of that base player are odd: it scores as a random player does in a game that any search should play well. Its
// band of 10 % (choose by move names among all moves that are nearly as good) is the suspect, and is taken away here to see.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "lab/experiments/all.h"
#include "lab/experiments/duel.h"
#include "lab/experiments/load_kit.h"
#include "lab/experiments/parallel.h"
#include "play/players.h"
#include "play/referee.h"

namespace agon::lab::experiments {
namespace {

using namespace reproduce;  // NOLINT: the vocabulary of this file
using Kind = Column::Kind;

constexpr double kBand = 0.1;

// Trees without shared states, moves without statistics neutral, decisions by the same band as the search.
std::string base_player(const std::string& budget, double tau, double band) {
  return fmt::format("mcts({}, transpositions=no, band={}, decide={}, playout=mast(tau={}, unseen=50))", budget, band,
                     band > 0 ? "knowledge" : "value", tau);
}

class GorgonPlayer {
 public:
  explicit GorgonPlayer(Run& run) : run_(run), seed_(run.settings().count("seed")) {}

  void run() {
    const auto games = run_.experiment().games;
    const auto duels = run_.settings().words("duel_games");
    run_.steps(games.size() + 2 + duels.size() * temperatures().size());
    speed(games);
    point_grab();
    bands(duels);
  }

 private:
  [[nodiscard]] std::vector<double> temperatures() const { return run_.settings().numbers("temperatures"); }
  const std::shared_ptr<play::GameKit>& kit(const std::string& game) {
    std::shared_ptr<play::GameKit>& here = kits_[game];
    if (!here) here = load_kit(run_, game);
    return here;
  }

  // ---- table 4: how fast the base player searches ----

  // Thousands a minute at the start of the game.
  double expansions(const std::string& game, const std::string& engine, double seconds) {
    const std::string budget = fmt::format("time={}s, engine={}", seconds, engine);
    auto player = play::make_player(base_player(budget, temperatures().front(), kBand), kit(game), {.seed = seed_});
    if (!player) throw LookupError{fmt::format("{}: {}", game, why(player.error()))};
    (*player)->begin(RoleId{0}, {}, search::Clock::time_point::max());
    (void)(*player)->choose({.step = 0, .legal = 2});
    const search::Thought* const thought = (*player)->thought();
    return thought == nullptr || thought->seconds <= 0 ? 0 : static_cast<double>(thought->states) * 0.06 / thought->seconds;
  }

  void speed(const std::vector<std::string>& games) {
    const double seconds = run_.settings().number("speed_seconds");
    Table table{"speed",
                "Node expansions of the base player, thousands a minute",
                {{"game", Kind::Label},
                 {"base", Kind::Published},
                 {"prover", Kind::Ours},
                 {"circuit", Kind::Ours},
                 {"circuit / published", Kind::Ours}},
                {},
                "States made at the start of each game, in the tree and in playouts, one thread. Whole simulations cannot be meant: 4,100 a "
                "minute in Skirmish would be five times as fast as any reasoner of the time (see giga13-reasoners)."};
    double least = 1e9;
    std::string least_game;
    for (const std::string& game : games) {
      run_.step(game + ", speed");
      const auto published = run_.published("table-4", game, "base");
      const double prover = expansions(game, "prover", seconds);
      const double circuit = expansions(game, "circuit", seconds);
      table.rows.push_back({game, published, prover, circuit, published ? Cell(circuit / *published) : Cell()});
      if (published && circuit / *published < least) {
        least = circuit / *published;
        least_game = game;
      }
    }
    run_.add(std::move(table));
    run_.check("faster", least >= run_.threshold("faster"), fmt::format("least {:.0f} times, in {}", least, least_game));
  }

  // ---- Point Grab: the opponent does not matter, so the score of one player can be compared ----

  Estimate point_grab_score(double band) {
    run_.step(fmt::format("pointgrab, band {}", band));
    const auto matches = run_.settings().count("pointgrab_matches");
    const std::string budget = fmt::format("iterations={:.0f}", run_.settings().number("pointgrab_simulations"));
    const std::string strategy = base_player(budget, temperatures().front(), band);
    const std::shared_ptr<play::GameKit> game = kit("pointgrab");
    const Result<agon::game::AnyEngine> engine = game->best_engine();
    if (!engine) throw LookupError{why(engine.error())};
    std::vector<double> goals(matches * 2);
    in_parallel(matches, run_.options().threads, [&](std::uint64_t i) {
      std::vector<std::unique_ptr<play::Player>> players;
      for (std::uint64_t r = 0; r < 2; ++r) {
        auto player = play::make_player(strategy, game, {.seed = seed_ + 2 * i + r});
        if (!player) throw LookupError{why(player.error())};
        players.push_back(std::move(*player));
      }
      play::MatchOptions options;
      options.seed = seed_ + i;
      const agon::game::MatchRecord record = play::play_match(*engine, game->rules(), {strategy, strategy}, players, options);
      for (std::size_t r = 0; r < 2; ++r) goals[2 * i + r] = record.goals.at(r);
    });
    seed_ += 2 * matches;
    return mean_of(goals);
  }

  void point_grab() {
    const Estimate with = point_grab_score(kBand);
    const Estimate without = point_grab_score(0);
    run_.add(Table{"pointgrab",
                   "Point Grab: mean goal of the base player",
                   {{"choice", Kind::Label}, {"15 to 45 s a move", Kind::Published}, {"ours", Kind::Ours}},
                   {{"by move names among moves within 10 %", run_.published("table-6", "pointgrab", "base"), with},
                    {"the best value", Cell(), without}},
                   fmt::format("{:.0f} simulations a move; random play earns 25. A right number is worth 5 points, so once the expectation is "
                               "over 50 it lies within the band, and move names say nothing: the right one is different in every state.",
                               run_.settings().number("pointgrab_simulations"))});
    run_.check("pointgrab-base", with.value <= run_.threshold("pointgrab-base"), fmt::format("{:.1f} of 100", with.value));
    run_.check("pointgrab-band", without.value - with.value >= run_.threshold("pointgrab-band"),
               fmt::format("{:.1f} without the band, {:.1f} with it", without.value, with.value));
  }

  // ---- what the band and the temperature do elsewhere ----

  void bands(const std::vector<std::string>& games) {
    const auto matches = static_cast<int>(run_.settings().count("duel_matches"));
    const std::string budget = fmt::format("iterations={:.0f}", run_.settings().number("duel_simulations"));
    Table table{"band",
                "With the band against the same player without, points of a hundred",
                {{"game", Kind::Label}},
                {},
                fmt::format("{} matches each, {:.0f} simulations a move.", matches, run_.settings().number("duel_simulations"))};
    for (const double tau : temperatures()) table.columns.push_back({fmt::format("temperature {}", tau), Kind::Ours});
    DuelPool sharp;
    for (const std::string& game : games) {
      std::vector<Cell> row{game};
      for (const double tau : temperatures()) {
        run_.step(fmt::format("{}, temperature {}", game, tau));
        const auto result = duel(kit(game), base_player(budget, tau, kBand), base_player(budget, tau, 0), matches, seed_, run_.options().threads);
        if (!result) throw LookupError{fmt::format("{}: {}", game, why(result.error()))};
        seed_ += static_cast<std::uint64_t>(matches);
        if (tau == temperatures().front()) sharp.add(*result);
        row.emplace_back(result->percent());
      }
      table.rows.push_back(std::move(row));
    }
    run_.add(std::move(table));
    if (sharp.games == 0) return run_.not_measured("band-hurts", "not played");
    const Estimate all = sharp.percent();
    run_.check("band-hurts", all.high < 50, fmt::format("temperature {}: {}", temperatures().front(), sharp.text()));
  }

  Run& run_;
  std::uint64_t seed_;
  std::map<std::string, std::shared_ptr<play::GameKit>> kits_;
};

}  // namespace

void run_gorgon_player(Run& run) { GorgonPlayer(run).run(); }

}  // namespace agon::lab::experiments
