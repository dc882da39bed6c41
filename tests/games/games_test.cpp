// Every game of the library: the sheet passes the checks, its facts are right, and the universal playout checker finds nothing.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "engines/prover/prover.h"
#include "game/perft.h"
#include "game/playout_checker.h"
#include "gdl/check/check.h"
#include "gdl/print/formatter.h"
#include "gdl/source_map.h"
#include "library/families.h"
#include "library/library.h"
#include "play/referee/trial.h"

namespace agon {
namespace {

using library::Facts;
using library::Library;

// Deeper counts are checked by `agon games --verify --verify-nodes N`.
constexpr std::uint64_t kMaxNodes = 10'000;

const library::Library& library() {
  static const library::Library instance(std::string(AGON_SOURCE_DIR) + "/games");
  return instance;
}

std::vector<std::string> names() {
  std::vector<std::string> result;
  const auto all = library().all();
  if (!all) return {"unreadable"};
  for (const Facts& facts : *all) result.push_back(facts.name);
  return result;
}

class GameTest : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    auto found = library().facts(GetParam());
    ASSERT_TRUE(found) << found.error().diagnostics.front().message;
    facts_ = std::move(*found);
    auto rules = library().load(GetParam());
    ASSERT_TRUE(rules) << rules.error().diagnostics.front().message;
    rules_ = std::make_unique<gdl::Rules>(std::move(*rules));
  }
  [[nodiscard]] bool playable() const { return !rules_->dialect().real_time && !rules_->dialect().arithmetic; }
  [[nodiscard]] std::string show(const Diagnostics& findings) const {
    std::string out;
    const gdl::SourceMap source(rules_->text());
    for (const Diagnostic& d : findings) out += gdl::render(d, facts_.path, source);
    return out;
  }

  Facts facts_;
  std::unique_ptr<gdl::Rules> rules_;
};

TEST_P(GameTest, SheetHasNoErrorsAndNoWarnings) {
  Diagnostics findings = gdl::check(*rules_);
  std::erase_if(findings, [](const Diagnostic& d) { return d.severity == Severity::Note; });
  EXPECT_TRUE(findings.empty()) << show(findings);
}

TEST_P(GameTest, RandomPlayFindsNothing) {
  if (!playable()) return;
  const auto prover = engines::Prover::create(*rules_);
  ASSERT_TRUE(prover);
  play::Trial trial = play::trial_play(*rules_, **prover, {.max_steps = 3000, .time = {}, .max_inferences = 3'000'000});
  std::erase_if(trial.findings, [](const Diagnostic& d) { return d.code == "played-too-little"; });  // large games are cut here
  EXPECT_TRUE(trial.findings.empty()) << show(trial.findings);
  EXPECT_GT(trial.states, 1U);
}

TEST_P(GameTest, FactsAreComplete) {
  EXPECT_FALSE(facts_.title.empty());
  EXPECT_FALSE(facts_.summary.empty());
  EXPECT_FALSE(facts_.tags.empty());
  EXPECT_FALSE(facts_.roles.empty());
  if (!playable()) return;
  EXPECT_FALSE(facts_.perft.nodes.empty());
  EXPECT_EQ(facts_.perft.terminals.size(), facts_.perft.nodes.size());
  EXPECT_EQ(facts_.perft.goal_sums.size(), facts_.perft.nodes.size());
  EXPECT_FALSE(facts_.perft.source.empty());
  if (!facts_.value.empty()) {
    EXPECT_EQ(facts_.value.size(), facts_.roles.size());
    EXPECT_FALSE(facts_.value_source.empty());
  }
}

TEST_P(GameTest, CountsMatchTheFacts) {
  if (!playable()) return;
  const auto prover = engines::Prover::create(*rules_);
  ASSERT_TRUE(prover);
  EXPECT_EQ((*prover)->info().roles, facts_.roles);
  for (std::size_t i = 0; i < facts_.perft.nodes.size() && (i < 1 || facts_.perft.nodes[i] <= kMaxNodes); ++i) {
    const game::PerftCount count = game::perft(**prover, static_cast<int>(i) + 1, [] {});
    EXPECT_EQ(count.nodes, facts_.perft.nodes[i]) << "depth " << i + 1;
    EXPECT_EQ(count.terminals, facts_.perft.terminals[i]) << "depth " << i + 1;
    EXPECT_EQ(count.goal_sums, facts_.perft.goal_sums[i]) << "depth " << i + 1;
  }
}

