// Games whose structure is known, one kind after the other.
#include <gmock/gmock.h>

#include <set>

#include "knowledge/structure/test_sheets.h"

namespace agon::knowledge {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::library_structure;
using testing::pattern;
using ::testing::SizeIs;
using testing::words;

const Counter* counter(const Structure& structure, const std::string& functor) {
  const auto found = std::ranges::find(structure.counters, functor, [](const Counter& c) { return c.family.functor; });
  return found == structure.counters.end() ? nullptr : &*found;
}

void expect_square_board(const Structure& structure, std::size_t columns, std::size_t rows, const std::string& blank) {
  ASSERT_THAT(structure.boards, SizeIs(1));
  const Board& board = structure.boards.front();
  EXPECT_EQ(board.shape, Shape::Grid);
  ASSERT_THAT(board.axes, SizeIs(2));
  EXPECT_EQ(board.axes[0].role, AxisRole::Column);
  EXPECT_EQ(board.axes[1].role, AxisRole::Row);
  EXPECT_TRUE(board.axes[1].upwards);
  EXPECT_THAT(board.axes[0].values, SizeIs(columns));
  EXPECT_THAT(board.axes[1].values, SizeIs(rows));
  EXPECT_EQ(board.blank, blank);
  EXPECT_EQ(board.at_most_one, Evidence::Seen);
}

TEST(KnownGames, TicTacToe) {
  const Structure structure = library_structure("tictactoe");
  expect_square_board(structure, 3, 3, "blank");
  EXPECT_TRUE(structure.boards[0].full);
  EXPECT_THAT(structure.boards[0].contents, ElementsAre("blank", "o", "x"));
  ASSERT_THAT(structure.controls, SizeIs(1));
  EXPECT_EQ(structure.controls[0].family, (Family{"control", 1}));
  EXPECT_THAT(structure.tables, IsEmpty());
  EXPECT_EQ(words(pattern(structure, "(mark _ _)")), "axis0@0 axis1@0");
  EXPECT_THAT(pattern(structure, "noop").clicks, IsEmpty());
}

TEST(KnownGames, ConnectFourDropsIntoAColumn) {
  const Structure structure = library_structure("connectfour");
  expect_square_board(structure, 8, 6, "blank");
  EXPECT_EQ(words(pattern(structure, "(drop _)")), "axis0@0");
}

TEST(KnownGames, BreakthroughMovesFromCellToCell) {
  const Structure structure = library_structure("breakthrough");
  expect_square_board(structure, 8, 8, "empty");
  EXPECT_EQ(words(pattern(structure, "(move _ _ _ _)")), "axis0@0 axis1@0 axis0@1 axis1@1");
}

TEST(KnownGames, Chess) {
  const Structure structure = library_structure("chess");
  expect_square_board(structure, 8, 8, "empty");
  EXPECT_THAT(structure.boards[0].contents, SizeIs(13));
  EXPECT_EQ(structure.boards[0].families.back().family, (Family{"passant", 2}));
  EXPECT_EQ(words(pattern(structure, "(move _ _ _ _)")), "axis0@0 axis1@0 axis0@1 axis1@1");
  EXPECT_EQ(words(pattern(structure, "(promote _ _ _ _ _)")), "axis0@0 axis1@0 axis0@1 axis1@1 choice");
  EXPECT_EQ(words(pattern(structure, "(castle _)")), "item");  // one of the rights that are left
  ASSERT_NE(counter(structure, "quiet"), nullptr);
  EXPECT_EQ(counter(structure, "quiet")->kind, Counter::Kind::Quantity);
}

TEST(KnownGames, DraughtsCallsSquaresByNumber) {
  const Structure structure = library_structure("draughts");
  expect_square_board(structure, 8, 8, "empty");
  const Board& board = structure.boards[0];
  EXPECT_FALSE(board.full);
  EXPECT_THAT(board.cells, SizeIs(32));
  std::set<std::string> names;
  for (const Cell& cell : board.cells) names.insert(cell.name);
  EXPECT_THAT(names, SizeIs(32));
  EXPECT_EQ(words(pattern(structure, "(move _ _)")), "name@0 name@1");
  EXPECT_EQ(words(pattern(structure, "(jump (jump _ _) _)")), "name@0 name@1 name@2");
}

TEST(KnownGames, HexHasSixNeighbours) {
  const Structure structure = library_structure("hex");
  ASSERT_THAT(structure.boards, SizeIs(1));
  const Board& board = structure.boards[0];
  EXPECT_EQ(board.shape, Shape::Hexagonal);
  EXPECT_EQ(board.adjacency, "adjacent");
  EXPECT_THAT(board.cells, SizeIs(81));
  // "Each row is shifted half a cell to the right of the one before it."
  for (const Cell& cell : board.cells) EXPECT_EQ(cell.half_x, static_cast<std::int32_t>(2 * cell.at[0] + cell.at[1]));
}

TEST(KnownGames, Othello) {
  const Structure structure = library_structure("othello");
  expect_square_board(structure, 8, 8, "empty");
  EXPECT_EQ(words(pattern(structure, "(place _ _)")), "axis0@0 axis1@0");
}

TEST(KnownGames, ThreeDimensionsAreLayers) {
  const Structure structure = library_structure("tictactoe-3d");
  ASSERT_THAT(structure.boards, SizeIs(1));
  ASSERT_THAT(structure.boards[0].axes, SizeIs(3));
  EXPECT_EQ(structure.boards[0].axes[2].role, AxisRole::Layer);
  EXPECT_THAT(structure.boards[0].cells, SizeIs(64));
  EXPECT_EQ(words(pattern(structure, "(mark _ _ _)")), "axis0@0 axis1@0 axis2@0");
}

TEST(KnownGames, SeveralBoardsInOneFamily) {
  const Structure structure = library_structure("blocker-parallel");
  ASSERT_THAT(structure.boards, SizeIs(1));
  ASSERT_THAT(structure.boards[0].axes, SizeIs(3));
  EXPECT_EQ(structure.boards[0].axes[0].role, AxisRole::Layer);
  EXPECT_EQ(structure.boards[0].axes[0].source, OrderSource::None);
}

TEST(KnownGames, NineBoardsAndQuadrantsAreBlocks) {
  const Structure nine = library_structure("tictactoe-nine-board");
  expect_square_board(nine, 9, 9, "blank");
  EXPECT_THAT(nine.boards[0].axes[0].blocks, ElementsAre(0, 3, 6));
  EXPECT_THAT(nine.boards[0].axes[1].blocks, ElementsAre(0, 3, 6));
  const Structure pentago = library_structure("pentago");
  expect_square_board(pentago, 6, 6, "blank");
  EXPECT_THAT(pentago.boards[0].axes[0].blocks, ElementsAre(0, 3));
  EXPECT_EQ(words(pattern(pentago, "(rotate _ _ _)")), "choice choice choice");
}

TEST(KnownGames, NimHasPiles) {
  const Structure structure = library_structure("nim");
  ASSERT_THAT(structure.boards, SizeIs(1));
  EXPECT_EQ(structure.boards[0].shape, Shape::Piles);
  EXPECT_THAT(structure.boards[0].axes[0].values, ElementsAre("a", "b", "c"));
  EXPECT_THAT(structure.boards[0].contents, ElementsAre("0", "1", "2", "3", "4", "5"));
  EXPECT_EQ(words(pattern(structure, "(take _ _)")), "axis0@0 choice");
}

TEST(KnownGames, PuzzleMovesNameThePiece) {
  const Structure structure = library_structure("eight-puzzle");
  expect_square_board(structure, 3, 3, "b");
  EXPECT_EQ(words(pattern(structure, "(slide _)")), "piece@0");
  ASSERT_NE(counter(structure, "step"), nullptr);
  EXPECT_EQ(counter(structure, "step")->kind, Counter::Kind::Clock);
}

TEST(KnownGames, SimIsAGraph) {
  const Structure structure = library_structure("sim");
  ASSERT_THAT(structure.boards, SizeIs(1));
  EXPECT_EQ(structure.boards[0].shape, Shape::Graph);
  EXPECT_THAT(structure.boards[0].cells, SizeIs(15));
  EXPECT_EQ(structure.boards[0].blank, "blank");
  // Half a board that is walked on is none.
  for (const char* name : {"y", "draughts", "peg-solitaire-triangle"})
    EXPECT_NE(library_structure(name).boards[0].shape, Shape::Graph);
}

TEST(KnownGames, ThingsThatLieInPlaces) {
  const Structure hanoi = library_structure("hanoi");
  ASSERT_THAT(hanoi.boards, SizeIs(1));
  EXPECT_EQ(hanoi.boards[0].shape, Shape::Places);
  EXPECT_THAT(hanoi.boards[0].axes[0].values, ElementsAre("1", "2", "3", "4", "5"));
  EXPECT_THAT(hanoi.boards[0].contents, ElementsAre("left", "middle", "right"));
  EXPECT_EQ(words(pattern(hanoi, "(move _ _)")), "axis0@0 choice");
  EXPECT_EQ(library_structure("blocks-world").boards[0].shape, Shape::Places);
  // A region has no colour at first, and a number gets an owner.
  for (const char* name : {"graph-colouring", "col", "number-scrabble"})
    EXPECT_EQ(library_structure(name).boards[0].shape, Shape::Line) << name;
}

TEST(KnownGames, ChineseCheckersIsAStar) {
  const Structure structure = library_structure("chinese-checkers-3");
  ASSERT_THAT(structure.boards, SizeIs(1));
  const Board& board = structure.boards[0];
  EXPECT_EQ(board.shape, Shape::Hexagonal);
  EXPECT_FALSE(board.full);
  EXPECT_THAT(board.cells, SizeIs(37));
  EXPECT_EQ(board.blank, "empty");
}

TEST(KnownGames, PiecesWithoutSquaresAreABoard) {
  const Structure structure = library_structure("gridgame");
  ASSERT_THAT(structure.boards, SizeIs(1));
  EXPECT_EQ(structure.boards[0].families[0].family, (Family{"at", 3}));
  EXPECT_THAT(structure.boards[0].contents, ElementsAre("black", "white"));
  EXPECT_EQ(structure.boards[0].blank, std::nullopt);
}

TEST(KnownGames, RidersAreMarksOnTheirTrack) {
  const Structure structure = library_structure("tron");
  ASSERT_THAT(structure.boards, SizeIs(1));
  ASSERT_THAT(structure.boards[0].families, SizeIs(2));
  EXPECT_EQ(structure.boards[0].families[0].family, (Family{"cell", 3}));
  EXPECT_EQ(structure.boards[0].families[1].family, (Family{"rider", 3}));
}

TEST(KnownGames, CardsAreSeenByTheirOwner) {
  const Structure structure = library_structure("leduc-poker");
  EXPECT_TRUE(structure.hidden);
  ASSERT_THAT(structure.hands, SizeIs(1));
  EXPECT_EQ(structure.hands[0].family, (Family{"hand", 2}));
  EXPECT_EQ(structure.hands[0].owner, 0U);
  EXPECT_THAT(structure.hands[0].item, ElementsAre(1));
  EXPECT_EQ(structure.hands[0].visibility, Hand::Visibility::Owner);
}

TEST(KnownGames, OrByEverybodyElse) {
  const Structure structure = library_structure("fireworks-mini");
  ASSERT_THAT(structure.hands, SizeIs(1));
  EXPECT_EQ(structure.hands[0].slot, 1U);
  EXPECT_EQ(structure.hands[0].visibility, Hand::Visibility::Others);
  EXPECT_EQ(words(pattern(structure, "(play _)")), "item");
}

TEST(KnownGames, OpenHands) {
  const Structure structure = library_structure("goofspiel");
  ASSERT_THAT(structure.hands, SizeIs(1));
  EXPECT_EQ(structure.hands[0].visibility, Hand::Visibility::Everyone);
  EXPECT_EQ(words(pattern(structure, "(bid _)")), "item");
}

TEST(KnownGames, NoBoardAtAll) {
  const Structure structure = library_structure("rock-paper-scissors");
  EXPECT_THAT(structure.boards, IsEmpty());
  EXPECT_THAT(structure.tables, IsEmpty());
  ASSERT_THAT(structure.counters, SizeIs(2));
  EXPECT_EQ(counter(structure, "round")->kind, Counter::Kind::Clock);
  EXPECT_EQ(counter(structure, "score")->kind, Counter::Kind::Quantity);
  EXPECT_EQ(counter(structure, "score")->role, 0U);
}

}  // namespace
}  // namespace agon::knowledge
