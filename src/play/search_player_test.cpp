#include "play/search_player.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <thread>

#include "library/library.h"
#include "play/referee/referee.h"
#include "play/strategy/players.h"

namespace agon::play {
namespace {

std::shared_ptr<GameKit> kit(const std::string& game) {
  return std::make_shared<GameKit>(*library::Library(std::string(AGON_SOURCE_DIR) + "/games").load(game));
}

struct Played {
  game::MatchRecord record;
  int late = 0, illegal = 0, failed = 0;
};
Played play(const std::shared_ptr<GameKit>& game, std::vector<std::unique_ptr<Player>> players, MatchClock clock = {}) {
  Played played;
  MatchOptions options;
  options.clock = clock;
  options.on_turn = [&](const MoveEvent& event) {
    played.late += event.late ? 1 : 0;
    played.illegal += event.illegal ? 1 : 0;
    played.failed += event.error.empty() ? 0 : 1;
  };
  played.record =
      play_match(*game->engine("prover"), game->rules(), std::vector<std::string>(players.size(), "test"), players, options);
  return played;
}

std::vector<std::unique_ptr<Player>> seats(const std::shared_ptr<GameKit>& game, const std::vector<std::string>& strategies) {
  std::vector<std::unique_ptr<Player>> players;
  for (const std::string& strategy : strategies) players.push_back(std::move(*make_player(strategy, game)));
  return players;
}

TEST(SearchPlayer, NeverLosesTicTacToe) {
  const auto game = kit("tictactoe");
  for (const char* strategy : {"mcts(iterations=3000)", "mcts(lanes, iterations=1000)", "minimax(depth=9)"}) {
    for (int seat = 0; seat < 2; ++seat) {
      std::vector<std::string> strategies{"random", "random"};
      strategies[static_cast<std::size_t>(seat)] = strategy;
      for (int i = 0; i < 10; ++i)
        EXPECT_GE(play(game, seats(game, strategies)).record.goals[static_cast<std::size_t>(seat)], 50) << strategy;
    }
  }
}

TEST(SearchPlayer, AutoPlaysEveryKindOfGame) {
  for (const char* name : {"tictactoe", "eight-puzzle", "rock-paper-scissors", "three-player-nim", "krieg-tictactoe"}) {
    const auto game = kit(name);
    const std::size_t roles = game->engine("prover")->info().role_count();
    const Played played = play(game, seats(game, std::vector<std::string>(roles, "auto(time=20ms)")));
    EXPECT_TRUE(played.record.finished) << name;
    EXPECT_EQ(played.failed + played.illegal, 0) << name;
  }
}

TEST(SearchPlayer, ClimbsWhileTheClockRuns) {
  // A start clock too short for the engines: it begins on the prover and changes in mid-match.
  const auto game = kit("connectfour");
  const Played played = play(game, seats(game, {"auto", "random"}), {std::chrono::milliseconds(5), std::chrono::milliseconds(60)});
  EXPECT_TRUE(played.record.finished);
  EXPECT_EQ(played.illegal + played.failed, 0);
  EXPECT_EQ(played.record.goals[0], 100);
}

// Does not search, and records the deadlines it was given.
class Listener final : public search::Searcher {
 public:
  explicit Listener(search::Budget& heard) : heard_(heard) {}
  void restart() override {}
  void observe(const game::Observation& /*seen*/) override {}
  search::Thought think(RoleId /*role*/, const search::Budget& budget) override {
    heard_ = budget;
    return {};
  }

 private:
  search::Budget& heard_;
};

TEST(SearchPlayer, LeavesTimeForTheAnswerWhereSomebodyWaits) {
  search::Budget heard;
  SearchPlayer player(std::make_unique<Listener>(heard), {});
  player.begin(RoleId{0}, {}, search::Clock::time_point::max());
  Turn turn{.step = 0, .legal = 5, .deadline = search::Clock::now() + std::chrono::hours(1)};
  player.choose(turn);
  EXPECT_LT(heard.deadline, turn.deadline);
  turn.all_of_it = true;
  player.choose(turn);
  EXPECT_EQ(heard.deadline, turn.deadline);
}

TEST(SearchPlayer, WarmsUpOnlyWhereNothingIsCounted) {
  for (const std::uint64_t iterations : {0U, 5U}) {
    search::Budget heard;
    ThinkingTime thinking;
    thinking.iterations = iterations;
    SearchPlayer player(std::make_unique<Listener>(heard), thinking);
    player.begin(RoleId{0}, {std::chrono::hours(1), std::chrono::seconds(1)}, search::Clock::now() + std::chrono::hours(1));
    EXPECT_EQ(heard.deadline != search::Clock::time_point::max(), iterations == 0);
  }
}

// Fails to follow once, and knows how far it has come.
class Stumbler final : public search::Searcher {
 public:
  explicit Stumbler(int& steps) : steps_(steps) {}
  void restart() override { steps_ = 0; }
  void observe(const game::Observation& /*seen*/) override {
    if (!std::exchange(stumbled_, true)) throw LimitReached("test", "out of breath", "");
    ++steps_;
  }
  search::Thought think(RoleId /*role*/, const search::Budget& /*budget*/) override { return {}; }

