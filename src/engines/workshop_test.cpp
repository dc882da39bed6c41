#include "engines/workshop.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <future>
#include <thread>

#include "engines/circuit/circuit_engine.h"
#include "gdl/test_helpers.h"

namespace agon::engines {
namespace {

TEST(Workshop, BuildsEachStageOnce) {
  Workshop workshop(gdl::read_game("gdl/tictactoe"));
  EXPECT_EQ(workshop.ready_circuit(), nullptr);
  EXPECT_FALSE(workshop.ready_engine("circuit"));
  const auto engine = workshop.engine("circuit");
  ASSERT_TRUE(engine);
  ASSERT_NE(workshop.ready_circuit(), nullptr);
  EXPECT_EQ(&engine->as<CircuitEngine>()->circuit(), workshop.ready_circuit().get());
  EXPECT_EQ(*workshop.ground(), workshop.ready_circuit()->program);
  EXPECT_EQ(workshop.engine("circuit")->as<CircuitEngine>(), engine->as<CircuitEngine>());
  EXPECT_EQ(&(*workshop.lanes())->circuit(), workshop.ready_circuit().get());
  EXPECT_EQ(workshop.best_engine()->name(), "circuit");
}

TEST(Workshop, EveryEngineOfTheTablePlays) {
  Workshop workshop(gdl::read_game("gdl/tictactoe"));
  for (const EngineKind& kind : workshop.table().kinds()) {
    EXPECT_FALSE(kind.what.empty()) << kind.name;
    if (!kind.steps()) continue;
    const auto engine = workshop.engine(kind.name);
    ASSERT_TRUE(engine) << kind.name;
    EXPECT_EQ(engine->name(), kind.name);
    auto scratch = engine->make_scratch();
    game::MoveBuffer legal;
    engine->legal_moves(scratch, engine->initial_state(scratch), RoleId{0}, legal);
    EXPECT_EQ(legal.size(), 9U) << kind.name;
  }
}

// While a slow engine is under construction, the prover is available at once.
TEST(Workshop, NobodyWaitsForAnotherStage) {
  std::promise<void> begun;
  std::promise<void> go_on;
  std::vector<EngineKind> kinds(standard_engines().kinds().begin(), standard_engines().kinds().end());
  kinds.push_back({.name = "slow", .what = "waits until it is told to go on", .make = [&](Workshop& shop) {
                     begun.set_value();
                     go_on.get_future().wait();
                     return shop.engine("prover");
                   }});
  const EngineTable table(std::move(kinds));
  Workshop workshop(gdl::read_game("gdl/tictactoe"), {.limits = {}, .table = &table});
  std::thread builder([&] { EXPECT_TRUE(workshop.engine("slow")); });
  begun.get_future().wait();
  EXPECT_TRUE(workshop.engine("prover"));
  EXPECT_TRUE(workshop.circuit());
  EXPECT_FALSE(workshop.ready_engine("slow"));
  go_on.set_value();
  builder.join();
  EXPECT_TRUE(workshop.ready_engine("slow"));
}

TEST(Workshop, RemembersAFailureAndSaysWhatThereIs) {
  int tries = 0;
  const EngineTable table({*standard_engines().find("prover"),
                           {.name = "broken",
                            .what = "never works",
                            .make = [&](Workshop&) -> Result<game::AnyEngine> {
                              ++tries;
                              throw LimitReached("test", "out of breath", "");
                            },
                            .rung = 2}});
  Workshop workshop(gdl::read_game("gdl/tictactoe"), {.limits = {}, .table = &table});
  for (int i = 0; i < 2; ++i) {
    const auto broken = workshop.engine("broken");
    ASSERT_FALSE(broken);
    EXPECT_EQ(broken.error().diagnostics.front().message, "out of breath");
  }
  EXPECT_EQ(tries, 1);
  EXPECT_EQ(workshop.best_engine()->name(), "prover");
  const auto unknown = workshop.engine("provr");
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().diagnostics.front().hint, "did you mean prover?");
}

TEST(Workshop, StopsWhenItIsTold) {
  Workshop workshop(gdl::read_game("gdl/chess"));
  workshop.stop();
  const auto circuit = workshop.circuit();
  ASSERT_FALSE(circuit);
  EXPECT_EQ(circuit.error().diagnostics.front().code, "stopped");
}

}  // namespace
}  // namespace agon::engines
