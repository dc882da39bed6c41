#include "lab/ratings/summary.h"

#include <algorithm>
#include <map>

namespace agon::lab {
namespace {

// Sums of goals; the mean has Wilson's interval on the scale of goals.
struct GoalMean {
  double sum = 0;
  std::uint64_t count = 0;
  void add(double goal) { sum += goal, ++count; }
  [[nodiscard]] std::optional<Estimate> estimate() const {
    if (count == 0) return std::nullopt;
    const Estimate share = reproduce::proportion_of(sum / 100, count);
    return Estimate{share.value * 100, share.low * 100, share.high * 100};
  }
};

std::optional<Estimate> mean_of(const std::vector<double>& values) {
  if (values.empty()) return std::nullopt;
  Estimate mean = reproduce::mean_of(values);
  mean.low = std::max(0.0, mean.low);  // lengths and times
  return mean;
}

struct PlayerTally {
  GoalMean goal;
  double points = 0;                     // the mean against the others, summed over tables
  std::uint64_t tables = 0;              // with others
  std::vector<double> seconds_per_move;  // of each game with a choice
};

void add_seats(const GameResult& result, std::vector<PlayerSummary>& players, std::vector<PlayerTally>& tallies) {
  struct Share {  // of one player, with all its seats
    double seconds = 0;
    std::uint32_t moves = 0;
    bool crashed = false;
  };
  std::map<std::uint32_t, Share> shares;
  for (const SeatResult& seat : result.seats) {
    PlayerSummary& player = players[seat.player];
    player.illegal += seat.illegal;
    player.late += seat.late;
    player.errors += seat.errors;
    player.missing_goals += result.finished && seat.goal < 0 ? 1 : 0;
    if (player.trouble.empty() && (seat.crashed || seat.errors > 0)) player.trouble = result.trouble;
    Share& share = shares[seat.player];
    share.seconds += seat.seconds;
    share.moves += seat.moves;
    share.crashed = share.crashed || seat.crashed;
  }
  for (const auto& [player, share] : shares) {
    if (share.crashed) ++players[player].crashes;
    if (share.moves > 0) tallies[player].seconds_per_move.push_back(share.seconds / share.moves);
  }
}

// Points against everybody else at the table. Several comparisons with one result of mine are one trial, not several.
void add_points(const std::vector<PlayerGoal>& goals, std::vector<PlayerTally>& tallies) {
  if (goals.size() < 2) return;
  for (const PlayerGoal& mine : goals) {
    double sum = -0.5;  // against myself
    for (const PlayerGoal& theirs : goals) sum += points(mine.goal, theirs.goal);
    PlayerTally& tally = tallies[mine.player];
    tally.points += sum / (static_cast<double>(goals.size()) - 1);
    ++tally.tables;
  }
}

void add_comparison(const std::vector<PlayerGoal>& goals, std::vector<PlayerSummary>& players) {
  for (const PlayerGoal& each : goals) ++players[each.player].games;
  // Others play too, but none of their results counts: in this round nobody was better or worse.
  if (goals.size() == 1 && players.size() > 1) return;
  double best = 0;
  for (const PlayerGoal& each : goals) best = std::max(best, each.goal);
  if (goals.size() == 1) best = 100;  // alone in the world
  const auto holders = std::count_if(goals.begin(), goals.end(), [&](const PlayerGoal& each) { return each.goal == best; });
  for (const PlayerGoal& each : goals) {
    PlayerSummary& player = players[each.player];
    ++(each.goal < best ? player.losses : (holders > 1 ? player.draws : player.wins));
  }
}

GameSummary summarise_game(const GameEntry& entry, std::size_t players, std::span<const GameResult> results) {
  GameSummary summary;
  summary.name = entry.name();
  summary.seats = entry.seats;
  std::vector<double> lengths;
  std::vector<GoalMean> by_player(players), by_seat(entry.seats.size());
  for (const GameResult& result : results) {
    if (result.game != entry.name()) continue;
    ++summary.games;
    if (result.finished) lengths.push_back(result.length);
    if (!result.counts()) {
      ++summary.unfinished;
      if (summary.trouble.empty()) summary.trouble = result.trouble.empty() ? result.end : result.trouble;
      continue;
    }
    for (const PlayerGoal& each : goals_of(result)) by_player[each.player].add(each.goal);
    for (std::size_t s = 0; s < result.seats.size(); ++s) by_seat[s].add(std::max(0, result.seats[s].goal));
  }
  summary.length = mean_of(lengths);
  for (const GoalMean& goal : by_player) summary.player_goals.push_back(goal.estimate());
  for (const GoalMean& goal : by_seat) summary.seat_goals.push_back(goal.estimate());
  return summary;
}

}  // namespace

Summary summarise(const TournamentConfig& config, std::span<const GameResult> results) {
  const std::size_t count = config.strategies.size();
  Summary summary;
  summary.scheduled = schedule_of(config).size();
  summary.played = results.size();
  summary.players.resize(count);
  std::vector<PlayerTally> tallies(count);
  for (std::size_t p = 0; p < count; ++p) summary.players[p].strategy = config.strategies[p];
  for (const GameResult& result : results) {
    add_seats(result, summary.players, tallies);
    if (!result.counts()) {
      ++summary.unfinished;
      continue;
    }
    for (const PlayerGoal& each : goals_of(result)) tallies[each.player].goal.add(each.goal);
  }
  for (const std::vector<PlayerGoal>& goals : comparisons(results)) {
    add_comparison(goals, summary.players);
    add_points(goals, tallies);
  }
  summary.pairs = pair_scores(results);
  const EloTable elo = elo_table(count, summary.pairs);
  summary.assumed_draws = elo.assumed_draws;
  for (std::size_t p = 0; p < count; ++p) {
    PlayerSummary& player = summary.players[p];
    player.goal = tallies[p].goal.estimate();
    player.seconds_per_move = mean_of(tallies[p].seconds_per_move);
    player.elo = elo.players[p];
    if (tallies[p].tables > 0) player.score = reproduce::proportion_of(tallies[p].points, tallies[p].tables);
  }
  for (const GameEntry& game : config.games) summary.games.push_back(summarise_game(game, count, results));
  return summary;
}

bool seats_balanced(std::size_t players, std::span<const GameResult> results) {
  std::map<std::size_t, std::vector<std::uint64_t>> held;  // by seat: how often each player had it
  for (const GameResult& result : results) {
    for (std::size_t s = 0; s < result.seats.size(); ++s) {
      std::vector<std::uint64_t>& times = held[s];
      times.resize(players);
      ++times[result.seats[s].player];
    }
  }
  return std::all_of(held.begin(), held.end(), [](const auto& seat) {
    const std::vector<std::uint64_t>& times = seat.second;
    return std::equal(times.begin() + 1, times.end(), times.begin());
  });
}

}  // namespace agon::lab
