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
#include "gdl/reader.h"
#include "ground/grounder.h"
#include "lab/experiments/all.h"
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

// Mode B: private playouts over numbers of workers; beside the layered network the circuit engine and the lanes.
void private_playouts(Run& run, const std::map<std::string, LayeredNetwork>& nets) {
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
  std::map<std::string, double> speed_up, machine;
  for (const std::string& game : run.experiment().games) {
    run.step("private playouts " + game);
    const LayeredNetwork& net = nets.at(game);
    std::vector<Contender> contenders{leaf_contender(net, ThreadMode::ConditionVariable, 1, batch),
                                      leaf_contender(net, ThreadMode::ConditionVariable, workers, batch)};
    for (const unsigned threads : {1U, workers})
      contenders.push_back({"arithmetic", [threads](double seconds) { return arithmetic_rate(threads, seconds / 2); }});
    const auto engine = engines::CircuitEngine::create(net.circuit);
    const auto lanes = engines::Lanes::create(net.circuit);
    if (engine) {
      for (const unsigned threads : {1U, workers})
        contenders.push_back({"engine", [e = *engine, threads](double seconds) { return engine_rate(*e, threads, seconds); }});
    }
    if (lanes) {
      for (const unsigned threads : {1U, workers}) {
        contenders.push_back({"lanes", [l = *lanes, threads](double seconds) {
                                const Stopwatch watch;
                                const auto totals = l->playouts_for(std::chrono::duration<double>(seconds), 1, threads);
                                return static_cast<double>(totals.playouts) / watch.seconds();
                              }});
      }
    }
    const auto rates = side_by_side(contenders, run.settings().number("seconds"), run.settings().count("rounds"));
    const Estimate up = median_of(ratios(rates[1], rates[0]));
    speed_up[game] = up.value;
    const auto published = run.published("figure-3", game, "speed-up");
    const auto cores = run.published("figure-3", game, "cores");
    std::vector<Cell> row{game, published, cores, published && cores ? std::optional(*published / *cores) : std::nullopt};
    const Estimate given = median_of(ratios(rates[3], rates[2]));
    machine[game] = given.value;
    row.insert(row.end(), {median_of(rates[0]), median_of(rates[1]), up, up.value / workers, given});
    std::size_t at = 4;
    for (const auto& [there, problem] : {std::pair{engine.ok(), engine ? std::string() : why(engine.error())},
                                         std::pair{lanes.ok(), lanes ? std::string() : why(lanes.error())}}) {
      for (int i = 0; i < 2; ++i) row.push_back(there ? Cell(median_of(rates[at + static_cast<std::size_t>(i)])) : Cell(problem));
      at += there ? 2 : 0;
    }
    table.rows.push_back(std::move(row));
  }
  run.add(std::move(table));
  for (const std::string game : {"breakthrough", "tictactoe"}) {
    const std::string id = "mode-b-" + game;
    const std::string figures = fmt::format("{:.2f} times with {} workers, {} positions a run; arithmetic {:.2f} times",
                                            speed_up[game], workers, batch, machine[game]);
    // Where not even arithmetic gets faster by that much, the machine is busy and nothing can be said.
    if (speed_up[game] < run.threshold(id) && machine[game] < run.threshold(id)) run.not_measured(id, figures);
    else run.check(id, speed_up[game] >= run.threshold(id), figures);
  }
}

// Mode A: all threads on one playout, a barrier after every layer.
void distributed(Run& run, const std::map<std::string, LayeredNetwork>& nets) {
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
    run.step("distributed playouts " + game);
    const LayeredNetwork& net = nets.at(game);
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
    const Estimate slower = median_of(ratios(rates[0], rates[1]));
    table.rows.push_back({game, static_cast<double>(net.layer_count()), static_cast<double>(net.gates.size()), median_of(rates[0]),
                          median_of(rates[1]), slower});
    if (game == "tictactoe") {
      run.check("mode-a-loses", slower.value >= run.threshold("mode-a-loses"),
                fmt::format("{:.1f} times slower with {} threads than with one", slower.value, workers));
    }
  }
  run.add(std::move(table));
}

