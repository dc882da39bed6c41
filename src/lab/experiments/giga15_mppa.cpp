// "MCTS Playouts Parallelization with a MPPA Architecture" (Hufschmitt, Mehat, Vittaut, GIGA 2015) without the board: the same
// network of layers, the same two modes and four ways to keep threads, on the cores of this machine; what needs 256 cores is
// emulated and says so.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "circuit/build.h"
#include "engines/circuit/circuit_engine.h"
#include "engines/lanes/lanes.h"
#include "gdl/read/reader.h"
#include "ground/grounder.h"
#include "lab/experiments/all.h"
#include "lab/experiments/duel_cell.h"
#include "lab/experiments/mppa/device.h"
#include "lab/experiments/mppa/leaf_parallel.h"
#include "lab/experiments/mppa/network_delay.h"
#include "lab/reproduce/measure.h"

namespace agon::lab::experiments {
namespace {

using namespace reproduce;  // NOLINT: the vocabulary of this file
using namespace mppa;       // NOLINT
using Kind = Column::Kind;

constexpr std::size_t kMostGates = 4'000'000;

std::shared_ptr<const circuit::Circuit> make_circuit(const Run& run, const gdl::Rules& rules, const std::string& game) {
  auto program = ground::ground(rules, {.time = run.limits().time, .memory_bytes = run.limits().memory_bytes, .progress = {}});
  if (!program) throw LookupError{fmt::format("{}: {}", game, why(program.error()))};
  circuit::BuildOptions options;
  options.time = run.limits().time;
  auto built = circuit::build(*program, options);
  if (!built) throw LookupError{fmt::format("{}: {}", game, why(built.error()))};
  return std::move(*built);
}

std::shared_ptr<const circuit::Circuit> make_circuit(const Run& run, const std::string& game) {
  const Result<gdl::Rules> rules = run.load(game);
  if (!rules) throw LookupError{why(rules.error())};
  return make_circuit(run, *rules, game);
}

LayeredNetwork layers_of(std::shared_ptr<const circuit::Circuit> circuit, const std::string& game) {
  auto net = make_layers(std::move(circuit), kMostGates);
  if (!net) throw LookupError{fmt::format("{}: more than {} gates without loops", game, kMostGates)};
  return std::move(*net);
}

// The networks of the games, each made when a cell needs it.
class Networks {
 public:
  explicit Networks(const Run& run) : run_(run) {}
  const LayeredNetwork& operator[](const std::string& game) {
    const auto known = nets_.find(game);
    if (known != nets_.end()) return known->second;
    return nets_.emplace(game, layers_of(make_circuit(run_, game), game)).first->second;
  }

