// The hand-written programs implement the games of their sheets: the same counts as the facts and the prover, the same moves,
// terminals and goals along random matches, and playouts with the same statistics as those matches.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>

#include "base/rng.h"
#include "bench/anchors/all.h"
#include "engines/prover/prover.h"
#include "game/perft.h"
#include "gdl/read/reader.h"
#include "library/library.h"
#include "tests/diff/corpus.h"

namespace agon::anchors {
namespace {

using engines::Prover;

const library::Library& library() {
  static const library::Library instance(std::string(AGON_SOURCE_DIR) + "/games");
  return instance;
}

// Mean and its standard error.
class Sample {
 public:
  void add(double value) {
    ++count_;
    sum_ += value;
    squares_ += value * value;
  }
  [[nodiscard]] double mean() const { return sum_ / count_; }
  [[nodiscard]] double squared_error() const { return (squares_ / count_ - mean() * mean()) / (count_ - 1); }

 private:
  double count_ = 0;
  double sum_ = 0;
  double squares_ = 0;
};

struct Statistics {
  Sample plies;
  std::array<Sample, 2> goals;

  void add(const Result& result) {
    plies.add(result.plies);
    for (std::size_t role = 0; role < goals.size(); ++role) goals[role].add(result.goals[role]);
  }
};

void expect_same_mean(const Sample& a, const Sample& b, const char* what) {
  // The constant is for samples without variance.
  EXPECT_NEAR(a.mean(), b.mean(), 4 * std::sqrt(a.squared_error() + b.squared_error()) + 1e-9) << what;
}

template <class G>
Perft perft_of(int depth) {
  Perft count;
  perft(typename G::Position{}, depth, count);
  return count;
}

void expect_same_count(const game::PerftCount& expected, const Perft& count) {
  EXPECT_EQ(count.nodes, expected.nodes);
  EXPECT_EQ(count.terminals, expected.terminals);
  EXPECT_THAT(expected.goal_sums, testing::ElementsAreArray(count.goal_sums));
}

// The prover's and the anchor's view of one match, move by move.
template <class G>
class Lockstep {
 public:
  explicit Lockstep(const Prover& prover) : prover_(prover), scratch_(prover.make_scratch()) {}

  // Moves are drawn by the prover; both have to agree on everything there is to know.
  Result play(agon::Rng& rng) {
    state_ = prover_.initial_state(scratch_);
    position_ = {};
    Result result{};
    for (; !prover_.is_terminal(scratch_, state_); ++result.plies) {
      EXPECT_FALSE(position_.is_terminal()) << "after " << result.plies << " plies";
      if (testing::Test::HasFailure()) return result;
      step(rng);
      if (testing::Test::HasFailure()) return result;
    }
    EXPECT_TRUE(position_.is_terminal()) << "after " << result.plies << " plies";
    for (std::uint32_t role = 0; role < 2; ++role) {
      result.goals[role] = prover_.goal(scratch_, state_, RoleId{role});
      EXPECT_EQ(position_.goals()[role], result.goals[role]) << "after " << result.plies << " plies";
    }
    return result;
  }

 private:
  using Position = typename G::Position;

  void step(agon::Rng& rng) {
    const unsigned mover = position_.mover();
    std::array<game::MoveBuffer, 2> legal;
    for (std::uint32_t role = 0; role < 2; ++role) prover_.legal_moves(scratch_, state_, RoleId{role}, legal[role]);
    ASSERT_EQ(legal[1 - mover].size(), 1U) << "the other role has nothing but noop";

    std::map<std::string, typename Position::Move> moves;
    const auto list = position_.moves();
    for (const auto& move : list) moves.emplace(position_.term(move), move);
    ASSERT_EQ(moves.size(), list.size()) << "moves come once";
    std::vector<std::string> expected;
    for (const MoveId id : legal[mover]) expected.push_back(prover_.terms().text(prover_.move_term(RoleId{mover}, id)));
    std::ranges::sort(expected);
    ASSERT_TRUE(std::ranges::equal(expected, moves, {}, {}, [](const auto& entry) { return entry.first; }))
        << testing::PrintToString(expected);

    std::array<MoveId, 2> joint = {legal[0].front(), legal[1].front()};
    joint[mover] = legal[mover][rng.below(static_cast<std::uint32_t>(legal[mover].size()))];
    position_ = position_.after(moves.at(prover_.terms().text(prover_.move_term(RoleId{mover}, joint[mover]))));
    prover_.apply(scratch_, state_, joint);
  }

