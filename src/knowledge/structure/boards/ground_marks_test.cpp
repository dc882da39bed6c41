// Which static relations are marks on the board, and which are not.
#include <gmock/gmock.h>

#include "knowledge/structure/test_sheets.h"

namespace agon::knowledge {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::library_structure;
using testing::structure_of;
using testing::text_sheet;

// "target: 3 5, 3 6"
std::string text(const Board& board, const GroundMark& mark) {
  std::string out = mark.relation + (mark.owner.empty() ? "" : " of " + mark.owner) + ":";
  for (const std::uint32_t c : mark.cells) {
    out += out.back() == ':' ? "" : ",";
    for (std::size_t a = 0; a < board.axes.size(); ++a) out += " " + board.axes[a].values[board.cells[c].at[a]];
  }
  return out;
}

std::vector<std::string> marks(const Structure& structure) {
  std::vector<std::string> out;
  for (const Board& board : structure.boards) {
    for (const GroundMark& mark : board.ground) out.push_back(text(board, mark));
  }
  return out;
}

TEST(GroundMarks, TargetsAndExits) {
  EXPECT_THAT(marks(library_structure("sokoban")), ElementsAre("target: 3 5, 3 6"));
  EXPECT_THAT(marks(library_structure("mummy-maze-2p")), ElementsAre("exit: 1 8, 2 1"));
}

TEST(GroundMarks, MostGamesHaveNone) {
  for (const char* name : {"chess", "pentago", "sudoku", "hex-5x5", "draughts", "tictactoe-nine-board", "kalah", "eight-puzzle"})
    EXPECT_THAT(marks(library_structure(name)), IsEmpty()) << name;
}

// Three by three lamps to be lit. `facts` and `rules` add to the sheet.
std::string lamps(const std::string& facts, const std::string& rules) {
  return R"(
    (role robot)
    (step 1 2) (step 2 3) (line 1) (line 2) (line 3)
    (<= (square ?x ?y) (line ?x) (line ?y))
    (<= (init (lamp ?x ?y off)) (square ?x ?y))
    (<= (legal robot (press ?x ?y)) (true (lamp ?x ?y off)))
    (<= (next (lamp ?x ?y on)) (does robot (press ?x ?y)))
    (<= (next (lamp ?x ?y ?s)) (true (lamp ?x ?y ?s)) (does robot (press ?u ?v)) (distinct ?x ?u))
    (<= (next (lamp ?x ?y ?s)) (true (lamp ?x ?y ?s)) (does robot (press ?u ?v)) (distinct ?y ?v))
    (<= dark (true (lamp ?x ?y off)))
    (<= terminal (not dark))
    )" + facts +
         rules + " (goal robot 100)";
}

TEST(GroundMarks, AreAskedAboutTheCellOfAFluent) {
  const std::string facts = "(shop 2 3) (shop 3 2)";
  EXPECT_THAT(marks(structure_of(text_sheet(lamps(facts, "(<= bought (true (lamp ?x ?y on)) (shop ?x ?y))")))),
              ElementsAre("shop: 2 3, 3 2"));
  // Through a definition, and with the arguments the other way round.
  EXPECT_THAT(marks(structure_of(text_sheet(lamps("(shop 2 1)", R"((<= (here ?a ?b) (true (lamp ?a ?b on)))
                                                                  (<= bought (here ?x ?y) (shop ?y ?x)))")))),
              ElementsAre("shop: 1 2"));
  EXPECT_THAT(marks(structure_of(text_sheet(lamps(facts, "")))), IsEmpty());  // nobody asks
  EXPECT_THAT(marks(structure_of(text_sheet(lamps(facts, "(<= (init (lamp ?x ?y on)) (shop ?x ?y))")))), IsEmpty());
}

TEST(GroundMarks, AreNeitherTheWholeBoardNorAnOrder) {
  EXPECT_THAT(marks(structure_of(text_sheet(lamps("", "(<= inside (true (lamp ?x ?y on)) (square ?x ?y))")))), IsEmpty());
  EXPECT_THAT(marks(structure_of(text_sheet(lamps("", "(<= uphill (true (lamp ?x ?y on)) (step ?x ?y))")))), IsEmpty());
  EXPECT_THAT(marks(structure_of(text_sheet(lamps("(shop 2 3) (shop 7 7)", "(<= bought (true (lamp ?x ?y on)) (shop ?x ?y))")))),
              IsEmpty());  // about something else too
}

TEST(GroundMarks, MayHaveAnOwner) {
  EXPECT_THAT(marks(structure_of(text_sheet(lamps("(home robot 3 1)", "(<= rests (true (lamp ?x ?y on)) (home ?r ?x ?y))")))),
              ElementsAre("home of robot: 3 1"));
  EXPECT_THAT(marks(structure_of(text_sheet(lamps("(home cat 3 1)", "(<= rests (true (lamp ?x ?y on)) (home ?r ?x ?y))")))),
              IsEmpty());
}

}  // namespace
}  // namespace agon::knowledge
