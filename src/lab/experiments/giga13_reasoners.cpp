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

// What one driver gave for one game on one engine.
struct Rate {
  double states_per_second = 0;
  std::string reason;   // why there is no figure; empty if there is one
  std::string differs;  // how the answers are wrong; empty if they are right
};
using Rates = std::map<std::string, Rate>;  // by engine

// What the two drivers gave for one game.
struct Speeds {
  Rates mm, mc;

  [[nodiscard]] static std::optional<double> rate(const Rates& rates, const std::string& engine) {
    const auto found = rates.find(engine);
    if (found == rates.end() || !found->second.reason.empty()) return std::nullopt;
    return found->second.states_per_second;
  }
  // The fastest of the general engines.
  [[nodiscard]] static std::pair<std::string, double> best(const Rates& rates) {
    std::pair<std::string, double> result{"", 0};
    for (const auto& [engine, rate] : rates) {
      if (engine != kAnchor && rate.reason.empty() && rate.states_per_second > result.second)
        result = {engine, rate.states_per_second};
    }
    return result;
  }

  static Speeds of(const Figures& figures) {
    Speeds speeds;
    const auto engines = figures.words("engines"), drivers = figures.words("drivers"), reasons = figures.words("reasons"),
               differs = figures.words("differs");
    const auto rates = figures.numbers("states_per_second");
    for (std::size_t i = 0; i < engines.size(); ++i)
      (drivers.at(i) == "mm" ? speeds.mm : speeds.mc)[engines[i]] = {rates.at(i), reasons.at(i), differs.at(i)};
    return speeds;
  }
};

Limits engine_limits(const Run& run) {
  Limits limits = run.limits();
  limits.time = std::chrono::milliseconds(run.settings().count("engine_seconds") * 1000);
  return limits;
}

std::string text_of(const Run& run, const std::string& game) {
  Result<library::Sheet> sheet = run.sheet(game);
  if (!sheet) throw LookupError{why(sheet.error())};
  return std::move(sheet->text);
}

Cell rate_cell(const Rates& rates, const std::string& engine) {
  const auto found = rates.find(engine);
  if (found == rates.end()) return {};
  if (!found->second.reason.empty()) return "failed: " + found->second.reason;
  Cell cell = found->second.states_per_second;
  if (!found->second.differs.empty()) cell.text = "WRONG";
  return cell;
}

Figures measure(const Run& run, const std::string& game, const std::vector<std::string>& engines) {
  BenchOptions options;
  options.engines = engines;
  options.seconds = run.settings().number("seconds");
  options.repeat = static_cast<unsigned>(run.settings().count("rounds"));
  options.threads = {1};
  options.positions = run.settings().count("positions");
  options.seed = run.settings().count("seed");
  options.limits = engine_limits(run);
  const std::vector<std::string> anchors = anchor_sheets();
  if (std::ranges::find(anchors, game) != anchors.end()) options.anchor = game;
  std::vector<std::string> names, drivers, reasons, differs;
  std::vector<double> rates;
  for (const BenchRow& row : bench_game(game, text_of(run, game), options, [](const std::string&) {})) {
    names.push_back(row.engine);
    drivers.push_back(row.driver);
    rates.push_back(row.states_per_second);
    reasons.push_back(row.reason);
    differs.push_back(row.check == BenchRow::Check::Differs ? row.checked : "");
  }
  Figures figures;
  figures.set("engines", std::move(names));
  figures.set("drivers", std::move(drivers));
  figures.set("states_per_second", std::move(rates));
  figures.set("reasons", std::move(reasons));
  figures.set("differs", std::move(differs));
  return figures;
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
      if (!all.contains(game)) continue;
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
    if (!all.contains(game)) continue;
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
    for (std::size_t e = 0; e < engines.size() && all.contains(game); ++e) {
      if (const auto rate = Speeds::rate(all.at(game).mc, engines[e])) plot.series[e + 1].points.push_back({x, *rate});
    }
  }
  run.add(std::move(plot));
}