  const Prover& prover_;
  Prover::Scratch scratch_;
  Prover::State state_;
  Position position_;
};

// How much of each game the prover can do in a second or two.
template <class G>
struct Effort;
template <>
struct Effort<TicTacToe> {
  static constexpr int kDepth = 6, kMatches = 600;
  static constexpr const char* kCorpusSheet = "ticTacToe";
};
template <>
struct Effort<ConnectFour> {
  static constexpr int kDepth = 4, kMatches = 200;
  static constexpr const char* kCorpusSheet = "connectFour";
};
template <>
struct Effort<Breakthrough> {
  static constexpr int kDepth = 3, kMatches = 100;
  static constexpr const char* kCorpusSheet = "breakthrough";
};
template <>
struct Effort<Othello> {
  static constexpr int kDepth = 5, kMatches = 60;
  static constexpr const char* kCorpusSheet = "reversi";
};
template <>
struct Effort<Draughts> {
  static constexpr int kDepth = 5, kMatches = 150;
};
template <>
struct Effort<Hex> {
  static constexpr int kDepth = 2, kMatches = 150;
};
template <>
struct Effort<SmallHex> {
  static constexpr int kDepth = 3, kMatches = 200;
};

template <class G>
class AnchorTest : public testing::Test {
 protected:
  void SetUp() override {
    auto rules = library().load(G::kSheet);
    ASSERT_TRUE(rules);
    auto prover = Prover::create(*rules);
    ASSERT_TRUE(prover);
    prover_ = *prover;
  }
  std::shared_ptr<const Prover> prover_;
};

struct GameName {
  template <class G>
  static std::string GetName(int) {
    std::string name = G::kSheet;
    std::ranges::replace(name, '-', '_');  // a filter takes what follows a dash as excluded
    return name;
  }
};
using AllAnchors = testing::Types<TicTacToe, ConnectFour, Breakthrough, Othello, Draughts, Hex, SmallHex>;
TYPED_TEST_SUITE(AnchorTest, AllAnchors, GameName);

TYPED_TEST(AnchorTest, CountsAreThoseOfTheFacts) {
  const auto facts = library().facts(TypeParam::kSheet);
  ASSERT_TRUE(facts);
  for (std::size_t i = 0; i < facts->perft.nodes.size(); ++i) {
    SCOPED_TRACE(i + 1);
    expect_same_count({facts->perft.nodes[i], facts->perft.terminals[i], facts->perft.goal_sums[i]},
                      perft_of<TypeParam>(static_cast<int>(i) + 1));
  }
}

TYPED_TEST(AnchorTest, CountsAreThoseOfTheProver) {
  for (int depth = 1; depth <= Effort<TypeParam>::kDepth; ++depth) {
    SCOPED_TRACE(depth);
    expect_same_count(game::perft(*this->prover_, depth, [] {}), perft_of<TypeParam>(depth));
  }
}

TYPED_TEST(AnchorTest, MatchesAndPlayoutsAreThoseOfTheProver) {
  Lockstep<TypeParam> lockstep(*this->prover_);
  Statistics matches;
  agon::Rng match_rng(1);
  for (int i = 0; i < Effort<TypeParam>::kMatches; ++i) {
    matches.add(lockstep.play(match_rng));
    if (testing::Test::HasFailure()) return;
  }
  constexpr int kPlayouts = 20'000;
  Statistics playouts;
  Rng rng(1);
  for (int i = 0; i < kPlayouts; ++i) playouts.add(TypeParam::playout(rng));
  expect_same_mean(matches.plies, playouts.plies, "plies");
  for (std::size_t role = 0; role < 2; ++role) expect_same_mean(matches.goals[role], playouts.goals[role], "goals");
}

// Positions are verified move by move, so playouts through them are a trusted reference; the fast loop has to agree much closer
// than with the few matches of the prover.
TYPED_TEST(AnchorTest, PlayoutsAreThoseOfThePositions) {
  constexpr int kCount = 20'000;
  Statistics slow;
  Rng slow_rng(2);
  for (int i = 0; i < kCount; ++i) {
    typename TypeParam::Position position;
    unsigned plies = 0;
    for (; !position.is_terminal(); ++plies) {
      const auto moves = position.moves();
      position = position.after(moves[slow_rng.below(static_cast<unsigned>(moves.size()))]);
    }
    slow.add({plies, position.goals()});
  }
  Statistics fast;
  Rng fast_rng(3);
  for (int i = 0; i < kCount; ++i) fast.add(TypeParam::playout(fast_rng));
  expect_same_mean(slow.plies, fast.plies, "plies");
  for (std::size_t role = 0; role < 2; ++role) expect_same_mean(slow.goals[role], fast.goals[role], "goals");
}

// Anchors with a public sheet of the same rules.
template <class G>
class PublicSheetTest : public testing::Test {};
using AnchorsWithPublicSheets = testing::Types<TicTacToe, ConnectFour, Breakthrough, Othello>;
TYPED_TEST_SUITE(PublicSheetTest, AnchorsWithPublicSheets, GameName);

TYPED_TEST(PublicSheetTest, IsPlayedAsWell) {
  const auto path = tests::corpus_root() / "corpus" / "gdl" / (std::string(Effort<TypeParam>::kCorpusSheet) + ".kif");
  if (!std::filesystem::exists(path)) GTEST_SKIP() << tests::kNoCorpus;
  const auto rules = gdl::read_rules(path.string());
  ASSERT_TRUE(rules);
  const auto prover = Prover::create(*rules);
  ASSERT_TRUE(prover);
  const int depth = std::min(Effort<TypeParam>::kDepth, 4);
  expect_same_count(game::perft(**prover, depth, [] {}), perft_of<TypeParam>(depth));
  if (std::is_same_v<TypeParam, Othello>) return;  // starts from the mirror image: the counts are the same, the moves are not
  Lockstep<TypeParam> lockstep(**prover);
  agon::Rng rng(1);
  for (int i = 0; i < 50 && !testing::Test::HasFailure(); ++i) lockstep.play(rng);
}

TYPED_TEST(AnchorTest, EveryProcessorPlaysTheSameGames) {
  if (!has_fast_cpu())
    GTEST_SKIP() << "this processor lacks the instructions of the second code path, so there is nothing to compare";
  Rng plain_rng(4);
  Rng fast_rng(4);
  for (int i = 0; i < 2000; ++i) {
    const Totals plain = playouts_plain<TypeParam>(plain_rng, 1);
    const Totals fast = playouts_fast<TypeParam>(fast_rng, 1);
    ASSERT_EQ(plain.plies, fast.plies) << i;
    ASSERT_EQ(plain.goals, fast.goals) << i;
  }
}

// The driver visits what perft counts, level by level, and says when there is nothing left.
TEST(MinimaxTest, VisitsTheWholeTree) {
  const auto never = [](std::uint64_t) { return false; };
  std::uint64_t expected = 0;
  for (int depth = 1; depth <= 9; ++depth) {
    expected += perft_of<TicTacToe>(depth).nodes;
    std::uint64_t nodes = 0;
    EXPECT_EQ(minimax(TicTacToe::Position{}, depth, nodes, never), depth == 9);
    EXPECT_EQ(nodes, expected);
  }
  EXPECT_EQ(expected, 549'945U);  // the games of tic-tac-toe and all their beginnings
}

}  // namespace
}  // namespace agon::anchors