 private:
  const Run& run_;
  std::map<std::string, LayeredNetwork> nets_;
};

unsigned most_workers(const Run& run) { return std::max(2U, run.options().threads); }

// Playouts a second of runs of `batch` playouts.
Contender leaf_contender(const LayeredNetwork& net, ThreadMode mode, unsigned workers, std::size_t batch) {
  return {fmt::format("{} x{}", to_string(mode), workers),
          [team = std::make_shared<LeafParallel>(net, mode, workers), batch, seed = std::uint64_t{1}](double seconds) mutable {
            return rate_of(seconds, [&] {
              team->run(batch, seed);
              seed += batch;
              return batch;
            });
          }};
}

// Each thread plays by itself on the engine that tree search uses.
double engine_rate(const engines::CircuitEngine& engine, unsigned threads, double seconds) {
  std::vector<std::uint64_t> counts(threads * 16, 0);  // a cache line each
  const auto work = [&](unsigned thread) {
    auto scratch = engine.make_scratch();
    const auto start = engine.initial_state(scratch);
    Rng rng(thread + 1);
    const Stopwatch watch;
    while (watch.seconds() < seconds) {
      static_cast<void>(engine.playout(scratch, start, rng, 4095));
      ++counts[thread * 16];
    }
  };
  const Stopwatch watch;
  std::vector<std::thread> helpers;
  for (unsigned thread = 1; thread < threads; ++thread) helpers.emplace_back(work, thread);
  work(0);
  for (std::thread& helper : helpers) helper.join();
  const double elapsed = watch.seconds();
  double sum = 0;
  for (const std::uint64_t count : counts) sum += static_cast<double>(count);
  return sum / elapsed;
}

// How many cores the machine gives us: arithmetic that touches no memory, on several threads and on one. Others may be at work on
// it.
double arithmetic_rate(unsigned threads, double seconds) {
  std::vector<double> rates(threads, 0);
  const auto work = [&](unsigned thread) {
    std::uint64_t state = thread + 1;
    const double rate = rate_of(seconds, [&] {
      constexpr int kSteps = 10'000;
      for (int i = 0; i < kSteps; ++i) state = state * 6364136223846793005U + 1442695040888963407U;
      return kSteps;
    });
    rates[thread] = rate + static_cast<double>(state & 1U);  // the result is used
  };
  std::vector<std::thread> helpers;
  for (unsigned thread = 1; thread < threads; ++thread) helpers.emplace_back(work, thread);
  work(0);
  for (std::thread& helper : helpers) helper.join();
  double sum = 0;
  for (const double rate : rates) sum += rate;
  return sum;
}

// A mode in the names of cells and figures.
const char* mode_word(ThreadMode mode) {
  constexpr const char* kWords[] = {"restart", "condition-variable", "spin", "queue"};
  return kWords[static_cast<std::size_t>(mode)];
}

Amounts timed(const Run& run) {
  return {{"seconds", run.settings().number("seconds")}, {"rounds", static_cast<double>(run.settings().count("rounds"))}};
}

// Mode B: private playouts over numbers of workers; beside the layered network the circuit engine and the lanes.
Figures measure_private(const Run& run, const LayeredNetwork& net, unsigned workers) {
  const auto batch = run.settings().count("large_batch");
  std::vector<Contender> contenders{leaf_contender(net, ThreadMode::ConditionVariable, 1, batch),
                                    leaf_contender(net, ThreadMode::ConditionVariable, workers, batch)};
  std::vector<std::string> names{"layers_1", "layers_n", "arithmetic_1", "arithmetic_n"};
  for (const unsigned threads : {1U, workers})
    contenders.push_back({"arithmetic", [threads](double seconds) { return arithmetic_rate(threads, seconds / 2); }});
  const auto engine = engines::CircuitEngine::create(net.circuit);
  const auto lanes = engines::Lanes::create(net.circuit);
  Figures figures;
  figures.set("engine_failure", engine ? std::string() : why(engine.error()));
  figures.set("lanes_failure", lanes ? std::string() : why(lanes.error()));
  if (engine) {
    names.insert(names.end(), {"engine_1", "engine_n"});
    for (const unsigned threads : {1U, workers})
      contenders.push_back({"engine", [e = *engine, threads](double seconds) { return engine_rate(*e, threads, seconds); }});
  }
  if (lanes) {
    names.insert(names.end(), {"lanes_1", "lanes_n"});
    for (const unsigned threads : {1U, workers}) {
      contenders.push_back({"lanes", [l = *lanes, threads](double seconds) {
                              const Stopwatch watch;
                              const auto totals = l->playouts_for(std::chrono::duration<double>(seconds), 1, threads);
                              return static_cast<double>(totals.playouts) / watch.seconds();
                            }});
    }
  }
  const auto rates = side_by_side(contenders, run.settings().number("seconds"), run.settings().count("rounds"));
  for (std::size_t i = 0; i < names.size(); ++i) figures.set(names[i], rates[i]);
  return figures;
}

void private_playouts(Run& run, Networks& nets) {
  const unsigned workers = most_workers(run);
  const auto batch = run.settings().count("large_batch");
  Table table{"private",
              "Private playouts (mode B, figure 3 of the paper): playouts a second by number of workers",
              {{"game", Kind::Label},
               {"speed-up", Kind::Published},
               {"cores", Kind::Published},
               {"speed-up per core", Kind::Published},
               {"layers x1", Kind::Ours},
               {fmt::format("layers x{}", workers), Kind::Ours},
               {"speed-up", Kind::Ours},
               {"speed-up per core", Kind::Ours},
               {"speed-up of arithmetic", Kind::Ours},
               {"engine x1", Kind::Ours},
               {fmt::format("engine x{}", workers), Kind::Ours},
               {"lanes x1", Kind::Ours},
               {fmt::format("lanes x{}", workers), Kind::Ours}},
              {},
              fmt::format("Layers: the paper's form of the network, one state at a time, runs of {} playouts, kept threads with a "
                          "condition variable. "
                          "Engine: the circuit engine's playout. Lanes: many playouts in the bits of a register, the modern form "
                          "of one playout per core. "
                          "Speed-up of arithmetic: what the machine gave at the same time to threads that share nothing. "
                          "Published for tic-tac-toe: about 450 playouts/s on one core, 77,700 on 256.",
                          batch)};
  std::map<std::string, Estimate> speed_up, machine;
  for (const std::string& game : run.experiment().games) {
    const auto figures = run.cell("private " + game, [&](std::uint64_t) { return measure_private(run, nets[game], workers); });
    if (!figures) continue;
    const Estimate up = median_of(ratios(figures->numbers("layers_n"), figures->numbers("layers_1")));
    const Estimate given = median_of(ratios(figures->numbers("arithmetic_n"), figures->numbers("arithmetic_1")));
    speed_up[game] = up;
    machine[game] = given;
    const auto published = run.published("figure-3", game, "speed-up");
    const auto cores = run.published("figure-3", game, "cores");
    std::vector<Cell> row{game, published, cores, published && cores ? std::optional(*published / *cores) : std::nullopt};
    row.insert(row.end(),
               {median_of(figures->numbers("layers_1")), median_of(figures->numbers("layers_n")), up, up.value / workers, given});
    for (const std::string engine : {"engine", "lanes"}) {
      const std::string failure = figures->word(engine + "_failure");
      for (const char* threads : {"_1", "_n"})
        row.push_back(failure.empty() ? Cell(median_of(figures->numbers(engine + threads))) : Cell(failure));
    }
    table.rows.push_back(std::move(row));
  }
  run.add(std::move(table));
  for (const std::string game : {"breakthrough", "tictactoe"}) {
    const std::string id = "mode-b-" + game;
    if (!speed_up.contains(game)) continue;
    const Estimate &up = speed_up[game], &given = machine[game];
    const std::string figures = fmt::format("{:.2f} times with {} workers, {} positions a run; arithmetic {:.2f} times", up.value,
                                            workers, batch, given.value);
    // Where not even arithmetic gets faster by that much, the machine is busy and nothing can be said.
    if (up.value < run.threshold(id) && given.value < run.threshold(id)) run.not_measured(id, "a busy machine: " + figures);
    else run.check(id, {.holds = up.value >= run.threshold(id), .reason = figures, .figure = up, .spent = timed(run)});
  }
}

// Mode A: all threads on one playout, a barrier after every layer.
void distributed(Run& run, Networks& nets) {
  const unsigned workers = most_workers(run);
  Table table{"distributed",
              "One playout by several threads (mode A, figure 2 of the paper): playouts a second",
              {{"game", Kind::Label},
               {"layers", Kind::Ours},
               {"gates", Kind::Ours},
               {"1 thread", Kind::Ours},
               {fmt::format("{} threads", workers), Kind::Ours},
               {"slower by", Kind::Ours}},
              {},
              "Published as curves: every one falls as threads are added. The barrier is busy waiting in shared memory."};
  for (const std::string& game : run.experiment().games) {
    const auto figures = run.cell("distributed " + game, [&](std::uint64_t) {
      const LayeredNetwork& net = nets[game];
      std::vector<Contender> contenders;
      for (const unsigned threads : {1U, workers}) {
        contenders.push_back({"", [&net, threads, seed = std::uint64_t{1}](double seconds) mutable {
                                return rate_of(seconds, [&] {
                                  constexpr std::uint64_t kCount = 50;
                                  distributed_playouts(net, threads, kCount, seed);
                                  seed += kCount;
                                  return kCount;
                                });
                              }});
      }
      const auto rates = side_by_side(contenders, run.settings().number("seconds"), run.settings().count("rounds"));
      Figures found;
      found.set("layers", net.layer_count());
      found.set("gates", net.gates.size());
      found.set("alone", rates[0]);
      found.set("together", rates[1]);
      return found;
    });
    if (!figures) continue;
    const auto alone = figures->numbers("alone"), together = figures->numbers("together");
    const Estimate slower = median_of(ratios(alone, together));
    table.rows.push_back(
        {game, figures->number("layers"), figures->number("gates"), median_of(alone), median_of(together), slower});
    if (game == "tictactoe") {
      run.check("mode-a-loses", {.holds = slower.value >= run.threshold("mode-a-loses"),
                                 .reason = fmt::format("{:.1f} times slower with {} threads than with one", slower.value, workers),
                                 .figure = slower,
                                 .spent = timed(run)});
    }
  }
  run.add(std::move(table));
}

void batch_sizes(Run& run, Networks& nets) {
  const unsigned workers = most_workers(run);
  Table table{"batch",
              "Tic-tac-toe: playouts a second by positions in a run",
              {{"positions", Kind::Label}},
              {},
              fmt::format("{} workers. No figures are published; runs of the paper had one position for each thread.", workers)};
  Plot plot{"Tic-tac-toe: playouts a second by positions in a run", "positions in a run", "playouts a second", true, true, {}};
  const auto sizes = run.settings().numbers("batches");
  std::vector<std::vector<Estimate>> all;
  for (const ThreadMode mode : {ThreadMode::Restart, ThreadMode::ConditionVariable}) {
    const auto figures = run.cell(fmt::format("batch {}", mode_word(mode)), [&](std::uint64_t) {
      std::vector<Contender> contenders;
      for (const double size : sizes)
        contenders.push_back(leaf_contender(nets["tictactoe"], mode, workers, static_cast<std::size_t>(size)));
      const auto measured = side_by_side(contenders, run.settings().number("seconds") / 2, run.settings().count("rounds"));
      Figures found;
      for (std::size_t i = 0; i < sizes.size(); ++i) found.set(fmt::format("{:.0f}", sizes[i]), measured[i]);
      return found;
    });
    if (!figures) return;
    std::vector<std::vector<double>> rates;
    for (const double size : sizes) rates.push_back(figures->numbers(fmt::format("{:.0f}", size)));
    table.columns.push_back({to_string(mode), Kind::Ours});
    plot.series.push_back({to_string(mode), {}});
    auto& column = all.emplace_back();
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      column.push_back(median_of(rates[i]));
      plot.series.back().points.push_back({sizes[i], column.back().value});
    }
  }
  for (std::size_t i = 0; i < sizes.size(); ++i) table.rows.push_back({number_text(sizes[i]), all[0][i], all[1][i]});
  run.add(std::move(table));
  run.add(std::move(plot));
  // A step down within the noise of the measurement is none.
  const auto& restart = all[0];
  bool rises = true;
  for (std::size_t i = 1; i < restart.size(); ++i) rises &= restart[i].high >= 0.9 * restart[i - 1].value;
  const Estimate factor{restart.back().value / restart.front().value, restart.back().low / restart.front().high,
                        restart.back().high / restart.front().low};
  run.check("batches-pay",
            {.holds = rises && factor.value >= run.threshold("batches-pay"),
             .reason = fmt::format("{:.1f} times from {} to {} positions a run with threads started anew; {}", factor.value,
                                   sizes.front(), sizes.back(), rises ? "rising all the way" : "not rising all the way"),
             .figure = factor,
             .spent = timed(run)});
}

void thread_modes(Run& run, Networks& nets) {
  const unsigned workers = most_workers(run);
  const auto many = static_cast<unsigned>(run.settings().count("oversubscribed"));
  Table table{"threads",
              "Thread management (figure 4 of the paper): playouts a second",
              {{"game", Kind::Label}, {"workers", Kind::Label}, {"positions a run", Kind::Label}},
              {},
              ""};
  for (const ThreadMode mode : kThreadModes) table.columns.push_back({to_string(mode), Kind::Ours});
  table.note =
      "Published as curves: on tic-tac-toe restarting is best and portals (here: lock-free queues) are worst; on the other two "
      "restart and condition "
      "variables are nearly the same. There every primitive ends in a spinlock on the memory of the cluster; here an idle thread "
      "sleeps.";
  struct Setup {
    unsigned workers;
    std::size_t batch;
  };
  for (const std::string& game : run.experiment().games) {
    for (const Setup setup : {Setup{workers, workers}, Setup{workers, run.settings().count("large_batch")}, Setup{many, many}}) {
      const auto figures = run.cell(fmt::format("modes {} {}x{}", game, setup.workers, setup.batch), [&](std::uint64_t) {
        // One mode at a time: idle threads of another mode would take the processor away.
        std::vector<std::vector<double>> rates(kThreadModes.size());
        for (std::uint64_t round = 0; round < run.settings().count("rounds"); ++round) {
          for (std::size_t i = 0; i < kThreadModes.size(); ++i) {
            const std::size_t m = (i + round) % kThreadModes.size();
            const Contender contender = leaf_contender(nets[game], kThreadModes[m], setup.workers, setup.batch);
            rates[m].push_back(contender.rate(run.settings().number("seconds") / 2));
          }
        }
        Figures found;
        for (std::size_t m = 0; m < kThreadModes.size(); ++m) found.set(mode_word(kThreadModes[m]), rates[m]);
        return found;
      });
      if (!figures) continue;
      std::vector<Cell> row{game, fmt::format("{}", setup.workers), fmt::format("{}", setup.batch)};
      std::vector<double> medians;
      for (const ThreadMode mode : kThreadModes) {
        row.emplace_back(median_of(figures->numbers(mode_word(mode))));
        medians.push_back(*row.back().value);
      }
      table.rows.push_back(std::move(row));
      if (game != "tictactoe") continue;
      if (setup.workers == many) {
        const double spin = medians[static_cast<std::size_t>(ThreadMode::Spin)];
        run.check("spin-worst-when-crowded",
                  {.holds = spin == *std::ranges::min_element(medians),
                   .reason = fmt::format(
                       "{} workers on {} cores: {} playouts/s spinning, {} restarted, {} with condition variables, {} with queues",
                       many, run.options().threads, number_text(spin), number_text(medians[0]), number_text(medians[1]),
                       number_text(medians[3])),
                   .figure = {},
                   .spent = timed(run)});
      } else if (setup.batch == workers) {
        const double kept = *std::max_element(medians.begin() + 1, medians.end());
        run.check("keeping-wins-here", {.holds = kept >= medians[0],
                                        .reason = fmt::format("{} playouts/s restarted, {} with the best way to keep threads",
                                                              number_text(medians[0]), number_text(kept)),
                                        .figure = Estimate{kept / medians[0], kept / medians[0], kept / medians[0]},
                                        .spent = timed(run)});
      }
    }
  }
  run.add(std::move(table));
}

void communication(Run& run) {
  const auto sizes = run.settings().numbers("message_bytes");
  Table table{"communication",
              "Runs of empty playouts (figure 1 of the paper): microseconds a run by bytes of a position",
              {{"clusters x threads", Kind::Label}},
              {},
              "Emulated on the threads of this machine, so it is the cost of starting threads that shows, not that of a network on "
              "a chip. Published: 1x1 is almost constant, "
              "16x16 takes about 5 times as long for 10 times the bytes."};
  for (const double size : sizes) table.columns.push_back({number_text(size) + " B", Kind::Ours});
  table.columns.push_back({"last / first", Kind::Published});
  table.columns.push_back({"last / first", Kind::Ours});
  for (const auto& layout : {std::pair{1U, 1U}, {1U, 16U}, {16U, 1U}, {16U, 16U}}) {
    const std::string name = fmt::format("{}x{}", layout.first, layout.second);
    const auto figures = run.cell("communication " + name, [&](std::uint64_t) {
      std::vector<Contender> contenders;
      std::vector<std::uint8_t> host;
      for (const double size : sizes) {
        contenders.push_back({"", [&, size](double seconds) {
                                Device device;
                                device.clusters = layout.first;
                                device.threads_per_cluster = layout.second;
                                return rate_of(seconds,
                                               [&] { return empty_run(device, static_cast<std::size_t>(size), host) > 0 ? 1 : 0; });
                              }});
      }
      const auto rates = side_by_side(contenders, run.settings().number("seconds") / 2, run.settings().count("rounds"));
      Figures found;
      for (std::size_t i = 0; i < sizes.size(); ++i) found.set(fmt::format("{:.0f}", sizes[i]), rates[i]);
      return found;
    });
    if (!figures) continue;
    std::vector<Cell> row{name};
    for (const double size : sizes) {
      std::vector<double> micros;
      for (const double per_second : figures->numbers(fmt::format("{:.0f}", size))) micros.push_back(1e6 / per_second);
      row.emplace_back(median_of(micros));
    }
    row.emplace_back(run.published("figure-1", name, "10 times the bytes"));
    row.emplace_back(median_of(
        ratios(figures->numbers(fmt::format("{:.0f}", sizes.front())), figures->numbers(fmt::format("{:.0f}", sizes.back())))));
    table.rows.push_back(std::move(row));
  }
  run.add(std::move(table));
}

struct Outcomes {
  std::array<std::uint64_t, 3> counts{};  // first player wins, second player wins, draw
  void add(int goal, std::uint64_t times = 1) { counts[goal == 100 ? 0 : goal == 0 ? 1 : 2] += times; }
};

// Tic-tac-toe from the empty board: exact values exist, so every way to play can be held against them.
Figures measure_outcomes(const LayeredNetwork& net, std::uint64_t playouts, unsigned workers) {
  std::vector<std::pair<std::string, Outcomes>> all;
  std::vector<Score> reference;
  bool same = true;
  for (const unsigned team : {1U, workers, 7U}) {
    for (const ThreadMode mode : kThreadModes) {
      if (team == 7 && mode == ThreadMode::Spin) continue;  // on few cores this says nothing but takes long
      const std::vector<Score> scores = LeafParallel(net, mode, team).run(playouts, 1);
      if (reference.empty()) reference = scores;
      same &= scores == reference;
      if (team != workers) continue;
      auto& [name, sum] = all.emplace_back(fmt::format("{} x{}", to_string(mode), team), Outcomes{});
      for (const Score& score : scores) sum.add(score.first_goal);
    }
  }
  if (const auto engine = engines::CircuitEngine::create(net.circuit)) {
    auto& [name, sum] = all.emplace_back("circuit engine", Outcomes{});
    auto scratch = (*engine)->make_scratch();
    const auto start = (*engine)->initial_state(scratch);
    Rng rng(1);
    for (std::uint64_t i = 0; i < playouts; ++i) sum.add((*engine)->playout(scratch, start, rng, 4095).goals[0]);
  }
  if (const auto lanes = engines::Lanes::create(net.circuit)) {
    auto& [name, sum] = all.emplace_back(fmt::format("lanes x{}", workers), Outcomes{});
    const auto totals = (*lanes)->playouts((playouts + 639) / 640, 10, 1, workers);
    for (std::size_t v = 0; v < totals.goals[0].size(); ++v) sum.add((*lanes)->goal_values(RoleId{0})[v], totals.goals[0][v]);
  }
  std::vector<std::string> ways;
  std::vector<double> counts[3];
  for (const auto& [way, sum] : all) {
    ways.push_back(way);
    for (std::size_t i = 0; i < 3; ++i) counts[i].push_back(static_cast<double>(sum.counts[i]));
  }
  Figures figures;
  figures.set("same", same);
  figures.set("ways", std::move(ways));
  figures.set("x", std::move(counts[0]));
  figures.set("o", std::move(counts[1]));
  figures.set("draw", std::move(counts[2]));
  return figures;
}

void outcomes(Run& run, Networks& nets) {
  const std::uint64_t playouts = run.settings().count("outcome_playouts");
  const auto figures =
      run.cell("outcomes", [&](std::uint64_t) { return measure_outcomes(nets["tictactoe"], playouts, most_workers(run)); });
  if (!figures) return;
  Table table{"outcomes",
              "Tic-tac-toe from the empty board: how random playouts end",
              {{"way to play", Kind::Label}},
              {},
              "The column marked published is not of the paper: exact values, by counting all matches."};
  const char* names[] = {"x", "o", "draw"};
  for (const char* name : names) {
    table.columns.push_back({name, Kind::Published});
    table.columns.push_back({name, Kind::Ours});
  }
  double worst = 0;
  const auto ways = figures->words("ways");
  for (std::size_t w = 0; w < ways.size(); ++w) {
    std::vector<Cell> row{ways[w]};
    double total = 0;
    for (const char* name : names) total += figures->numbers(name).at(w);
    for (const char* name : names) {
      const double exact = run.published("exact", "tictactoe", name).value_or(0);
      const Estimate ours = proportion_of(figures->numbers(name).at(w), static_cast<std::uint64_t>(total));
      worst = std::max(worst, std::abs(ours.value - exact));
      row.emplace_back(exact);
      row.emplace_back(ours);
    }
    table.rows.push_back(std::move(row));
  }
  run.add(std::move(table));
  run.check("outcomes", {.holds = worst <= run.threshold("outcomes"),
                         .reason = fmt::format("largest distance {:.4f}, {} playouts each", worst, playouts),
                         .figure = Estimate{worst, worst, worst},
                         .spent = {{"playouts", static_cast<double>(playouts)}}});
  run.check("same-results", figures->flag("same"),
            "scores of all playouts, in order, over 1 to 7 workers and all ways to keep threads");
}

void memory_budget(Run& run) {
  Device device;
  device.memory_limit = run.settings().count("cluster_kib") << 10U;
  device.reserved = run.settings().count("reserved_kib") << 10U;
  Table table{"memory",
              fmt::format("What a cluster of {} KiB has to hold, of which system and code take {}", device.memory_limit >> 10U,
                          device.reserved >> 10U),
              {{"game", Kind::Label},
               {"admitted", Kind::Published},
               {"gates", Kind::Ours},
               {"layers", Kind::Ours},
               {"network KiB", Kind::Ours},
               {"16 workers KiB", Kind::Ours},
               {"admitted", Kind::Ours},
               {"playouts/s on the host", Kind::Ours}},
              {},
              "Recursion (the chains of Hex) is unrolled, as a network without loops requires. The paper does not print sizes, nor "
              "which board of Hex "
              "was too large."};
  bool admitted = true;
  std::string first_rejected, fallback = "no board was rejected";
  std::vector<std::string> games = run.experiment().games;
  const std::size_t small = games.size();
  for (const std::string& game : run.settings().words("budget_games")) games.push_back(game);
  const std::size_t missing = run.missing();
  for (std::size_t g = 0; g < games.size(); ++g) {
    const std::string& game = games[g];
    const auto figures = run.cell("memory " + game, [&](std::uint64_t) {
      const auto circuit = make_circuit(run, game);
      const std::optional<LayeredNetwork> net = make_layers(circuit, kMostGates);
      const bool fits = net && device.admits(*net);
      Figures found;
      found.set("fits", fits);
      found.set("unrolled", net.has_value());
      if (net) {
        found.set("gates", net->gates.size());
        found.set("layers", net->layer_count());
        found.set("bytes", net->bytes());
        found.set("worker_bytes", net->worker_bytes());
      }
      if (fits) return found;
      // The way out: the host plays by itself, on an engine that needs no unrolling.
      const auto engine = engines::CircuitEngine::create(circuit);
      if (engine) found.set("host_rate", engine_rate(**engine, 1, run.settings().number("seconds") / 2));
      else found.set("host_failure", why(engine.error()));
      return found;
    });
    if (!figures) continue;
    const bool fits = figures->flag("fits");
    if (g < small) admitted &= fits;
    Cell host;
    if (figures->has("host_rate")) host = figures->number("host_rate");
    if (figures->has("host_failure")) host = figures->word("host_failure");
    if (!fits && first_rejected.empty()) {
      first_rejected = game;
      fallback =
          host.value ? fmt::format("{} is rejected and the host gives {} playouts/s", game, number_text(*host.value)) : host.text;
    }
    const std::string published = g < small ? "yes" : "no (some board)";
    if (figures->flag("unrolled")) {
      table.rows.push_back({game, published, figures->number("gates"), figures->number("layers"), figures->number("bytes") / 1024,
                            16 * figures->number("worker_bytes") / 1024, fits ? "yes" : "no", host});
    } else {
      table.rows.push_back({game, published, fmt::format("over {}", kMostGates), "", "", "", "no", host});
    }
  }
  run.add(std::move(table));
  if (run.missing() > missing) return;
  run.check("memory-budget", admitted && !first_rejected.empty(),
            fmt::format("{}; {}", admitted ? "the three games fit" : "a game that should fit does not", fallback));
}

LayeredNetwork full_board_network(const Run& run) {
  const Result<library::Sheet> sheet = run.sheet("tictactoe");
  if (!sheet) throw LookupError{why(sheet.error())};
  std::string text = sheet->text;
  const std::string cut = run.settings().word("full_board_cut");
  const std::size_t at = text.find(cut);
  if (at == std::string::npos) throw LookupError{"the sheet of tictactoe has no such rule as full_board_cut"};
  text.erase(at, cut.size());
  const Result<gdl::Rules> rules = gdl::read_text(std::move(text), "tictactoe to the full board");
  if (!rules) throw LookupError{why(rules.error())};
  return layers_of(make_circuit(run, *rules, "tictactoe to the full board"), "tictactoe");
}

// Runs of one playout for each worker: how long each playout took by the clock, how much these times vary within a run, and by how
// much replies over one channel lengthen the run. Workers and channel are emulated; the times are measured.
Figures measure_congestion(const Run& run, const LayeredNetwork& net, std::uint64_t seed) {
  const auto workers = static_cast<std::size_t>(run.settings().count("oversubscribed"));
  const std::uint64_t runs = run.settings().count("congestion_runs");
  PlayoutState state(net);
  std::vector<std::vector<double>> nanoseconds(runs);
  double moves = 0, time = 0;
  for (std::uint64_t r = 0; r < runs; ++r) {
    for (std::size_t w = 0; w < workers; ++w) {
      const auto start = std::chrono::steady_clock::now();
      const Score score = private_playout(net, state, net.initial, seed + r * workers + w);
      nanoseconds[r].push_back(std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - start).count());
      moves += score.steps;
      time += nanoseconds[r].back();
    }
  }
  const double reply = run.settings().number("reply_moves") * time / moves;
  std::vector<double> spread, delay;
  for (const std::vector<double>& finish : nanoseconds) {
    const double mean = mean_of(finish).value;
    spread.push_back(std::sqrt(variance(finish)) / mean);
    delay.push_back(reply_delay(finish, reply));
  }
  // Medians: a run in which the system took the processor away says nothing about playouts.
  const Estimate middle_spread = median_of(spread), middle_delay = median_of(delay);
  Figures figures;
  figures.set("runs", runs);
  figures.set("moves", moves / static_cast<double>(runs * workers));
  figures.set("nanoseconds", time / static_cast<double>(runs * workers));
  figures.set("spread", std::vector<double>{middle_spread.value, middle_spread.low, middle_spread.high});
  figures.set("delay", std::vector<double>{middle_delay.value, middle_delay.low, middle_delay.high});
  return figures;
}

