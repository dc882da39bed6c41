// Breakthrough positions with two traps: how often does a search with and without the threshold end on the winning move?
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

#include "gdl/read/reader.h"
#include "lab/experiments/duel_cell.h"
#include "lab/experiments/parallel.h"
#include "lab/experiments/sufficiency/parts.h"
#include "lab/experiments/trap_position.h"
#include "play/strategy/players.h"

namespace agon::lab::experiments::sufficiency {
namespace {

using namespace reproduce;  // NOLINT: the vocabulary of this file
using Kind = Column::Kind;

constexpr const char* kFixture = "breakthrough-5x8-trap";
constexpr const char* kStatic = "sufficiency=static(0.6)";
constexpr RoleId kWhite{0};
constexpr double kStep = 500;  // simulations between two questions

struct Position {
  std::string name;
  std::shared_ptr<play::GameKit> kit;
  game::AnyEngine engine;
  std::uint32_t moves = 0;
  std::uint32_t win = 0;  // index of a5-a6
};

Position make_position(std::string name, std::shared_ptr<play::GameKit> kit) {
  const Result<game::AnyEngine> engine = kit->best_engine();
  if (!engine) throw LookupError{why(engine.error())};
  const auto moves = static_cast<std::uint32_t>(plies_to_win(*engine, kWhite, 1).size());
  return {std::move(name), std::move(kit), *engine, moves, static_cast<std::uint32_t>(first_move_index(*engine, kWhite, kTrapWin))};
}

// One search a run, which is asked every 500 simulations what it would play: runs that answer a5-a6, by question.
std::vector<double> right_answers(const Run& run, const Position& position, const std::string& more, double exploration,
                                  std::size_t questions, std::uint64_t runs, std::uint64_t seed) {
  const std::string strategy = searcher(kStep, exploration, more);
  std::vector<std::vector<std::uint8_t>> right(runs, std::vector<std::uint8_t>(questions, 0));
  in_parallel(runs, run.options().threads, [&](std::uint64_t i) {
    auto player = play::make_player(strategy, position.kit, {.seed = seed + i});
    if (!player) throw LookupError{why(player.error())};
    (*player)->begin(kWhite, {}, search::Clock::time_point::max());
    for (std::uint8_t& answer : right[i])
      answer = (*player)->choose({.step = 0, .legal = position.moves}).value == position.win ? 1 : 0;
  });
  std::vector<double> result(questions, 0);
  for (const auto& one : right) {
    for (std::size_t q = 0; q < questions; ++q) result[q] += one[q];
  }
  return result;
}

std::size_t question(double simulations) { return static_cast<std::size_t>(simulations / kStep) - 1; }
Estimate share(const Figures& figures, std::size_t question) {
  return proportion_of(figures.numbers("right").at(question), figures.count("runs"));
}

// The position of the source's structure that the tables are about; made when a cell needs it.
class Fixture {
 public:
  explicit Fixture(Run& run) : run_(run) {}
  const Position& operator*() {
    if (!position_) position_ = make_position(kFixture, load_kit(run_, kFixture));
    return *position_;
  }
  std::optional<Figures> cell(const std::string& id, const std::string& more, double exploration, double simulations,
                              std::uint64_t runs) {
    return run_.cell(id, [&](std::uint64_t seed) {
      Figures figures;
      figures.set("runs", runs);
      figures.set("right", right_answers(run_, **this, more, exploration, question(simulations) + 1, runs, seed));
      return figures;
    });
  }