// `all` has every game.
void check_speeds(Run& run, const std::map<std::string, Speeds>& all) {
  std::vector<std::string> wrong, below, prover_below, mc_faster;
  double least = 1e300, prover_least = 1e300, least_ratio = 1e300;
  std::string where;
  for (const auto& [game, speeds] : all) {
    for (const Rates* rates : {&speeds.mm, &speeds.mc}) {
      const char* driver = rates == &speeds.mm ? "mm" : "mc";
      for (const auto& [engine, rate] : *rates) {
        if (!rate.differs.empty()) wrong.push_back(fmt::format("{} {} {}: {}", game, engine, driver, rate.differs));
      }
      const auto published = run.published("table-1", game, driver);
      if (!published) continue;
      const double best = Speeds::best(*rates).second / *published;
      if (best < least) least = best, where = game + ' ' + driver;
      if (best < run.threshold("best-above-published")) below.push_back(fmt::format("{} {}: {}", game, driver, number_text(best)));
      if (const auto prover = Speeds::rate(*rates, "prover")) {
        prover_least = std::min(prover_least, *prover / *published);
        if (*prover < run.threshold("prover-above-published") * *published)
          prover_below.push_back(fmt::format("{} {}: {}", game, driver, number_text(*prover / *published)));
      }
    }
    const auto mm = Speeds::rate(speeds.mm, "prover");
    const auto mc = Speeds::rate(speeds.mc, "prover");
    if (mm && mc) least_ratio = std::min(least_ratio, *mm / *mc);
    if (mm && mc && *mm < run.threshold("minimax-faster") * *mc) mc_faster.push_back(fmt::format("{} {:.2f}", game, *mm / *mc));
  }
  run.check("answers-agree", wrong.empty(),
            wrong.empty() ? "trees of recorded positions and statistics of playouts agree on all engines"
                          : fmt::format("{}", fmt::join(wrong, "; ")));
  const Amounts spent{{"seconds", run.settings().number("seconds")},
                      {"rounds", static_cast<double>(run.settings().count("rounds"))}};
  const auto timed = [&](const char* id, bool holds, std::string reason, double figure) {
    run.check(id, {.holds = holds, .reason = std::move(reason), .figure = Estimate{figure, figure, figure}, .spent = spent});
  };
  timed("best-above-published", below.empty(),
        below.empty() ? fmt::format("at least {} times ({})", number_text(least), where)
                      : fmt::format("below: {}", fmt::join(below, ", ")),
        least);
  timed("prover-above-published", prover_below.empty(),
        prover_below.empty() ? "in every cell" : fmt::format("below: {}", fmt::join(prover_below, ", ")), prover_least);
  timed("minimax-faster", mc_faster.empty(),
        mc_faster.empty() ? "in every game" : fmt::format("not in: {}", fmt::join(mc_faster, ", ")), least_ratio);
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
  double most = 0;
  for (const auto& [game, speeds] : all) {
    for (const Rates* rows : {&speeds.mm, &speeds.mc}) {
      const char* driver = rows == &speeds.mm ? "mm" : "mc";
      const auto specific = Speeds::rate(*rows, kAnchor);
      if (!specific) continue;
      const auto [engine, general] = Speeds::best(*rows);
      const std::string row = fmt::format("{} {}", game, driver);
      table.rows.push_back({game, driver, run.published("table-2", row, "specific"), run.published("table-2", row, "general"),
                            run.published("table-2", row, "ratio"), *specific, general, engine, *specific / general});
      if (!run.published("table-2", row, "ratio")) continue;
      most = std::max(most, *specific / general);
      if (*specific / general >= run.threshold("generality-gap"))
        large.push_back(fmt::format("{} {}", row, number_text(*specific / general)));
    }
  }
  run.add(std::move(table));
  if (all.size() < run.experiment().games.size()) return;
  run.check("generality-gap", {.holds = large.empty(),
                               .reason = large.empty() ? "all four" : fmt::format("not below: {}", fmt::join(large, ", ")),
                               .figure = Estimate{most, most, most},
                               .spent = {{"seconds", run.settings().number("seconds")},
                                         {"rounds", static_cast<double>(run.settings().count("rounds"))}}});
}

