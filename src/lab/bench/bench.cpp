#include "lab/bench/bench.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>

#include "engines/engine_table.h"
#include "lab/bench/contestants.h"
#include "lab/bench/worker.h"

namespace agon::lab {
namespace {

constexpr std::uint64_t kEnoughPlayouts = 30;  // for a reference
constexpr int kDeepest = 40;
constexpr const char* kSecondReference = "updater";  // called in where the prover is too slow
constexpr std::size_t kMatchSteps = 300;

struct Series {  // the rounds of one figure
  std::string driver;
  unsigned threads = 1;
  std::vector<double> rates;
  double seconds = 0;
  double cpu_seconds = 0;
  void add(const Round& round) {
    rates.push_back(static_cast<double>(round.states) / std::max(round.seconds, 1e-9));
    seconds += round.seconds;
    cpu_seconds += round.cpu_seconds;
  }
};

struct Runner {
  std::string name;
  bool silent = false;  // only there to be compared with
  std::unique_ptr<Worker> worker;
  Preparation preparation;
  std::vector<Series> series;
  std::vector<std::vector<TreeCount>> trees;  // per position
  bool follows = false;
  std::optional<PlayoutStatistics> reference;  // a first sample, with one thread
};

std::vector<unsigned> threads_for(const std::string& engine, const BenchOptions& options) {
  if (engine == kAnchor) return {1};
  if (!options.threads.empty()) return options.threads;
  if (engine == "lanes" && available_threads() > 1) return {1, available_threads()};
  return {1};
}

class Bench {
 public:
  Bench(const std::string& game, const std::string& text, const BenchOptions& options,
        const std::function<void(const std::string&)>& progress)
      : game_(game), text_(text), options_(options), progress_(progress) {}

  std::vector<BenchRow> run() {
    for (const std::string& engine : options_.engines) start(engine, false);
    if (!options_.anchor.empty()) start(kAnchor, false);
    if (!find("prover")) start("prover", true);
    if (options_.monte_carlo) find_reference();
    if (options_.minimax) {
      take_positions();
      count_trees();
    }
    for (unsigned round = 0; round < options_.repeat; ++round) play_round(round);
    return rows();
  }

 private:
  // An answer that takes longer than this will not come.
  [[nodiscard]] double patience(double seconds) const {
    const double limit = static_cast<double>(options_.limits.time.count()) / 1000;
    return limit == 0 ? 0 : 3 * limit + 20 * seconds + 10;
  }

  void start(const std::string& engine, bool silent) {
    progress_(fmt::format("{}: {} gets ready", game_, engine));
    Runner runner;
    runner.name = engine;
    runner.silent = silent;
    // Twice the engine's own limit: a wall behind its accounting, not another accounting.
    runner.worker = std::make_unique<Worker>(
        engine == kAnchor ? anchor_factory(options_.anchor) : engine_factory(engine, text_, game_, options_.limits),
        WorkerLimits{2 * options_.limits.memory_bytes + (std::size_t{1} << 30U)});
    if (const auto prepared = runner.worker->prepare(patience(0))) runner.preparation = *prepared;
    if (options_.monte_carlo) {
      for (const unsigned threads : threads_for(engine, options_))
        runner.series.push_back({.driver = "mc", .threads = threads, .rates = {}});
    }
    if (options_.minimax && (engine != "lanes")) runner.series.push_back({.driver = "mm", .rates = {}});
    runners_.push_back(std::move(runner));
  }

  Runner* find(const std::string& name) {
    for (Runner& runner : runners_) {
      if (runner.name == name) return &runner;
    }
    return nullptr;
  }

