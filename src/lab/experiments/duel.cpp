#include "lab/experiments/duel.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>

#include "lab/experiments/parallel.h"
#include "lab/tournament/schedule.h"
#include "play/referee/referee.h"
#include "play/strategy/players.h"

namespace agon::lab::experiments {
namespace {

constexpr int kMaxSteps = 1000;
constexpr std::uint64_t kSeedsPerGame = 1000;  // more than a game has roles

struct DuelTable {
  std::shared_ptr<play::GameKit> kit;
  game::AnyEngine engine;
  std::vector<std::uint32_t> seats;  // role of each seat: everybody but chance
  std::string strategies[2];
};

struct PlayedGame {
  double score = 0;
  std::size_t length = 0;
  std::uint64_t late = 0, illegal = 0;
  bool finished = false;
};

double score_of(const std::vector<int>& goals, const DuelTable& table, const std::vector<std::uint32_t>& sitting) {
  int best = -1;
  for (const std::uint32_t role : table.seats) best = std::max(best, goals[role]);
  double mine = 0;
  double all = 0;
  for (std::size_t seat = 0; seat < table.seats.size(); ++seat) {
    if (goals[table.seats[seat]] != best) continue;
    all += 1;
    if (sitting[seat] == 0) mine += 1;
  }
  return mine / all;
}

Result<PlayedGame> play_one(const DuelTable& table, const ScheduledGame& game) {
  std::vector<std::unique_ptr<play::Player>> players(table.engine.info().role_count());
  std::vector<std::string> strategies(players.size(), "random");
  for (std::size_t seat = 0; seat < table.seats.size(); ++seat) {
    const std::uint32_t role = table.seats[seat];
    strategies[role] = table.strategies[game.seats[seat]];
    auto player = play::make_player(strategies[role], table.kit, {.seed = game.seed * kSeedsPerGame + role});
    if (!player) return player.error();
    players[role] = std::move(*player);
  }
  PlayedGame played;
  std::string gave_up;
  play::MatchOptions options{.seed = game.dice, .max_steps = kMaxSteps, .clock = {}, .watch = {}, .on_turn = {}};
  options.on_turn = [&](const play::MoveEvent& event) {
    if (event.late) ++played.late;
    if (event.illegal) ++played.illegal;
    if (!event.error.empty()) gave_up = event.error;
  };
  const game::MatchRecord record = play::play_match(table.engine, table.kit->rules(), strategies, players, options);
  if (!gave_up.empty()) return bad_input("player-gave-up", gave_up);
  played.finished = record.finished;
  played.length = record.steps.size();
  const std::vector<int> nobody(players.size(), 0);  // equal goals: everybody shares
  played.score = score_of(record.finished ? record.goals : nobody, table, game.seats);
  return played;
}

}  // namespace

double DuelResult::share() const {
  return scores.empty() ? 0 : std::accumulate(scores.begin(), scores.end(), 0.0) / static_cast<double>(scores.size());
}

reproduce::Estimate DuelResult::percent() const {
  DuelPool alone;
  alone.add(*this);
  return alone.percent();
}

void DuelPool::add(const DuelResult& result) {
  points += std::accumulate(result.scores.begin(), result.scores.end(), 0.0);
  games += result.scores.size();
  won += static_cast<std::uint64_t>(std::ranges::count(result.scores, 1.0));
  shared += result.draws();
  illegal += result.illegal;
  late += result.late;
  unfinished += result.unfinished;
}

void DuelPool::add(const DuelPool& other) {
  points += other.points;
  games += other.games;
  won += other.won;
  shared += other.shared;
  illegal += other.illegal;
  late += other.late;
  unfinished += other.unfinished;
}

reproduce::Estimate DuelPool::percent() const {
  const reproduce::Estimate part = reproduce::proportion_of(points, games);
  return {100 * part.value, 100 * part.low, 100 * part.high};
}

std::string DuelPool::text() const {
  if (games == 0) return "not played";
  const reproduce::Estimate e = percent();
  return fmt::format("{:.1f} % ({:.1f} .. {:.1f}) in {} games{}", e.value, e.low, e.high, games,
                     shared > 0 ? fmt::format(", {} shared", shared) : "");
}

std::uint64_t DuelResult::draws() const {
  return static_cast<std::uint64_t>(std::ranges::count_if(scores, [](double s) { return s > 0 && s < 1; }));
}

Result<DuelResult> duel(const std::shared_ptr<play::GameKit>& kit, const std::string& first, const std::string& second, int games,
                        std::uint64_t seed, unsigned threads) {
  Result<game::AnyEngine> engine = kit->best_engine();
  if (!engine) return engine.error();
  DuelTable table{kit, *engine, {}, {first, second}};
  for (std::uint32_t r = 0; r < engine->info().role_count(); ++r) {
    if (engine->info().random != RoleId{r}) table.seats.push_back(r);
  }
  const auto count = static_cast<std::uint64_t>(std::max(0, games));
  ScheduleOptions options;
  options.seats = {static_cast<std::uint32_t>(table.seats.size())};
  options.rounds = count;
  options.most = count;
  options.seed = seed;
  const Schedule schedule(options);

  std::vector<std::optional<Result<PlayedGame>>> played(count);
  try {
    in_parallel(count, threads, [&](std::uint64_t id) { played[id] = play_one(table, schedule[id]); });
  } catch (const LimitReached& limit) {
    return limit.error();
  }
  DuelResult result;
  for (const std::optional<Result<PlayedGame>>& one : played) {
    if (!one->ok()) return one->error();
    const PlayedGame& game = **one;
    result.scores.push_back(game.score);
    result.mean_length += static_cast<double>(game.length) / static_cast<double>(count);
    result.late += game.late;
    result.illegal += game.illegal;
    if (!game.finished) ++result.unfinished;
  }
  return result;
}

}  // namespace agon::lab::experiments