TEST_P(GameTest, EngineKeepsTheContract) {
  if (!playable()) return;
  const auto prover = engines::Prover::create(*rules_);
  ASSERT_TRUE(prover);
  game::PlayoutChecker checker(**prover, 7);
  const game::PlayoutCheck result = checker.run(2, 120);
  EXPECT_THAT(result.broken, testing::IsEmpty());
  EXPECT_THAT(result.remarks, testing::IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(Library, GameTest, testing::ValuesIn(names()), [](const auto& each) {
  std::string name = each.param;
  std::ranges::replace(name, '-', '_');
  return name;
});

TEST(LibraryTest, HoldsTheWellKnownNames) {
  for (const char* name : {"tictactoe", "connectfour", "connectfour-7x6", "breakthrough", "knightthrough", "othello", "draughts",
                           "chess", "hex", "amazons"}) {
    EXPECT_TRUE(library().sheet(name)) << name;
  }
  EXPECT_GE(names().size(), 60U);
}

TEST(LibraryTest, SuggestsSimilarNames) {
  const auto missing = library().sheet("conectfour");
  ASSERT_FALSE(missing);
  EXPECT_THAT(missing.error().diagnostics.front().hint, testing::HasSubstr("connectfour"));
}

std::uint64_t count_nodes(const gdl::Rules& rules, int depth) {
  const auto prover = engines::Prover::create(rules);
  return prover ? game::perft(**prover, depth, [] {}).nodes : 0;
}

TEST(FamilyTest, AMemberOfTheLibrarySizeHasTheLibraryRules) {
  const std::pair<const char*, const char*> pairs[] = {
      {"connectfour-7x6", "connectfour-7x6"}, {"hex-5x5", "hex-5x5"}, {"queens-12", "queens-12"}, {"amazons-10", "amazons"}};
  for (const auto& [name, sheet] : pairs) {
    const auto member = library::family_member(name);
    ASSERT_TRUE(member) << name;
    const auto base = library().sheet(member->base);
    const auto own = library().load(sheet);
    ASSERT_TRUE(base && own) << name;
    const auto made = library::family_text(*member, base->text);
    ASSERT_TRUE(made) << name;
    const auto rules = gdl::read_text(*made, name);
    ASSERT_TRUE(rules) << name;
    EXPECT_TRUE(rules->same_rules(*own)) << name;
  }
}

TEST(FamilyTest, OtherSizesPlay) {
  const auto board = library().load("connectfour-10x4");
  ASSERT_TRUE(board);
  EXPECT_EQ(count_nodes(*board, 3), 1000U);
  const auto queens = library().load("queens-5");
  ASSERT_TRUE(queens);
  EXPECT_EQ(count_nodes(*queens, 5), 10U);  // OEIS A000170
  EXPECT_FALSE(library().sheet("connectfour-1x6"));
  EXPECT_FALSE(library().sheet("hex-5x6"));
  EXPECT_FALSE(library().sheet("queens-1000"));
}

// Published counts: these are the literature's, whatever the facts files say.
struct Published {
  const char* name;
  std::vector<std::uint64_t> nodes;
};
TEST(LibraryTest, FactsHoldThePublishedCounts) {
  const std::vector<Published> published = {
      {"chess", {20, 400, 8902, 197281}},
      {"othello", {4, 12, 56, 244, 1396, 8200, 55092}},
      {"draughts", {7, 49, 302, 1469, 7361}},
      {"connectfour-7x6", {7, 49, 343, 2401, 16807, 117649, 823536}},
      {"amazons", {2176}},
      {"tictactoe", {9, 72, 504, 3024, 15120, 54720}},
  };
  for (const Published& game : published) {
    const auto facts = library().facts(game.name);
    ASSERT_TRUE(facts) << game.name;
    ASSERT_GE(facts->perft.nodes.size(), game.nodes.size()) << game.name;
    for (std::size_t i = 0; i < game.nodes.size(); ++i)
      EXPECT_EQ(facts->perft.nodes[i], game.nodes[i]) << game.name << " depth " << i + 1;
  }
}

}  // namespace
}  // namespace agon