Estimate estimate_of(const std::vector<double>& three) { return {three.at(0), three.at(1), three.at(2)}; }

// Tic-tac-toe played on until the board is full: playouts end together, and their replies stand in a queue.
void fixed_length(Run& run, Networks& nets) {
  const double reply = run.settings().number("reply_moves");
  Table table{"fixed-length",
              "Tic-tac-toe: natural ends against boards played full",
              {{"playouts", Kind::Label},
               {"mean moves", Kind::Ours},
               {"microseconds", Kind::Ours},
               {"spread of finishing times", Kind::Ours},
               {"run longer by replies", Kind::Ours}},
              {},
              fmt::format("Finishing times by the clock; spread: standard deviation by mean. Emulated network: one channel, a "
                          "reply takes as long as "
                          "{} moves, runs of {} playouts; medians of the runs. "
                          "Published as a curve: both games of fixed length stop scaling above 14 threads of a cluster.",
                          reply, run.settings().count("oversubscribed"))};
  std::vector<Estimate> spread, delay;
  std::uint64_t runs = 0;
  for (const bool full : {false, true}) {
    const auto figures = run.cell(full ? "congestion full" : "congestion natural", [&](std::uint64_t seed) {
      return full ? measure_congestion(run, full_board_network(run), seed) : measure_congestion(run, nets["tictactoe"], seed);
    });
    if (!figures) continue;
    spread.push_back(estimate_of(figures->numbers("spread")));
    delay.push_back(estimate_of(figures->numbers("delay")));
    runs = figures->count("runs");
    table.rows.push_back({full ? "full board" : "natural end", figures->number("moves"), figures->number("nanoseconds") / 1000,
                          spread.back(), delay.back()});
  }
  run.add(std::move(table));
  if (spread.size() < 2) return;
  run.check(
      "fixed-length-congests",
      {.holds = spread[1].high < spread[0].low && delay[1].low > delay[0].high,
       .reason = fmt::format("finishing times spread by {:.1f} % naturally, {:.1f} % with full boards; replies lengthen a run by "
                             "{:.0f} % and {:.0f} %",
                             100 * spread[0].value, 100 * spread[1].value, 100 * delay[0].value, 100 * delay[1].value),
       .figure = Estimate{delay[1].value - delay[0].value, delay[1].low - delay[0].high, delay[1].high - delay[0].low},
       .spent = {{"runs", static_cast<double>(runs)}}});
}

