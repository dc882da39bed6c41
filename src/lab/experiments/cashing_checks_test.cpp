// The solved games of checks: small ones against plain minimax, the published ones against what is known about them.
#include <gtest/gtest.h>

#include "lab/experiments/rave/cashing_checks.h"

namespace agon::lab::experiments {
namespace {

// The first player's lead at the end, by looking at every line.
int minimax(const CashingChecks& game, const CashingChecks::Position& p) {
  if (game.over(p)) return p.lead;
  const bool first = p.turn() % 2 == 0;
  int best = first ? -1000 : 1000;
  for (int check = 1; check <= game.rules().checks; ++check) {
    if (!game.is_left(p, check)) continue;
    const int value = minimax(game, game.after(p, check));
    best = first ? std::max(best, value) : std::min(best, value);
  }
  return best;
}

TEST(CashingChecks, TheTableSaysWhatMinimaxSays) {
  for (const bool stale : {false, true}) {
    const CashingChecks game({.checks = 7, .turns = 5, .komi = 2, .stale = stale});
    EXPECT_EQ(game.final_lead(game.start()), minimax(game, game.start()));
    for (int check = 1; check <= 7; ++check) {
      const auto next = game.after(game.start(), check);
      EXPECT_EQ(game.final_lead(next), minimax(game, next)) << check;
    }
  }
}

TEST(CashingChecks, ThePublishedGamesAreDraws) {
  const CashingChecks blind({.checks = 20, .turns = 10, .komi = 5, .stale = false});
  EXPECT_EQ(blind.final_lead(blind.start()), 0);
  for (int check = 1; check <= 20; ++check) EXPECT_EQ(blind.outcome(blind.after(blind.start(), check)) == 0, check == 20) << check;
  const CashingChecks stale({.checks = 12, .turns = 10, .komi = 5, .stale = true});
  EXPECT_EQ(stale.final_lead(stale.start()), 0);
  for (int check = 1; check <= 12; ++check) EXPECT_EQ(stale.outcome(stale.after(stale.start(), check)) == 0, check >= 11) << check;
}

TEST(CashingChecks, RanksWhatStillPays) {
  const CashingChecks stale({.checks = 12, .turns = 10, .komi = 5, .stale = true});
  EXPECT_EQ(stale.rank(stale.start(), 12), 0);
  EXPECT_EQ(stale.rank(stale.start(), 11), 1);
  const auto next = stale.after(stale.start(), 11);
  EXPECT_EQ(stale.rank(next, 12), std::nullopt);  // pays in the first turn only
  EXPECT_EQ(stale.rank(next, 10), 0);
}

TEST(CashingChecks, ReadsMoves) {
  EXPECT_EQ(check_of("(cash 12)"), 12);
  EXPECT_EQ(check_of("noop"), std::nullopt);
  EXPECT_EQ(check_of("(cash all)"), std::nullopt);
}

}  // namespace
}  // namespace agon::lab::experiments
