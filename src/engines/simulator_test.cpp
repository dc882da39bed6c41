// GDL rule sheets as generative models (game/simulator.h).
#include "game/simulator.h"

#include <gtest/gtest.h>

#include "engines/workshop.h"
#include "gdl/read/reader.h"

namespace agon::game {
namespace {

static_assert(Simulator<EngineSimulator<AnyEngine>>);

// A die is thrown three times; the player may stop after each throw and keeps what it shows.
constexpr const char* kDice = R"((role random) (role player) (init (throw 0)) (init (shows 1)) (succ 0 1) (succ 1 2) (succ 2 3)
(face 1) (face 2) (face 3) (<= (legal random (roll ?f)) (face ?f)) (legal player stop) (legal player again)
(<= (next (shows ?f)) (does player again) (does random (roll ?f))) (<= (next (shows ?f)) (does player stop) (true (shows ?f)))
(<= (next (throw ?y)) (does player again) (true (throw ?x)) (succ ?x ?y)) (<= (next stopped) (does player stop))
(<= terminal (true stopped)) (<= terminal (true (throw 3)))
(<= (goal player 100) (true (shows 3))) (<= (goal player 50) (true (shows 2))) (<= (goal player 0) (true (shows 1))) (goal random 0))";

TEST(EngineSimulator, OneSeedOneFuture) {
  engines::Workshop workshop(*gdl::read_text(kDice, "dice"));
  const AnyEngine engine = *workshop.engine("circuit");
  const EngineSimulator<AnyEngine> simulator(engine, RoleId{1});
  auto scratch = simulator.make_scratch();
  ActionBuffer actions;
  int wins = 0;
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    auto world = simulator.start(scratch, seed);
    auto twin = simulator.start(scratch, seed);
    AtomBuffer atoms;
    simulator.atoms(scratch, world, atoms);
    EXPECT_EQ(atoms.size(), 2U);
    for (int step = 0; step < 3; ++step) {
      simulator.actions(scratch, world, actions);
      ASSERT_EQ(actions.size(), 2U);
      EXPECT_EQ(simulator.status(scratch, world), WorldStatus::Running);
      simulator.advance(scratch, world, Choice{0});  // again
      simulator.advance(scratch, twin, Choice{0});
      EXPECT_EQ(world, twin);
      EXPECT_EQ(simulator.hash(world), simulator.hash(twin));
    }
    simulator.actions(scratch, world, actions);
    EXPECT_TRUE(actions.empty());
    const double score = simulator.score(scratch, world);
    EXPECT_EQ(simulator.status(scratch, world), score == 100 ? WorldStatus::Won : WorldStatus::Lost);
    wins += score == 100 ? 1 : 0;
  }
  EXPECT_GT(wins, 2);
  EXPECT_LT(wins, 25);
}

TEST(EngineSimulator, ACopyIsIndependent) {
  engines::Workshop workshop(*gdl::read_text(kDice, "dice"));
  const AnyEngine engine = *workshop.engine("prover");
  const EngineSimulator<AnyEngine> simulator(engine, RoleId{1});
  auto scratch = simulator.make_scratch();
  const auto world = simulator.start(scratch, 7);
  auto other = world;
  simulator.advance(scratch, other, Choice{1});  // stop
  EXPECT_NE(world, other);
  EXPECT_EQ(simulator.status(scratch, world), WorldStatus::Running);
  EXPECT_NE(simulator.status(scratch, other), WorldStatus::Running);
}

}  // namespace
}  // namespace agon::game
