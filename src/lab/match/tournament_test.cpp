// Whole tournaments, with players that misbehave in every way there is, and runs that are killed.
#include "lab/match/tournament.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <thread>

#include "gdl/reader.h"
#include "lab/child_process.h"
#include "lab/match/tournament_report.h"
#include "play/library.h"

namespace agon::lab {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using Factory = Result<std::unique_ptr<play::Player>>;

GameEntry library_game(const std::string& name) {
  return *enter_game(*play::Library(std::string(AGON_SOURCE_DIR) + "/games").load(name), {});
}

GameEntry sheet(const std::string& text) { return *enter_game(*gdl::read_text(text, "sheet"), {}); }

TournamentConfig match(std::vector<GameEntry> games, std::vector<std::string> strategies, std::uint64_t rounds) {
  TournamentConfig config;
  config.games = std::move(games);
  config.strategies = std::move(strategies);
  config.rounds = rounds;
  return config;
}

Tournament run(const TournamentConfig& config, const TournamentOptions& options = {}) {
  Result<Tournament> result = run_tournament(config, options);
  EXPECT_TRUE(result) << result.error().diagnostics.front().message;
  return std::move(*result);
}

// Plays the first legal move, but for one bad habit in the third and fourth step (or whenever a move is made).
class MisbehavingPlayer final : public play::Player {
 public:
  explicit MisbehavingPlayer(std::string how) : how_(std::move(how)) {}
  std::uint32_t choose(const play::Turn& turn) override {
    if (turn.step != 2 && turn.step != 3) return 0;
    if (how_ == "crash") raise(SIGSEGV);
    if (how_ == "hang") std::this_thread::sleep_for(std::chrono::hours(1));
    if (how_ == "throw") throw std::runtime_error("out of ideas");
    if (how_ == "illegal") return turn.legal + 7;
    if (how_ == "slow") std::this_thread::sleep_for(std::chrono::milliseconds(60));
    return 0;
  }
  void observe(std::span<const std::uint32_t>) override {
    if (how_ == "stumble") throw std::runtime_error("lost the thread");
  }

 private:
  std::string how_;
};

Factory make(const std::string& strategy, const std::shared_ptr<play::GameKit>& kit, const play::PlayerSettings& settings) {
  if (strategy == "refuse") return bad_input("refused", "not my game");
  if (strategy == "random" || strategy == "first-legal") return play::make_player(strategy, kit, settings);
  return std::unique_ptr<play::Player>(std::make_unique<MisbehavingPlayer>(strategy));
}

class TournamentTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() /
              ("agon-tournament-" + std::to_string(getpid()) + "-" + testing::UnitTest::GetInstance()->current_test_info()->name());
  }
  void TearDown() override { fs::remove_all(folder_); }
  fs::path folder_;
};

// Everything but the clock's part.
GameResult timeless(GameResult result) {
  result.seconds = 0;
  for (SeatResult& seat : result.seats) seat.seconds = 0;
  return result;
}

std::vector<GameResult> timeless(const std::vector<GameResult>& results) {
  std::vector<GameResult> all;
  for (const GameResult& result : results) all.push_back(timeless(result));
  return all;
}

TEST_F(TournamentTest, EveryScheduledGameIsPlayedOnce) {
  const TournamentConfig config = match({library_game("tictactoe"), library_game("nim")}, {"random", "first-legal", "random"}, 3);
  const Tournament tournament = run(config);
  ASSERT_EQ(tournament.results.size(), 3U * 2 * 3 * 2);
  for (std::uint64_t id = 0; id < tournament.results.size(); ++id) {
    const GameResult& result = tournament.results[id];
    EXPECT_EQ(result.id, id);
    EXPECT_TRUE(result.finished);
    EXPECT_GT(result.length, 0U);
    EXPECT_EQ(result.seats.size(), 2U);
  }
  for (const PlayerSummary& player : tournament.summary.players) {
    EXPECT_EQ(player.games, 24U);
    EXPECT_EQ(player.wins + player.draws + player.losses, 24U);
  }
  EXPECT_EQ(tournament.summary.pairs.size(), 3U);
}

TEST_F(TournamentTest, OneSeedOneTournament) {
  TournamentConfig config = match({library_game("tictactoe")}, {"random", "first-legal"}, 10);
  const auto first = timeless(run(config).results);
  const unsigned jobs = available_cores().size() > 1 ? 2 : 1;
  EXPECT_EQ(timeless(run(config, {.jobs = jobs}).results), first);
  config.seed = 1000;
  EXPECT_NE(timeless(run(config).results), first);
}

