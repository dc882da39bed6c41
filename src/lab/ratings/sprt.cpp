#include "lab/ratings/sprt.h"

#include <cmath>

#include "base/assert.h"

namespace agon::lab {
namespace {

// Mean and variance with one more sample, half a win and half a loss: a row of wins alone has no variance, and would decide at
// once.
struct Moments {
  double mean = 0, variance = 0;
};

Moments moments_of(const Sample& scores) {
  const double n = static_cast<double>(scores.count) + 1;
  const double mean = (scores.sum + 0.5) / n;
  return {mean, (scores.squares + 0.5) / n - mean * mean};
}

}  // namespace

const char* to_string(Sprt::Verdict verdict) {
  switch (verdict) {
    case Sprt::Verdict::Undecided: return "undecided";
    case Sprt::Verdict::AcceptElo0: return "elo0 accepted";
    case Sprt::Verdict::AcceptElo1: return "elo1 accepted";
  }
  return "";
}

Sprt sprt(const Sample& scores, const SprtOptions& options) {
  AGON_ASSERT(options.elo0 < options.elo1);
  Sprt result;
  result.options = options;
  result.lower = std::log(options.beta / (1 - options.alpha));
  result.upper = std::log((1 - options.beta) / options.alpha);
  result.samples = scores.count;
  if (scores.count == 0) return result;
  const Moments moments = moments_of(scores);
  const double s0 = expected_score(options.elo0), s1 = expected_score(options.elo1);
  result.ratio = static_cast<double>(scores.count) * (s1 - s0) * (2 * moments.mean - s0 - s1) / (2 * moments.variance);
  if (result.ratio <= result.lower) result.verdict = Sprt::Verdict::AcceptElo0;
  if (result.ratio >= result.upper) result.verdict = Sprt::Verdict::AcceptElo1;
  return result;
}

void PairedScores::add(const GameResult& result) {
  if (!result.counts()) return;
  const std::vector<PlayerGoal> goals = goals_of(result);
  const bool alone = result.seats.size() == 1;
  const PlayerGoal mine{goals[0].player, alone ? goals[0].goal : points(goals[0].goal, goals[1].goal)};
  const auto [other, first] = waiting_.emplace(result.id / 2, mine);
  if (first) return;
  if (!alone) scores_.add((other->second.goal + mine.goal) / 2);
  else scores_.add(mine.player == 0 ? points(mine.goal, other->second.goal) : points(other->second.goal, mine.goal));
  waiting_.erase(other);
}

}  // namespace agon::lab