 private:
  Run& run_;
  std::optional<Position> position_;
};

void solve_fixture(Run& run, Fixture& fixture) {
  const auto figures = run.cell("trap solution", [&](std::uint64_t) {
    const std::vector<int> plies = plies_to_win((*fixture).engine, kWhite, kTrapPlies);
    std::uint64_t captures = 0;
    for (const char* move : kTrapCaptures) captures += plies[first_move_index((*fixture).engine, kWhite, move)] > 0 ? 1 : 0;
    Figures found;
    found.set("moves", plies.size());
    found.set("plies", plies[(*fixture).win]);
    found.set("winning", std::ranges::count_if(plies, [](int n) { return n > 0; }));
    found.set("winning_captures", captures);
    return found;
  });
  if (!figures) return;
  const std::uint64_t winning = figures->count("winning");
  const bool holds = figures->count("moves") == kTrapMoves && figures->count("plies") == kTrapPlies && winning == 1;
  run.check("fixture-solved", holds,
            fmt::format("{} moves; a5-a6 wins in {} plies; {} moves win as fast, among them captures: {}", figures->count("moves"),
                        figures->count("plies"), winning, figures->count("winning_captures")));
}

void fixture_table(Run& run, Fixture& fixture) {
  const auto simulations = run.settings().numbers("trap_simulations");
  const std::uint64_t runs = run.settings().count("trap_runs");
  Table table{
      "trap",
      "Breakthrough 5x8 with traps: part of runs that choose a5-a6",
      {{"simulations", Kind::Label}},
      {},
      fmt::format("{} runs each. The position of the source is lost; this one has the structure that its text describes and was "
                  "picked because it shows the effect at C = 1.0. Source: UCT stays near .33, the threshold is clearly better. "
                  "A separate program gave .24 for UCT and .66 for the threshold at 3,000 simulations with C = 1.0, and .85 and "
                  ".86 with C = 0.4.",
                  runs)};
  for (const double n : simulations) table.rows.push_back({number_text(n)});
  Plot plot{"Breakthrough 5x8 with traps", "simulations", "part of runs with a5-a6", false, false, {}};
  std::vector<Estimate> at_3000;  // UCT and threshold for each C
  const std::size_t missing = run.missing();
  for (const double c : run.settings().numbers("trap_explorations")) {
    for (const std::string& more : {std::string(), std::string(kStatic)}) {
      const char* rule = more.empty() ? "UCT" : "ST";
      const auto figures = fixture.cell(fmt::format("trap {} C={:.1f}", rule, c), more, c, simulations.back(), runs);
      if (!figures) continue;
      const std::string name = fmt::format("{}, C = {:.1f}", rule, c);
      table.columns.push_back({name, Kind::Ours});
      plot.series.push_back({name, {}});
      for (std::size_t i = 0; i < simulations.size(); ++i) {
        const Estimate part = share(*figures, question(simulations[i]));
        table.rows[i].emplace_back(part);
        plot.series.back().points.push_back({simulations[i], part.value});
      }
      at_3000.push_back(share(*figures, question(3000)));
    }
  }
  run.add(std::move(table));
  run.add(std::move(plot));
  if (run.missing() > missing) return;
  const Estimate &uct = at_3000.at(0), &threshold = at_3000.at(1);
  const auto by = [](double a, double b) { return b > 0 ? a / b : 0; };
  const Estimate ratio{by(threshold.value, uct.value), by(threshold.low, uct.high), by(threshold.high, uct.low)};
  run.check("trap-ratio",
            {.holds = ratio.value >= run.threshold("trap-ratio"),
             .reason = fmt::format("3,000 simulations, C = 1.0: UCT {:.3f}, threshold {:.3f}, ratio {:.2f}; C = 0.4: UCT {:.3f}, "
                                   "threshold {:.3f}",
                                   uct.value, threshold.value, ratio.value, at_3000.at(2).value, at_3000.at(3).value),
             .figure = ratio,
             .spent = {{"runs", static_cast<double>(runs)}, {"simulations", 3000}}});
}

// Both directions and both scopes of the adaptive rule on the fixture.
void adaptive_table(Run& run, Fixture& fixture) {
  const std::uint64_t runs = run.settings().count("adaptive_runs");
  Table table{
      "trap-adaptive",
      "The adaptive threshold on the same position: part of runs that choose a5-a6",
      {{"rule", Kind::Label},
       {"C = 1.0, 1,000", Kind::Ours},
       {"3,000", Kind::Ours},
       {"C = 0.4, 1,000", Kind::Ours},
       {"3,000", Kind::Ours}},
      {},
      fmt::format("{} runs each. Tail: the printed direction, small where the best move is far above the discriminant.", runs)};
  struct Rule {
    const char* text;
    const char* name;
  };
  for (const Rule& rule :
       {Rule{"adaptive", "adaptive"}, Rule{"adaptive(root=yes)", "adaptive root"}, Rule{"adaptive(tail=yes)", "adaptive tail"},
        Rule{"adaptive(tail=yes, root=yes)", "adaptive tail root"}}) {
    std::vector<Cell> row{rule.text};
    for (const double c : {1.0, 0.4}) {
      const auto figures =
          fixture.cell(fmt::format("trap {} C={:.1f}", rule.name, c), fmt::format("sufficiency={}", rule.text), c, 3000, runs);
      for (const double n : {1000.0, 3000.0}) row.push_back(figures ? Cell(share(*figures, question(n))) : Cell());
    }
    table.rows.push_back(std::move(row));
  }
  run.add(std::move(table));
}

// Positions of the structure in which a5-a6 is the only win within five plies, in the order in which they are found.
std::vector<Position> fresh_positions(const Run& run, std::uint64_t& tried) {
  const Result<library::Sheet> sheet = run.sheet(kFixture);
  if (!sheet) throw LookupError{why(sheet.error())};
  std::vector<Position> result;
  Rng rng(run.settings().count("position_seed"));
  for (tried = 0; result.size() < run.settings().count("positions"); ++tried) {
    const TrapPosition candidate = random_trap(rng);
    Result<gdl::Rules> rules = gdl::read_text(candidate.sheet(sheet->text), candidate.text());
    if (!rules) throw LookupError{why(rules.error())};
    Position position = make_position(candidate.text(), std::make_shared<play::GameKit>(std::move(*rules), run.limits()));
    const std::vector<int> plies = plies_to_win(position.engine, kWhite, kTrapPlies);
    const bool only_win = plies[position.win] > 0 && std::ranges::count_if(plies, [](int n) { return n > 0; }) == 1;
    if (only_win) result.push_back(std::move(position));
  }
  return result;
}

// Per position, the runs that are right; one cell for each player, because the positions are found together.
Figures measure_positions(const Run& run, const std::string& more, double exploration, std::uint64_t seed) {
  std::uint64_t tried = 0;
  const std::uint64_t runs = run.settings().count("position_runs");
  const std::size_t q = question(run.settings().number("position_simulations"));
  std::vector<std::string> names;
  std::vector<double> right;
  for (const Position& position : fresh_positions(run, tried)) {
    names.push_back(position.name);
    right.push_back(right_answers(run, position, more, exploration, q + 1, runs, seed)[q]);
    seed += runs;
  }
  Figures figures;
  figures.set("tried", tried);
  figures.set("runs", runs);
  figures.set("positions", std::move(names));
  figures.set("right", std::move(right));
  return figures;
}

struct FreshPair {
  double c = 0;
  Figures uct, threshold;
};

void positions_table(Run& run) {
  std::vector<FreshPair> pairs;
  const std::size_t missing = run.missing();
  for (const double c : run.settings().numbers("trap_explorations")) {
    const auto uct =
        run.cell(fmt::format("fresh UCT C={:.1f}", c), [&](std::uint64_t seed) { return measure_positions(run, {}, c, seed); });
    const auto threshold =
        run.cell(fmt::format("fresh ST C={:.1f}", c), [&](std::uint64_t seed) { return measure_positions(run, kStatic, c, seed); });
    if (uct && threshold) pairs.push_back({c, *uct, *threshold});
  }
  if (run.missing() > missing) return;
  const std::vector<std::string> names = pairs.front().uct.words("positions");
  Table table{
      "trap-positions",
      fmt::format("Fresh positions of the same structure: part of runs that choose a5-a6 after {} simulations",
                  number_text(run.settings().number("position_simulations"))),
      {{"position", Kind::Label}},
      {},
      fmt::format("{} runs each. The first {} of {} random positions with White a5 b6, Black a7 b7 c7 b8, 13 moves, in which "
                  "a5-a6 is the only move that wins within five plies; chosen by nothing else.",
                  run.settings().count("position_runs"), names.size(), pairs.front().uct.count("tried"))};
  for (const std::string& name : names) table.rows.push_back({name});
  std::vector<std::string> lines;
  std::vector<Estimate> means;
  for (const FreshPair& pair : pairs) {
    table.columns.push_back({fmt::format("UCT, C = {:.1f}", pair.c), Kind::Ours});
    table.columns.push_back({"ST", Kind::Ours});
    const auto uct = pair.uct.numbers("right"), threshold = pair.threshold.numbers("right");
    const auto runs = static_cast<double>(pair.uct.count("runs"));
    std::vector<double> differences;
    for (std::size_t i = 0; i < names.size(); ++i) {
      table.rows[i].emplace_back(uct.at(i) / runs);
      table.rows[i].emplace_back(threshold.at(i) / runs);
      differences.push_back((threshold[i] - uct[i]) / runs);
    }
    const Estimate d = mean_of(differences);
    means.push_back(d);
    lines.push_back(fmt::format("C = {:.1f}: threshold less UCT {:+.3f} ({:+.3f} .. {:+.3f}), ahead in {} of {}", pair.c, d.value,
                                d.low, d.high, std::ranges::count_if(differences, [](double x) { return x > 0; }), names.size()));
  }
  run.add(std::move(table));
  run.check("fresh-positions", {.holds = means.front().low > run.threshold("fresh-positions"),
                                .reason = fmt::format("{}", fmt::join(lines, "; ")),
                                .figure = means.front(),
                                .spent = {{"positions", static_cast<double>(names.size())}}});
}

}  // namespace

void study_traps(Run& run) {
  Fixture fixture(run);
  solve_fixture(run, fixture);
  fixture_table(run, fixture);
  adaptive_table(run, fixture);
  positions_table(run);
}

}  // namespace agon::lab::experiments::sufficiency
