// "Online Adjustment of Tree Search for GGP" (Mehat and Vittaut, GIGA 2013) on our tree search: RAVE helps in one game of checks
// and hurts in its twin; does a player that compares RAVE with what it observes know which is which? And what does that bring in
// real games?
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "lab/experiments/all.h"
#include "lab/experiments/duel.h"
#include "lab/experiments/rave/self_play.h"
#include "search/mcts/selection.h"

namespace agon::lab::experiments {
namespace {

using namespace reproduce;  // NOLINT: the vocabulary of this file
using Kind = Column::Kind;

constexpr const char* kUct = "ucb1(c=0.4, fpu=1)";  // an untried move is worth the best result, without an exploration term
std::string rave(double k, double share = 1) { return fmt::format("rave(k={}, c=0.4, share={})", k, share); }
std::string adaptive(double k, double margin) { return fmt::format("adaptive-rave(k={}, c=0.4, margin={})", k, margin); }
// A fresh tree each move; memory in MiB.
std::string player(const std::string& select, double playouts, const std::string& more = "reuse=no") {
  return fmt::format("mcts(iterations={}, {}, solver=no, memory=64, select={})", playouts, more, select);
}

std::shared_ptr<play::GameKit> kit_of(const Run& run, const std::string& game) {
  Result<gdl::Rules> rules = run.load(game);
  if (!rules) throw LookupError{why(rules.error())};
  return std::make_shared<play::GameKit>(std::move(*rules), run.limits());
}

struct Pair {
  SelfPlay blind, stale;
};

// Both games, solved, and the matches played so far: many tables ask for the same ones.
class Checks {
 public:
  explicit Checks(Run& run)
      : run_(run),
        blind_({.checks = 20, .turns = 10, .komi = 5, .stale = false}),
        stale_({.checks = 12, .turns = 10, .komi = 5, .stale = true}),
        blind_kit_(kit_of(run, "cashing-checks-blind")),
        stale_kit_(kit_of(run, "cashing-checks-stale")) {}

  const Pair& play(const std::string& strategy, std::uint64_t matches) {
    const auto known = played_.find(strategy);
    if (known != played_.end() && known->second.blind.matches >= matches) return known->second;
    run_.step(strategy);
    const std::uint64_t seed = run_.settings().count("seed");
    const unsigned threads = run_.options().threads;
    return played_[strategy] = {play_itself(blind_kit_, blind_, strategy, matches, seed, threads),
                                play_itself(stale_kit_, stale_, strategy, matches, seed + 1, threads)};
  }
  const Pair& play(const std::string& strategy) { return play(strategy, run_.settings().count("matches")); }

  void check_solution() {
    run_.step("exact values");
    std::vector<std::string> found;
    bool holds = true;
    for (const CashingChecks* game : {&blind_, &stale_}) {
      const CashingChecks::Position start = game->start();
      CashingChecks::Position p = start;
      while (!game->over(p)) {  // both take the largest check that pays
        int check = game->rules().checks;
        while (!game->is_left(p, check) || game->pays(check, p.turn()) == 0) --check;
        p = game->after(p, check);
      }
      play::GameKit& kit = game == &blind_ ? *blind_kit_ : *stale_kit_;
      const std::uint64_t positions = run_.settings().count("solved_positions");
      const std::uint64_t agree = agreeing_positions(kit, *game, 4, positions, run_.settings().count("seed"));
      holds = holds && game->final_lead(start) == 0 && p.lead == 0 && agree == positions;
      found.push_back(
          fmt::format("{}: {} points apart under best play, {} if both take the largest check that pays; {} of {} positions with "
                      "four turns left as a search of the rule sheet says",
                      game == &blind_ ? "blind" : "stale", game->final_lead(start), p.lead, agree, positions));
    }
    run_.check("exact-values", holds, fmt::format("{}", fmt::join(found, "; ")));
  }

