#include "lab/tournament/tournament.h"

#include <fmt/format.h>
#include <poll.h>

#include <algorithm>
#include <deque>

#include "base/file.h"
#include "lab/match/game_job.h"
#include "lab/tournament/result_store.h"

namespace agon::lab {
namespace {

constexpr int kLookMilliseconds = 200;  // between looks for somebody who hangs

double seconds(std::chrono::milliseconds time) { return static_cast<double>(time.count()) / 1000; }

Patience patience_of(const TournamentConfig& config, const TournamentOptions& options) {
  const bool clock = config.clock.play.count() > 0;
  Patience patience;
  patience.turn_seconds =
      seconds(std::max(config.clock.start, config.clock.play)) + (options.patience > 0 ? options.patience : (clock ? 30 : 600));
  // Several engines may be built, each within its limits, before the first question is answered.
  if (config.limits.time.count() > 0) patience.referee_seconds = 4 * seconds(config.limits.time) + 60;
  return patience;
}

// A wall behind the accounting of engines and players.
std::size_t memory_of(const TournamentConfig& config) {
  std::size_t seats = 1;
  for (const GameEntry& game : config.games) seats = std::max(seats, game.seats.size());
  return 2 * config.limits.memory_bytes + seats * config.player_memory + (std::size_t{1} << 30U);
}

// Cores for each job, apart from each other. One job alone has nobody to share with and goes where the system puts it: pinned, it
// would meet every other program that is pinned to the first core.
Result<std::vector<std::vector<int>>> cores_of(unsigned jobs, unsigned threads) {
  std::vector<std::vector<int>> result(jobs);
  const std::vector<int> cores = available_cores();
  if (jobs == 1) return result;
  if (std::size_t{jobs} * threads > cores.size())
    return Error{Error::Category::Usage,
                 {{"too-many-jobs",
                   Severity::Error,
                   {},
                   fmt::format("{} jobs with {} thread{} each need {} cores; there are {}", jobs, threads, threads == 1 ? "" : "s",
                               jobs * threads, cores.size()),
                   "players would steal time from each other; use fewer --jobs"}}};
  for (std::size_t i = 0; i < std::size_t{jobs} * threads; ++i) result[i / threads].push_back(cores[i]);
  return result;
}

class Runner {
 public:
  Runner(const TournamentConfig& config, const TournamentOptions& options)
      : options_(options),
        setup_{&config, schedule_of(config), options.make_player, !options.record.empty()},
        done_(setup_.schedule.size(), false) {}

  Status run() {
    if (const Status opened = open_store(); !opened) return opened;
    earlier_ = results_.size();
    if (const Status hired = hire(); !hired) return hired;
    report();
    for (;;) {
      if (const Status started = start_games(); !started) return started;
      if (std::none_of(jobs_.begin(), jobs_.end(), [](const GameJob& job) { return job.busy(); })) break;
      wait();
      for (GameJob& job : jobs_) {
        if (!job.busy()) continue;
        if (std::optional<WorkerReply> reply = job.collect()) {
          if (const Status kept = keep(std::move(*reply)); !kept) return kept;
        }
      }
      report();
      if (decided()) break;  // games still being played belong to nobody's sample
    }
    std::sort(results_.begin(), results_.end(), [](const GameResult& a, const GameResult& b) { return a.id < b.id; });
    return done();
  }

  std::vector<GameResult>& results() { return results_; }
  [[nodiscard]] std::uint64_t earlier() const { return earlier_; }
  [[nodiscard]] const std::optional<Sprt>& test() const { return sprt_; }

 private:
  Status open_store() {
    if (options_.folder.empty()) return done();
    Result<ResultStore> store = ResultStore::open(
        options_.folder, header_of(*setup_.config), setup_.config->strategies, fields_that_may_differ(),
        [this](const GameResult& result) { return belongs(result); }, options_.folder_wait);
    if (!store) return store.error();
    for (const GameResult& result : store->earlier()) {
      if (result.id < done_.size()) add(result);
    }
    store_.emplace(std::move(*store));
    return done();
  }

  // Whether a stored result is of this tournament. Those behind the end of the schedule are of a run with more rounds, and are not
  // used.
  [[nodiscard]] bool belongs(const GameResult& result) const {
    const TournamentConfig& config = *setup_.config;
    if (result.id < setup_.schedule.size()) {
      const ScheduledGame game = setup_.schedule[result.id];
      return came_of(blank_result(game, config.games[game.game].name()), result);
    }
    const auto known = [&](const SeatResult& seat) { return seat.player < config.strategies.size(); };
    const auto named = [&](const GameEntry& game) { return game.name() == result.game; };
    return !result.seats.empty() && std::all_of(result.seats.begin(), result.seats.end(), known) &&
           std::any_of(config.games.begin(), config.games.end(), named);
  }

  Status hire() {
    const auto cores = cores_of(options_.jobs, setup_.config->threads);
    if (!cores) return cores.error();
    const Patience patience = patience_of(*setup_.config, options_);
    for (const std::vector<int>& own : *cores)
      jobs_.emplace_back(setup_, patience, ChildProcess::Options{memory_of(*setup_.config), own});
    return done();
  }

  Status start_games() {
    for (GameJob& job : jobs_) {
      while (next_ < done_.size() && done_[next_]) ++next_;
      if (job.busy() || next_ == done_.size() || decided()) continue;
      if (const Status started = job.start(next_++); !started) return started;
    }
    return done();
  }

  void wait() {
    std::vector<pollfd> ready;
    for (const GameJob& job : jobs_) {
      if (job.busy()) ready.push_back({job.readable(), POLLIN, 0});
    }
    poll(ready.data(), ready.size(), kLookMilliseconds);
  }

  // On the disk first: a game that counts is never played again.
  Status keep(WorkerReply reply) {
    if (!reply.record.empty()) {
      const std::string file = done_.size() == 1 ? options_.record : fmt::format("{}.{}", options_.record, reply.result.id + 1);
      if (const Status written = write_file(file, reply.record + '\n'); !written) return written;
    }
    if (store_) {
      if (const Status stored = store_->append(reply.result); !stored) return stored;
    }
    add(std::move(reply.result));
    return done();
  }

  void add(GameResult result) {
    done_[result.id] = true;
    if (options_.sprt) {
      pairs_.add(result);
      sprt_ = sprt(pairs_.scores(), *options_.sprt);
    }
    results_.push_back(std::move(result));
  }

  [[nodiscard]] bool decided() const { return sprt_ && sprt_->verdict != Sprt::Verdict::Undecided; }
  void report() const {
    if (options_.progress) options_.progress(results_, done_.size(), sprt_);
  }

  const TournamentOptions& options_;
  WorkerSetup setup_;
  std::vector<bool> done_;  // by number
  std::uint64_t next_ = 0;  // everything before is done or being played
  std::optional<ResultStore> store_;
  std::deque<GameJob> jobs_;
  std::vector<GameResult> results_;
  std::uint64_t earlier_ = 0;
  PairedScores pairs_;
  std::optional<Sprt> sprt_;
};

}  // namespace

Result<Tournament> run_tournament(TournamentConfig config, const TournamentOptions& options) {
  Tournament tournament;
  tournament.config = std::move(config);
  Runner runner(tournament.config, options);
  if (const Status ran = runner.run(); !ran) return ran.error();
  tournament.earlier = runner.earlier();
  tournament.results = std::move(runner.results());
  tournament.summary = summarise(tournament.config, tournament.results);
  tournament.summary.sprt = runner.test();
  return tournament;
}

}  // namespace agon::lab
