// "Decaying Simulation Strategies" (Tak, Winands and Bjornsson, GIGA 2013): does it pay to let the statistics of MAST and NST fade
// after every move of the match?
//
// The source gives every move 30 seconds; here it has a fixed number of simulations, which is said with every figure. Which cells
// of the published tables are played, and how often, is in the settings.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <map>
#include <sstream>

#include "lab/experiments/all.h"
#include "lab/experiments/duel.h"
#include "lab/experiments/load_kit.h"

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

// "GAME DECAY MATCHES", a line of the settings.
struct CellPlan {
  std::string game;
  std::string decay;
  int matches = 0;
};

std::vector<CellPlan> plan(const Run& run, const Comparison& comparison) {
  std::vector<CellPlan> result;
  for (const std::string& line : run.settings().words(comparison.id)) {
    std::istringstream words(line);
    CellPlan cell;
    if (!(words >> cell.game >> cell.decay >> cell.matches)) throw LookupError{fmt::format("'{}' is not GAME DECAY MATCHES", line)};
    result.push_back(std::move(cell));
  }
  return result;
}

class Decay {
 public:
  explicit Decay(Run& run) : run_(run), seed_(run.settings().count("seed")) {}

  void play_all() {
    std::size_t steps = run_.settings().words("sweep_games").size() * run_.settings().numbers("sweep_simulations").size() +
                        3 * run_.settings().words("survey_games").size();
    for (const Comparison* c : {&kNst, &kNstMast, &kMast}) steps += plan(run_, *c).size();
    run_.steps(steps);
    for (const Comparison* c : {&kMast, &kNst, &kNstMast}) play_table(*c);
    sweep();
    survey();
    answer();
    if (unfinished_ > 0) run_.note(fmt::format("{} games were stopped after 1,000 steps and are shared.", unfinished_));
  }

 private:
  DuelResult meet(const Comparison& c, const std::string& game, const std::string& decay, double simulations, int matches) {
    run_.step(fmt::format("{}, {} {} against {}, {} simulations", game, c.first, decay, c.second, number_text(simulations)));
    const auto result = duel(kit(game), program(c.first, decay, simulations), program(c.second, "1", simulations), matches, seed_,
                             run_.options().threads);
    if (!result) throw LookupError{fmt::format("{}: {}", game, why(result.error()))};
    seed_ += static_cast<std::uint64_t>(matches);
    unfinished_ += result->unfinished;
    return *result;
  }

  const std::shared_ptr<play::GameKit>& kit(const std::string& game) {
    std::shared_ptr<play::GameKit>& here = kits_[game];
    if (!here) here = load_kit(run_, game);
    return here;
  }

