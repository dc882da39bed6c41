#include "search/minimax/proof_number.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "search/minimax/solve.h"
#include "search/test_games.h"

namespace agon::search::minimax {
namespace {

using search::fixtures::circuit_engine;
using search::fixtures::library_text;
using search::fixtures::prover_engine;
using search::fixtures::small_connect_four;
using search::fixtures::small_hex;
using ::testing::ElementsAre;

TEST(ProofNumber, FirstPlayerWinsNimChompAndHex) {
  for (const std::string& text : {library_text("nim"), library_text("chomp"), small_hex(3), small_hex(4)}) {
    const game::AnyEngine engine = circuit_engine(text);
    EXPECT_EQ(can_force(engine, RoleId{0}, 100), Answer::Yes);
  }
  const ForcedGoal second = solve_by_proof(circuit_engine(small_hex(3)), RoleId{1});
  EXPECT_TRUE(second.exact());
  EXPECT_EQ(second.high, 0);
}

TEST(ProofNumber, SmallConnectFourIsADraw) {
  // 5x5 is one too, after five million nodes.
  for (const int columns : {4, 5}) {
    const ForcedGoal draw = solve_by_proof(circuit_engine(small_connect_four(columns, 4)), RoleId{0});
    EXPECT_TRUE(draw.exact());
    EXPECT_EQ(draw.low, 50);
  }
}

TEST(ProofNumber, AgreesWithTheExactSolver) {
  for (const char* name : {"tictactoe", "tictactoe-misere", "nim-misere"}) {
    const game::AnyEngine engine = circuit_engine(library_text(name));
    const Solution exact = solve_exactly(engine);
    ASSERT_EQ(exact.status, Solution::Status::Solved) << name;
    for (std::uint32_t r = 0; r < 2; ++r) {
      const ForcedGoal forced = solve_by_proof(engine, RoleId{r});
      EXPECT_TRUE(forced.exact()) << name;
      EXPECT_EQ(forced.low, exact.value[r]) << name;
    }
  }
}

TEST(ProofNumber, AnswersNothingWrongInACircle) {
  const game::AnyEngine engine = circuit_engine(search::fixtures::kRoundabout);
  EXPECT_EQ(can_force(engine, RoleId{0}, 100), Answer::Unknown);
  EXPECT_EQ(solve_exactly(engine).status, Solution::Status::Cyclic);
}

TEST(ProofNumber, BudgetAndSmallTableEndInUnknownOrTheTruth) {
  const game::AnyEngine engine = circuit_engine(small_connect_four(5, 5));
  EXPECT_EQ(can_force(engine, RoleId{0}, 100, {.budget = {.states = 1'000}}), Answer::Unknown);
  const ForcedGoal hex =
      solve_by_proof(circuit_engine(small_hex(3)), RoleId{0}, {.budget = {.states = 2'000'000}, .table_bytes = 4096});
  EXPECT_EQ(hex.high, 100);
}

TEST(ProofNumber, SeveralAtOnceAreAskedOneAfterTheOther) {
  const char* pennies = R"((role a) (role b) (init start) (side heads) (side tails)
    (<= (legal ?p ?s) (role ?p) (side ?s) (true start)) (<= (next (shown ?p ?s)) (does ?p ?s))
    (<= terminal (true (shown a ?s))) (<= same (true (shown a ?s)) (true (shown b ?s)))
    (<= (goal a 100) same) (<= (goal a 0) (not same)) (<= (goal b 0) same) (<= (goal b 100) (not same)))";
  EXPECT_EQ(can_force(circuit_engine(pennies), RoleId{0}, 100), Answer::No) << "no plain strategy wins";
  EXPECT_EQ(solve_exactly(circuit_engine(pennies)).status, Solution::Status::Simultaneous);
}

TEST(ExactSolver, ThreePlayersChanceAndOnePlayer) {
  const Solution three = solve_exactly(circuit_engine(search::fixtures::kThreePlayerTree));
  EXPECT_THAT(three.value, ElementsAre(50, 60, 30));
  EXPECT_THAT(three.moves, ElementsAre(ElementsAre(45, 90, 90), ElementsAre(50, 60, 30)));
  EXPECT_TRUE(three.unique);
  EXPECT_THAT(solve_exactly(prover_engine(search::fixtures::kCoin)).value, ElementsAre(60, 0));
  EXPECT_THAT(solve_exactly(circuit_engine(library_text("river-crossing"))).status,
              ::testing::AnyOf(Solution::Status::Cyclic, Solution::Status::Solved));
  EXPECT_EQ(solve_exactly(circuit_engine(library_text("three-player-nim"))).value, (std::vector<double>{50, 100, 0}));
}

TEST(ExactSolver, StopsAtItsBudget) {
  EXPECT_EQ(solve_exactly(circuit_engine(library_text("connectfour")), {.max_states = 1'000}).status,
            Solution::Status::OutOfBudget);
}

}  // namespace
}  // namespace agon::search::minimax
