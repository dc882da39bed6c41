// Whole tournaments, with players that misbehave in every way there is, and runs that are killed.
#include "lab/tournament/tournament.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <set>
#include <thread>

#include "base/file.h"
#include "base/test_folder.h"
#include "gdl/read/reader.h"
#include "lab/child_process.h"
#include "lab/tournament/tournament_report.h"
#include "library/library.h"

namespace agon::lab {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using Factory = Result<std::unique_ptr<play::Player>>;

GameEntry library_game(const std::string& name) {
  return *enter_game(*library::Library(std::string(AGON_SOURCE_DIR) + "/games").load(name), {});
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
  Choice choose(const play::Turn& turn) override {
    if (turn.step != 2 && turn.step != 3) return Choice{0};
    if (how_ == "crash") raise(SIGSEGV);
    if (how_ == "hang") std::this_thread::sleep_for(std::chrono::hours(1));
    if (how_ == "throw") throw std::runtime_error("out of ideas");
    if (how_ == "illegal") return Choice{turn.legal + 7};
    if (how_ == "slow") std::this_thread::sleep_for(std::chrono::milliseconds(60));
    return Choice{0};
  }
  void observe(const game::Observation&) override {
    if (how_ == "stumble") throw std::runtime_error("lost the thread");
  }

 private:
  std::string how_;
};

Factory make(const std::string& strategy, const std::shared_ptr<play::GameKit>& kit, const play::PlayerSettings& settings) {
  if (strategy == "refuse") return bad_input("refused", "not my game");
  if (strategy == "broken") throw std::bad_alloc();
  if (strategy == "random" || strategy == "first-legal") return play::make_player(strategy, kit, settings);
  return std::unique_ptr<play::Player>(std::make_unique<MisbehavingPlayer>(strategy));
}

class TournamentTest : public FolderTest {};

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

// Two players without a will of their own: only the dice decide, and a game and its mirror image have the same.
TEST_F(TournamentTest, MirrorImagesHaveTheSameLuck) {
  const Tournament tournament = run(match({library_game("dice-race")}, {"first-legal", "first-legal"}, 5));
  ASSERT_EQ(tournament.results.size(), 10U);
  std::set<std::uint32_t> lengths;
  for (std::size_t i = 0; i < tournament.results.size(); i += 2) {
    const GameResult &game = tournament.results[i], &mirrored = tournament.results[i + 1];
    EXPECT_EQ(game.length, mirrored.length);
    for (std::size_t s = 0; s < 2; ++s) EXPECT_EQ(game.seats[s].goal, mirrored.seats[s].goal);
    lengths.insert(game.length);
  }
  EXPECT_GT(lengths.size(), 1U);
}

TEST_F(TournamentTest, MisbehaviourIsPutDownToThePlayer) {
  for (const char* how : {"crash", "throw", "illegal", "refuse", "stumble"}) {
    const Tournament tournament = run(match({library_game("tictactoe")}, {how, "first-legal"}, 2), {.make_player = make});
    ASSERT_EQ(tournament.results.size(), 4U) << how;
    const PlayerSummary& bad = tournament.summary.players[0];
    const PlayerSummary& good = tournament.summary.players[1];
    EXPECT_EQ(good.crashes + good.errors + good.illegal + good.late, 0U) << how;
    EXPECT_EQ(bad.games, 4U) << how;
    if (how == std::string("throw") || how == std::string("stumble")) {
      EXPECT_GE(bad.errors, 4U);
      EXPECT_EQ(bad.trouble, how == std::string("throw") ? "out of ideas" : "lost the thread");
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

// Where nobody can play, nobody is better: there is no game, instead of a win for whoever was asked last.
TEST_F(TournamentTest, NobodyWinsWhereNobodyCanPlay) {
  const Tournament none = run(match({library_game("tictactoe")}, {"refuse", "refuse"}, 1), {.make_player = make});
  EXPECT_EQ(none.summary.unfinished, 2U);
  for (const GameResult& result : none.results) {
    EXPECT_EQ(result.end, "failure");
    EXPECT_EQ(result.trouble, "not my game");
  }
  for (const PlayerSummary& player : none.summary.players) EXPECT_EQ(player.games + player.crashes, 0U);
}

// Of three at a table two cannot play, one of them because making it throws: both lose, and the third wins.
TEST_F(TournamentTest, EverybodyWhoCannotPlayForfeits) {
  TournamentConfig config = match({library_game("three-player-nim")}, {"refuse", "first-legal", "broken"}, 1);
  config.pairing = Pairing::Together;
  const Tournament tournament = run(config, {.make_player = make});
  ASSERT_EQ(tournament.results.size(), 3U);
  for (const std::size_t loser : {0U, 2U}) {
    EXPECT_EQ(tournament.summary.players[loser].crashes, 3U);
    EXPECT_EQ(tournament.summary.players[loser].losses, 3U);
    EXPECT_EQ(tournament.summary.players[loser].goal->value, 0);
  }
  EXPECT_EQ(tournament.summary.players[1].wins, 3U);
  EXPECT_EQ(tournament.summary.players[1].goal->value, 100);
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
    std::ofstream(folder_ / "games.jsonl", std::ios::app) << "{\"schema\":\"agon.game-result/1\",\"id\":" << 17 + kills;
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

// Lines that are well-formed and nonsense: read as they are, they name players, seats and goals that there are not.
TEST_F(TournamentTest, AStoreWithOtherGamesIsRefused) {
  using Json = nlohmann::ordered_json;
  const TournamentConfig config = match({library_game("tictactoe")}, {"random", "first-legal"}, 2);
  TournamentOptions options;
  options.folder = folder_.string();
  run(config, options);
  const fs::path file = folder_ / "games.jsonl";
  const std::string whole = *read_file(file.string());
  const std::size_t begin = whole.find('\n', whole.find('\n') + 1) + 1;  // of the third line: game 1
  const std::size_t end = whole.find('\n', begin);
  const auto refused = [&](const Json& change) {
    Json line = Json::parse(whole.substr(begin, end - begin));
    line.update(change);
    std::ofstream(file, std::ios::trunc) << whole.substr(0, begin) << line.dump() << whole.substr(end);
    const Result<Tournament> result = run_tournament(config, options);
    return !result && result.error().diagnostics.front().code == "damaged-store" &&
           result.error().diagnostics.front().message.find("games.jsonl:3") != std::string::npos;
  };
  EXPECT_FALSE(refused(Json{{"length", 9}}));  // nobody knows better
  EXPECT_TRUE(refused(Json{{"seats", {1, 7}}}));
  EXPECT_TRUE(refused(Json{{"seats", {0, 1}}}));
  EXPECT_TRUE(refused(Json{{"seats", Json::array()}}));
  EXPECT_TRUE(refused(Json{{"goals", {900, 0}}}));
  EXPECT_TRUE(refused(Json{{"game", "nim"}}));
  EXPECT_TRUE(refused(Json{{"seed", 1}}));
  EXPECT_TRUE(refused(Json{{"round", 1}}));
  EXPECT_TRUE(refused(Json{{"id", 3}}));
  // Beyond the schedule, as if there had been more rounds.
  EXPECT_FALSE(refused(Json{{"id", 50}}));
  EXPECT_TRUE(refused(Json{{"id", 50}, {"seats", {1, 7}}}));
  EXPECT_TRUE(refused(Json{{"id", 50}, {"seats", Json::array()}}));
  EXPECT_TRUE(refused(Json{{"id", 50}, {"game", "nim"}}));
}

TEST_F(TournamentTest, FewerRoundsLeaveGamesOut) {
  TournamentConfig config = match({library_game("tictactoe")}, {"random", "first-legal"}, 3);
  TournamentOptions options;
  options.folder = folder_.string();
  run(config, options);
  config.rounds = 1;
  EXPECT_EQ(run(config, options).results.size(), 2U);
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
  const auto test = to_json(tournament, "agon.match-result/1")["sprt"];
  EXPECT_EQ(test["elo0"], 0);
  EXPECT_EQ(test["elo1"], 30);
  EXPECT_EQ(test["alpha"], 0.05);
  EXPECT_EQ(test["beta"], 0.05);
  EXPECT_EQ(test["verdict"], "elo1 accepted");
  EXPECT_THAT(remarks_of(tournament.summary).front(),
              testing::AllOf(HasSubstr("Sequential test of Elo 0 against 30 (errors 5 %, 5 %): "),
                             HasSubstr(": at least 30 is accepted.")));
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