void batch_sizes(Run& run, const LayeredNetwork& net) {
  const unsigned workers = most_workers(run);
  run.step("batch sizes");
  Table table{"batch",
              "Tic-tac-toe: playouts a second by positions in a run",
              {{"positions", Kind::Label}},
              {},
              fmt::format("{} workers. No figures are published; runs of the paper had one position for each thread.", workers)};
  Plot plot{"Tic-tac-toe: playouts a second by positions in a run", "positions in a run", "playouts a second", true, true, {}};
  const auto sizes = run.settings().numbers("batches");
  std::vector<std::vector<Estimate>> all;
  for (const ThreadMode mode : {ThreadMode::Restart, ThreadMode::ConditionVariable}) {
    std::vector<Contender> contenders;
    for (const double size : sizes) contenders.push_back(leaf_contender(net, mode, workers, static_cast<std::size_t>(size)));
    const auto rates = side_by_side(contenders, run.settings().number("seconds") / 2, run.settings().count("rounds"));
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
  const double factor = restart.back().value / restart.front().value;
  run.check("batches-pay", rises && factor >= run.threshold("batches-pay"),
            fmt::format("{:.1f} times from {} to {} positions a run with threads started anew; {}", factor, sizes.front(),
                        sizes.back(), rises ? "rising all the way" : "not rising all the way"));
}

void thread_modes(Run& run, const std::map<std::string, LayeredNetwork>& nets) {
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
  bool spin_worst = false;
  std::string spin_reason;
  for (const std::string& game : run.experiment().games) {
    struct Setup {
      unsigned workers;
      std::size_t batch;
    };
    for (const Setup setup : {Setup{workers, workers}, Setup{workers, run.settings().count("large_batch")}, Setup{many, many}}) {
      run.step(fmt::format("thread modes {} x{}", game, setup.workers));
      // One mode at a time: idle threads of another mode would take the processor away.
      std::vector<std::vector<double>> rates(kThreadModes.size());
      for (std::uint64_t round = 0; round < run.settings().count("rounds"); ++round) {
        for (std::size_t i = 0; i < kThreadModes.size(); ++i) {
          const std::size_t m = (i + round) % kThreadModes.size();
          const Contender contender = leaf_contender(nets.at(game), kThreadModes[m], setup.workers, setup.batch);
          rates[m].push_back(contender.rate(run.settings().number("seconds") / 2));
        }
      }
      std::vector<Cell> row{game, fmt::format("{}", setup.workers), fmt::format("{}", setup.batch)};
      std::vector<double> medians;
      for (const auto& rate : rates) {
        row.emplace_back(median_of(rate));
        medians.push_back(median_of(rate).value);
      }
      table.rows.push_back(std::move(row));
      if (game == "tictactoe" && setup.workers == many) {
        const double spin = medians[static_cast<std::size_t>(ThreadMode::Spin)];
        spin_worst = spin == *std::ranges::min_element(medians);
        spin_reason = fmt::format(
            "{} workers on {} cores: {} playouts/s spinning, {} restarted, {} with condition variables, {} with queues", many,
            run.options().threads, number_text(spin), number_text(medians[0]), number_text(medians[1]), number_text(medians[3]));
      }
      if (game == "tictactoe" && setup.workers == workers && setup.batch == workers) {
        const double kept = *std::max_element(medians.begin() + 1, medians.end());
        run.check("keeping-wins-here", kept >= medians[0],
                  fmt::format("{} playouts/s restarted, {} with the best way to keep threads", number_text(medians[0]),
                              number_text(kept)));
      }
    }
  }
  run.check("spin-worst-when-crowded", spin_worst, spin_reason);
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
    run.step("communication " + name);
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
    std::vector<Cell> row{name};
    for (const auto& rate : rates) {
      std::vector<double> micros;
      for (const double per_second : rate) micros.push_back(1e6 / per_second);
      row.emplace_back(median_of(micros));
    }
    row.emplace_back(run.published("figure-1", name, "10 times the bytes"));
    row.emplace_back(median_of(ratios(rates.front(), rates.back())));
    table.rows.push_back(std::move(row));
  }
  run.add(std::move(table));
}

