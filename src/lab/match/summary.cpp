#include "lab/match/summary.h"

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
  std::vector<double> seconds_per_move;  // of each game with a choice
};

void add_seats(const GameResult& result, std::vector<PlayerSummary>& players, std::vector<PlayerTally>& tallies) {
  std::map<std::uint32_t, std::pair<double, std::uint32_t>> thought;
  for (const SeatResult& seat : result.seats) {
    PlayerSummary& player = players[seat.player];
    player.illegal += seat.illegal;
    player.late += seat.late;
    player.errors += seat.errors;
    player.crashes += seat.crashed ? 1 : 0;
    player.missing_goals += result.finished && seat.goal < 0 ? 1 : 0;
    if (player.trouble.empty() && (seat.crashed || seat.errors > 0)) player.trouble = result.trouble;
    thought[seat.player].first += seat.seconds;
    thought[seat.player].second += seat.moves;
  }
  for (const auto& [player, sum] : thought) {
    if (sum.second > 0) tallies[player].seconds_per_move.push_back(sum.first / sum.second);
  }
}

void add_comparison(const std::vector<PlayerGoal>& goals, std::vector<PlayerSummary>& players) {
  double best = 0;
  for (const PlayerGoal& each : goals) best = std::max(best, each.goal);
  if (goals.size() == 1) best = 100;
  const auto holders = std::count_if(goals.begin(), goals.end(), [&](const PlayerGoal& each) { return each.goal == best; });
  for (const PlayerGoal& each : goals) {
    PlayerSummary& player = players[each.player];
    ++player.games;
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
  for (const std::vector<PlayerGoal>& goals : comparisons(results)) add_comparison(goals, summary.players);
  summary.pairs = pair_scores(results);
  const EloTable elo = elo_table(count, summary.pairs);
  summary.assumed_draws = elo.assumed_draws;
  for (std::size_t p = 0; p < count; ++p) {
    PlayerSummary& player = summary.players[p];
    player.goal = tallies[p].goal.estimate();
    player.seconds_per_move = mean_of(tallies[p].seconds_per_move);
    player.elo = elo.players[p];
    PairScore all;  // against everybody together
    for (const PairScore& pair : summary.pairs) {
      if (pair.a == p) all.wins += pair.wins, all.draws += pair.draws, all.losses += pair.losses;
      if (pair.b == p) all.wins += pair.losses, all.draws += pair.draws, all.losses += pair.wins;
    }
    if (all.games() > 0) player.score = all.score();
  }
  for (const GameEntry& game : config.games) summary.games.push_back(summarise_game(game, count, results));
  return summary;
}

}  // namespace agon::lab
