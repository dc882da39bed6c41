#include "serve/match/arbiter.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/file.h"

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
  EXPECT_GE(arbiter.position(1, {{std::min(first, second), std::max(first, second)}, false}, true)["fluents"].size(), one["fluents"].size());
}

TEST(SheetKit, RefusesWhatCannotBePlayed) {
  EXPECT_FALSE(make_sheet_kit("(role x", "broken", {}));
  EXPECT_FALSE(make_sheet_kit("(cell 1 1)", "no roles", {}));
  SheetLimits small;
  small.rules_bytes = 10;
  EXPECT_FALSE(make_sheet_kit("(role white) (init a)", "large", small));
}

TEST(SheetCache, BuildsOnceAndForgetsTheOldest) {
  SheetCache cache({}, 2);
  const std::string a = "(role r) (init a) (legal r go) (next a) (<= terminal (true a)) (goal r 1)";
  const SharedKit first = *cache.get(a, "a");
  EXPECT_EQ(first, *cache.get(a, "a"));
  for (const char* more : {" (init b)", " (init c)"}) EXPECT_TRUE(cache.get(a + more, "more"));
  EXPECT_NE(first, *cache.get(a, "a"));
}

}  // namespace
}  // namespace agon::serve
