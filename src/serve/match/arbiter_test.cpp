#include "serve/match/arbiter.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "base/file.h"
#include "serve/json.h"

namespace agon::serve {
namespace {

SharedKit library_kit(const std::string& name) {
  const Result<std::string> text = read_file(std::string(AGON_SOURCE_DIR) + "/games/" + name + ".kif");
  EXPECT_TRUE(text) << name;
  const Result<SharedKit> kit = make_sheet_kit(*text, name, {});
  EXPECT_TRUE(kit) << name;
  return *kit;
}

void play(Arbiter& arbiter, const std::vector<std::string>& moves) {
  std::vector<std::size_t> choices;
  for (std::size_t r = 0; r < moves.size(); ++r) {
    const std::optional<std::size_t> choice = arbiter.find(r, moves[r]);
    ASSERT_TRUE(choice) << moves[r];
    choices.push_back(*choice);
  }
  arbiter.play(choices);
}

bool shows(const Json& position, const std::string& fluent) {
  return std::find(position["fluents"].begin(), position["fluents"].end(), fluent) != position["fluents"].end();
}

TEST(Arbiter, PlaysAndTakesBack) {
  Arbiter arbiter(library_kit("gdl/tictactoe"), {});
  EXPECT_EQ(arbiter.legal()[0].size(), 9U);
  EXPECT_EQ(arbiter.legal()[1].size(), 1U);
  play(arbiter, {"(MARK  2 2)", "noop"});  // any letter case and spacing
  play(arbiter, {"noop", "(mark 1 1)"});
  EXPECT_EQ(arbiter.step(), 2U);
  const Json here = arbiter.position(2, {{}, true}, true);
  EXPECT_TRUE(shows(here, "(cell 2 2 x)"));
  EXPECT_TRUE(shows(here, "(cell 1 1 o)"));
  EXPECT_EQ(here["legal"][0].size(), 7U);
  EXPECT_EQ(here["turn"], (Json{true, false}));
  arbiter.take_back(1);
  EXPECT_EQ(arbiter.step(), 1U);
  EXPECT_FALSE(shows(arbiter.position(1, {{}, true}, true), "(cell 1 1 o)"));
  EXPECT_EQ(arbiter.legal()[1].size(), 8U);
}

TEST(Arbiter, KnowsTheEnd) {
  Arbiter arbiter(library_kit("gdl/tictactoe"), {});
  for (const auto& [x, o] : std::vector<std::pair<std::string, std::string>>{
           {"(mark 1 1)", "noop"}, {"noop", "(mark 2 1)"}, {"(mark 1 2)", "noop"}, {"noop", "(mark 2 2)"}, {"(mark 1 3)", "noop"}})
    play(arbiter, {x, o});
  EXPECT_TRUE(arbiter.terminal());
  EXPECT_EQ(arbiter.goals(), (std::vector<std::optional<int>>{100, 0}));
  const Json end = arbiter.position(5, {{}, true}, true);
  EXPECT_EQ(end["goals"], (Json{100, 0}));
  EXPECT_TRUE(end["legal"][0].is_null());
  // Looking back does not make earlier positions terminal.
  EXPECT_FALSE(arbiter.position(4, {{}, true}, true)["terminal"].get<bool>());
}

TEST(Arbiter, SaysOnlyWhatASeatKnows) {
  const SharedKit kit = library_kit("gdl2/kuhn-poker");
  const auto random = kit->info().random->value;
  Arbiter arbiter(kit, {0, 1, 2});
  const auto deal = [&] {
    std::vector<std::size_t> choices(arbiter.roles(), 0);
    choices[random] = arbiter.legal()[random].size() - 1;
    arbiter.play(choices);
  };
  deal();
  const Json all = arbiter.position(1, {{}, true}, true);
  const std::uint32_t first = random == 0 ? 1 : 0, second = random == 2 ? 1 : 2;
  const Json one = arbiter.position(1, {{first}, false}, true);
  const Json other = arbiter.position(1, {{second}, false}, true);
  EXPECT_EQ(one["knowledge"], "certain");
  EXPECT_LT(one["fluents"].size(), all["fluents"].size());
  EXPECT_NE(one["fluents"], other["fluents"]);
  for (const Json& fluent : one["fluents"]) EXPECT_TRUE(shows(all, fluent.get<std::string>())) << fluent;
  EXPECT_TRUE(one["legal"][second].is_null());
  EXPECT_FALSE(one["legal"][first].is_null());
  // A stranger sees nothing; both hands together see what both know.
  EXPECT_EQ(arbiter.position(1, {{}, false}, true)["fluents"].size(), 0U);
  EXPECT_GE(arbiter.position(1, {{std::min(first, second), std::max(first, second)}, false}, true)["fluents"].size(),
            one["fluents"].size());
}

// Its state doubles with every step.
constexpr const char* kDoublingSheet =
    "(role r) (init (s 0)) (<= (legal r go) (role r)) (<= (next (s (f ?x))) (true (s ?x))) (<= (next (s (g ?x))) (true (s ?x))) "
    "(<= (goal r 50) (role r)) (<= terminal (true n))";

std::string code_after(Arbiter& arbiter, int steps) {
  try {
    for (int i = 0; i < steps; ++i) play(arbiter, {"go"});
  } catch (const LimitReached& limit) {
    return limit.error().diagnostics.front().code;
  }
  return "";
}

TEST(Arbiter, KeepsNoMoreThanItsBudget) {
  const SharedKit kit = *make_sheet_kit(kDoublingSheet, "doubling", {});
  ArbiterBudget few;
  few.fluents = 100;
  Arbiter by_fluents(kit, {}, few);
  EXPECT_EQ(code_after(by_fluents, 6), "");
  EXPECT_EQ(code_after(by_fluents, 1), "match-too-large");
  ArbiterBudget small;
  small.bytes = 10'000;
  Arbiter by_bytes(kit, {}, small);
  EXPECT_EQ(code_after(by_bytes, 30), "match-too-large");
  ArbiterBudget strict;
  strict.moves = 8;
  EXPECT_THROW(Arbiter(library_kit("gdl/tictactoe"), {}, strict), LimitReached);
}

TEST(Arbiter, SharesAPoolWithAllOthersAndGivesItBack) {
  const SharedKit kit = *make_sheet_kit(kDoublingSheet, "doubling", {});
  ArbiterBudget budget;
  budget.pool = std::make_shared<MemoryPool>(std::size_t{4} << 20U);
  {
    Arbiter grows(kit, {}, budget);
    EXPECT_EQ(code_after(grows, 30), "match-too-large");
    EXPECT_GT(budget.pool->used(), 0U);
    Arbiter modest(kit, {}, budget);
    EXPECT_EQ(code_after(modest, 3), "");  // somebody else's appetite does not end it
  }
  EXPECT_EQ(budget.pool->used(), 0U);
}

TEST(SheetKit, RefusesWhatCannotBePlayed) {
  EXPECT_FALSE(make_sheet_kit("(role x", "broken", {}));
  EXPECT_FALSE(make_sheet_kit("(cell 1 1)", "no roles", {}));
  SheetLimits small;
  small.rules_bytes = 10;
  EXPECT_FALSE(make_sheet_kit("(role white) (init a)", "large", small));
}

TEST(SheetCache, BuildsOnceAndForgetsTheOldest) {
  SheetCache cache({}, {.sheets = 2});
  const std::string a = "(role r) (init a) (legal r go) (next a) (<= terminal (true a)) (goal r 1)";
  const SharedKit first = *cache.get(a, "a");
  EXPECT_EQ(first, *cache.get(a, "a"));
  for (const char* more : {" (init b)", " (init c)"}) EXPECT_TRUE(cache.get(a + more, "more"));
  EXPECT_NE(first, *cache.get(a, "a"));
}

// 12 words in three places: 1728 moves, more than a position carries.
TEST(Arbiter, APositionCarriesTheFirstOfManyMovesAndPagesHaveTheOthers) {
  std::string rules =
      "(role a) (role b) (init s) (legal b noop) (next s) (<= terminal (true t)) (goal a 0) (goal b 0) "
      "(<= (legal a (say ?x ?y ?z)) (word ?x) (word ?y) (word ?z))";
  for (char word = 'a'; word < 'm'; ++word) rules += fmt::format(" (word w{})", word);
  const Result<SharedKit> kit = make_sheet_kit(rules, "test", {});
  ASSERT_TRUE(kit);
  Arbiter arbiter(*kit, {});
  const Json here = arbiter.position(0, {{}, true}, false);
  EXPECT_EQ(here["legal"][0].size(), kMostMovesShown);
  EXPECT_EQ(here["legal_total"], (Json{1'728, 1}));
  EXPECT_EQ(here["turn"], (Json{true, false}));
  const Json page = arbiter.legal_page({.role = 0, .prefix = "SAY wl wl"}, {{}, true});
  EXPECT_EQ(page["total"], 1'728);
  EXPECT_EQ(page["matching"], 12);
  EXPECT_EQ(page["moves"].size(), 12U);
  EXPECT_TRUE(page["next"].is_null());
  for (const Json& move : page["moves"]) EXPECT_TRUE(arbiter.find(0, move["move"].get<std::string>()));
  // Which roles had a choice is known of earlier steps too, without asking for their moves again.
  arbiter.play({1'700, 0});
  const Json before = arbiter.position(0, {{}, true}, false);
  EXPECT_EQ(before["turn"], (Json{true, false}));
  EXPECT_EQ(before["legal"], (Json{nullptr, nullptr}));
}

TEST(Arbiter, MovesOfAHiddenSeatAreItsOwn) {
  const Result<SharedKit> kit = make_sheet_kit(
      "(role a) (role b) (init s) (legal a x) (legal a y) (legal b z) (next s) (<= terminal (true t)) (goal a 0) (goal b 0) "
      "(<= (sees b moved) (does a ?m))",
      "test", {});
  ASSERT_TRUE(kit);
  const Arbiter arbiter(*kit, {0, 1});
  EXPECT_TRUE(arbiter.shows_moves_of(0, {{0}, false}));
  EXPECT_FALSE(arbiter.shows_moves_of(0, {{1}, false}));
  EXPECT_FALSE(arbiter.shows_moves_of(0, {{}, false}));
  EXPECT_TRUE(arbiter.shows_moves_of(0, {{}, true}));
}

TEST(SheetCache, ForgetsTheOldestWhenTheyAreTooLarge) {
  SheetCache cache({}, {.bytes = std::size_t{1} << 20U});
  const std::string a = "(role r) (init a) (legal r go) (next a) (<= terminal (true a)) (goal r 1)";
  const SheetWeight heavy{.kit_bytes = 600U << 10U};
  const SharedKit first = *cache.get(a, "a", heavy);
  EXPECT_EQ(cache.find(a), first);
  EXPECT_TRUE(cache.get(a + " (init b)", "b", heavy));
  EXPECT_EQ(cache.find(a), nullptr);
  EXPECT_LE(cache.bytes(), std::size_t{1} << 20U);
  // One alone stays, however large: somebody has just asked for it.
  EXPECT_TRUE(cache.get(a + " (init c)", "c", {.kit_bytes = 9U << 20U}));
  EXPECT_NE(cache.find(a + " (init c)"), nullptr);
}

TEST(SheetCache, AtRestKeepsLittleAndNothingThatIsInUse) {
  SheetCache cache({}, {.bytes_at_rest = std::size_t{1} << 20U});
  const std::string a = "(role r) (init a) (legal r go) (next a) (<= terminal (true a)) (goal r 1)";
  const SheetWeight heavy{.kit_bytes = 600U << 10U};
  const SharedKit held = *cache.get(a, "a", heavy);
  for (const char* more : {" (init b)", " (init c)", " (init d)"}) EXPECT_TRUE(cache.get(a + more, "more", heavy));
  const auto before = std::chrono::steady_clock::now() - std::chrono::hours(1);
  EXPECT_FALSE(cache.forget_unused(before)) << "all of them were asked for just now";
  EXPECT_TRUE(cache.forget_unused(std::chrono::steady_clock::now() + std::chrono::hours(1)));
  EXPECT_EQ(cache.find(a), held);
  EXPECT_EQ(cache.find(a + " (init b)"), nullptr);
  EXPECT_LE(cache.bytes(), std::size_t{1} << 20U);
}

TEST(SheetCache, GivesOutNoKitWhoseTermsUsedUpTheirMemory) {
  SheetLimits limits;
  limits.question.memory_bytes = std::size_t{4} << 20U;
  SheetCache cache(limits);
  const std::string grows =
      "(role r) (init (at 0)) (legal r go) (<= (next (at (s ?x))) (true (at ?x))) (<= terminal (true never)) (goal r 1)";
  const SharedKit first = *cache.get(grows, "grows");
  EXPECT_EQ(cache.find(grows), first);
  game::TermBank& terms = first->engine.terms();
  const SymbolId name{0};
  std::vector<TermId> chain{terms.constant(name)};
  while (chain.size() < 400) chain.push_back(terms.intern(name, {&chain.back(), 1}));
  for (std::size_t i = 0; terms.bytes() <= limits.question.memory_bytes / 2 && i < chain.size(); ++i) {
    for (const TermId other : chain) (void)terms.intern(name, std::array{chain[i], other});
  }
  EXPECT_EQ(cache.find(grows), nullptr);
}

}  // namespace
}  // namespace agon::serve
