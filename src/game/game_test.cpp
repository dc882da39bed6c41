#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <thread>

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
}

TEST(MatchRecord, RefusesOtherThings) {
  for (const char* text : {"", "{}", "[1]", "{\"schema\":\"agon.match/2\"}", "{\"schema\":\"agon.match/1\"}", "{\"schema\":1}"}) {
    EXPECT_FALSE(match_record_from_json(text)) << text;
  }
}

}  // namespace
}  // namespace agon::game
