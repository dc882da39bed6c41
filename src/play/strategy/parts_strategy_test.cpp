// `parts` and `plan` by their names: games that fall apart, and games that do not.
#include "play/strategy/parts_strategy.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gdl/read/reader.h"
#include "play/test_kits.h"

namespace agon::play {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// Two tracks of 24 places, a step on each at a time; both must stand at their ends at the same time, and any end ends the game.
std::shared_ptr<GameKit> two_tracks() {
  std::string text = R"((role robot) (way up) (way down) (init (a 0)) (init (b 1))
(<= (legal robot (do ?x ?y)) (way ?x) (way ?y))
(<= (next (a ?n2)) (does robot (do up ?y)) (true (a ?n)) (succ ?n ?n2)) (<= (next (a ?n2)) (does robot (do down ?y)) (true (a ?n)) (succ ?n2 ?n))
(<= (next (b ?n2)) (does robot (do ?x up)) (true (b ?n)) (succ ?n ?n2)) (<= (next (b ?n2)) (does robot (do ?x down)) (true (b ?n)) (succ ?n2 ?n))
(<= terminal (true (a 21))) (<= terminal (true (b 22)))
(<= (goal robot 100) (true (a 21)) (true (b 22))) (<= (goal robot 10) (true (a 21)) (not (true (b 22)))) (<= (goal robot 0) (not (true (a 21)))))";
  for (int i = 0; i < 24; ++i) text += "(succ " + std::to_string(i) + " " + std::to_string(i + 1) + ")";
  return std::make_shared<GameKit>(*gdl::read_text(text, "tracks"));
}

// Two boards, on which each role may push a stone its way, both at once; two steps, a board for who has pushed further.
std::shared_ptr<GameKit> two_boards() {
  return std::make_shared<GameKit>(*gdl::read_text(R"((role x) (role y) (pick push) (pick rest) (pick look)
(succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4) (high 3) (high 4) (init (at left 2)) (init (at right 2)) (init (step 0))
(<= (legal ?r (do ?p ?q)) (role ?r) (pick ?p) (pick ?q))
(<= (pushed left ?r) (does ?r (do push ?q))) (<= (pushed right ?r) (does ?r (do ?p push)))
(<= (next (at ?b ?n2)) (true (at ?b ?n)) (pushed ?b x) (not (pushed ?b y)) (succ ?n ?n2))
(<= (next (at ?b ?n2)) (true (at ?b ?n)) (pushed ?b y) (not (pushed ?b x)) (succ ?n2 ?n))
(<= (next (at ?b ?n)) (true (at ?b ?n)) (pushed ?b x) (pushed ?b y))
(<= (next (at ?b ?n)) (true (at ?b ?n)) (not (pushed ?b x)) (not (pushed ?b y)))
(<= (next (step ?n2)) (true (step ?n)) (succ ?n ?n2)) (<= terminal (true (step 2)))
(<= (won ?b) (true (at ?b ?n)) (high ?n))
(<= (goal x 100) (won left) (won right)) (<= (goal y 0) (won left) (won right))
(<= (goal ?r 50) (role ?r) (won left) (not (won right))) (<= (goal ?r 50) (role ?r) (won right) (not (won left)))
(<= (goal x 0) (not (won left)) (not (won right))) (<= (goal y 100) (not (won left)) (not (won right))))",
                                                   "boards"));
}

TEST(PartsStrategy, KitKnowsWhatAGameIsMadeOf) {
  const auto tracks = two_tracks();
  ASSERT_NE(tracks->decomposition(), nullptr);
  EXPECT_EQ(tracks->decomposition()->kind, ground::Composition::Parallel);
  EXPECT_EQ(library_kit("tictactoe")->decomposition(), nullptr);
  const auto boards = two_boards();
  ASSERT_NE(boards->decomposition(), nullptr);
  EXPECT_EQ(boards->decomposition()->parts.size(), 2U);
}

TEST(PartsStrategy, OnePlayerHasALineToTheEnd) {
  const auto kit = two_tracks();
  for (const char* strategy : {"parts", "plan", "plan(parts=no)"}) {
    const auto player = make_player(strategy, kit);
    ASSERT_TRUE(player) << strategy;
    (*player)->begin(RoleId{0}, {}, search::Clock::time_point::max());
    (void)(*player)->choose({.legal = 4});
    ASSERT_NE((*player)->thought(), nullptr);
    EXPECT_EQ((*player)->thought()->low[0], 100) << strategy;
  }
}

TEST(PartsStrategy, SeveralPlayersSearchATreeForEachPart) {
  const auto player = make_player("parts(iterations=50, c=0.5)", two_boards());
  ASSERT_TRUE(player);
  (*player)->begin(RoleId{0}, {}, search::Clock::time_point::max());
  EXPECT_LT((*player)->choose({.legal = 9}).index(), 9U);
  EXPECT_THAT((*player)->thought()->note, HasSubstr("a tree for each"));
}

TEST(PartsStrategy, OtherGamesArePlayedAsUsual) {
  const auto player = make_player("parts(iterations=50)", library_kit("tictactoe"));
  ASSERT_TRUE(player);
  (*player)->begin(RoleId{0}, {}, search::Clock::time_point::max());
  EXPECT_LT((*player)->choose({.legal = 9}).index(), 9U);
  EXPECT_THAT((*player)->thought()->note, Not(HasSubstr("a tree for each")));
}

TEST(PartsStrategy, SaysWhatItDoesNotUnderstand) {
  EXPECT_FALSE(check_strategy("parts(k=3)"));
  EXPECT_TRUE(check_strategy("plan(parts=no)"));
}

}  // namespace
}  // namespace agon::play
