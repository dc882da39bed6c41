// "Decaying Simulation Strategies" (Tak, Winands and Bjornsson, GIGA 2013): does it pay to let the statistics of MAST and NST fade
// after every move of the match?
//
// The source gives every move 30 seconds; here it has a fixed number of simulations, which is said with every figure. Which cells
// of the published tables are played, and how often, is in the settings.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <sstream>

#include "lab/experiments/all.h"
#include "lab/experiments/duel_cell.h"

namespace agon::lab::experiments {
namespace {

using namespace reproduce;  // NOLINT: the vocabulary of this file
using Kind = Column::Kind;

// Both programs search in every step with a fresh tree, as in the source; NST's playouts are cut off after 400 moves.
std::string program(const std::string& policy, const std::string& decay, double simulations) {
  return fmt::format(
      "mcts(iterations={:.0f}, c=0.4, every-step=yes, reuse=no, solver=no, transpositions=no, decide=value{}, "
      "playout={}(decay={}))",
      simulations, policy == "nst" ? ", max-steps=400" : "", policy, decay);
}

// A published table: what `first` with some decay scores against `second` without.
struct Comparison {
  const char* id;  // of the published table and of the setting with the cells to play
  const char* first;
  const char* second;
  const char* title;
};
constexpr Comparison kNst{"nst", "nst", "nst", "NST with decay against NST without"};
constexpr Comparison kNstMast{"nst-mast", "nst", "mast", "NST with decay against MAST without"};
constexpr Comparison kMast{"mast", "mast", "mast", "MAST with decay against MAST without"};

// "GAME DECAY MATCHES", and simulations a step where they are not the usual ones: a line of the settings.
struct CellPlan {
  std::string game;
  std::string decay;
  std::uint64_t matches = 0;
  double simulations = 0;
};

std::vector<CellPlan> plan(const Run& run, const Comparison& comparison) {
  std::vector<CellPlan> result;
  for (const std::string& line : run.settings().words(comparison.id)) {
    std::istringstream words(line);
    CellPlan cell;
    if (!(words >> cell.game >> cell.decay >> cell.matches))
      throw LookupError{fmt::format("'{}' is not GAME DECAY MATCHES [SIMULATIONS]", line)};
    if (!(words >> cell.simulations)) cell.simulations = run.settings().number("simulations");
    result.push_back(std::move(cell));
  }
  return result;
}

// A cell that was played.
struct Played {
  DuelPool pool;
  double simulations = 0;
};

class Decay {
 public:
  explicit Decay(Run& run) : run_(run), kits_(run) {}

  void play_all() {
    for (const Comparison* c : {&kMast, &kNst, &kNstMast}) play_table(*c);
    sweep();
    survey();
    answer();
    if (unfinished_ > 0) run_.note(fmt::format("{} games were stopped after 1,000 steps and are shared.", unfinished_));
  }

 private:
  std::optional<DuelPool> meet(const std::string& id, const Comparison& c, const std::string& game, const std::string& decay,
                               double simulations, std::uint64_t matches) {
    const std::optional<DuelPool> pool =
        duel_cell(run_, id, kits_, game, program(c.first, decay, simulations), program(c.second, "1", simulations), matches);
    if (pool) unfinished_ += pool->unfinished;
    return pool;
  }

  void play_table(const Comparison& c) {
    const double usual = run_.settings().number("simulations");
    for (const CellPlan& cell : plan(run_, c)) {
      const auto pool = meet(fmt::format("{} {} {} {:.0f}", c.id, cell.game, cell.decay, cell.simulations), c, cell.game,
                             cell.decay, cell.simulations, cell.matches);
      if (pool) cells_[c.id][cell.game][cell.decay] = {*pool, cell.simulations};
    }
    const PublishedTable& published = run_.experiment().table(c.id);
    Table table{c.id,
                fmt::format("{}: points of a hundred", c.title),
                {{"game", Kind::Label}},
                {},
                fmt::format("Ours: {} simulations a step where no other number is given. {}", number_text(usual), published.note)};
    for (std::size_t i = 1; i < published.columns.size(); ++i) {
      table.columns.push_back({"decay " + published.columns[i], Kind::Published});
      table.columns.push_back({"decay " + published.columns[i], Kind::Ours});
    }
    for (const std::string& game : run_.experiment().games) {
      std::vector<Cell> row{game};
      for (std::size_t i = 1; i < published.columns.size(); ++i) {
        row.emplace_back(published.number(game, published.columns[i]));
        const Played* const played = found(c, game, published.columns[i]);
        row.push_back(played == nullptr ? Cell() : Cell(played->pool.percent()));
        if (played != nullptr && played->simulations != usual)
          row.back().text = fmt::format("({} simulations)", number_text(played->simulations));
      }
      table.rows.push_back(std::move(row));
    }
    run_.add(std::move(table));
  }

