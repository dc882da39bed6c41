// Which player's pieces start at the far side, on boards of several kinds, and boards without such a side.
#include <gmock/gmock.h>

#include "knowledge/structure/test_sheets.h"

namespace agon::knowledge {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::library_structure;
using testing::structure_of;
using testing::text_sheet;

TEST(Sides, TheSecondPlayerSitsAtTheTop) {
  for (const char* name : {"breakthrough-6x6", "amazons-6x6", "minichess"}) {
    const Structure structure = library_structure(name);
    EXPECT_EQ(structure.roles.at(1), "black") << name;
    EXPECT_THAT(structure.boards.front().far, ElementsAre(1)) << name;
  }
}

TEST(Sides, OrTheFirstWhoseSquaresHaveNumbers) {
  const Structure structure = library_structure("draughts");
  EXPECT_EQ(structure.roles.at(0), "black");
  EXPECT_THAT(structure.boards.front().far, ElementsAre(0));
}

TEST(Sides, HexagonsHaveThemToo) {
  const Structure structure = library_structure("chinese-checkers-2");
  EXPECT_EQ(structure.boards.front().shape, Shape::Hexagonal);
  EXPECT_THAT(structure.boards.front().far, ElementsAre(0));
}

TEST(Sides, NobodyHasOneWhereNothingIsMovedOrNothingLiesApart) {
  // Discs that stay where they are put, pieces in all corners, three players, one player.
  for (const char* name : {"othello", "ataxx-5x5", "chinese-checkers-3", "peg-solitaire"})
    EXPECT_THAT(library_structure(name).boards.front().far, IsEmpty()) << name;
}

// Two men walk along a lane, one from each end. Their names say nothing about whose they are.
std::string lane(const std::string& first_row, const std::string& second_row) {
  return R"(
    (role ann) (role bob) (man ann p) (man bob q)
    (next_to 1 2) (next_to 2 3) (next_to 3 4) (file 1) (file 2)
    (<= (rank ?y) (next_to ?y ?z)) (rank 4)
    (init (at 1 )" +
         first_row + R"( p)) (init (at 2 )" + second_row + R"( q))
    (<= (beside ?y ?z) (next_to ?y ?z)) (<= (beside ?y ?z) (next_to ?z ?y))
    (<= (legal ?role (walk ?x ?y ?x ?z)) (man ?role ?piece) (true (at ?x ?y ?piece)) (beside ?y ?z))
    (<= (next (at ?x ?z ?piece)) (does ?role (walk ?x ?y ?x ?z)) (man ?role ?piece))
    (<= terminal (true (at 1 4 p)) (true (at 2 4 q)))
    (goal ann 50) (goal bob 50))";
}

TEST(Sides, FollowFromWhoMovesWhat) {
  EXPECT_THAT(structure_of(text_sheet(lane("1", "4"))).boards.front().far, ElementsAre(1));
  EXPECT_THAT(structure_of(text_sheet(lane("4", "1"))).boards.front().far, ElementsAre(0));
  EXPECT_THAT(structure_of(text_sheet(lane("4", "4"))).boards.front().far, IsEmpty());
}

}  // namespace
}  // namespace agon::knowledge
