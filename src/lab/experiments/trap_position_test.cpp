// Positions with traps: the generator keeps to the structure, and the sheet that it writes is the position.
#include "lab/experiments/trap_position.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "engines/prover/prover.h"
#include "gdl/read/reader.h"
#include "library/library.h"

namespace agon::lab::experiments {
namespace {

std::string fixture_text() {
  const auto sheet = library::Library(std::string(AGON_SOURCE_DIR) + "/games").sheet("breakthrough-5x8-trap");
  AGON_ASSERT(sheet.ok());
  return sheet->text;
}

game::AnyEngine engine_of(const std::string& text) {
  const auto rules = gdl::read_text(text, "trap");
  AGON_ASSERT(rules.ok());
  auto prover = engines::Prover::create(*rules);
  AGON_ASSERT(prover.ok());
  return {"prover", std::shared_ptr<const engines::Prover>(std::move(*prover))};
}

const TrapPosition kFixture{{{3, 1}, {1, 2}, {4, 2}, {1, 3}, {2, 3}, {5, 3}, {1, 5}, {2, 6}},
                            {{2, 4}, {3, 4}, {1, 7}, {2, 7}, {3, 7}, {4, 7}, {2, 8}}};

TEST(TrapPosition, CountsTheMovesOfTheFixture) {
  EXPECT_EQ(kFixture.white_moves(), kTrapMoves);
  EXPECT_EQ(kFixture.text(), "White c1 a2 d2 a3 b3 e3 a5 b6, Black b4 c4 a7 b7 c7 d7 b8");
}

TEST(TrapPosition, ASheetWithItsOwnPawnsIsTheSameGame) {
  const std::string text = fixture_text();
  const game::AnyEngine one = engine_of(text);
  const game::AnyEngine other = engine_of(kFixture.sheet(text));
  const auto state_of = [](const game::AnyEngine& engine) {
    auto scratch = engine.make_scratch();
    game::TermBuffer terms;
    engine.fluents(engine.initial_state(scratch), terms);
    std::vector<std::string> fluents;
    for (const TermId term : terms) fluents.push_back(engine.terms().text(term));
    std::ranges::sort(fluents);
    return fluents;
  };
  EXPECT_EQ(state_of(one), state_of(other));
}

TEST(TrapPosition, TheFixtureIsNotWonInTwoMoves) {
  const game::AnyEngine engine = engine_of(fixture_text());
  const std::vector<int> shallow = plies_to_win(engine, RoleId{0}, 3);
  EXPECT_EQ(shallow, std::vector<int>(kTrapMoves, 0));
  EXPECT_LT(first_move_index(engine, RoleId{0}, kTrapWin), shallow.size());
  EXPECT_EQ(first_move_index(engine, RoleId{0}, "(move 9 9 9 9)"), shallow.size());
}

TEST(TrapPosition, TheGeneratorKeepsToTheStructure) {
  Rng rng(5);
  const std::string text = fixture_text();
  for (int i = 0; i < 5; ++i) {
    const TrapPosition position = random_trap(rng);
    EXPECT_EQ(position.white.size(), 8U);
    EXPECT_EQ(position.black.size(), 7U);
    const game::AnyEngine engine = engine_of(position.sheet(text));
    EXPECT_EQ(plies_to_win(engine, RoleId{0}, 1).size(), static_cast<std::size_t>(kTrapMoves)) << position.text();
    for (const char* capture : kTrapCaptures) EXPECT_LT(first_move_index(engine, RoleId{0}, capture), 13U);
  }
}

}  // namespace
}  // namespace agon::lab::experiments
