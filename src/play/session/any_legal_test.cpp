// A sample of the legal moves (Prover::any_legal_move) against all of them, in random play of games with much negation and
// recursion.
#include <gtest/gtest.h>

#include <algorithm>

#include "base/rng.h"
#include "engines/prover/prover.h"
#include "gdl/read/reader.h"
#include "library/library.h"

namespace agon::play {
namespace {

using engines::Prover;
constexpr auto kNoDeadline = std::chrono::steady_clock::time_point::max();

void compare_on(const std::string& game, std::uint64_t seed) {
  const library::Library library(std::string(AGON_SOURCE_DIR) + "/games");
  const Result<gdl::Rules> rules = gdl::read_text(library.sheet(game)->text, game);
  ASSERT_TRUE(rules) << game;
  const auto prover = Prover::create(*rules);
  ASSERT_TRUE(prover) << game;
  const Prover& engine = **prover;
  Prover::Scratch scratch = engine.make_scratch(), other = engine.make_scratch();
  Prover::State state = engine.initial_state(scratch);
  Rng rng(seed);
  game::MoveBuffer legal;
  for (int step = 0; step < 30 && !engine.is_terminal(scratch, state); ++step) {
    std::vector<MoveId> joint;
    for (std::uint32_t r = 0; r < engine.info().role_count(); ++r) {
      engine.legal_moves(scratch, state, RoleId{r}, legal);
      const std::optional<MoveId> any = engine.any_legal_move(other, state, RoleId{r}, kNoDeadline);
      ASSERT_EQ(any.has_value(), !legal.empty()) << game << " at step " << step;
      if (legal.empty()) return;
      ASSERT_NE(std::ranges::find(legal, *any), legal.end()) << game << " at step " << step << ": not legal";
      joint.push_back(legal[rng.below(static_cast<std::uint32_t>(legal.size()))]);
    }
    engine.apply(scratch, state, joint);
  }
}

TEST(AnyLegalMove, IsOneOfTheLegalMoves) {
  for (const char* game : {"tictactoe", "connectfour", "breakthrough", "chess", "hex", "othello", "monty-hall", "eight-puzzle"}) {
    compare_on(game, 7);
  }
}

// The relation behind the negation has more answers than the first samples hold: what is missing there must not make a move legal.
TEST(AnyLegalMove, AMissingAnswerIsNoNegation) {
  const Result<gdl::Rules> rules = gdl::read_text(R"((role a) (init p) (goal a 0) (<= terminal (true q))
    (d 1) (d 2) (d 3) (d 4) (d 5) (d 6) (d 7) (d 8) (d 9) (bad 9) (link 1) (link 2) (link 3) (link 4) (link 5) (link 6) (link 7) (link 8)
    (<= (pair ?x ?y) (d ?x) (d ?y))
    (<= (blocked ?x) (link ?x) (pair ?x ?y) (bad ?y))
    (<= (legal a (go ?x)) (d ?x) (not (blocked ?x))))",
                                                  "negation");
  ASSERT_TRUE(rules);
  const auto prover = Prover::create(*rules);
  ASSERT_TRUE(prover);
  Prover::Scratch scratch = (*prover)->make_scratch();
  const Prover::State state = (*prover)->initial_state(scratch);
  const std::optional<MoveId> any = (*prover)->any_legal_move(scratch, state, RoleId{0}, kNoDeadline);
  ASSERT_TRUE(any);
  EXPECT_EQ((*prover)->terms().text((*prover)->move_term(RoleId{0}, *any)), "(go 9)");
}

}  // namespace
}  // namespace agon::play