// Synchronous leaf parallelisation as a player: 16 leaves are selected before any of their results are known. Bit lanes are the
// workers.
void strength(Run& run) {
  const std::string game = run.settings().word("strength_game");
  const std::uint64_t games = run.settings().count("strength_games");
  constexpr const char* kLeafParallel = "lanes, batch=16, playouts=16, fan=0, ";
  const auto player = [&](const char* way, const std::string& budget) {
    return fmt::format("mcts({}{}, reuse=no, solver=no)", way, budget);
  };
  struct Budget {
    const char* name;
    std::string text;
  };
  const Budget budgets[] = {{"playouts", fmt::format("iterations={}", run.settings().count("strength_playouts"))},
                            {"time", fmt::format("time={}s", run.settings().number("strength_ms") / 1000)}};
  Table table{"strength",
              fmt::format("Leaf-parallel search, 16 leaves a batch, against serial search in {}: points of a hundred", game),
              {{"budget of a move", Kind::Label}, {"leaf-parallel", Kind::Ours}},
              {},
              "Not in the paper, which measures throughput only. Leaves are played out in the bit lanes of one thread."};
  Kits kits(run);
  std::vector<DuelPool> pools;
  for (const Budget& budget : budgets) {
    const auto pool = duel_cell(run, fmt::format("strength {}", budget.name), kits, game, player(kLeafParallel, budget.text),
                                player("", budget.text), games);
    if (!pool) continue;
    pools.push_back(*pool);
    table.rows.push_back({budget.text, pool->percent()});
  }
  run.add(std::move(table));
  if (pools.size() < std::size(budgets)) return;
  const Estimate equal_playouts = pools[0].percent(), equal_time = pools[1].percent();
  run.check("leaf-parallel-strength",
            {.holds = equal_playouts.low <= 50 && equal_time.low > 50,
             .reason = fmt::format("equal playouts: {}; equal time: {}", pools[0].text(), pools[1].text()),
             .figure = equal_time,
             .spent = {{"games", static_cast<double>(games)}}});
}

}  // namespace

void run_giga15_mppa(Run& run) {
  Networks nets(run);
  outcomes(run, nets);
  private_playouts(run, nets);
  distributed(run, nets);
  batch_sizes(run, nets);
  thread_modes(run, nets);
  communication(run);
  memory_budget(run);
  fixed_length(run, nets);
  strength(run);
}

}  // namespace agon::lab::experiments
