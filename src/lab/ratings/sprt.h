// Wald's sequential probability ratio test between two differences of strength, as testers of chess programs use it: play on until
// one of two statements about Elo is likely enough. The likelihood ratio is that of the normal approximation with the variance of
// the games at hand (the generalised test; Van den Bergh, fishtest). Games are taken in pairs with swapped seats where they come in
// pairs: what the seat gives to one it gives to the other, and the variance of pairs (the "pentanomial" one) does not count it as
// noise.
#pragma once

#include <cstdint>
#include <map>

#include "lab/bench/statistics.h"
#include "lab/match/game_result.h"
#include "lab/ratings/ratings.h"

namespace agon::lab {

struct SprtOptions {
  double elo0 = 0;      // the first player is stronger by no more than this ...
  double elo1 = 10;     // ... or by at least this
  double alpha = 0.05;  // chance to say elo1 although elo0 is true
  double beta = 0.05;   // and the other way round
};

struct Sprt {
  enum class Verdict : std::uint8_t { Undecided, AcceptElo0, AcceptElo1 };
  SprtOptions options;  // what was tested
  double ratio = 0;     // logarithm of the likelihood ratio
  double lower = 0, upper = 0;
  std::uint64_t samples = 0;
  Verdict verdict = Verdict::Undecided;
};
[[nodiscard]] const char* to_string(Sprt::Verdict verdict);

// `scores` are those of the first player, 0..1, each the mean of a pair of games or a single game.
[[nodiscard]] Sprt sprt(const Sample& scores, const SprtOptions& options);

// From the games of a match between two players, as they come, to scores. Games 2k and 2k+1 of a schedule have swapped seats; they
// give one score when both are there. Games of one player are compared round by round.
class PairedScores {
 public:
  void add(const GameResult& result);
  [[nodiscard]] const Sample& scores() const { return scores_; }

 private:
  std::map<std::uint64_t, PlayerGoal> waiting_;  // by number of the pair: what the first player got, or the one who played alone
  Sample scores_;
};

}  // namespace agon::lab
