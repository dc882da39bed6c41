// "Online Adjustment of Tree Search for GGP" (Mehat and Vittaut, GIGA 2013) on our tree search: RAVE helps in one game of checks
// and hurts in its twin; does a player that compares RAVE with what it observes know which is which? And what does that bring in
// real games?
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <tuple>

#include "lab/experiments/all.h"
#include "lab/experiments/duel_cell.h"
#include "lab/experiments/rave/self_play.h"
#include "search/mcts/tree/selection.h"

namespace agon::lab::experiments {
namespace {

using namespace reproduce;  // NOLINT: the vocabulary of this file
using Kind = Column::Kind;

constexpr const char* kUct = "ucb1(c=0.4, fpu=1)";  // an untried move is worth the best result, without an exploration term
std::string rave(double k, double share = 1) { return fmt::format("rave(k={}, c=0.4, share={})", k, share); }
std::string adaptive(double k, double margin) { return fmt::format("adaptive-rave(k={}, c=0.4, margin={})", k, margin); }
// Parts of the names of cells.
std::string uct_name(double playouts) { return fmt::format("uct playouts={}", playouts); }
std::string rave_name(double k) { return fmt::format("rave k={}", k); }
constexpr const char* kAdaptiveName = "adaptive margin=0";
// A fresh tree each move; memory in MiB.
std::string player(const std::string& select, double playouts, const std::string& more = "reuse=no") {
  return fmt::format("mcts(iterations={}, {}, solver=no, memory=64, select={})", playouts, more, select);
}

Figures figures_of(const SelfPlay& play) {
  Figures figures;
  figures.set("matches", play.matches);
  figures.set("draws", play.draws);
  figures.set("optimal", play.optimal);
  figures.set("two_largest", play.two_largest);
  figures.set("largest", play.largest);
  return figures;
}
SelfPlay self_play_of(const Figures& figures) {
  return {figures.count("matches"), figures.count("draws"), figures.count("optimal"), figures.count("two_largest"),
          figures.count("largest")};
}

struct Pair {
  SelfPlay blind, stale;
};

// Both games, solved. Several tables ask for the same cells.
class Checks {
 public:
  explicit Checks(Run& run)
      : run_(run),
        kits_(run),
        blind_({.checks = 20, .turns = 10, .komi = 5, .stale = false}),
        stale_({.checks = 12, .turns = 10, .komi = 5, .stale = true}) {}

  // Nothing unless both games were played.
  std::optional<Pair> play(const std::string& name, const std::string& strategy, std::uint64_t matches) {
    const unsigned threads = run_.options().threads;
    const auto cell = [&](const char* game, const CashingChecks& solved) {
      return run_.cell(fmt::format("{} {} {}", game, name, matches), [&](std::uint64_t seed) {
        return figures_of(play_itself(kits_[fmt::format("cashing-checks-{}", game)], solved, strategy, matches, seed, threads));
      });
    };
    const std::optional<Figures> blind = cell("blind", blind_), stale = cell("stale", stale_);
    if (!blind || !stale) return std::nullopt;
    return Pair{self_play_of(*blind), self_play_of(*stale)};
  }

  void check_solution() {
    std::vector<std::string> found;
    bool holds = true;
    const std::size_t missing = run_.missing();
    for (const CashingChecks* game : {&blind_, &stale_}) {
      const CashingChecks::Position start = game->start();
      CashingChecks::Position p = start;
      while (!game->over(p)) {  // both take the largest check that pays
        int check = game->rules().checks;
        while (!game->is_left(p, check) || game->pays(check, p.turn()) == 0) --check;
        p = game->after(p, check);
      }
      const char* name = game == &blind_ ? "blind" : "stale";
      const std::uint64_t positions = run_.settings().count("solved_positions");
      const auto figures = run_.cell(fmt::format("solution {}", name), [&](std::uint64_t seed) {
        Figures counts;
        counts.set("positions", positions);
        counts.set("agree", agreeing_positions(*kits_[fmt::format("cashing-checks-{}", name)], *game, 4, positions, seed));
        return counts;
      });
      if (!figures) continue;
      const std::uint64_t agree = figures->count("agree");
      holds = holds && game->final_lead(start) == 0 && p.lead == 0 && agree == positions;
      found.push_back(
          fmt::format("{}: {} points apart under best play, {} if both take the largest check that pays; {} of {} positions with "
                      "four turns left as a search of the rule sheet says",
                      name, game->final_lead(start), p.lead, agree, positions));
    }
    if (run_.missing() == missing) run_.check("exact-values", holds, fmt::format("{}", fmt::join(found, "; ")));
  }