TEST_F(TournamentTest, MisbehaviourIsPutDownToThePlayer) {
  for (const char* how : {"crash", "throw", "illegal", "refuse", "stumble"}) {
    const Tournament tournament = run(match({library_game("tictactoe")}, {how, "first-legal"}, 2), {.make_player = make});
    ASSERT_EQ(tournament.results.size(), 4U) << how;
    const PlayerSummary& bad = tournament.summary.players[0];
    const PlayerSummary& good = tournament.summary.players[1];
    EXPECT_EQ(good.crashes + good.errors + good.illegal + good.late, 0U) << how;
    EXPECT_EQ(bad.games, 4U) << how;
    if (how == std::string("throw")) {
      EXPECT_GE(bad.errors, 4U);
      EXPECT_EQ(bad.trouble, "out of ideas");
    } else if (how == std::string("illegal")) {
      EXPECT_GE(bad.illegal, 4U);
    } else {
      EXPECT_EQ(bad.crashes, 4U) << how;
      EXPECT_EQ(bad.losses, 4U) << how;
      EXPECT_EQ(good.wins, 4U) << how;
      EXPECT_EQ(good.goal->value, 100) << how;
      EXPECT_FALSE(bad.trouble.empty()) << how;
    }
  }
}

TEST_F(TournamentTest, WhoHangsLoses) {
  TournamentConfig config = match({library_game("tictactoe")}, {"first-legal", "hang"}, 1);
  config.clock.play = std::chrono::milliseconds(50);
  const Tournament tournament = run(config, {.patience = 0.3, .make_player = make});
  EXPECT_EQ(tournament.summary.players[1].crashes, 2U);
  EXPECT_EQ(tournament.summary.players[0].wins, 2U);
  EXPECT_THAT(tournament.summary.players[1].trouble, HasSubstr("no answer"));
}

TEST_F(TournamentTest, LateMovesAreCounted) {
  TournamentConfig config = match({library_game("tictactoe")}, {"slow", "first-legal"}, 1);
  config.clock.play = std::chrono::milliseconds(20);
  const Tournament tournament = run(config, {.make_player = make});
  EXPECT_GE(tournament.summary.players[0].late, 2U);
  EXPECT_EQ(tournament.summary.players[1].late, 0U);
  EXPECT_GT(tournament.summary.players[0].seconds_per_move->value, tournament.summary.players[1].seconds_per_move->value);
}

// The process is killed between results; the rest is played once, and the whole is what an undisturbed run gives.
TEST_F(TournamentTest, SurvivesKillNine) {
  const TournamentConfig config = match({library_game("tictactoe"), library_game("connectfour")}, {"random", "first-legal"}, 15);
  const auto undisturbed = timeless(run(config).results);
  TournamentOptions options;
  options.folder = folder_.string();
  std::uint64_t before = 0;
  for (int kills = 0; kills < 3; ++kills) {
    const pid_t victim = fork();
    if (victim == 0) {
      std::uint64_t seen = 0;
      options.progress = [&](const std::vector<GameResult>& results, std::uint64_t, const std::optional<Sprt>&) {
        if (seen == 0) seen = results.size() + 1;
        if (results.size() >= seen + 10) raise(SIGKILL);
      };
      static_cast<void>(run_tournament(config, options));
      _exit(0);
    }
    int status = 0;
    waitpid(victim, &status, 0);
    EXPECT_TRUE(WIFSIGNALED(status));
    // As if the power had gone in the middle of a line.
    std::ofstream(folder_ / "games.jsonl", std::ios::app) << "{\"schema\":\"agon.game/1\",\"id\":" << 17 + kills;
    before += 10;
  }
  const Tournament resumed = run(config, options);
  EXPECT_GE(resumed.earlier, before);
  EXPECT_LT(resumed.earlier, resumed.results.size());
  EXPECT_EQ(timeless(resumed.results), undisturbed);
  EXPECT_EQ(run(config, options).earlier, undisturbed.size());  // nothing is left to play
}

TEST_F(TournamentTest, MoreRoundsGoOnAndOtherSeedsDoNot) {
  TournamentConfig config = match({library_game("tictactoe")}, {"random", "first-legal"}, 2);
  TournamentOptions options;
  options.folder = folder_.string();
  run(config, options);
  config.rounds = 5;
  const Tournament more = run(config, options);
  EXPECT_EQ(more.earlier, 4U);
  EXPECT_EQ(more.results.size(), 10U);
  config.seed = 9;
  const Result<Tournament> other = run_tournament(config, options);
  ASSERT_FALSE(other);
  EXPECT_THAT(other.error().diagnostics.front().message, HasSubstr("seed differs"));
}

