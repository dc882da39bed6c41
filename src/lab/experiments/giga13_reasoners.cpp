// "Comparison of GDL Reasoners" (Bjornsson and Schiffel, GIGA 2013): the same two drivers, minimax without values and random
// simulations, on the positions of recorded matches; counts of fixed depth as the test of robustness; game-specific programs for
// the price of generality. The drivers are those of `agon bench`; this file only asks for what the paper printed.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <thread>

#include "circuit/build.h"
#include "engines/chainer/chainer.h"
#include "engines/circuit/circuit_engine.h"
#include "engines/prover/prover.h"
#include "engines/updater/updater.h"
#include "ground/grounder.h"
#include "lab/bench/bench.h"
#include "lab/bench/contestants.h"
#include "lab/bench/minimax.h"
#include "lab/bench/worker.h"
#include "lab/experiments/all.h"

namespace agon::lab::experiments {
namespace {

using namespace reproduce;  // NOLINT: the vocabulary of this file
using Kind = Column::Kind;

// What the two drivers gave for one game.
struct Speeds {
  std::map<std::string, BenchRow> mm, mc;  // by engine

  [[nodiscard]] static std::optional<double> rate(const std::map<std::string, BenchRow>& rows, const std::string& engine) {
    const auto found = rows.find(engine);
    if (found == rows.end() || !found->second.has_figure()) return std::nullopt;
    return found->second.states_per_second;
  }
  // The fastest of the general engines.
  [[nodiscard]] static std::pair<std::string, double> best(const std::map<std::string, BenchRow>& rows) {
    std::pair<std::string, double> result{"", 0};
    for (const auto& [engine, row] : rows) {
      if (engine != kAnchor && row.has_figure() && row.states_per_second > result.second) result = {engine, row.states_per_second};
    }
    return result;
  }
};

Limits limits_of(const Run& run) {
  Limits limits = run.limits();
  limits.time = std::chrono::milliseconds(run.settings().count("engine_seconds") * 1000);
  return limits;
}

std::string text_of(const Run& run, const std::string& game) {
  Result<play::Sheet> sheet = run.sheet(game);
  if (!sheet) throw LookupError{why(sheet.error())};
  return std::move(sheet->text);
}

Cell rate_cell(const std::map<std::string, BenchRow>& rows, const std::string& engine) {
  const auto found = rows.find(engine);
  if (found == rows.end()) return {};
  const BenchRow& row = found->second;
  if (!row.has_figure()) return "failed: " + row.reason;
  Cell cell = row.states_per_second;
  if (row.check == BenchRow::Check::Differs) cell.text = "WRONG";
  return cell;
}

Speeds measure(Run& run, const std::string& game, const std::vector<std::string>& engines) {
  BenchOptions options;
  options.engines = engines;
  options.seconds = run.settings().number("seconds");
  options.repeat = static_cast<unsigned>(run.settings().count("rounds"));
  options.threads = {1};
  options.positions = run.settings().count("positions");
  options.seed = run.settings().count("seed");
  options.limits = limits_of(run);
  const std::vector<std::string> anchors = anchor_sheets();
  if (std::ranges::find(anchors, game) != anchors.end()) options.anchor = game;
  Speeds speeds;
  for (BenchRow& row : bench_game(game, text_of(run, game), options, [](const std::string&) {})) {
    auto& rows = row.driver == "mm" ? speeds.mm : speeds.mc;
    const std::string engine = row.engine;
    rows.emplace(engine, std::move(row));
  }
  return speeds;
}

void speed_tables(Run& run, const std::map<std::string, Speeds>& all, const std::vector<std::string>& engines) {
  const auto table = [&](const char* id, const char* driver, const char* title, auto member) {
    Table result{id,
                 title,
                 {{"game", Kind::Label}, {"fastest", Kind::Published}},
                 {},
                 "States a second on one thread. Published: the fastest of six reasoners on a 2.5 GHz Xeon of about 2008."};
    for (const std::string& engine : engines) {
      if (std::string_view(driver) == "mm" && engine == "lanes") continue;
      result.columns.push_back({engine, Kind::Ours});
    }
    result.columns.push_back({"best / published", Kind::Ours});
    for (const std::string& game : run.experiment().games) {
      const auto& rows = all.at(game).*member;
      const auto published = run.published("table-1", game, driver);
      std::vector<Cell> row{game, published};
      for (const std::string& engine : engines) {
        if (std::string_view(driver) == "mm" && engine == "lanes") continue;
        row.push_back(rate_cell(rows, engine));
      }
      row.emplace_back(published ? std::optional(Speeds::best(rows).second / *published) : std::nullopt);
      result.rows.push_back(std::move(row));
    }
    run.add(std::move(result));
  };
  table("minimax", "mm", "Minimax (table 1 of the paper, MM)", &Speeds::mm);
  table("monte-carlo", "mc", "Random simulations (table 1 of the paper, MC)", &Speeds::mc);

  Table ratio{"mm-mc",
              "Minimax by random simulations: states of the one by states of the other",
              {{"game", Kind::Label}, {"fastest", Kind::Published}},
              {},
              "The paper prints 20.6 for Amazons, which its own two figures contradict; 10.7 is their quotient."};
  for (const std::string& engine : engines) {
    if (engine != "lanes") ratio.columns.push_back({engine, Kind::Ours});
  }
  for (const std::string& game : run.experiment().games) {
    const auto mm = run.published("table-1", game, "mm");
    const auto mc = run.published("table-1", game, "mc");
    std::vector<Cell> row{game, mm && mc ? std::optional(*mm / *mc) : std::nullopt};
    for (const std::string& engine : engines) {
      if (engine == "lanes") continue;
      const auto ours_mm = Speeds::rate(all.at(game).mm, engine);
      const auto ours_mc = Speeds::rate(all.at(game).mc, engine);
      row.emplace_back(ours_mm && ours_mc ? std::optional(*ours_mm / *ours_mc) : std::nullopt);
    }
    ratio.rows.push_back(std::move(row));
  }
  run.add(std::move(ratio));

  Plot plot{"Speed by game (in the order of the table), random simulations",
            "game",
            "states a second",
            false,
            true,
            {{"fastest", {}, true}}};
  for (const std::string& engine : engines) plot.series.push_back({engine, {}});
  for (std::size_t g = 0; g < run.experiment().games.size(); ++g) {
    const std::string& game = run.experiment().games[g];
    const auto x = static_cast<double>(g + 1);
    if (const auto published = run.published("table-1", game, "mc")) plot.series[0].points.push_back({x, *published});
    for (std::size_t e = 0; e < engines.size(); ++e) {
      if (const auto rate = Speeds::rate(all.at(game).mc, engines[e])) plot.series[e + 1].points.push_back({x, *rate});
    }
  }
  run.add(std::move(plot));
}

void check_speeds(Run& run, const std::map<std::string, Speeds>& all) {
  std::vector<std::string> wrong, below, prover_below, mc_faster;
  double least = 1e300;
  std::string where;
  for (const auto& [game, speeds] : all) {
    for (const auto* rows : {&speeds.mm, &speeds.mc}) {
      const char* driver = rows == &speeds.mm ? "mm" : "mc";
      for (const auto& [engine, row] : *rows) {
        if (row.check == BenchRow::Check::Differs) wrong.push_back(fmt::format("{} {} {}: {}", game, engine, driver, row.checked));
      }
      const auto published = run.published("table-1", game, driver);
      if (!published) continue;
      const double best = Speeds::best(*rows).second / *published;
      if (best < least) least = best, where = game + ' ' + driver;
      if (best < run.threshold("best-above-published")) below.push_back(fmt::format("{} {}: {}", game, driver, number_text(best)));
      if (const auto prover = Speeds::rate(*rows, "prover");
          prover && *prover < run.threshold("prover-above-published") * *published)
        prover_below.push_back(fmt::format("{} {}: {}", game, driver, number_text(*prover / *published)));
    }
    const auto mm = Speeds::rate(speeds.mm, "prover");
    const auto mc = Speeds::rate(speeds.mc, "prover");
    if (mm && mc && *mm < run.threshold("minimax-faster") * *mc) mc_faster.push_back(fmt::format("{} {:.2f}", game, *mm / *mc));
  }
  run.check("answers-agree", wrong.empty(),
            wrong.empty() ? "trees of recorded positions and statistics of playouts agree on all engines"
                          : fmt::format("{}", fmt::join(wrong, "; ")));
  run.check("best-above-published", below.empty(),
            below.empty() ? fmt::format("at least {} times ({})", number_text(least), where)
                          : fmt::format("below: {}", fmt::join(below, ", ")));
  run.check("prover-above-published", prover_below.empty(),
            prover_below.empty() ? "in every cell" : fmt::format("below: {}", fmt::join(prover_below, ", ")));
  run.check("minimax-faster", mc_faster.empty(),
            mc_faster.empty() ? "in every game" : fmt::format("not in: {}", fmt::join(mc_faster, ", ")));
}

// Table 2: what a program for one game achieves, by the best general engine.
void generality(Run& run, const std::map<std::string, Speeds>& all) {
  Table table{"generality",
              "The price of generality (table 2 of the paper): a program for one game by the fastest general engine",
              {{"game", Kind::Label},
               {"driver", Kind::Label},
               {"specific", Kind::Published},
               {"general", Kind::Published},
               {"ratio", Kind::Published},
               {"specific", Kind::Ours},
               {"general", Kind::Ours},
               {"fastest", Kind::Label},
               {"ratio", Kind::Ours}},
              {},
              "States a second. A ratio below 1: the engine made from the rules is faster than our program for the game."};
  std::vector<std::string> large;
  for (const auto& [game, speeds] : all) {
    for (const auto* rows : {&speeds.mm, &speeds.mc}) {
      const char* driver = rows == &speeds.mm ? "mm" : "mc";
      const auto specific = Speeds::rate(*rows, kAnchor);
      if (!specific) continue;
      const auto [engine, general] = Speeds::best(*rows);
      const std::string row = fmt::format("{} {}", game, driver);
      table.rows.push_back({game, driver, run.published("table-2", row, "specific"), run.published("table-2", row, "general"),
                            run.published("table-2", row, "ratio"), *specific, general, engine, *specific / general});
      if (run.published("table-2", row, "ratio") && *specific / general >= run.threshold("generality-gap"))
        large.push_back(fmt::format("{} {}", row, number_text(*specific / general)));
    }
  }
  run.add(std::move(table));
  run.check("generality-gap", large.empty(), large.empty() ? "all four" : fmt::format("not below: {}", fmt::join(large, ", ")));
}

// Nodes of fixed depth from the start, on every engine, and depth 1 along whole recorded matches.
void robustness(Run& run, const std::map<std::string, Speeds>& all, const std::vector<std::string>& engines) {
  const auto depths = run.settings().numbers("depths");
  Table table{"fixed-depth",
              "Minimax of fixed depth from the start: nodes",
              {{"game", Kind::Label}, {"depth", Kind::Label}, {"known", Kind::Published}},
              {},
              "A node is a state that a move was made into. Depths other than those of Amazons and tic-tac-toe are not published. "
              "Known: from the facts about the game."};
  for (const std::string& engine : engines) {
    if (engine != "lanes") table.columns.push_back({engine, Kind::Ours});
  }
  std::vector<std::string> wrong;
  std::uint64_t positions_compared = 0;
  for (std::size_t g = 0; g < run.experiment().games.size(); ++g) {
    const std::string& game = run.experiment().games[g];
    run.step("fixed depth " + game);
    const auto depth = static_cast<int>(depths.at(g));
    std::vector<Cell> row{game, fmt::format("{}", depth), run.published("nodes", game, "nodes")};
    std::optional<std::uint64_t> reference;
    if (const auto known = run.published("nodes", game, "nodes")) reference = static_cast<std::uint64_t>(*known);
    std::vector<RecordedMatch> matches;
    std::vector<std::vector<std::vector<TreeCount>>> reference_trees;
    for (const std::string& engine : engines) {
      if (engine == "lanes") continue;
      // What did not get ready for the drivers will not get ready now.
      if (const BenchRow& before = all.at(game).mc.at(engine); !before.has_figure()) {
        row.emplace_back("failed: " + before.reason);
        continue;
      }
      Worker worker(engine_factory(engine, text_of(run, game), game, limits_of(run)));
      const double patience = 4.0 * static_cast<double>(run.settings().count("engine_seconds")) + 30;
      if (!worker.prepare(patience) || !worker.follow({}, {0}, patience)) {
        row.emplace_back("failed: " + worker.reason());
        continue;
      }
      const auto counts = worker.count(static_cast<double>(run.settings().count("engine_seconds")), depth, patience);
      const bool complete = !counts.empty() && counts[0].size() == static_cast<std::size_t>(depth);
      if (!complete) {
        row.emplace_back(worker.alive() ? "not within the time" : "failed: " + worker.reason());
      } else {
        const std::uint64_t nodes = counts[0].back().nodes;
        if (!reference) reference = nodes;
        if (nodes != *reference) wrong.push_back(fmt::format("{} on {}: {} nodes", game, engine, nodes));
        row.emplace_back(static_cast<double>(nodes));
      }
      // The first engine records, all others follow.
      for (std::uint64_t m = 0; m < run.settings().count("records"); ++m) {
        if (matches.size() <= m) {
          auto match = worker.record(run.settings().count("seed") + m, 4095,
                                     static_cast<double>(run.settings().count("engine_seconds")), patience);
          if (!match) break;
          matches.push_back(std::move(*match));
        }
        const auto positions = chosen_positions(matches[m], run.settings().count("positions"));
        if (!worker.follow(matches[m], positions, patience)) {
          wrong.push_back(fmt::format("{} on {}: match {} is not legal", game, engine, m));
          break;
        }
        auto trees = worker.count(run.settings().number("seconds"), 1, patience);
        if (reference_trees.size() <= m) {
          reference_trees.push_back(std::move(trees));
          continue;
        }
        for (std::size_t p = 0; p < trees.size() && p < reference_trees[m].size(); ++p) {
          if (trees[p].empty() || reference_trees[m][p].empty()) continue;
          ++positions_compared;
          if (!(trees[p][0] == reference_trees[m][p][0]))
            wrong.push_back(fmt::format("{} on {}: match {}, position {}", game, engine, m, positions[p]));
        }
      }
    }
    table.rows.push_back(std::move(row));
  }
  run.add(std::move(table));
  run.check("same-counts", wrong.empty(),
            wrong.empty() ? fmt::format("all engines, and {} comparisons of positions in recorded matches", positions_compared)
                          : fmt::format("{}", fmt::join(wrong, "; ")));
}

// Two threads on one engine, each with its own scratch, count what one thread counts.
template <game::Engine E>
bool threads_agree(const E& engine, int depth) {
  const auto count = [&](TreeCount& out) {
    auto scratch = engine.make_scratch();
    out = count_tree(engine, scratch, engine.initial_state(scratch), depth);
  };
  TreeCount alone, first, second;
  count(alone);
  std::thread other([&] { count(second); });
  count(first);
  other.join();
  return alone == first && alone == second;
}

void thread_safety(Run& run) {
  std::vector<std::string> wrong;
  for (const std::string& game : run.settings().words("thread_games")) {
    run.step("threads " + game);
    const int depth = 3;
    const Result<gdl::Rules> rules = run.load(game);
    if (!rules) throw LookupError{why(rules.error())};
    const auto note = [&](const char* engine, bool ok) {
      if (!ok) wrong.push_back(fmt::format("{} on {}", game, engine));
    };
    if (const auto prover = engines::Prover::create(*rules, limits_of(run))) note("prover", threads_agree(**prover, depth));
    if (const auto chainer = engines::Chainer::create(*rules, limits_of(run))) note("chainer", threads_agree(**chainer, depth));
    const auto program = ground::ground(*rules);
    if (!program) continue;
    if (const auto updater = engines::Updater::create(*program)) note("updater", threads_agree(**updater, depth));
    const auto circuit = circuit::build(*program);
    if (!circuit) continue;
    if (const auto engine = engines::CircuitEngine::create(*circuit)) note("circuit", threads_agree(**engine, depth));
  }
  run.check("thread-safe", wrong.empty(),
            wrong.empty() ? "two threads on one engine count what one thread counts" : fmt::format("{}", fmt::join(wrong, ", ")));
}

}  // namespace

void run_giga13_reasoners(Run& run) {
  const auto& games = run.experiment().games;
  run.steps(2 * games.size() + run.settings().words("thread_games").size());
  std::vector<std::string> engines = run.settings().words("engines");
  const std::vector<std::string> known = bench_engine_names();
  std::erase_if(engines, [&](const std::string& engine) { return std::ranges::find(known, engine) == known.end(); });
  std::map<std::string, Speeds> all;
  for (const std::string& game : games) {
    run.step("speed " + game);
    all.emplace(game, measure(run, game, engines));
  }
  speed_tables(run, all, engines);
  generality(run, all);
  check_speeds(run, all);
  robustness(run, all, engines);
  thread_safety(run);
}

}  // namespace agon::lab::experiments