  // A sample of the most trusted engine that is fast enough to give one; the updater is called in where the prover is too slow.
  void find_reference() {
    for (const std::string& name : engines::standard_engines().by_trust()) {
      if (name == kSecondReference && find(name) == nullptr) start(name, true);
      Runner* runner = find(name);
      if (runner == nullptr || !runner->worker->alive()) continue;
      progress_(fmt::format("{}: {} gives the reference", game_, name));
      const double seconds = std::clamp(options_.seconds, 0.2, 3.0);
      static_cast<void>(runner->worker->playouts(seconds, 1, patience(seconds)));
      runner->reference = runner->worker->statistics(1, patience(0));
      if (!runner->reference) continue;
      if (reference_ == nullptr || runner->reference->length.count > find(reference_name_)->reference->length.count) {
        reference_name_ = name;
        reference_ = runner;
      }
      if (runner->reference->length.count >= kEnoughPlayouts) break;
    }
  }

  // The same positions for everybody, from a match that the first who can has played.
  void take_positions() {
    std::optional<RecordedMatch> match;
    for (const std::string& name : engines::standard_engines().by_trust()) {
      Runner* runner = find(name);
      if (runner == nullptr || !runner->worker->alive()) continue;
      const double seconds = std::clamp(options_.seconds, 0.5, 5.0);
      std::optional<RecordedMatch> own = runner->worker->record(options_.seed, kMatchSteps, seconds, patience(seconds));
      // A match that was cut short by the clock has no late positions; a faster engine may play it to the end.
      if (own && (!match || own->steps.size() > match->steps.size())) match = std::move(own);
      if (match && (match->finished || match->steps.size() == kMatchSteps)) break;
    }
    if (!match) return;
    const std::vector<std::size_t> positions = chosen_positions(*match, options_.positions);
    for (Runner& runner : runners_) {
      if (runner.worker->alive() && runner.worker->has_minimax())
        runner.follows = runner.worker->follow(*match, positions, patience(0));
    }
  }

  void count_trees() {
    for (Runner& runner : runners_) {
      if (!runner.follows) continue;
      progress_(fmt::format("{}: {} counts", game_, runner.name));
      const double seconds = std::min(options_.seconds, 1.0);
      runner.trees = runner.worker->count(seconds, kDeepest, patience(seconds));
    }
  }

  void play_round(unsigned round) {
    for (std::size_t i = 0; i < runners_.size(); ++i) {
      Runner& runner = runners_[(i + round) % runners_.size()];
      if (runner.silent) continue;
      for (Series& series : runner.series) {
        progress_(fmt::format("{}: {} {}", game_, runner.name, series.driver));
        if (!runner.worker->alive() || (series.driver == "mm" && !runner.follows)) continue;
        const double seconds = options_.seconds;
        const auto result = series.driver == "mm" ? runner.worker->minimax(seconds, patience(seconds))
                                                  : runner.worker->playouts(seconds, series.threads, patience(seconds));
        if (result) series.add(*result);
      }
    }
  }

  void check_playouts(const Runner& runner, const PlayoutStatistics& statistics, BenchRow& row) const {
    if (reference_ == nullptr || statistics.length.count == 0) {
      row.checked = "no playout came to an end";
    } else if (reference_ == &runner && row.threads == 1) {
      row.check = BenchRow::Check::Reference;
      row.checked = fmt::format("reference, {} playouts", statistics.length.count);
    } else if (const auto problem = disagreement(*reference_->reference, statistics)) {
      row.check = BenchRow::Check::Differs;
      row.checked = fmt::format("{}: {}", reference_->name, *problem);
    } else {
      row.check = BenchRow::Check::Agrees;
      row.checked = fmt::format("{} playouts of {}", reference_->reference->length.count, reference_->name);
    }
  }