struct Outcomes {
  std::array<std::uint64_t, 3> counts{};  // first player wins, second player wins, draw
  void add(int goal, std::uint64_t times = 1) { counts[goal == 100 ? 0 : goal == 0 ? 1 : 2] += times; }
};

// Tic-tac-toe from the empty board: exact values exist, so every way to play can be held against them.
void outcomes(Run& run, const LayeredNetwork& net) {
  run.step("outcomes");
  const std::uint64_t playouts = run.settings().count("outcome_playouts");
  const unsigned workers = most_workers(run);
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
  for (const auto& [way, sum] : all) {
    std::vector<Cell> row{way};
    const std::uint64_t total = sum.counts[0] + sum.counts[1] + sum.counts[2];
    for (std::size_t i = 0; i < 3; ++i) {
      const double exact = run.published("exact", "tictactoe", names[i]).value_or(0);
      const Estimate ours = proportion_of(sum.counts[i], total);
      worst = std::max(worst, std::abs(ours.value - exact));
      row.emplace_back(exact);
      row.emplace_back(ours);
    }
    table.rows.push_back(std::move(row));
  }
  run.add(std::move(table));
  // With fewer playouts than a million chance alone may be larger than the threshold.
  const double chance = 4 * std::sqrt(0.25 / static_cast<double>(playouts));
  const double allowed = std::max(run.threshold("outcomes"), playouts < 1'000'000 ? chance : 0.0);
  run.check("outcomes", worst <= allowed,
            fmt::format("largest distance {:.4f}, allowed {:.4f}, {} playouts each", worst, allowed, playouts));
  run.check("same-results", same, "scores of all playouts, in order, over 1 to 7 workers and all ways to keep threads");
}

void memory_budget(Run& run, const std::map<std::string, LayeredNetwork>& nets) {
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
  for (const std::string& game : run.settings().words("budget_games")) games.push_back(game);
  for (const std::string& game : games) {
    run.step("memory " + game);
    const auto known = nets.find(game);
    const auto circuit = known != nets.end() ? known->second.circuit : make_circuit(run, game);
    const std::optional<LayeredNetwork> net = make_layers(circuit, kMostGates);
    const bool fits = net && device.admits(*net);
    if (known != nets.end()) admitted &= fits;
    Cell host;
    if (!fits) {
      // The way out: the host plays by itself, on an engine that needs no unrolling.
      const auto engine = engines::CircuitEngine::create(circuit);
      if (engine) host = engine_rate(**engine, 1, run.settings().number("seconds") / 2);
      else host = why(engine.error());
      if (first_rejected.empty()) {
        first_rejected = game;
        fallback =
            host.value ? fmt::format("{} is rejected and the host gives {} playouts/s", game, number_text(*host.value)) : host.text;
      }
    }
    const std::string published = known != nets.end() ? "yes" : "no (some board)";
    if (net) {
      table.rows.push_back({game, published, static_cast<double>(net->gates.size()), static_cast<double>(net->layer_count()),
                            static_cast<double>(net->bytes()) / 1024, static_cast<double>(16 * net->worker_bytes()) / 1024,
                            fits ? "yes" : "no", host});
    } else {
      table.rows.push_back({game, published, fmt::format("over {}", kMostGates), "", "", "", "no", host});
    }
  }
  run.add(std::move(table));
  run.check("memory-budget", admitted && !first_rejected.empty(),
            fmt::format("{}; {}", admitted ? "the three games fit" : "a game that should fit does not", fallback));
}