 private:
  int& steps_;
  bool stumbled_ = false;
};

TEST(SearchPlayer, CatchesUpWithAMatchItFailedToFollow) {
  int steps = 0;
  SearchPlayer player(std::make_unique<Stumbler>(steps), {});
  player.begin(RoleId{0}, {}, search::Clock::time_point::max());
  const game::Observation seen = game::Observation::of(game::JointChoice(2));
  EXPECT_THROW(player.observe(seen), LimitReached);
  player.observe(seen);
  EXPECT_EQ(steps, 0);
  player.choose({.step = 2, .legal = 5});
  EXPECT_EQ(steps, 2);
}

TEST(SearchPlayer, KeepsItsSearchWhereABetterOneFails) {
  search::Budget heard;
  SearchPlayer player(std::make_unique<Listener>(heard), {}, []() -> std::unique_ptr<search::Searcher> { throw std::bad_alloc(); });
  player.begin(RoleId{0}, {}, search::Clock::time_point::max());
  EXPECT_NO_THROW(player.choose({.step = 0, .legal = 5}));
  EXPECT_NE(heard.deadline, search::Clock::time_point::max());
}

TEST(SearchPlayer, PondersWithoutLosingTheThread) {
  const auto game = kit("connectfour");
  const Played played = play(game, seats(game, {"mcts(iterations=200, ponder)", "mcts(iterations=200, ponder)"}));
  EXPECT_TRUE(played.record.finished);
  EXPECT_EQ(played.illegal + played.failed, 0);
}

// ---- the referee and players that misbehave ----

class BadPlayer final : public Player {
 public:
  enum class Kind { Illegal, Throws, Late, Deaf } kind;
  explicit BadPlayer(Kind k) : kind(k) {}
  Choice choose(const Turn& turn) override {
    if (kind == Kind::Throws) throw std::runtime_error("no idea");
    if (kind == Kind::Late) std::this_thread::sleep_until(turn.deadline + std::chrono::milliseconds(2));
    return Choice{kind == Kind::Illegal ? turn.legal : 0};
  }
  void observe(const game::Observation& /*seen*/) override {
    if (kind == Kind::Deaf) throw std::runtime_error("what?");
  }
};

TEST(Referee, ReplacesWhatIsLateIllegalOrBroken) {
  const auto game = kit("tictactoe");
  for (const auto kind : {BadPlayer::Kind::Illegal, BadPlayer::Kind::Throws, BadPlayer::Kind::Late, BadPlayer::Kind::Deaf}) {
    std::vector<std::unique_ptr<Player>> players;
    players.push_back(std::make_unique<BadPlayer>(kind));
    players.push_back(std::move(*make_player("random", nullptr)));
    const Played played = play(game, std::move(players),
                               {std::chrono::milliseconds(0), std::chrono::milliseconds(kind == BadPlayer::Kind::Late ? 5 : 0)});
    EXPECT_TRUE(played.record.finished);
    const int faults = kind == BadPlayer::Kind::Illegal ? played.illegal
                       : kind == BadPlayer::Kind::Late  ? played.late
                                                        : played.failed;
    EXPECT_GE(faults, 3);
  }
}

TEST(Players, RefuseGamesTheyCannotPlay) {
  const auto hidden = make_player("mcts", kit("krieg-tictactoe"));
  ASSERT_FALSE(hidden);
  EXPECT_EQ(hidden.error().diagnostics[0].code, "hidden-information");
  EXPECT_FALSE(make_player("plan", kit("tictactoe")));
}

}  // namespace
}  // namespace agon::play