  void play_table(const Comparison& c) {
    const double simulations = run_.settings().number("simulations");
    for (const CellPlan& cell : plan(run_, c)) {
      cells_[c.id][cell.game][cell.decay].add(meet(c, cell.game, cell.decay, simulations, cell.matches));
    }
    const PublishedTable& published = run_.experiment().table(c.id);
    Table table{c.id,
                fmt::format("{}: points of a hundred", c.title),
                {{"game", Kind::Label}},
                {},
                fmt::format("Ours: {} simulations a step. {}", number_text(simulations), published.note)};
    for (std::size_t i = 1; i < published.columns.size(); ++i) {
      table.columns.push_back({"decay " + published.columns[i], Kind::Published});
      table.columns.push_back({"decay " + published.columns[i], Kind::Ours});
    }
    for (const std::string& game : run_.experiment().games) {
      std::vector<Cell> row{game};
      for (std::size_t i = 1; i < published.columns.size(); ++i) {
        row.emplace_back(published.number(game, published.columns[i]));
        const DuelPool* const pool = found(c, game, published.columns[i]);
        row.push_back(pool == nullptr ? Cell() : Cell(pool->percent()));
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
    for (const std::string& game : games) {
      std::vector<Cell> row{game, run_.published("nst", game, decay)};
      for (std::size_t i = 0; i < simulations.size(); ++i) {
        const DuelResult result = meet(kNst, game, decay, simulations[i], static_cast<int>(matches.at(i)));
        pools[i].add(result);
        row.emplace_back(result.percent());
      }
      table.rows.push_back(std::move(row));
    }
    std::vector<Cell> last{"all of them", Cell()};
    for (const DuelPool& pool : pools) last.emplace_back(pool.percent());
    table.rows.push_back(std::move(last));
    run_.add(std::move(table));
    largest_budget_ = simulations.back();
    pooled_ = pools.back();
  }

  // A few matches of every game, which together say what the column means of the source say.
  void survey() {
    const double simulations = run_.settings().number("survey_simulations");
    const auto matches = static_cast<int>(run_.settings().count("survey_matches"));
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
        fmt::format("{} matches of each of {} games, {} simulations a step. A single game says nothing with so few; the mean does.",
                    matches, games.size(), number_text(simulations))};
    for (const Line& line : {Line{&kMast, "0.2"}, Line{&kNst, "0.6"}, Line{&kNstMast, "1"}}) {
      DuelPool pool;
      std::vector<double> published;
      int ahead = 0;
      for (const std::string& game : games) {
        const DuelResult result = meet(*line.comparison, game, line.decay, simulations, matches);
        pool.add(result);
        if (result.share() > 0.5) ++ahead;
        if (const auto printed = run_.published(line.comparison->id, game, line.decay)) published.push_back(*printed);
      }
      table.rows.push_back({fmt::format("{}, decay {}", line.comparison->title, line.decay), mean_of(published).value,
                            pool.percent(), fmt::format("{} of {}", ahead, games.size())});
    }
    run_.add(std::move(table));
  }

  [[nodiscard]] const DuelPool* found(const Comparison& c, const std::string& game, const std::string& decay) const {
    const auto table = cells_.find(c.id);
    if (table == cells_.end()) return nullptr;
    const auto row = table->second.find(game);
    if (row == table->second.end()) return nullptr;
    const auto cell = row->second.find(decay);
    return cell == row->second.end() ? nullptr : &cell->second;
  }

  struct Asked {
    const Comparison* comparison;
    std::string game;
    std::string decay;
  };
  enum class Need : std::uint8_t { All, Any };
  // Whether the points of all (or of one) of the cells are as they should be; cells that were played too seldom answer nothing.
  template <class Holds>
  void check(const char* id, Need need, const std::vector<Asked>& asked, const Holds& holds) {
    std::vector<std::string> lines;
    std::size_t good = 0, played = 0;
    for (const Asked& one : asked) {
      const DuelPool* const pool = found(*one.comparison, one.game, one.decay);
      if (pool == nullptr) continue;
      lines.push_back(fmt::format("{} {} {}: {}", one.comparison->first, one.decay, one.game, pool->text()));
      if (pool->games < run_.settings().count("games_for_a_check")) continue;
      ++played;
      if (holds(pool->percent().value)) ++good;
    }
    const std::string text = fmt::format("{}", fmt::join(lines, "; "));
    const bool some = need == Need::Any ? played > 0 : played == asked.size();
    if (!some) return run_.not_measured(id, text.empty() ? "not played" : "too few games: " + text);
    run_.check(id, need == Need::Any ? good > 0 : good == played, text);
  }

  // All decays of a policy together: a single cell has too few games to be told from 50 so closely.
  void check_null_effect() {
    std::vector<std::string> lines;
    bool enough = true, near = true;
    for (const char* game : {"book-candle-bell", "pawn-whopping"}) {
      for (const Comparison* c : {&kNst, &kMast}) {
        DuelPool together;
        const std::vector<std::string>& columns = run_.experiment().table(c->id).columns;
        for (std::size_t i = 1; i < columns.size(); ++i) {
          if (const DuelPool* const cell = found(*c, game, columns[i])) together.add(*cell);
        }
        enough = enough && together.games >= run_.settings().count("games_for_a_null_effect");
        if (together.games == 0) continue;
        near = near && std::abs(together.percent().value - 50) <= run_.threshold("null-effect");
        lines.push_back(fmt::format("{} {}: {}", c->first, game, together.text()));
      }
    }
    const std::string text = fmt::format("{}", fmt::join(lines, "; "));
    if (enough) run_.check("null-effect", near, text);
    else run_.not_measured("null-effect", "too few games: " + text);
  }

  void answer() {
    const auto above = [&](const char* id) { return [bar = run_.threshold(id)](double percent) { return percent >= bar; }; };
    const auto below = [&](const char* id) { return [bar = run_.threshold(id)](double percent) { return percent < bar; }; };
    check("mast-3d", Need::All, {{&kMast, "tictactoe-3d", "0.2"}, {&kMast, "tictactoe-3d", "0"}}, above("mast-3d"));
    check("mast-connect5", Need::All, {{&kMast, "connect5", "0.2"}}, above("mast-connect5"));
    check("mast-quad-checkers", Need::Any, {{&kMast, "quad", "0.2"}, {&kMast, "draughts", "0.2"}}, above("mast-quad-checkers"));
    check("nst-forgetting-hurts", Need::Any, {{&kNst, "zhadu", "0"}, {&kNst, "ttcc4", "0"}}, below("nst-forgetting-hurts"));
    check("nst-beats-mast", Need::Any,
          {{&kNstMast, "quad", "1"}, {&kNstMast, "ttcc4", "1"}, {&kNstMast, "connect5", "1"}, {&kNstMast, "tictactoe-3d", "1"}},
          above("nst-beats-mast"));
    check("mast-beats-nst-in-runners", Need::All, {{&kNstMast, "runners", "1"}}, below("mast-beats-nst-in-runners"));
    check_null_effect();
    if (pooled_.games == 0) return run_.not_measured("nst-pool", "not played");
    const std::string text = fmt::format("{} at {} simulations a step, of {}", pooled_.text(), number_text(largest_budget_),
                                         fmt::join(run_.settings().words("sweep_games"), ", "));
    if (pooled_.games < run_.settings().count("games_for_the_pool")) run_.not_measured("nst-pool", "too few games: " + text);
    else run_.check("nst-pool", pooled_.percent().value > run_.threshold("nst-pool"), text);
  }

  Run& run_;
  std::uint64_t seed_;
  std::map<std::string, std::shared_ptr<play::GameKit>> kits_;
  std::map<std::string, std::map<std::string, std::map<std::string, DuelPool>>> cells_;  // by table, game, decay
  DuelPool pooled_;                                                                      // of the sweep, at the largest budget
  double largest_budget_ = 0;
  std::uint64_t unfinished_ = 0;
};

}  // namespace

void run_giga13_decay(Run& run) { Decay(run).play_all(); }

}  // namespace agon::lab::experiments
