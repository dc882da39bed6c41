// Differential tests on whole games: the updater against the prover, which works on the rules themselves.
#include "engines/updater/lockstep.h"

#include <gtest/gtest.h>

#include "engines/prover/prover.h"
#include "engines/updater/updater.h"
#include "game/playout_checker.h"
#include "gdl/test_helpers.h"
#include "ground/grounder.h"

namespace agon::engines::updater {
namespace {

class UpdaterGames : public testing::TestWithParam<const char*> {};

TEST_P(UpdaterGames, GoInStepWithTheProver) {
  const gdl::Rules rules = gdl::read_game(std::string("gdl/") + GetParam());
  const auto prover = Prover::create(rules);
  ASSERT_TRUE(prover.ok());
  const auto program = ground::ground(rules);
  ASSERT_TRUE(program.ok());
  for (const UpdaterOptions& options :
       {UpdaterOptions{}, UpdaterOptions{.lazy_queues = false, .literal_counters = false},
        UpdaterOptions{.bucket_queue = false, .primary_support = false}, UpdaterOptions{.incremental = false}}) {
    const auto updater = Updater::create(*program, options);
    ASSERT_TRUE(updater.ok());
    EXPECT_EQ(Lockstep(**prover, **updater, 1).run(3, 100), "");
  }
  const auto updater = Updater::create(*program);
  const auto check = game::PlayoutChecker(**updater, 1).run(3, 100);
  EXPECT_TRUE(check.broken.empty()) << check.broken.front();
}

// Flat and recursive games, simultaneous moves, many rules.
INSTANTIATE_TEST_SUITE_P(Library, UpdaterGames,
                         testing::Values("tictactoe", "connectfour-7x6", "hex-5x5", "breakthrough-6x6", "goofspiel", "kalah"),
                         [](const auto& game) {
                           std::string name = game.param;
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

// Chance and hidden information: a coin falls, one player sees it, the other hears that it fell and guesses.
TEST(UpdaterPercepts, GoInStepWithTheProver) {
  const auto rules = gdl::read_text(R"(
      (role random) (role guesser) (role watcher)
      (side heads) (side tails)
      (init (step 1))
      (<= (legal random (toss ?s)) (true (step 1)) (side ?s))
      (<= (legal random noop) (not (true (step 1))))
      (<= (legal guesser (guess ?s)) (true (step 2)) (side ?s))
      (<= (legal guesser noop) (not (true (step 2))))
      (legal watcher noop)
      (<= (next (coin ?s)) (does random (toss ?s)))
      (<= (next (coin ?s)) (true (coin ?s)))
      (<= (next (step 2)) (true (step 1)))
      (<= (next (step 3)) (true (step 2)))
      (<= (next right) (does guesser (guess ?s)) (true (coin ?s)))
      (<= (sees guesser fell) (does random (toss ?s)))
      (<= (sees watcher (fell ?s)) (does random (toss ?s)))
      (<= (sees watcher (guessed ?s)) (does guesser (guess ?s)))
      (sees watcher tick)
      (<= terminal (true (step 3)))
      (<= (goal guesser 100) (true right))
      (<= (goal guesser 0) (not (true right)))
      (goal watcher 50) (goal random 0))",
                                    "coin");
  ASSERT_TRUE(rules.ok());
  const auto prover = Prover::create(*rules);
  const auto program = ground::ground(*rules);
  ASSERT_TRUE(prover.ok() && program.ok());
  const auto updater = Updater::create(*program);
  ASSERT_TRUE(updater.ok());
  EXPECT_TRUE((*updater)->info().hidden);
  EXPECT_EQ(Lockstep(**prover, **updater, 1).run(20, 10), "");
}

// Which games need a heap is a fact about their rules: connection is recursive, lines are not.
TEST(UpdaterHeap, OnlyRecursiveGamesTouchAHeap) {
  for (const auto& [name, recursive] : {std::pair{"connectfour-7x6", false}, std::pair{"hex-5x5", true}}) {
    const gdl::Rules rules = gdl::read_game(std::string("gdl/") + name);
    const auto program = ground::ground(rules);
    ASSERT_TRUE(program.ok());
    const auto updater = Updater::create(*program);
    ASSERT_TRUE(updater.ok());
    Lockstep both(**updater, **updater, 1);
    EXPECT_EQ(both.run(5, 100), "");
    EXPECT_EQ(both.second_scratch().counters().heap_uses > 0, recursive) << name;
  }
}

}  // namespace
}  // namespace agon::engines::updater