// Tic-tac-toe played on until the board is full: all playouts end together, and their replies stand in a queue.
void fixed_length(Run& run, const LayeredNetwork& natural) {
  run.step("fixed length");
  const Result<play::Sheet> sheet = run.sheet("tictactoe");
  if (!sheet) throw LookupError{why(sheet.error())};
  std::string text = sheet->text;
  const std::string cut = run.settings().word("full_board_cut");
  const std::size_t at = text.find(cut);
  if (at == std::string::npos) throw LookupError{"the sheet of tictactoe has no such rule as full_board_cut"};
  text.erase(at, cut.size());
  const Result<gdl::Rules> rules = gdl::read_text(std::move(text), "tictactoe to the full board");
  if (!rules) throw LookupError{why(rules.error())};
  const LayeredNetwork full = layers_of(make_circuit(run, *rules, "tictactoe to the full board"), "tictactoe");

  const auto workers = static_cast<std::size_t>(run.settings().count("oversubscribed"));
  const double reply = run.settings().number("reply_moves");
  Table table{
      "fixed-length",
      "Tic-tac-toe: natural ends against boards played full",
      {{"playouts", Kind::Label},
       {"mean moves", Kind::Ours},
       {"variance of finishing times", Kind::Ours},
       {"run longer by replies", Kind::Ours},
       {"playouts/s", Kind::Ours}},
      {},
      fmt::format(
          "Finishing times in moves. Emulated network: one channel, a reply takes as long as {} moves, runs of {} playouts. "
          "Published as a curve: both games of fixed length stop scaling above 14 threads of a cluster.",
          reply, workers)};
  std::vector<double> spread, delay;
  for (const auto& [name, net] : {std::pair{"natural end", &natural}, {"full board", &full}}) {
    LeafParallel team(*net, ThreadMode::ConditionVariable, 1);
    std::vector<double> variances, delays, lengths;
    for (std::uint64_t r = 0; r < run.settings().count("congestion_runs"); ++r) {
      std::vector<double> finish;
      for (const Score& score : team.run(workers, 1 + r * workers)) finish.push_back(score.steps);
      lengths.insert(lengths.end(), finish.begin(), finish.end());
      variances.push_back(variance(finish));
      delays.push_back(reply_delay(finish, reply));
    }
    const Contender speed = leaf_contender(*net, ThreadMode::ConditionVariable, most_workers(run), 1024);
    spread.push_back(mean_of(variances).value);
    delay.push_back(mean_of(delays).value);
    table.rows.push_back(
        {name, mean_of(lengths), mean_of(variances), mean_of(delays), speed.rate(run.settings().number("seconds"))});
  }
  run.add(std::move(table));
  run.check("fixed-length-congests", spread[1] < spread[0] && delay[1] > delay[0],
            fmt::format("variance {:.2f} naturally, {:.2f} with full boards; replies lengthen a run by {:.0f} % and {:.0f} %",
                        spread[0], spread[1], 100 * delay[0], 100 * delay[1]));
}

}  // namespace

void run_giga15_mppa(Run& run) {
  const auto& games = run.experiment().games;
  run.steps(games.size() * 6 + run.settings().words("budget_games").size() + 7);
  std::map<std::string, LayeredNetwork> nets;
  for (const std::string& game : games) nets.emplace(game, layers_of(make_circuit(run, game), game));
  outcomes(run, nets.at("tictactoe"));
  private_playouts(run, nets);
  distributed(run, nets);
  batch_sizes(run, nets.at("tictactoe"));
  thread_modes(run, nets);
  communication(run);
  memory_budget(run, nets);
  fixed_length(run, nets.at("tictactoe"));
  run.not_measured("leaf-parallel-strength", "the experiment has no tree search to compare; the paper measures throughput only");
}

}  // namespace agon::lab::experiments