  // NST's decay at growing budgets: does the effect come with the number of simulations?
  void sweep() {
    const auto games = run_.settings().words("sweep_games");
    if (games.empty()) return;
    const auto simulations = run_.settings().numbers("sweep_simulations");
    const auto matches = run_.settings().numbers("sweep_matches");
    const std::string decay = run_.settings().word("sweep_decay");
    Table table{"nst-budgets",
                fmt::format("NST with decay {} against NST without, by simulations a step", decay),
                {{"game", Kind::Label}, {"30 s a move", Kind::Published}},
                {},
                "Points of a hundred."};
    for (const double n : simulations) table.columns.push_back({number_text(n), Kind::Ours});
    std::vector<DuelPool> pools(simulations.size());
    const std::size_t missing = run_.missing();
    for (const std::string& game : games) {
      std::vector<Cell> row{game, run_.published("nst", game, decay)};
      for (std::size_t i = 0; i < simulations.size(); ++i) {
        const auto pool = meet(fmt::format("sweep {} {:.0f}", game, simulations[i]), kNst, game, decay, simulations[i],
                               static_cast<std::uint64_t>(matches.at(i)));
        if (pool) pools[i].add(*pool);
        row.push_back(pool ? Cell(pool->percent()) : Cell());
      }
      table.rows.push_back(std::move(row));
    }
    std::vector<Cell> last{"all of them", Cell()};
    for (const DuelPool& pool : pools) last.push_back(pool.games > 0 ? Cell(pool.percent()) : Cell());
    table.rows.push_back(std::move(last));
    run_.add(std::move(table));
    const DuelPool& largest = pools.back();
    if (run_.missing() > missing || largest.games == 0) return;
    const Estimate percent = largest.percent();
    run_.check("nst-pool", {.holds = percent.value > run_.threshold("nst-pool"),
                            .reason = fmt::format("{} at {} simulations a step, of {}", largest.text(),
                                                  number_text(simulations.back()), fmt::join(games, ", ")),
                            .figure = percent,
                            .spent = spent(largest, simulations.back())});
  }

  // A few matches of every game, which together say what the column means of the source say.
  void survey() {
    const double simulations = run_.settings().number("survey_simulations");
    const std::uint64_t matches = run_.settings().count("survey_matches");
    const auto games = run_.settings().words("survey_games");
    if (games.empty()) return;
    struct Line {
      const Comparison* comparison;
      const char* decay;
    };
    Table table{
        "survey",
        "All games with the best decay of the source: points of a hundred",
        {{"comparison", Kind::Label},
         {"mean of the same games", Kind::Published},
         {"ours", Kind::Ours},
         {"games ahead", Kind::Ours}},
        {},
        fmt::format("{} matches of each game, {} simulations a step. A single game says nothing with so few; the mean does.",
                    matches, number_text(simulations))};
    for (const Line& line : {Line{&kMast, "0.2"}, Line{&kNst, "0.6"}, Line{&kNstMast, "1"}}) {
      DuelPool together;
      std::vector<double> published;
      int ahead = 0, played = 0;
      for (const std::string& game : games) {
        const auto pool =
            meet(fmt::format("survey {} {}", line.comparison->id, game), *line.comparison, game, line.decay, simulations, matches);
        if (!pool) continue;
        ++played;
        together.add(*pool);
        if (pool->percent().value > 50) ++ahead;
        if (const auto printed = run_.published(line.comparison->id, game, line.decay)) published.push_back(*printed);
      }
      if (played == 0) continue;
      table.rows.push_back({fmt::format("{}, decay {}", line.comparison->title, line.decay),
                            published.empty() ? Cell() : Cell(mean_of(published).value), together.percent(),
                            fmt::format("{} of {}", ahead, played)});
    }
    run_.add(std::move(table));
  }

  [[nodiscard]] const Played* found(const Comparison& c, const std::string& game, const std::string& decay) const {
    const auto table = cells_.find(c.id);
    if (table == cells_.end()) return nullptr;
    const auto row = table->second.find(game);
    if (row == table->second.end()) return nullptr;
    const auto cell = row->second.find(decay);
    return cell == row->second.end() ? nullptr : &cell->second;
  }

  static Amounts spent(const DuelPool& pool, double simulations) {
    return {{"games", static_cast<double>(pool.games)}, {"simulations", simulations}};
  }

