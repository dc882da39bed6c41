// Chapter 5 of "Knowledge-Based General Game Playing" (Schiffel 2011): Fluxplayer's evaluation of states from the goal rules.
//
// The figures that follow from the formulas are computed again; then the search of chapter 4 plays with the evaluation against
// itself with a constant, at equal states, and against plain UCT at equal time. Games are counted by the property classes of the
// thesis.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <map>
#include <sstream>

#include "gdl/read/reader.h"
#include "ground/grounder.h"
#include "knowledge/evaluation/anchor_sheet.h"
#include "knowledge/evaluation/goal_evaluation.h"
#include "lab/experiments/all.h"
#include "lab/experiments/duel_cell.h"
#include "play/evaluation/flux_evaluation.h"
#include "play/evaluation/kit_knowledge.h"
#include "play/referee/referee.h"
#include "play/strategy/players.h"

namespace agon::lab::experiments {
namespace {

using namespace reproduce;  // NOLINT: the vocabulary of this file
using Kind = Column::Kind;
using knowledge::evaluation::Mode;

struct ClassedGame {
  std::string name;
  std::vector<std::string> classes;
};

std::vector<ClassedGame> classed(const std::vector<std::string>& lines) {
  std::vector<ClassedGame> games;
  for (const std::string& line : lines) {
    std::istringstream words(line);
    ClassedGame game;
    words >> game.name;
    for (std::string one; words >> one;) game.classes.push_back(one);
    games.push_back(std::move(game));
  }
  return games;
}

double conjunction_of_three(int holding) {
  knowledge::evaluation::Conjunction fold;
  for (int i = 0; i < 3; ++i) fold.add(i < holding ? knowledge::evaluation::kAtomHolds : knowledge::evaluation::kAtomFails);
  return fold.degree().value();
}

// The state of tic-tac-toe whose cells are given row by row, the third row first.
std::vector<std::uint64_t> anchor_state(const ground::GroundProgram& program, const std::string& cells) {
  const auto marks = 9 - std::ranges::count(cells, '_');
  std::vector<std::string> fluents{marks % 2 == 0 ? "(control xplayer)" : "(control oplayer)"};
  for (std::size_t i = 0; i < cells.size(); ++i)
    fluents.push_back(
        fmt::format("(cell {} {} {})", "abc"[i % 3], "321"[i / 3], cells[i] == '_' ? "blank" : std::string(1, cells[i])));
  std::vector<std::uint64_t> state((program.fluents.size() + 63) / 64, 0);
  for (std::size_t f = 0; f < program.fluents.size(); ++f) {
    if (std::ranges::find(fluents, program.terms->text(program.fluents[f])) != fluents.end())
      state[f / 64] |= std::uint64_t{1} << (f % 64);
  }
  return state;
}

double processor_seconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

class FluxEvaluationStudy {
 public:
  explicit FluxEvaluationStudy(Run& run) : run_(run), kits_(run) {}

  void run() {
    anchors();
    speed();
    duels();
    alone();
  }

 private:
  [[nodiscard]] std::string budget() const { return fmt::format("states={}", run_.settings().count("states")); }

  // Without chance at the start two searches without randomness would play one game again and again.
  [[nodiscard]] std::string opening() const { return fmt::format("opening={}", run_.settings().count("opening")); }

  Figures measure_anchors() {
    Figures figures;
    std::vector<double> threes, plain, grounded;
    for (int holding = 3; holding >= 0; --holding) threes.push_back(conjunction_of_three(holding));
    const auto rules = gdl::read_text(knowledge::evaluation::kAnchorSheet, "tic-tac-toe of figure 2.1");
    if (!rules) throw LookupError{why(rules.error())};
    const auto program = ground::ground(*rules);
    if (!program) throw LookupError{why(program.error())};
    for (const Mode mode : {Mode::Plain, Mode::Grounded}) {
      knowledge::evaluation::StateEvaluator evaluator(
          std::make_shared<const knowledge::evaluation::GoalEvaluation>(*rules, *program, mode));
      for (const char* const position : knowledge::evaluation::kAnchorPositions) {
        const auto state = anchor_state(**program, position);
        evaluator.load(state);
        (mode == Mode::Plain ? plain : grounded).push_back(evaluator.value(RoleId{0}));
      }
    }
    figures.set("threes", std::move(threes));
    figures.set("plain", std::move(plain));
    figures.set("grounded", std::move(grounded));
    return figures;
  }

