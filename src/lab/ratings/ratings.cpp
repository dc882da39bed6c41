#include "lab/ratings/ratings.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <utility>

#include "base/scc.h"
#include "lab/ratings/symmetric_matrix.h"

namespace agon::lab {
namespace {

constexpr double kEloPerNat = 400 / std::numbers::ln10;

class PairTable {
 public:
  void add(const PlayerGoal& one, const PlayerGoal& other, double weight) {
    const bool ordered = one.player < other.player;
    const PlayerGoal& a = ordered ? one : other;
    const PlayerGoal& b = ordered ? other : one;
    PairScore& pair = pairs_[{a.player, b.player}];
    pair.a = a.player;
    pair.b = b.player;
    ++(a.goal > b.goal ? pair.wins : (a.goal < b.goal ? pair.losses : pair.draws));
    pair.full_games += weight;
  }
  [[nodiscard]] std::vector<PairScore> all() const {
    std::vector<PairScore> result;
    for (const auto& [players, pair] : pairs_) result.push_back(pair);
    return result;
  }

 private:
  std::map<std::pair<std::uint32_t, std::uint32_t>, PairScore> pairs_;
};

struct Meeting {
  std::size_t a = 0, b = 0;
  double points = 0, games = 0;  // points of a, and both as much as they count
};

bool has_finite_maximum(std::size_t players, const std::vector<Meeting>& meetings) {
  std::vector<std::vector<std::uint32_t>> beats(players);
  for (const Meeting& m : meetings) {
    if (m.points > 0) beats[m.a].push_back(static_cast<std::uint32_t>(m.b));
    if (m.points < m.games) beats[m.b].push_back(static_cast<std::uint32_t>(m.a));
  }
  return strongly_connected(beats).count == 1;
}

double logistic(double x) { return 1 / (1 + std::exp(-x)); }

double log_likelihood(const std::vector<double>& strength, const std::vector<Meeting>& meetings) {
  double sum = 0;
  for (const Meeting& m : meetings) {
    const double gap = strength[m.a] - strength[m.b];
    sum -= m.points * std::log1p(std::exp(-gap)) + (m.games - m.points) * std::log1p(std::exp(gap));
  }
  return sum;
}

// The Fisher information is singular, as only differences count; adding 1/n everywhere fixes the mean and changes nothing else.
SymmetricMatrix information(const std::vector<double>& strength, const std::vector<Meeting>& meetings) {
  const std::size_t n = strength.size();
  SymmetricMatrix result(n, 1 / static_cast<double>(n));
  for (const Meeting& m : meetings) {
    const double p = logistic(strength[m.a] - strength[m.b]);
    const double weight = m.games * p * (1 - p);
    result.at(m.a, m.a) += weight;
    result.at(m.b, m.b) += weight;
    result.at(m.a, m.b) -= weight;
    result.at(m.b, m.a) -= weight;
  }
  return result;
}

// Newton's method; the likelihood is concave, and a step that overshoots is halved.
std::vector<double> most_likely(std::size_t players, const std::vector<Meeting>& meetings) {
  std::vector<double> strength(players, 0);
  double best = log_likelihood(strength, meetings);
  for (int iteration = 0; iteration < 200; ++iteration) {
    std::vector<double> gradient(players, 0);
    for (const Meeting& m : meetings) {
      const double surprise = m.points - m.games * logistic(strength[m.a] - strength[m.b]);
      gradient[m.a] += surprise;
      gradient[m.b] -= surprise;
    }
    std::vector<double> step = information(strength, meetings).inverse().times(gradient);
    for (double scale = 1;; scale /= 2) {
      std::vector<double> next = strength;
      for (std::size_t p = 0; p < players; ++p) next[p] += scale * step[p];
      const double value = log_likelihood(next, meetings);
      if (value < best && scale > 1e-9) continue;
      strength = std::move(next);
      best = value;
      break;
    }
    if (std::all_of(step.begin(), step.end(), [](double s) { return std::abs(s) < 1e-10; })) break;
  }
  return strength;
}

}  // namespace

double expected_score(double elo) { return logistic(elo / kEloPerNat); }
double elo_of_score(double score) { return kEloPerNat * std::log(score / (1 - score)); }

double points(double mine, double theirs) { return mine > theirs ? 1 : (mine < theirs ? 0 : 0.5); }

Estimate PairScore::elo() const {
  const Estimate share = score();
  return {elo_of_score(share.value), elo_of_score(share.low), elo_of_score(share.high)};
}

std::vector<PlayerGoal> goals_of(const GameResult& result) {
  std::map<std::uint32_t, std::pair<double, int>> sums;
  for (const SeatResult& seat : result.seats) {
    auto& [sum, seats] = sums[seat.player];
    sum += std::max(0, seat.goal);
    ++seats;
  }
  std::vector<PlayerGoal> goals;
  for (const auto& [player, sum] : sums) goals.push_back({player, sum.first / sum.second});
  return goals;
}

std::vector<std::vector<PlayerGoal>> comparisons(std::span<const GameResult> results) {
  std::vector<std::vector<PlayerGoal>> tables;
  std::map<std::pair<std::string, std::uint64_t>, std::size_t> rounds;  // of games of one player: the table of each
  for (const GameResult& result : results) {
    if (!result.counts()) continue;
    std::vector<PlayerGoal> goals = goals_of(result);
    if (result.seats.size() > 1) {
      tables.push_back(std::move(goals));
      continue;
    }
    const auto [round, fresh] = rounds.try_emplace({result.game, result.round}, tables.size());
    if (fresh) tables.emplace_back();
    tables[round->second].push_back(goals.front());
  }
  return tables;
}

std::vector<PairScore> pair_scores(std::span<const GameResult> results) {
  PairTable pairs;
  for (const std::vector<PlayerGoal>& goals : comparisons(results)) {
    const double weight = 1 / (static_cast<double>(goals.size()) - 1);
    for (std::size_t i = 0; i < goals.size(); ++i) {
      for (std::size_t j = i + 1; j < goals.size(); ++j) pairs.add(goals[i], goals[j], weight);
    }
  }
  return pairs.all();
}

EloTable elo_table(std::size_t players, std::span<const PairScore> pairs) {
  EloTable result;
  if (players == 0) return result;
  std::vector<Meeting> meetings;
  double least = 1;
  for (const PairScore& pair : pairs) {
    meetings.push_back({pair.a, pair.b, pair.points() * pair.weight(), static_cast<double>(pair.games()) * pair.weight()});
    least = std::min(least, pair.weight());
  }
  result.assumed_draws = !has_finite_maximum(players, meetings);
  if (result.assumed_draws) {
    for (std::size_t a = 0; a < players; ++a) {
      for (std::size_t b = a + 1; b < players; ++b) meetings.push_back({a, b, 0.5 * least, least});
    }
  }
  const std::vector<double> strength = most_likely(players, meetings);
  const SymmetricMatrix covariance = information(strength, meetings).inverse();
  for (std::size_t p = 0; p < players; ++p) {
    const double variance = std::max(0.0, covariance.at(p, p) - 1 / static_cast<double>(players));
    const double half = reproduce::kNormal95 * std::sqrt(variance) * kEloPerNat;
    const double value = strength[p] * kEloPerNat;
    result.players.push_back({value, value - half, value + half});
  }
  return result;
}

}  // namespace agon::lab