// Nodes of fixed depth from the start, on every engine, and depth 1 along whole recorded matches. `ready`: engines that can be
// asked; what did not get ready for the drivers will not get ready now.
Figures measure_depth(const Run& run, const std::string& game, int depth, const std::vector<std::string>& ready,
                      std::uint64_t seed) {
  std::vector<std::string> engines, failures, wrong;
  std::vector<double> nodes;
  std::uint64_t compared = 0, followed = 0;
  std::vector<RecordedMatch> matches;
  std::vector<std::vector<std::vector<TreeCount>>> reference_trees;
  for (const std::string& engine : ready) {
    engines.push_back(engine);
    nodes.push_back(0);
    failures.emplace_back();
    Worker worker(engine_factory(engine, text_of(run, game), game, engine_limits(run)));
    const double patience = 4.0 * static_cast<double>(run.settings().count("engine_seconds")) + 30;
    if (!worker.prepare(patience) || !worker.follow({}, {0}, patience)) {
      failures.back() = "failed: " + worker.reason();
      continue;
    }
    const auto counts = worker.count(static_cast<double>(run.settings().count("engine_seconds")), depth, patience);
    const bool complete = !counts.empty() && counts[0].size() == static_cast<std::size_t>(depth);
    if (complete) nodes.back() = static_cast<double>(counts[0].back().nodes);
    else failures.back() = worker.alive() ? "not within the time" : "failed: " + worker.reason();
    // The first engine records, all others follow.
    for (std::uint64_t m = 0; m < run.settings().count("records"); ++m) {
      if (matches.size() <= m) {
        auto match = worker.record(seed + m, 4095, static_cast<double>(run.settings().count("engine_seconds")), patience);
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
        ++followed;
        continue;
      }
      for (std::size_t p = 0; p < trees.size() && p < reference_trees[m].size(); ++p) {
        if (trees[p].empty() || reference_trees[m][p].empty()) continue;
        ++compared;
        if (!(trees[p][0] == reference_trees[m][p][0]))
          wrong.push_back(fmt::format("{} on {}: match {}, position {}", game, engine, m, positions[p]));
      }
    }
  }
  Figures figures;
  figures.set("engines", std::move(engines));
  figures.set("nodes", std::move(nodes));
  figures.set("failures", std::move(failures));
  figures.set("wrong", std::move(wrong));
  figures.set("compared", compared);
  figures.set("records", followed);
  return figures;
}

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
  std::uint64_t compared = 0;
  double records = 1e9;
  const std::size_t missing = run.missing();
  for (std::size_t g = 0; g < run.experiment().games.size(); ++g) {
    const std::string& game = run.experiment().games[g];
    const auto depth = static_cast<int>(depths.at(g));
    const auto speeds = all.find(game);
    std::vector<std::string> ready;
    for (const std::string& engine : engines) {
      const bool failed = speeds != all.end() && !Speeds::rate(speeds->second.mc, engine);
      if (engine != "lanes" && !failed) ready.push_back(engine);
    }
    const auto figures =
        run.cell("depth " + game, [&](std::uint64_t seed) { return measure_depth(run, game, depth, ready, seed); });
    if (!figures) continue;
    const auto known = run.published("nodes", game, "nodes");
    std::optional<double> reference = known;
    std::vector<Cell> row{game, fmt::format("{}", depth), known};
    const auto names = figures->words("engines"), failures = figures->words("failures");
    const auto nodes = figures->numbers("nodes");
    for (const std::string& engine : engines) {
      if (engine == "lanes") continue;
      const auto at = static_cast<std::size_t>(std::ranges::find(names, engine) - names.begin());
      if (at == names.size() || !failures.at(at).empty()) {
        row.emplace_back(at == names.size() ? "not ready" : failures[at]);
        continue;
      }
      if (!reference) reference = nodes.at(at);
      if (nodes.at(at) != *reference) wrong.push_back(fmt::format("{} on {}: {} nodes", game, engine, nodes[at]));
      row.emplace_back(nodes[at]);
    }
    for (const std::string& line : figures->words("wrong")) wrong.push_back(line);
    compared += figures->count("compared");
    records = std::min(records, figures->number("records"));
    table.rows.push_back(std::move(row));
  }
  run.add(std::move(table));
  if (run.missing() > missing) return;
  run.check("same-counts",
            {.holds = wrong.empty(),
             .reason = wrong.empty() ? fmt::format("all engines, and {} comparisons of positions in recorded matches", compared)
                                     : fmt::format("{}", fmt::join(wrong, "; ")),
             .figure = {},
             .spent = {{"records", records}}});
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

// Engines of a game on which two threads do not agree with one.
std::vector<std::string> unsafe_engines(const Run& run, const std::string& game) {
  constexpr int kDepth = 3;
  const Result<gdl::Rules> rules = run.load(game);
  if (!rules) throw LookupError{why(rules.error())};
  std::vector<std::string> wrong;
  const auto note = [&](const char* engine, bool ok) {
    if (!ok) wrong.push_back(fmt::format("{} on {}", game, engine));
  };
  if (const auto prover = engines::Prover::create(*rules, engine_limits(run))) note("prover", threads_agree(**prover, kDepth));
  if (const auto chainer = engines::Chainer::create(*rules, engine_limits(run))) note("chainer", threads_agree(**chainer, kDepth));
  const auto program = ground::ground(*rules);
  if (!program) return wrong;
  if (const auto updater = engines::Updater::create(*program)) note("updater", threads_agree(**updater, kDepth));
  const auto circuit = circuit::build(*program);
  if (!circuit) return wrong;
  if (const auto engine = engines::CircuitEngine::create(*circuit)) note("circuit", threads_agree(**engine, kDepth));
  return wrong;
}

void thread_safety(Run& run) {
  std::vector<std::string> wrong;
  const std::size_t missing = run.missing();
  for (const std::string& game : run.settings().words("thread_games")) {
    const auto figures = run.cell("threads " + game, [&](std::uint64_t) {
      Figures found;
      found.set("wrong", unsafe_engines(run, game));
      return found;
    });
    if (!figures) continue;
    for (const std::string& line : figures->words("wrong")) wrong.push_back(line);
  }
  if (run.missing() > missing) return;
  run.check("thread-safe", wrong.empty(),
            wrong.empty() ? "two threads on one engine count what one thread counts" : fmt::format("{}", fmt::join(wrong, ", ")));
}

}  // namespace

void run_giga13_reasoners(Run& run) {
  std::vector<std::string> engines = run.settings().words("engines");
  const std::vector<std::string> known = bench_engine_names();
  std::erase_if(engines, [&](const std::string& engine) { return std::ranges::find(known, engine) == known.end(); });
  std::map<std::string, Speeds> all;
  for (const std::string& game : run.experiment().games) {
    const auto figures = run.cell("speed " + game, [&](std::uint64_t) { return measure(run, game, engines); });
    if (figures) all.emplace(game, Speeds::of(*figures));
  }
  speed_tables(run, all, engines);
  generality(run, all);
  if (all.size() == run.experiment().games.size()) check_speeds(run, all);
  robustness(run, all, engines);
  thread_safety(run);
}

}  // namespace agon::lab::experiments