  void anchors() {
    const auto figures = run_.cell("anchors", [&](std::uint64_t) { return measure_anchors(); });
    if (!figures) return;
    double worst = 0;
    std::size_t compared = 0;
    const auto compare = [&](std::optional<double> published, double ours) {
      if (!published) throw LookupError{"an anchor has no published figure"};
      worst = std::max(worst, std::fabs(*published - ours));
      ++compared;
      return *published;
    };
    Table threes{"conjunctions",
                 "A conjunction of three atoms",
                 {{"true atoms", Kind::Label}, {"degree", Kind::Published}, {"ours", Kind::Ours}},
                 {},
                 ""};
    const auto found = figures->numbers("threes");
    for (int holding = 3; holding >= 0; --holding) {
      const std::string row = std::to_string(holding);
      const double ours = found.at(static_cast<std::size_t>(3 - holding));
      threes.rows.push_back({row, compare(run_.published("conjunctions", row, "degree"), ours), ours});
    }
    run_.add(std::move(threes));
    Table board{"tictactoe",
                "h(xplayer) in tic-tac-toe",
                {{"position", Kind::Label},
                 {"plain", Kind::Published},
                 {"plain, ours", Kind::Ours},
                 {"grounded", Kind::Published},
                 {"grounded, ours", Kind::Ours}},
                {},
                "Values are not calibrated: every open position is worth less than a draw, which is 50."};
    const auto plain = figures->numbers("plain"), grounded = figures->numbers("grounded");
    for (std::size_t i = 0; i < std::size(knowledge::evaluation::kAnchorPositions); ++i) {
      const char* const row = knowledge::evaluation::kAnchorPositions[i];
      board.rows.push_back({row, compare(run_.published("tictactoe", row, "plain"), plain.at(i)), plain.at(i),
                            compare(run_.published("tictactoe", row, "grounded"), grounded.at(i)), grounded.at(i)});
    }
    run_.add(std::move(board));
    run_.check("anchors", worst <= 1e-6, fmt::format("{} figures, largest difference {:.1e}", compared, worst));
  }

  // ---- cost: by processor time, evaluation and playouts in turns ----