  // Against everybody who is trusted more: the common depths of each position.
  void check_trees(Runner& runner, BenchRow& row) {
    std::uint64_t nodes = 0;
    std::size_t deepest = 0;
    std::string with;
    bool first = true;
    for (const std::string& name : engines::standard_engines().by_trust()) {
      const Runner* other = find(name);
      if (other == nullptr || !other->follows || other->trees.empty()) continue;
      if (other == &runner) break;
      first = false;
      for (std::size_t p = 0; p < runner.trees.size() && p < other->trees.size(); ++p) {
        const std::size_t depths = std::min(runner.trees[p].size(), other->trees[p].size());
        for (std::size_t d = 0; d < depths; ++d) {
          const TreeCount& mine = runner.trees[p][d];
          const TreeCount& theirs = other->trees[p][d];
          if (mine == theirs) continue;
          row.check = BenchRow::Check::Differs;
          row.checked = fmt::format("{}: position {}, depth {}: {} nodes, {} ends, goals {}; expected {}, {}, {}", name, p, d + 1,
                                    mine.nodes, mine.ends, mine.goals, theirs.nodes, theirs.ends, theirs.goals);
          return;
        }
        if (depths > 0 && runner.trees[p][depths - 1].nodes > nodes) {
          nodes = runner.trees[p][depths - 1].nodes;
          deepest = depths;
          with = name;
        }
      }
    }
    if (first && !runner.trees.empty()) {
      row.check = BenchRow::Check::Reference;
      row.checked = "reference";
    } else if (with.empty()) {
      row.checked = "no tree was small enough";
    } else {
      row.check = BenchRow::Check::Agrees;
      row.checked = fmt::format("{} nodes to depth {} of {}", nodes, deepest, with);
    }
  }

  std::vector<BenchRow> rows() {
    std::vector<BenchRow> result;
    for (Runner& runner : runners_) {
      if (runner.silent) continue;
      for (const Series& series : runner.series) {
        BenchRow row;
        row.engine = runner.name;
        row.driver = series.driver;
        row.threads = series.threads;
        row.seconds = series.seconds;
        if (series.seconds > 0) row.cpu_share = series.cpu_seconds / series.seconds / series.threads;
        row.preparation = runner.preparation;
        row.states_per_second = median(series.rates);
        row.spread = spread(series.rates);
        if (!series.rates.empty() && series.driver == "mc") add_playouts(runner, series, row);
        if (!series.rates.empty() && series.driver == "mm") check_trees(runner, row);
        row.peak_bytes = runner.worker->peak_bytes();
        if (series.rates.empty()) {
          row.reason = runner.worker->reason();
          row.limit = runner.worker->limit_reached();
          if (row.reason.empty()) {
            row.reason = "the recorded match is not legal here";
            row.check = BenchRow::Check::Differs;
          }
        }
        result.push_back(std::move(row));
      }
    }
    return result;
  }

  void add_playouts(Runner& runner, const Series& series, BenchRow& row) {
    const auto statistics = runner.worker->statistics(series.threads, patience(1));
    if (!statistics) {
      row.checked = runner.worker->reason();
      return;
    }
    row.cut = statistics->cut;
    if (statistics->length.count > 0) {
      row.mean_length = statistics->length.mean();
      if (*row.mean_length > 0) row.playouts_per_second = row.states_per_second / *row.mean_length;
      for (const Sample& goal : statistics->goals) row.mean_goals.push_back(goal.mean());
    }
    check_playouts(runner, *statistics, row);
  }

  const std::string& game_;
  const std::string& text_;
  const BenchOptions& options_;
  const std::function<void(const std::string&)>& progress_;
  std::deque<Runner> runners_;
  Runner* reference_ = nullptr;
  std::string reference_name_;
};

}  // namespace

unsigned available_threads() { return static_cast<unsigned>(std::max<std::size_t>(1, available_cores().size())); }

std::size_t bench_pieces(const BenchOptions& options) {
  std::size_t pieces = options.monte_carlo ? 1 : 0;
  std::vector<std::string> all = options.engines;
  if (!options.anchor.empty()) all.emplace_back(kAnchor);
  for (const std::string& engine : all) {
    pieces += 1 + (options.minimax ? 1 : 0);
    if (options.minimax && engine != "lanes") pieces += options.repeat;
    if (options.monte_carlo) pieces += options.repeat * threads_for(engine, options).size();
  }
  return pieces;
}

std::vector<BenchRow> bench_game(const std::string& game, const std::string& text, const BenchOptions& options,
                                 const std::function<void(const std::string&)>& progress) {
  return Bench(game, text, options, progress).run();
}

}  // namespace agon::lab
