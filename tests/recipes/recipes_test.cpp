// The recipes of ARCHITECTURE.md ("To add ..."), each followed. Those that need a compiler for whole rooms, a new folder of src/ or
// the page are followed by scripts/check_recipes; playout policies and evaluations have their test in src/search.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "base/file.h"
#include "base/test_folder.h"
#include "lab/engine_set.h"
#include "lab/lockstep.h"
#include "lab/reproduce/experiment.h"
#include "lab/reproduce/registry.h"
#include "library/library.h"
#include "play/referee/referee.h"
#include "play/search_player.h"
#include "play/strategy/players.h"
#include "tests/recipes/echo_engine.h"

namespace agon {
namespace {

namespace fs = std::filesystem;

const fs::path kLibraryFolder = fs::path(AGON_SOURCE_DIR) / "games";

gdl::Rules recipe_rules(const std::string& game) { return *library::Library(kLibraryFolder.string()).load(game); }

// ---- an engine

static_assert(game::FlatEngine<tests::EchoEngine>);

TEST(RecipeEngine, OneLineIsEnoughForLockstepAndPlayers) {
  const engines::EngineTable table = tests::table_with_echo();
  // The laboratory compares it with all others.
  EXPECT_THAT(lab::engine_set_names(table), testing::Contains("echo"));
  const auto names = lab::parse_engine_set("prover,echo,chainer", table);
  ASSERT_TRUE(names);
  const lab::EngineSet set =
      lab::make_engine_set(recipe_rules("connectfour"), *names, {.limits = {}, .passes = {}, .table = &table});
  ASSERT_EQ(set.engines.size(), 3U);
  const lab::LockstepReport report = lab::lockstep(set.engines, {.states = 60});
  EXPECT_TRUE(report.mismatches.empty());
  EXPECT_GE(report.states, 60U);
  // Strategies know its name, and searches run on it.
  const auto kit = std::make_shared<play::GameKit>(recipe_rules("tictactoe"), Limits{}, &table);
  const auto think = [&](const std::string& strategy) {
    const auto player = play::make_player(strategy, kit);
    EXPECT_TRUE(player) << (player ? "" : player.error().diagnostics.front().message);
    (*player)->begin(RoleId{0}, {}, search::Clock::time_point::max());
    (void)(*player)->choose({.legal = 9});
    return *(*player)->thought();
  };
  const search::Thought echo = think("mcts(engine=echo, iterations=200)");
  const search::Thought prover = think("mcts(engine=prover, iterations=200)");
  EXPECT_EQ(echo.line, prover.line);
  EXPECT_EQ(echo.states, prover.states);
  EXPECT_EQ(think("minimax(engine=echo, depth=3)").nodes, think("minimax(engine=prover, depth=3)").nodes);
  // And nobody else hears of it.
  EXPECT_FALSE(play::check_strategy("mcts(engine=echo)"));
}

// ---- a search

// Takes the last legal move.
class LastMove final : public search::FullInformationSearcher {
 public:
  explicit LastMove(game::AnyEngine engine) : engine_(std::move(engine)), scratch_(engine_.make_scratch()) { LastMove::restart(); }
  void restart() override { state_ = engine_.initial_state(scratch_); }
  search::Thought think(RoleId role, const search::Budget&) override {
    search::Thought thought;
    thought.moves.resize(legal(role).size());
    thought.choice = Choice{static_cast<std::uint32_t>(thought.moves.size() - 1)};
    return thought;
  }

 protected:
  void follow(std::span<const Choice> joint) override {
    std::vector<MoveId> moves;
    for (std::uint32_t r = 0; r < joint.size(); ++r) moves.push_back(legal(RoleId{r})[joint[r].index()]);
    engine_.apply(scratch_, state_, moves);
  }

 private:
  game::MoveBuffer legal(RoleId role) {
    game::MoveBuffer moves;
    engine_.legal_moves(scratch_, state_, role, moves);
    return moves;
  }
  game::AnyEngine engine_;
  game::AnyEngine::Scratch scratch_;
  game::AnyState state_;
};

TEST(RecipeSearch, ASearcherBecomesAPlayer) {
  const gdl::Rules rules = recipe_rules("tictactoe");
  engines::Workshop workshop(rules);
  const game::AnyEngine engine = *workshop.engine("prover");
  std::vector<std::unique_ptr<play::Player>> players;
  for (int seat = 0; seat < 2; ++seat)
    players.push_back(std::make_unique<play::SearchPlayer>(std::make_unique<LastMove>(engine), play::ThinkingTime{}));
  const game::MatchRecord record = play::play_match(engine, rules, {"last", "last"}, players, {});
  EXPECT_TRUE(record.finished);
  EXPECT_EQ(record.steps.front().moves.front(), "(mark 3 3)");
}

// ---- a game

TEST(RecipeGame, ASheetAndItsFactsAreAllThereIs) {
  const TestFolder folder;
  fs::create_directories(folder.path() / "gdl");
  fs::copy(kLibraryFolder / "gdl" / "tictactoe.kif", folder.path() / "gdl" / "copied.kif");
  fs::copy(kLibraryFolder / "gdl" / "tictactoe.toml", folder.path() / "gdl" / "copied.toml");
  const library::Library library(folder.path().string());
  ASSERT_TRUE(library.all());
  EXPECT_EQ(library.all()->size(), 1U);
  EXPECT_EQ(library.facts("copied")->title, "Tic-Tac-Toe");
  EXPECT_TRUE(library.load("copied"));
}

// ---- an experiment

TEST(RecipeExperiment, EveryFileHasItsFunctionAndTheOtherWayRound) {
  std::vector<std::string> files;
  for (const auto& entry : fs::directory_iterator(fs::path(AGON_SOURCE_DIR) / "experiments")) {
    if (entry.path().extension() == ".toml") files.push_back(entry.path().stem().string());
  }
  EXPECT_THAT(lab::reproduce::experiment_kinds(), testing::UnorderedElementsAreArray(files));
}

// ---- the text itself

TEST(RecipeText, NamesOnlyFilesThatExist) {
  const std::string text = *read_file(std::string(AGON_SOURCE_DIR) + "/ARCHITECTURE.md");
  const std::size_t begin = text.find("## To add");
  ASSERT_NE(begin, std::string::npos);
  const std::string recipes = text.substr(begin);
  int looked = 0;
  for (std::size_t at = recipes.find('`'); at != std::string::npos;) {
    const std::size_t end = recipes.find('`', at + 1);
    if (end == std::string::npos) break;
    const std::string word = recipes.substr(at + 1, end - at - 1);
    at = recipes.find('`', end + 1);
    const bool is_path = word.find('/') != std::string::npos && word.find(' ') == std::string::npos;
    if (!is_path || word.find("NAME") != std::string::npos || word.find("PAGE") != std::string::npos) continue;
    const fs::path root = AGON_SOURCE_DIR;
    EXPECT_TRUE(fs::exists(root / word) || fs::exists(root / "src" / word)) << word;
    ++looked;
  }
  EXPECT_GT(looked, 10);
}

}  // namespace
}  // namespace agon