// After one move nobody can move any more, and the match is not over.
constexpr const char* kStuck =
    "(role a) (role b) (init fresh) (<= (legal a go) (true fresh)) (<= (legal b go) (true fresh))\n"
    "(<= terminal (true never)) (goal a 50) (goal b 50)";
constexpr const char* kNoGoals =
    "(role a) (role b) (init fresh) (legal a go) (legal b go) (<= (next over) (does a go))\n"
    "(<= terminal (true over)) (<= (goal a 100) (true over))";

TEST_F(TournamentTest, BadRulesAreCountedAndTheTournamentGoesOn) {
  const Tournament stuck = run(match({sheet(kStuck), library_game("tictactoe")}, {"random", "first-legal"}, 2));
  EXPECT_EQ(stuck.results.size(), 8U);
  EXPECT_EQ(stuck.summary.unfinished, 4U);
  EXPECT_EQ(stuck.summary.players[0].games, 4U);
  EXPECT_THAT(stuck.summary.games[0].trouble, HasSubstr("no legal move"));
  const Tournament goalless = run(match({sheet(kNoGoals)}, {"random", "first-legal"}, 2));
  EXPECT_EQ(goalless.summary.unfinished, 0U);
  EXPECT_EQ(goalless.summary.players[0].missing_goals + goalless.summary.players[1].missing_goals, 4U);
  EXPECT_EQ(goalless.summary.players[0].goal->value, 50);
  TournamentConfig endless = match({library_game("tictactoe")}, {"random", "first-legal"}, 1);
  endless.max_steps = 2;
  EXPECT_EQ(run(endless).summary.unfinished, 2U);
}

TEST_F(TournamentTest, SprtStopsEarly) {
  TournamentConfig config = match({library_game("breakthrough-6x6")}, {"first-legal", "random"}, 500);
  TournamentOptions options;
  options.folder = folder_.string();
  options.sprt = SprtOptions{.elo0 = 0, .elo1 = 30};
  const Tournament tournament = run(config, options);
  EXPECT_LT(tournament.results.size(), 200U);
  EXPECT_EQ(tournament.summary.sprt->verdict, Sprt::Verdict::AcceptElo1);
  EXPECT_EQ(run(config, options).results.size(), tournament.results.size());  // decided is decided
}

TEST_F(TournamentTest, OnePlayerGamesAreComparedByRound) {
  const Tournament tournament = run(match({library_game("queens-8")}, {"random", "first-legal"}, 4));
  EXPECT_EQ(tournament.results.size(), 8U);
  ASSERT_EQ(tournament.summary.pairs.size(), 1U);
  EXPECT_EQ(tournament.summary.pairs[0].games(), 4U);
}

TEST_F(TournamentTest, TooManyJobsAreRefused) {
  const auto refused = run_tournament(match({library_game("tictactoe")}, {"random", "first-legal"}, 1), {.jobs = 4000});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().category, Error::Category::Usage);
}

TEST_F(TournamentTest, ClocksThatCannotBe) {
  EXPECT_FALSE(make_clock({}, 0.0));
  EXPECT_FALSE(make_clock({}, -1.0));
  EXPECT_FALSE(make_clock(1e9, 1.0));
  EXPECT_FALSE(make_clock(std::nan(""), 1.0));
  EXPECT_EQ(make_clock(2.0, 0.5)->play.count(), 500);
  EXPECT_EQ(make_clock({}, {})->start.count(), 0);
}

TEST_F(TournamentTest, ReportsInAllForms) {
  const Tournament tournament =
      run(match({library_game("tictactoe"), sheet(kStuck)}, {"random", "crash", "random"}, 1), {.make_player = make});
  const std::string text = to_text(tournament);
  EXPECT_THAT(text, HasSubstr("random #1"));
  EXPECT_THAT(text, HasSubstr("by forfeit"));
  EXPECT_THAT(text, HasSubstr("came to no end"));
  const auto json = to_json(tournament, "agon.tournament-result/1");
  EXPECT_EQ(json["players"].size(), 3U);
  EXPECT_EQ(json["players"][1]["crashes"], 4);
  for (const char* field : {"strategy", "score", "interval", "wins", "draws", "losses", "elo", "elo_interval"})
    EXPECT_TRUE(json["players"][0].contains(field)) << field;
  const std::string csv = to_csv(tournament);
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 1 + 2 * 12);
  const std::string page = to_html(tournament);
  for (const char* part :
       {"<svg", "prefers-color-scheme: dark", "Everybody against everybody", "rgba(var(--win)", "Strength", "Thought"})
    EXPECT_THAT(page, HasSubstr(part));
  for (const char* outside : {"<script", "src=", "href=", "nan", "inf "}) EXPECT_THAT(page, testing::Not(HasSubstr(outside)));
}

}  // namespace
}  // namespace agon::lab