 private:
  Run& run_;
  CashingChecks blind_, stale_;
  std::shared_ptr<play::GameKit> blind_kit_, stale_kit_;
  std::map<std::string, Pair> played_;
};

double blind_of(const Pair& pair) { return pair.blind.percent(pair.blind.optimal).value; }
double stale_of(const Pair& pair) { return pair.stale.percent(pair.stale.optimal).value; }

std::vector<Column> columns(const char* first, bool published) {
  std::vector<Column> result{{first, Kind::Label}};
  if (published) result.push_back({"blind", Kind::Published});
  result.push_back({"blind", Kind::Ours});
  if (published) result.push_back({"stale", Kind::Published});
  result.push_back({"stale", Kind::Ours});
  result.push_back({"stale, one of the two largest", Kind::Ours});
  result.push_back({"stale, the largest", Kind::Ours});
  return result;
}

void add_figures(std::vector<Cell>& row, const Pair& pair) {
  row.emplace_back(pair.stale.percent(pair.stale.optimal));
  row.emplace_back(pair.stale.percent(pair.stale.two_largest));
  row.emplace_back(pair.stale.percent(pair.stale.largest));
}

// One parameter, both games: a table, a plot, and the figures for the checks.
std::vector<Pair> sweep(Run& run, Checks& checks, const char* id, const char* title, const char* parameter,
                        const std::vector<double>& values, const std::function<std::string(double)>& strategy,
                        std::uint64_t matches) {
  Table table{id, title, columns(parameter, false), {}, "The paper shows curves without figures."};
  Plot plot{title, parameter, "optimal draws, %", false, false, {{"blind", {}}, {"stale", {}}}};
  std::vector<Pair> pairs;
  for (const double value : values) {
    const Pair& pair = checks.play(strategy(value), matches);
    std::vector<Cell> row{number_text(value), pair.blind.percent(pair.blind.optimal)};
    add_figures(row, pair);
    table.rows.push_back(std::move(row));
    plot.series[0].points.push_back({value, blind_of(pair)});
    plot.series[1].points.push_back({value, stale_of(pair)});
    pairs.push_back(pair);
  }
  run.add(std::move(table));
  run.add(std::move(plot));
  return pairs;
}

void fixed_and_adaptive(Run& run, Checks& checks, double playouts, double k) {
  Table table{"settings",
              "Optimal draws of 100 matches of a player with itself",
              columns("setting", true),
              {},
              "Optimal: no move changes the result under best play. The last two columns count only draws in which every check was "
              "one of the two largest that still pay, or the largest. Of UCT in the blind game the paper says \"over 50 %\"."};
  const std::vector<std::pair<std::string, std::string>> settings{{"UCT only", kUct},
                                                                  {"always RAVE", rave(k)},
                                                                  {"adaptive, margin -5", adaptive(k, -5)},
                                                                  {"adaptive, margin 0", adaptive(k, 0)},
                                                                  {"adaptive, margin 5", adaptive(k, 5)}};
  std::vector<Pair> pairs;
  for (const auto& setting : settings) {
    const Pair& pair = checks.play(player(setting.second, playouts));
    std::vector<Cell> row{setting.first, run.published("settings", setting.first, "blind"), pair.blind.percent(pair.blind.optimal),
                          run.published("settings", setting.first, "stale")};
    add_figures(row, pair);
    table.rows.push_back(std::move(row));
    pairs.push_back(pair);
  }
  run.add(std::move(table));

  const Pair &uct = pairs[0], &always = pairs[1], &below = pairs[2], &zero = pairs[3], &above = pairs[4];
  const double gain = blind_of(always) - blind_of(uct);
  run.check("rave-helps-blind", gain >= run.threshold("rave-helps-blind"),
            fmt::format("{:.1f} % with RAVE, {:.1f} % without", blind_of(always), blind_of(uct)));
  const double loss = stale_of(uct) - stale_of(always);
  run.check("rave-hurts-stale", loss >= run.threshold("rave-hurts-stale"),
            fmt::format("{:.1f} % without RAVE, {:.1f} % with", stale_of(uct), stale_of(always)));
  const double short_blind = std::max(blind_of(uct), blind_of(always)) - blind_of(zero);
  const double short_stale = std::max(stale_of(uct), stale_of(always)) - stale_of(zero);
  run.check("adaptive-near-best", std::max(short_blind, short_stale) <= run.threshold("adaptive-near-best"),
            fmt::format("behind the better fixed setting by {:.1f} points in the blind game and {:.1f} in the stale one",
                        short_blind, short_stale));
  run.check("margin-stale", stale_of(zero) - stale_of(below) >= run.threshold("margin-stale"),
            fmt::format("stale game: {:.1f} % at margin -5, {:.1f} % at 0", stale_of(below), stale_of(zero)));
  run.check("margin-blind", blind_of(zero) - blind_of(above) >= run.threshold("margin-blind"),
            fmt::format("blind game: {:.1f} % at margin 5, {:.1f} % at 0", blind_of(above), blind_of(zero)));

  const auto stale_percent = [](const Pair& pair, std::uint64_t SelfPlay::*what) {
    return pair.stale.percent(pair.stale.*what).value;
  };
  run.note(
      fmt::format("What the published rates of the stale game (49.1 % for UCT, 47.2 % adaptive) count: ours are {:.1f} and {:.1f} "
                  "% if no move may change the result, {:.1f} and {:.1f} % if every check must be one of the two largest that pay, "
                  "{:.1f} and {:.1f} % if it must be the largest.",
                  stale_percent(uct, &SelfPlay::optimal), stale_percent(zero, &SelfPlay::optimal),
                  stale_percent(uct, &SelfPlay::two_largest), stale_percent(zero, &SelfPlay::two_largest),
                  stale_percent(uct, &SelfPlay::largest), stale_percent(zero, &SelfPlay::largest)));
}

void mixtures(Run& run, Checks& checks, double playouts, double k) {
  const std::vector<double> shares = run.settings().numbers("shares");
  const auto strategy = [&](double share) { return player(share == 0 ? kUct : rave(k, share), playouts); };
  const std::vector<Pair> pairs = sweep(run, checks, "mixtures", "RAVE for part of the choices in the tree",
                                        "part of choices with RAVE", shares, strategy, run.settings().count("matches"));
  const auto middle = std::find(shares.begin(), shares.end(), 0.5) - shares.begin();
  bool between = true;
  std::vector<std::string> found;
  double most = 0;
  for (const auto of : {blind_of, stale_of}) {
    const double first = of(pairs.front()), last = of(pairs.back()), half = of(pairs[static_cast<std::size_t>(middle)]);
    between = between && half >= std::min(first, last) && half <= std::max(first, last) &&
              std::abs(half - (first + last) / 2) <= run.threshold("mixture-between");
    found.push_back(fmt::format("{:.1f} % between {:.1f} and {:.1f} %", half, first, last));
  }
  run.check("mixture-between", between, fmt::format("blind and stale: {}", fmt::join(found, ", ")));
  for (const Pair& pair : pairs) most = std::max(most, blind_of(pair) + stale_of(pair));
  const Pair& zero = checks.play(player(adaptive(k, 0), playouts));
  run.check(
      "adaptive-beats-mixtures", blind_of(zero) + stale_of(zero) > most,
      fmt::format("both games together: {:.1f} adaptive, {:.1f} for the best mixture", blind_of(zero) + stale_of(zero), most));
  run.note(
      fmt::format("The text around figure 3 says that play gets worse in the blind game and better in the stale one as RAVE is "
                  "used more often. Measured from none to all: blind {:.1f} to {:.1f} %, stale {:.1f} to {:.1f} %. The text has "
                  "the games interchanged where these rise and fall.",
                  blind_of(pairs.front()), blind_of(pairs.back()), stale_of(pairs.front()), stale_of(pairs.back())));
}

void equivalence(Run& run, Checks& checks, double playouts) {
  const std::vector<Pair> pairs = sweep(
      run, checks, "equivalence", "The equivalence constant of RAVE", "k", run.settings().numbers("equivalences"),
      [&](double k) { return player(rave(k), playouts); }, run.settings().count("matches"));
  const double noise = run.threshold("equivalence-monotone");
  bool monotone = true;
  std::vector<double> blind, stale;
  for (const Pair& pair : pairs) {
    if (!blind.empty()) monotone = monotone && blind_of(pair) >= blind.back() - noise && stale_of(pair) <= stale.back() + noise;
    blind.push_back(blind_of(pair));
    stale.push_back(stale_of(pair));
  }
  run.check("equivalence-monotone", monotone,
            fmt::format("blind {:.1f}; stale {:.1f}", fmt::join(blind, ", "), fmt::join(stale, ", ")));
}

// What the paper leaves open, each way.
void readings(Run& run, Checks& checks, double playouts, double k) {
  Table table{
      "readings",
      "What the paper does not say: the same players, otherwise read",
      columns("reading", false),
      {},
      "First the reading of all other tables: a fresh tree for each move, the move with most visits, an untried move worth 100."};
  struct Reading {
    const char* name;
    const char* more;
    const char* uct;
  };
  const Reading all[] = {{"as elsewhere", "reuse=no", kUct},
                         {"tree kept, both search at every turn", "reuse=yes, every-step=yes", kUct},
                         {"the best mean is played", "reuse=no, decide=value", kUct},
                         {"every move tried once first", "reuse=no", "ucb1(c=0.4)"}};
  const std::uint64_t matches = run.settings().count("sweep_matches");
  for (const Reading& reading : all) {
    const bool other_uct = reading.uct != kUct;
    const std::vector<std::pair<const char*, std::string>> players{
        {"UCT", reading.uct}, {"RAVE", rave(k)}, {"adaptive", adaptive(k, 0)}};
    for (const auto& named : players) {
      if (other_uct && named.second != reading.uct) continue;  // RAVE has to say which moves are tried first
      const Pair& pair = checks.play(player(named.second, playouts, reading.more), matches);
      std::vector<Cell> row{fmt::format("{}: {}", reading.name, named.first), pair.blind.percent(pair.blind.optimal)};
      add_figures(row, pair);
      table.rows.push_back(std::move(row));
    }
  }
  run.add(std::move(table));
}

// The rule itself on a node written by hand: 10 visits to a move that RAVE underrates, 5 to one that it overrates, then the other
// way.
void decision_rule(Run& run) {
  namespace mcts = search::mcts;
  const auto uses_rave = [](std::uint32_t first, std::uint32_t second) {
    mcts::Tree tree(1 << 20, true);
    mcts::Node* const node = tree.create(1, {}, std::vector<std::vector<MoveId>>{{MoveId{0}, MoveId{1}}}, false);
    const std::uint32_t visits[] = {first, second};
    constexpr double kMeans[] = {0.6, 0.4};
    constexpr float kRave[] = {0.5F, 0.7F};
    for (std::size_t i = 0; i < 2; ++i) {
      mcts::Action& action = node->actions(0)[i];
      action.visits = visits[i];
      action.sum = kMeans[i] * visits[i];
      node->extras(0)[i].rave_visits = 20;
      node->extras(0)[i].rave_mean = kRave[i];
    }
    mcts::Options options;
    options.select.rave = mcts::Selection::Rave::Adaptive;
    mcts::Selector selector(options, 1);
    selector.begin_descent(node);
    return selector.rave_share() > 0;
  };
  const bool most_pessimistic = uses_rave(10, 5), most_optimistic = uses_rave(5, 10);
  run.check("decision-rule", !most_pessimistic && most_optimistic,
            fmt::format("RAVE is {} where it is pessimistic about most playouts, {} where it is optimistic",
                        most_pessimistic ? "used" : "off", most_optimistic ? "used" : "off"));
}

void real_games(Run& run, double k) {
  const double playouts = run.settings().number("real_playouts");
  Table table{"real-games",
              fmt::format("Part of the points against UCT in real games, {} playouts a move", playouts),
              {{"game", Kind::Label}, {"always RAVE", Kind::Ours}, {"adaptive", Kind::Ours}, {"games each", Kind::Ours}},
              {},
              "Not in the paper, which names it as future work. Finnsson and Bjornsson (2010) found RAVE to help in Checkers and "
              "Othello and to hurt in Skirmish."};
  const auto games = static_cast<int>(run.settings().count("real_matches"));
  for (const std::string& game : run.settings().words("real_games")) {
    const auto kit = kit_of(run, game);
    std::vector<Cell> row{game};
    for (const std::string& select : {rave(k), adaptive(k, 0)}) {
      run.step(game + " " + select);
      const Result<DuelResult> result =
          duel(kit, player(select, playouts), player(kUct, playouts), games, run.settings().count("seed"), run.options().threads);
      if (!result) throw LookupError{why(result.error())};
      row.emplace_back(result->percent());
    }
    row.emplace_back(static_cast<double>(games));
    table.rows.push_back(std::move(row));
  }
  run.add(std::move(table));
}

}  // namespace

void run_giga13_adaptive_rave(Run& run) {
  const Settings& settings = run.settings();
  const double playouts = settings.number("playouts");
  const double k = settings.number("equivalence");
  // Cells that several tables share are played once.
  run.steps(1 + 5 + settings.numbers("shares").size() - 2 + settings.numbers("equivalences").size() - 1 +
            settings.numbers("playout_counts").size() - 1 + 7 + 2 * settings.words("real_games").size());
  decision_rule(run);
  Checks checks(run);
  checks.check_solution();
  fixed_and_adaptive(run, checks, playouts, k);
  mixtures(run, checks, playouts, k);
  equivalence(run, checks, playouts);
  sweep(
      run, checks, "playouts", "UCT with more playouts a move", "playouts a move", settings.numbers("playout_counts"),
      [](double count) { return player(kUct, count); }, settings.count("sweep_matches"));
  readings(run, checks, playouts, k);
  real_games(run, k);
}

}  // namespace agon::lab::experiments
