#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <thread>

#include "game/find_move.h"
#include "game/match_record.h"
#include "game/perft.h"
#include "game/terms.h"

namespace agon::game {
namespace {

std::shared_ptr<SymbolTable> symbols(std::initializer_list<const char*> names) {
  auto table = std::make_shared<SymbolTable>();
  for (const char* name : names) table->intern(name);
  return table;
}

TEST(TermBank, StoresEachTermOnceAndOrdersThem) {
  const auto names = symbols({"cell", "10", "9", "b", "a"});
  TermBank bank(names, {});
  const auto constant = [&](const char* text) { return bank.constant(names->find(text)); };
  const TermId args[] = {constant("9"), constant("b")};
  const TermId cell = bank.intern(names->find("cell"), args);
  EXPECT_EQ(bank.intern(names->find("cell"), args), cell);
  EXPECT_EQ(bank.text(cell), "(cell 9 b)");
  EXPECT_LT(bank.compare(constant("9"), constant("10")), 0);
  EXPECT_LT(bank.compare(constant("10"), constant("a")), 0);
  EXPECT_LT(bank.compare(constant("b"), cell), 0);
  EXPECT_EQ(bank.integer(constant("10")), 10);
  EXPECT_EQ(bank.integer(constant("a")), -1);
  EXPECT_EQ(bank.find(names->find("cell"), std::span(args, 1)), TermBank::kNone);
}

TEST(TermBank, LimitsDepthAndSize) {
  const auto names = symbols({"f", "z"});
  Limits limits;
  limits.term_depth = 5;
  TermBank deep(names, limits);
  TermId term = deep.constant(names->find("z"));
  for (int i = 0; i < 4; ++i) term = deep.intern(names->find("f"), {&term, 1});
  EXPECT_THROW((void)deep.intern(names->find("f"), {&term, 1}), LimitReached);
  // Shared subterms: thirty nodes, a billion symbols when written out.
  TermBank wide(names, {});
  term = wide.constant(names->find("z"));
  const auto double_it = [&] {
    std::array<TermId, 2> twice{term, term};
    term = wide.intern(names->find("f"), twice);
  };
  const auto forty_times = [&] {
    for (int i = 0; i < 40; ++i) double_it();
  };
  EXPECT_THROW(forty_times(), LimitReached);
}

TEST(TermBank, IsSharedByThreads) {
  const auto names = symbols({"f", "z"});
  TermBank bank(names, {});
  const auto grow = [&] {
    TermId term = bank.constant(names->find("z"));
    for (int i = 0; i < 2'000; ++i) term = bank.intern(names->find("f"), {&term, 1});
    return term;
  };
  TermId first;
  TermId second;
  std::thread other([&] { first = grow(); });
  second = grow();
  other.join();
  EXPECT_EQ(first, second);
}

TEST(TextSetHash, DoesNotDependOnTheOrder) {
  const auto names = symbols({"a", "b"});
  TermBank bank(names, {});
  const TermId a = bank.constant(names->find("a"));
  const TermId b = bank.constant(names->find("b"));
  const TermId ab[] = {a, b};
  const TermId ba[] = {b, a};
  EXPECT_EQ(text_set_hash(bank, ab), text_set_hash(bank, ba));
  EXPECT_EQ(text_set_hash(bank, {}), "cbf29ce484222325");
}

TEST(JointMoves, AreAllCombinations) {
  const std::vector<MoveBuffer> legal = {{MoveId{1}, MoveId{2}}, {MoveId{3}}, {MoveId{4}, MoveId{5}}};
  std::vector<std::vector<std::uint32_t>> seen;
  for_each_joint(legal, [&](std::span<const MoveId> joint) { seen.push_back({joint[0].value, joint[1].value, joint[2].value}); });
  EXPECT_THAT(seen, testing::ElementsAre(std::vector<std::uint32_t>{1, 3, 4}, std::vector<std::uint32_t>{1, 3, 5},
                                         std::vector<std::uint32_t>{2, 3, 4}, std::vector<std::uint32_t>{2, 3, 5}));
  int count = 0;
  for_each_joint(std::vector<MoveBuffer>{{MoveId{1}}, {}}, [&](auto) { ++count; });
  EXPECT_EQ(count, 0);
}

TEST(MatchRecord, RoundTripsThroughJson) {
  MatchRecord record;
  record.game = "kuhn-poker";
  record.rules_id = "xxh128:0";
  record.rules_text = "(role a)\n";
  record.engine = "prover";
  record.seed = 18446744073709551615ULL;
  record.roles = {"a", "random"};
  record.players = {"random", "random"};
  record.steps = {{{"noop", "(deal 1)"}, {{"(card 1)"}, {}}}};
  record.finished = true;
  record.end = "terminal";
  record.goals = {100, kNoGoal};
  record.final_state = "cbf29ce484222325";
  const auto again = match_record_from_json(to_json(record));
  ASSERT_TRUE(again);
  EXPECT_EQ(to_json(*again), to_json(record));
  EXPECT_EQ(again->seed, record.seed);
  EXPECT_FALSE(again->clocks);
  EXPECT_EQ(to_json(record).find("thoughts"), std::string::npos) << "what is not known is not there";

  record.clocks = MatchClocks{30, 1.5};
  record.started_at = 1'700'000'000'000;
  record.goal_values = {{-10}, {}};
  record.steps[0].at = 1'700'000'001'000;
  record.steps[0].seconds = {0.25, std::nullopt};
  record.steps[0].thoughts = {MatchThought{61.5, 1000, "noop"}, std::nullopt};
  record.steps[0].faults = {{0, "late", "", "noop", "no move came in time"}};
  const auto full = match_record_from_json(to_json(record));
  ASSERT_TRUE(full);
  EXPECT_EQ(to_json(*full), to_json(record));
  EXPECT_EQ(full->clocks, record.clocks);
  EXPECT_EQ(full->goal_values, record.goal_values);
  EXPECT_EQ(full->steps[0].thoughts, record.steps[0].thoughts);
  EXPECT_EQ(full->steps[0].faults, record.steps[0].faults);
}

TEST(MatchRecord, NumbersOutOfRangeAreRefused) {
  MatchRecord record;
  record.roles = {"a"};
  record.steps = {{{"noop"}, {}}};
  record.steps[0].faults = {{0, "late", "", "", ""}};
  record.steps[0].seconds = {1.0};
  record.clocks = MatchClocks{1, 1};
  record.goals = {50};
  const std::string good = to_json(record);
  ASSERT_TRUE(match_record_from_json(good));
  for (const auto& [from, to] : std::vector<std::pair<std::string, std::string>>{{"\"role\":0", "\"role\":1"},
                                                                                 {"\"role\":0", "\"role\":18446744073709551616"},
                                                                                 {"\"seed\":0", "\"seed\":-1"},
                                                                                 {"\"play\":1.0", "\"play\":1e300"},
                                                                                 {"\"play\":1.0", "\"play\":-1"},
                                                                                 {"\"goals\":[50]", "\"goals\":[4294967346]"},
                                                                                 {"\"seconds\":[1.0]", "\"seconds\":[1.0,2.0]"}}) {
    std::string bad = good;
    ASSERT_NE(bad.find(from), std::string::npos) << from;
    bad.replace(bad.find(from), from.size(), to);
    EXPECT_FALSE(match_record_from_json(bad)) << to;
  }
}

TEST(FindRole, LetterCaseDoesNotMatter) {
  GameInfo info;
  info.roles = {"xplayer", "oplayer"};
  EXPECT_EQ(find_role(info, "xPlayer"), RoleId{0});
  EXPECT_EQ(find_role(info, " OPLAYER "), RoleId{1});
  EXPECT_FALSE(find_role(info, "zplayer"));
}

TEST(MatchRecord, RefusesOtherThings) {
  for (const char* text : {"", "{}", "[1]", "{\"schema\":\"agon.match/2\"}", "{\"schema\":\"agon.match/1\"}", "{\"schema\":1}"}) {
    EXPECT_FALSE(match_record_from_json(text)) << text;
  }
}

}  // namespace
}  // namespace agon::game