  struct Asked {
    const Comparison* comparison;
    std::string game;
    std::string decay;
  };
  enum class Need : std::uint8_t { All, Any };
  // Whether the points of all (or of one) of the cells that the settings plan are as they should be. What the check needs, each
  // cell needs. `score` says how good an estimate is, above 0 if good enough.
  template <class Score>
  void check(const char* id, Need need, const std::vector<Asked>& asked, const Score& score) {
    std::vector<std::string> lines;
    const Played* decides = nullptr;  // the worst of all, or the best of any
    bool complete = true;
    for (const Asked& one : asked) {
      const Played* const played = found(*one.comparison, one.game, one.decay);
      if (played == nullptr) {
        complete = complete && !(need == Need::All || planned(one));
        continue;
      }
      lines.push_back(fmt::format("{} {} {}: {}", one.comparison->first, one.decay, one.game, played->pool.text()));
      const double now = score(played->pool.percent());
      const double before = decides == nullptr ? 0 : score(decides->pool.percent());
      if (decides == nullptr || (need == Need::All ? now < before : now > before)) decides = played;
    }
    if (decides == nullptr) return run_.not_measured(id, "not played");
    const Estimate percent = decides->pool.percent();
    const bool holds = score(percent) > 0;
    const std::string text = fmt::format("{}", fmt::join(lines, "; "));
    // One that holds is enough where any will do; else none may be missing.
    if (!complete && !(need == Need::Any && holds)) return run_.not_measured(id, "cells are missing: " + text);
    run_.check(id, {.holds = holds, .reason = text, .figure = percent, .spent = spent(decides->pool, decides->simulations)});
  }

  [[nodiscard]] bool planned(const Asked& one) const {
    return std::ranges::any_of(plan(run_, *one.comparison),
                               [&](const CellPlan& cell) { return cell.game == one.game && cell.decay == one.decay; });
  }

  // All decays of a policy together: a single cell has too few games to be told from 50 so closely.
  void check_null_effect() {
    std::vector<std::string> lines;
    Estimate farthest{50, 50, 50};
    double least_games = 1e9;
    for (const char* game : {"book-candle-bell", "pawn-whopping"}) {
      for (const Comparison* c : {&kNst, &kMast}) {
        DuelPool together;
        const std::vector<std::string>& columns = run_.experiment().table(c->id).columns;
        for (std::size_t i = 1; i < columns.size(); ++i) {
          if (const Played* const cell = found(*c, game, columns[i])) together.add(cell->pool);
        }
        least_games = std::min(least_games, static_cast<double>(together.games));
        if (together.games == 0) continue;
        const Estimate percent = together.percent();
        if (std::abs(percent.value - 50) >= std::abs(farthest.value - 50)) farthest = percent;
        lines.push_back(fmt::format("{} {}: {}", c->first, game, together.text()));
      }
    }
    run_.check("null-effect", {.holds = std::abs(farthest.value - 50) <= run_.threshold("null-effect"),
                               .reason = fmt::format("{}", fmt::join(lines, "; ")),
                               .figure = farthest,
                               .spent = {{"games", least_games}}});
  }

  void answer() {
    const auto above = [&](const char* id) {
      return [bar = run_.threshold(id)](const Estimate& e) { return e.value - bar + 1e-9; };
    };
    const auto below = [&](const char* id) { return [bar = run_.threshold(id)](const Estimate& e) { return bar - e.value; }; };
    const auto clearly_below = [&](const char* id) {
      return [bar = run_.threshold(id)](const Estimate& e) { return bar - e.high; };
    };
    check("mast-3d", Need::All, {{&kMast, "tictactoe-3d", "0.2"}, {&kMast, "tictactoe-3d", "0"}}, above("mast-3d"));
    check("mast-connect5", Need::All, {{&kMast, "connect5", "0.2"}}, above("mast-connect5"));
    check("mast-quad-checkers", Need::Any, {{&kMast, "quad", "0.2"}, {&kMast, "draughts", "0.2"}}, above("mast-quad-checkers"));
    check("nst-forgetting-hurts", Need::Any, {{&kNst, "zhadu", "0"}, {&kNst, "ttcc4", "0"}}, clearly_below("nst-forgetting-hurts"));
    check("nst-beats-mast", Need::Any,
          {{&kNstMast, "quad", "1"}, {&kNstMast, "ttcc4", "1"}, {&kNstMast, "connect5", "1"}, {&kNstMast, "tictactoe-3d", "1"}},
          above("nst-beats-mast"));
    check("mast-beats-nst-in-runners", Need::All, {{&kNstMast, "runners", "1"}}, below("mast-beats-nst-in-runners"));
    check_null_effect();
  }

  Run& run_;
  Kits kits_;
  std::map<std::string, std::map<std::string, std::map<std::string, Played>>> cells_;  // by table, game, decay
  std::uint64_t unfinished_ = 0;
};

}  // namespace

void run_giga13_decay(Run& run) { Decay(run).play_all(); }

}  // namespace agon::lab::experiments