 private:
  Run& run_;
  Kits kits_;
  CashingChecks blind_, stale_;
};

Estimate blind_percent(const Pair& pair) { return pair.blind.percent(pair.blind.optimal); }
Estimate stale_percent(const Pair& pair) { return pair.stale.percent(pair.stale.optimal); }
double blind_of(const Pair& pair) { return blind_percent(pair).value; }
double stale_of(const Pair& pair) { return stale_percent(pair).value; }
// One less another, as far as their intervals allow (together more than 95 %).
Estimate difference(const Estimate& a, const Estimate& b) { return {a.value - b.value, a.low - b.high, a.high - b.low}; }
Amounts spent(const Pair& pair, double playouts) {
  return {{"matches", static_cast<double>(pair.blind.matches)}, {"playouts", playouts}};
}

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

// One parameter, both games: a table, a plot, and the figures for the checks, where all are there.
struct SweepCell {
  double value;
  std::string name;
  std::string strategy;
};
std::vector<Pair> sweep(Run& run, Checks& checks, const char* id, const char* title, const char* parameter,
                        const std::vector<SweepCell>& cells, std::uint64_t matches) {
  Table table{id, title, columns(parameter, false), {}, "The paper shows curves without figures."};
  Plot plot{title, parameter, "optimal draws, %", false, false, {{"blind", {}}, {"stale", {}}}};
  std::vector<Pair> pairs;
  for (const SweepCell& cell : cells) {
    const std::optional<Pair> pair = checks.play(cell.name, cell.strategy, matches);
    if (!pair) continue;
    std::vector<Cell> row{number_text(cell.value), blind_percent(*pair)};
    add_figures(row, *pair);
    table.rows.push_back(std::move(row));
    plot.series[0].points.push_back({cell.value, blind_of(*pair)});
    plot.series[1].points.push_back({cell.value, stale_of(*pair)});
    pairs.push_back(*pair);
  }
  run.add(std::move(table));
  run.add(std::move(plot));
  return pairs.size() == cells.size() ? pairs : std::vector<Pair>{};
}

void fixed_and_adaptive(Run& run, Checks& checks, double playouts, double k) {
  Table table{"settings",
              "Optimal draws of 100 matches of a player with itself",
              columns("setting", true),
              {},
              "Optimal: no move changes the result under best play. The last two columns count only draws in which every check was "
              "one of the two largest that still pay, or the largest. Of UCT in the blind game the paper says \"over 50 %\"."};
  struct Setting {
    const char* row;
    std::string name;
    std::string select;
  };
  const std::vector<Setting> settings{{"UCT only", uct_name(playouts), kUct},
                                      {"always RAVE", rave_name(k), rave(k)},
                                      {"adaptive, margin -5", "adaptive margin=-5", adaptive(k, -5)},
                                      {"adaptive, margin 0", kAdaptiveName, adaptive(k, 0)},
                                      {"adaptive, margin 5", "adaptive margin=5", adaptive(k, 5)}};
  std::vector<Pair> pairs;
  for (const auto& setting : settings) {
    const std::optional<Pair> pair = checks.play(setting.name, player(setting.select, playouts), run.settings().count("matches"));
    if (!pair) continue;
    std::vector<Cell> row{setting.row, run.published("settings", setting.row, "blind"), blind_percent(*pair),
                          run.published("settings", setting.row, "stale")};
    add_figures(row, *pair);
    table.rows.push_back(std::move(row));
    pairs.push_back(*pair);
  }
  run.add(std::move(table));
  if (pairs.size() < settings.size()) return;

  const Pair &uct = pairs[0], &always = pairs[1], &below = pairs[2], &zero = pairs[3], &above = pairs[4];
  const auto at_least = [&](const char* id, const Estimate& more, const Estimate& less, std::string reason) {
    const Estimate lead = difference(more, less);
    run.check(
        id, {.holds = lead.value >= run.threshold(id), .reason = std::move(reason), .figure = lead, .spent = spent(uct, playouts)});
  };
  at_least("rave-helps-blind", blind_percent(always), blind_percent(uct),
           fmt::format("{:.1f} % with RAVE, {:.1f} % without", blind_of(always), blind_of(uct)));
  at_least("rave-hurts-stale", stale_percent(uct), stale_percent(always),
           fmt::format("{:.1f} % without RAVE, {:.1f} % with", stale_of(uct), stale_of(always)));
  at_least("margin-stale", stale_percent(zero), stale_percent(below),
           fmt::format("stale game: {:.1f} % at margin -5, {:.1f} % at 0", stale_of(below), stale_of(zero)));
  at_least("margin-blind", blind_percent(zero), blind_percent(above),
           fmt::format("blind game: {:.1f} % at margin 5, {:.1f} % at 0", blind_of(above), blind_of(zero)));
  const auto better = [](const Estimate& a, const Estimate& b) { return a.value > b.value ? a : b; };
  const Estimate short_blind = difference(better(blind_percent(uct), blind_percent(always)), blind_percent(zero));
  const Estimate short_stale = difference(better(stale_percent(uct), stale_percent(always)), stale_percent(zero));
  const Estimate behind = better(short_blind, short_stale);
  run.check("adaptive-near-best",
            {.holds = behind.value <= run.threshold("adaptive-near-best"),
             .reason = fmt::format("behind the better fixed setting by {:.1f} points in the blind game and {:.1f} in the stale one",
                                   short_blind.value, short_stale.value),
             .figure = behind,
             .spent = spent(uct, playouts)});

  const auto read_as = [](const Pair& pair, std::uint64_t SelfPlay::*what) { return pair.stale.percent(pair.stale.*what).value; };
  run.note(
      fmt::format("What the published rates of the stale game (49.1 % for UCT, 47.2 % adaptive) count: ours are {:.1f} and {:.1f} "
                  "% if no move may change the result, {:.1f} and {:.1f} % if every check must be one of the two largest that pay, "
                  "{:.1f} and {:.1f} % if it must be the largest.",
                  read_as(uct, &SelfPlay::optimal), read_as(zero, &SelfPlay::optimal), read_as(uct, &SelfPlay::two_largest),
                  read_as(zero, &SelfPlay::two_largest), read_as(uct, &SelfPlay::largest), read_as(zero, &SelfPlay::largest)));
}

void mixtures(Run& run, Checks& checks, double playouts, double k) {
  std::vector<SweepCell> cells;
  for (const double share : run.settings().numbers("shares")) {
    const std::string name = share == 0 ? uct_name(playouts) : share == 1 ? rave_name(k) : fmt::format("mixture share={}", share);
    cells.push_back({share, name, player(share == 0 ? kUct : rave(k, share), playouts)});
  }
  const std::uint64_t matches = run.settings().count("matches");
  const std::vector<Pair> pairs =
      sweep(run, checks, "mixtures", "RAVE for part of the choices in the tree", "part of choices with RAVE", cells, matches);
  const std::optional<Pair> zero = checks.play(kAdaptiveName, player(adaptive(k, 0), playouts), matches);
  if (pairs.empty() || !zero) return;
  const auto middle = static_cast<std::size_t>(std::ranges::find(cells, 0.5, &SweepCell::value) - cells.begin());
  bool between = true;
  std::vector<std::string> found;
  double farthest = 0;
  for (const auto of : {blind_of, stale_of}) {
    const double first = of(pairs.front()), last = of(pairs.back()), half = of(pairs.at(middle));
    const double off = std::abs(half - (first + last) / 2);
    between = between && half >= std::min(first, last) && half <= std::max(first, last) && off <= run.threshold("mixture-between");
    farthest = std::max(farthest, off);
    found.push_back(fmt::format("{:.1f} % between {:.1f} and {:.1f} %", half, first, last));
  }
  run.check("mixture-between", {.holds = between,
                                .reason = fmt::format("blind and stale: {}", fmt::join(found, ", ")),
                                .figure = Estimate{farthest, farthest, farthest},
                                .spent = spent(pairs.front(), playouts)});
  double most = 0;
  for (const Pair& pair : pairs) most = std::max(most, blind_of(pair) + stale_of(pair));
  const double ours = blind_of(*zero) + stale_of(*zero);
  run.check("adaptive-beats-mixtures",
            {.holds = ours > most,
             .reason = fmt::format("both games together: {:.1f} adaptive, {:.1f} for the best mixture", ours, most),
             .figure = Estimate{ours - most, ours - most, ours - most},
             .spent = spent(pairs.front(), playouts)});
  run.note(
      fmt::format("The text around figure 3 says that play gets worse in the blind game and better in the stale one as RAVE is "
                  "used more often. Measured from none to all: blind {:.1f} to {:.1f} %, stale {:.1f} to {:.1f} %. The text has "
                  "the games interchanged where these rise and fall.",
                  blind_of(pairs.front()), blind_of(pairs.back()), stale_of(pairs.front()), stale_of(pairs.back())));
}

void equivalence(Run& run, Checks& checks, double playouts) {
  std::vector<SweepCell> cells;
  for (const double k : run.settings().numbers("equivalences")) cells.push_back({k, rave_name(k), player(rave(k), playouts)});
  const std::vector<Pair> pairs =
      sweep(run, checks, "equivalence", "The equivalence constant of RAVE", "k", cells, run.settings().count("matches"));
  if (pairs.empty()) return;
  double worst = 0;  // the largest step in the wrong direction
  std::vector<double> blind, stale;
  for (const Pair& pair : pairs) {
    if (!blind.empty()) worst = std::max({worst, blind.back() - blind_of(pair), stale_of(pair) - stale.back()});
    blind.push_back(blind_of(pair));
    stale.push_back(stale_of(pair));
  }
  Amounts work = spent(pairs.front(), playouts);
  work.emplace_back("constants", static_cast<double>(pairs.size()));
  run.check("equivalence-monotone",
            {.holds = worst <= run.threshold("equivalence-monotone"),
             .reason = fmt::format("blind {:.1f}; stale {:.1f}", fmt::join(blind, ", "), fmt::join(stale, ", ")),
             .figure = Estimate{worst, worst, worst},
             .spent = work});
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
    std::string prefix;  // of its cells
    const char* more;
    const char* uct;
  };
  const Reading all[] = {{"as elsewhere", "", "reuse=no", kUct},
                         {"tree kept, both search at every turn", "kept ", "reuse=yes, every-step=yes", kUct},
                         {"the best mean is played", "by-mean ", "reuse=no, decide=value", kUct},
                         {"every move tried once first", "all-first ", "reuse=no", "ucb1(c=0.4)"}};
  const std::uint64_t matches = run.settings().count("sweep_matches");
  for (const Reading& reading : all) {
    const bool other_uct = reading.uct != kUct;
    const std::vector<std::tuple<const char*, std::string, std::string>> players{
        {"UCT", uct_name(playouts), reading.uct}, {"RAVE", rave_name(k), rave(k)}, {"adaptive", kAdaptiveName, adaptive(k, 0)}};
    for (const auto& [title, name, select] : players) {
      if (other_uct && select != reading.uct) continue;  // RAVE has to say which moves are tried first
      const std::optional<Pair> pair = checks.play(reading.prefix + name, player(select, playouts, reading.more), matches);
      if (!pair) continue;
      std::vector<Cell> row{fmt::format("{}: {}", reading.name, title), blind_percent(*pair)};
      add_figures(row, *pair);
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
  const auto figures = run.cell("decision-rule", [&](std::uint64_t) {
    Figures uses;
    uses.set("pessimistic", uses_rave(10, 5));
    uses.set("optimistic", uses_rave(5, 10));
    return uses;
  });
  if (!figures) return;
  const bool most_pessimistic = figures->flag("pessimistic"), most_optimistic = figures->flag("optimistic");
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
  const std::uint64_t games = run.settings().count("real_matches");
  Kits kits(run);
  for (const std::string& game : run.settings().words("real_games")) {
    std::vector<Cell> row{game};
    for (const auto& [name, select] : {std::pair{"rave", rave(k)}, {"adaptive", adaptive(k, 0)}}) {
      const auto pool = duel_cell(run, fmt::format("real {} {}", game, name), kits, game, player(select, playouts),
                                  player(kUct, playouts), games);
      row.push_back(pool ? Cell(pool->percent()) : Cell());
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
  decision_rule(run);
  Checks checks(run);
  checks.check_solution();
  fixed_and_adaptive(run, checks, playouts, k);
  mixtures(run, checks, playouts, k);
  equivalence(run, checks, playouts);
  std::vector<SweepCell> counts;
  for (const double count : settings.numbers("playout_counts")) counts.push_back({count, uct_name(count), player(kUct, count)});
  (void)sweep(run, checks, "playouts", "UCT with more playouts a move", "playouts a move", counts, settings.count("sweep_matches"));
  readings(run, checks, playouts, k);
  real_games(run, k);
}

}  // namespace agon::lab::experiments