  Figures measure_speed(const std::string& game, std::uint64_t seed) {
    const auto kit = kits_[game];
    const Result<agon::game::AnyEngine> any = kit->engine("circuit");
    if (!any) throw LookupError{fmt::format("{}: {}", game, why(any.error()))};
    const auto engine = any->as<engines::CircuitEngine>();
    Figures figures;
    std::vector<double> building, states_rate, values_rate;
    for (const char* const mode : {"grounded", "structure"}) {
      const auto evaluation = play::goal_evaluation(*kit, *mode == 'g' ? Mode::Grounded : Mode::Structure);
      if (!evaluation) throw LookupError{fmt::format("{}: {}", game, why(evaluation.error()))};
      building.push_back(1000 * (*evaluation)->seconds());
      auto scratch = engine->make_scratch();
      const auto values = play::evaluation_maker(*evaluation)->make(*engine);
      Rng rng(seed);
      std::vector<double> out(engine->info().role_count());
      double playing = 0, valuing = 0;
      std::uint64_t played = 0, valued = 0;
      agon::game::MoveBuffer moves;
      while (valued < run_.settings().count("speed_states")) {
        const double start = processor_seconds();
        for (int i = 0; i < 10; ++i) played += engine->playout(scratch, engine->initial_state(scratch), rng, 500).steps + 1;
        playing += processor_seconds() - start;
        // The states of one match, kept first so that only evaluation is timed.
        std::vector<engines::CircuitEngine::State> states{engine->initial_state(scratch)};
        while (!engine->is_terminal(scratch, states.back()) && states.size() < 500) {
          std::vector<MoveId> joint;
          for (std::uint32_t r = 0; r < engine->info().role_count(); ++r) {
            engine->legal_moves(scratch, states.back(), RoleId{r}, moves);
            joint.push_back(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
          }
          auto next = states.back();
          engine->apply(scratch, next, joint);
          states.push_back(std::move(next));
        }
        const double before = processor_seconds();
        for (const auto& state : states) values->values(*engine, scratch, state, out);
        valuing += processor_seconds() - before;
        valued += states.size();
      }
      states_rate.push_back(static_cast<double>(played) / playing);
      values_rate.push_back(static_cast<double>(valued) / valuing);
    }
    figures.set("building", std::move(building));
    figures.set("states", std::move(states_rate));
    figures.set("values", std::move(values_rate));
    return figures;
  }

  void speed() {
    Table table{
        "speed",
        "Cost of the evaluation, by processor time",
        {{"game", Kind::Label},
         {"mode", Kind::Label},
         {"building, ms", Kind::Ours},
         {"states/s of circuit", Kind::Ours},
         {"evaluations/s", Kind::Ours},
         {"ratio", Kind::Ours}},
        {},
        "States of random playouts on the circuit engine, and evaluations of states of random matches, in turns. Building h is "
        "from rules, ground program and structure to the first value."};
    const std::size_t missing = run_.missing();
    double slowest = 0, least = 1e9;
    for (const std::string& game : run_.settings().words("speed_games")) {
      const auto figures = run_.cell("speed " + game, [&](std::uint64_t seed) { return measure_speed(game, seed); });
      if (!figures) continue;
      const auto building = figures->numbers("building"), states = figures->numbers("states"), values = figures->numbers("values");
      for (std::size_t m = 0; m < building.size(); ++m) {
        const double ratio = values.at(m) / states.at(m);
        table.rows.push_back({game, m == 0 ? "grounded" : "structure", building[m], states[m], values[m], ratio});
        slowest = std::max(slowest, building[m]);
        least = std::min(least, ratio);
      }
    }
    run_.add(std::move(table));
    if (run_.missing() > missing) return;
    const Amounts spent{{"states", run_.settings().number("speed_states")}};
    run_.check("building", {.holds = slowest < run_.threshold("building"),
                            .reason = fmt::format("at most {:.0f} ms", slowest),
                            .figure = Estimate{slowest, slowest, slowest},
                            .spent = spent});
    run_.check("evaluations", {.holds = least >= run_.threshold("evaluations"),
                               .reason = fmt::format("at least {:.2f} times the states of circuit", least),
                               .figure = Estimate{least, least, least},
                               .spent = spent});
  }

  void duels() {
    const auto games = classed(run_.settings().words("duels"));
    const std::uint64_t matches = run_.settings().count("matches"), uct_matches = run_.settings().count("uct_matches");
    const std::string time = run_.settings().word("uct_time");
    Table table{"duels",
                fmt::format("Fluxplayer's search with h, score in percent; {} states a move against the constant, {} against UCT",
                            number_text(run_.settings().number("states")), time),
                {{"game", Kind::Label},
                 {"classes", Kind::Label},
                 {"against the same search with a constant", Kind::Ours},
                 {"against UCT at equal time", Kind::Ours}},
                {},
                "Seats are switched; a draw is half a win."};
    std::map<std::string, DuelPool> by_class;
    std::map<std::string, DuelPool> by_game;
    DuelPool informed;
    const std::size_t missing = run_.missing();
    for (const ClassedGame& game : games) {
      const auto constant =
          duel_cell(run_, "constant " + game.name, kits_, game.name, fmt::format("flux({}, {})", budget(), opening()),
                    fmt::format("flux(evaluation=constant, {}, {})", budget(), opening()), matches);
      std::optional<DuelPool> uct;
      if (uct_matches > 0)
        uct = duel_cell(run_, "uct " + game.name, kits_, game.name, fmt::format("flux(time={}, {})", time, opening()),
                        fmt::format("mcts(time={})", time), uct_matches);
      table.rows.push_back({game.name, fmt::format("{}", fmt::join(game.classes, ", ")),
                            constant && constant->games > 0 ? Cell(constant->percent()) : Cell(),
                            uct && uct->games > 0 ? Cell(uct->percent()) : Cell()});
      if (!constant) continue;
      by_game[game.name] = *constant;
      for (const std::string& one : game.classes) by_class[one].add(*constant);
      const auto is_informed = [](const std::string& one) { return one == "quantity" || one == "distance" || one == "gradual"; };
      if (std::ranges::any_of(game.classes, is_informed)) informed.add(*constant);
    }
    run_.add(std::move(table));
    Table classes{"classes",
                  "The same by property class, against the constant",
                  {{"class", Kind::Label}, {"score, percent", Kind::Ours}, {"matches", Kind::Ours}},
                  {},
                  run_.experiment().table("classes").note};
    for (const auto& [name, pool] : by_class)
      classes.rows.push_back({name, pool.games > 0 ? Cell(pool.percent()) : Cell(), static_cast<double>(pool.games)});
    run_.add(std::move(classes));
    if (run_.missing() > missing) return;
    const Amounts spent{{"matches", static_cast<double>(matches)}, {"states", run_.settings().number("states")}};
    bool strong = true;
    std::vector<std::string> figures;
    Estimate least{100, 100, 100};
    for (const char* const name : {"othello", "checkers-scored", "breakthrough"}) {
      const auto found = by_game.find(name);
      if (found == by_game.end() || found->second.games == 0)
        return run_.not_measured("strength", fmt::format("{} was not played", name));
      const Estimate percent = found->second.percent();
      strong = strong && percent.value > run_.threshold("strength");
      if (percent.value < least.value) least = percent;
      figures.push_back(fmt::format("{} {}", name, found->second.text()));
    }
    run_.check("strength",
               {.holds = strong, .reason = fmt::format("{}", fmt::join(figures, "; ")), .figure = least, .spent = spent});
    if (informed.games == 0) return run_.not_measured("classes-gain", "no such game was played");
    run_.check("classes-gain", {.holds = informed.percent().low > run_.threshold("classes-gain"),
                                .reason = informed.text(),
                                .figure = informed.percent(),
                                .spent = spent});
  }

  // ---- one player: mean goals ----

  Figures goals_alone(const std::string& game, const std::string& strategy, std::uint64_t seed) {
    const auto kit = kits_[game];
    const Result<agon::game::AnyEngine> engine = kit->best_engine();
    if (!engine) throw LookupError{why(engine.error())};
    std::vector<double> goals;
    for (std::uint64_t i = 0; i < run_.settings().count("alone_matches"); ++i) {
      std::vector<std::unique_ptr<play::Player>> players;
      auto player = play::make_player(strategy, kit, {.seed = seed + i});
      if (!player) throw LookupError{why(player.error())};
      players.push_back(std::move(*player));
      play::MatchOptions options;
      options.seed = seed + i;
      const agon::game::MatchRecord record = play::play_match(*engine, kit->rules(), {strategy}, players, options);
      goals.push_back(std::max(0, record.goals.at(0)));
    }
    Figures figures;
    figures.set("goals", std::move(goals));
    return figures;
  }

  void alone() {
    Table table{
        "alone",
        fmt::format("One player: mean goal, {} states a move", number_text(run_.settings().number("states"))),
        {{"game", Kind::Label}, {"classes", Kind::Label}, {"with h", Kind::Ours}, {"constant", Kind::Ours}, {"UCT", Kind::Ours}},
        {},
        ""};
    const std::pair<const char*, std::string> strategies[] = {{"flux", fmt::format("flux({})", budget())},
                                                              {"constant", fmt::format("flux(evaluation=constant, {})", budget())},
                                                              {"mcts", fmt::format("mcts({})", budget())}};
    for (const ClassedGame& game : classed(run_.settings().words("alone"))) {
      std::vector<Cell> row{game.name, fmt::format("{}", fmt::join(game.classes, ", "))};
      for (const auto& [name, strategy] : strategies) {
        const auto figures = run_.cell(fmt::format("alone {} {}", game.name, name),
                                       [&](std::uint64_t seed) { return goals_alone(game.name, strategy, seed); });
        row.push_back(figures ? Cell(mean_of(figures->numbers("goals"))) : Cell());
      }
      table.rows.push_back(std::move(row));
    }
    run_.add(std::move(table));
  }

  Run& run_;
  Kits kits_;
};

}  // namespace

void run_fluxplayer_evaluation(reproduce::Run& run) { FluxEvaluationStudy(run).run(); }

}  // namespace agon::lab::experiments
