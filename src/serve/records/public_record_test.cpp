#include "serve/records/public_record.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/hash.h"
#include "base/rng.h"
#include "engines/prover/prover.h"
#include "game/any_engine.h"
#include "gdl/read/reader.h"
#include "play/referee/replay.h"
#include "serve/records/convert.h"
#include "serve/records/record_terms.h"

namespace agon::serve {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// As a server of today writes it: a match of tic-tac-toe after three steps, in which one player was late once.
constexpr const char* kRunning = R"json({
  "matchId": "cup.2013-05-05.17", "randomToken": "q8Zk2LmT0wXy5RbN", "startTime": 1367712000000,
  "gameMetaURL": "http://games.example.org/base/games/ticTacToe/v0/",
  "isCompleted": false, "isAborted": false, "scrambled": true,
  "states": [
    "( ( cell 1 1 b ) ( cell 1 2 b ) ( control white ) )",
    "( ( cell 1 1 x ) ( cell 1 2 b ) ( control black ) )",
    "( ( cell 1 1 x ) ( cell 1 2 o ) ( control white ) )",
    "( ( cell 1 1 x ) ( cell 1 2 o ) ( cell 2 2 x ) ( control black ) )"],
  "moves": [["( mark 1 1 )", "noop"], ["noop", "( mark 1 2 )"], ["( mark 2 2 )", "noop"]],
  "stateTimes": [1367712010000, 1367712012000, 1367712019000, 1367712021000],
  "errors": [["", ""], ["", ""], ["", "TO"], ["", ""]],
  "previewClock": -1, "startClock": 30, "playClock": 10,
  "playerNamesFromHost": ["Alloy", ""], "isPlayerHuman": [false, true],
  "matchHostPK": "0abc", "matchHostSignature": "0def"
})json";

// As the first servers wrote it: the time is a text, terms are in capitals, fluents are facts, and little else is there.
constexpr const char* kOld = R"json({
    "matchId": "old.1",
    "randomToken": "abcdefghijkl",
    "startTime": "1310000000000",
    "gameName": null,
    "gameMetaURL": "http://games.example.org/games/ticTacToe/",
    "gameRoleNames": ["XPLAYER", "OPLAYER"],
    "isCompleted": "true",
    "states": ["((TRUE (CELL 1 1 B)) (TRUE(CONTROL XPLAYER)))", ["(true (cell 1 1 x))", "( CONTROL   OPLAYER )"]],
    "moves": ["((MARK 1 1) NOOP)"],
    "stateTimes": [1310000000001, "1310000000002"],
    "analysisClock": 60,
    "startClock": 20,
    "playClock": 5.0
})json";

PublicMatch read(const std::string& text) {
  Result<PublicMatch> match = public_record_from_json(text);
  if (match) return std::move(*match);
  ADD_FAILURE() << match.error().diagnostics[0].message;
  return {};
}

std::string written(const PublicMatch& match) {
  const Result<std::string> text = to_public_record(match);
  return text ? *text : text.error().diagnostics[0].code;
}

std::string record_refusal(const std::string& text, const RecordLimits& limits = {}) {
  const Result<PublicMatch> match = public_record_from_json(text, limits);
  if (match) return "read";
  EXPECT_FALSE(match.error().diagnostics[0].hint.empty());
  return match.error().diagnostics[0].code;
}

// The running match with one field replaced.
std::string changed(const char* field, const std::string& value) {
  nlohmann::json json = nlohmann::json::parse(kRunning);
  json[field] = nlohmann::json::parse(value);
  return json.dump();
}

TEST(PublicRecord, ReadsWhatServersWriteToday) {
  const PublicMatch match = read(kRunning);
  EXPECT_EQ(match.id, "cup.2013-05-05.17");
  EXPECT_EQ(match.random_token, "q8Zk2LmT0wXy5RbN");
  EXPECT_EQ(match.start_time, 1367712000000);
  EXPECT_EQ(match.clocks, (PublicClocks{30, 10, -1}));
  EXPECT_EQ(match.game_address, "http://games.example.org/base/games/ticTacToe/v0/");
  EXPECT_FALSE(match.completed || match.aborted);
  EXPECT_TRUE(match.scrambled && match.goals.empty() && match.roles.empty());
  EXPECT_THAT(match.steps,
              ElementsAre(ElementsAre("(mark 1 1)", "noop"), ElementsAre("noop", "(mark 1 2)"), ElementsAre("(mark 2 2)", "noop")));
  EXPECT_THAT(match.states[0], ElementsAre("(cell 1 1 b)", "(cell 1 2 b)", "(control white)"));
  EXPECT_EQ(match.state_times.back(), 1367712021000);
  EXPECT_THAT(match.errors[2], ElementsAre("", "TO"));
  EXPECT_THAT(match.player_names, ElementsAre("Alloy", ""));
  EXPECT_EQ(match.humans, (std::vector<bool>{false, true}));
}

TEST(PublicRecord, ReadsWhatServersWroteOnce) {
  const PublicMatch match = read(kOld);
  EXPECT_EQ(match.start_time, 1310000000000);
  EXPECT_EQ(match.clocks, (PublicClocks{20, 5, 60}));
  EXPECT_THAT(match.roles, ElementsAre("xplayer", "oplayer"));
  EXPECT_TRUE(match.completed && match.game_name.empty());
  EXPECT_THAT(match.steps, ElementsAre(ElementsAre("(mark 1 1)", "noop")));
  EXPECT_THAT(match.states,
              ElementsAre(ElementsAre("(cell 1 1 b)", "(control xplayer)"), ElementsAre("(cell 1 1 x)", "(control oplayer)")));
  EXPECT_THAT(match.state_times, ElementsAre(1310000000001, 1310000000002));
}

TEST(PublicRecord, WritesExactly) {
  PublicMatch match;
  match.id = "m";
  match.random_token = "abcdefghijkl";
  match.start_time = 1700000000000;
  match.clocks = {30, 10, -1};
  match.game_address = "http://games.example.org/games/nim/v1/";
  match.roles = {"first", "second"};
  match.completed = true;
  match.steps = {{"(take 1 (of 2))", "noop"}};
  match.states = {{"(heap 1 2)", "start"}, {}};
  match.state_times = {1700000000001, 1700000000002};
  match.errors = {{"", ""}, {"", "late"}};
  match.goals = {100, -1};
  EXPECT_EQ(written(match),
            R"json({"matchId":"m","randomToken":"abcdefghijkl","startTime":1700000000000,)json"
            R"json("gameMetaURL":"http://games.example.org/games/nim/v1/","gameRoleNames":["first","second"],)json"
            R"json("isCompleted":true,"isAborted":false,"states":["( ( heap 1 2 ) start )","( )"],)json"
            R"json("moves":[["( take 1 ( of 2 ) )","noop"]],"stateTimes":[1700000000001,1700000000002],)json"
            R"json("errors":[["",""],["","late"]],"goalValues":[100,-1],"previewClock":-1,"startClock":30,"playClock":10,)json"
            R"json("scrambled":false})json");
}

TEST(PublicRecord, SamplesReadTheSameAfterWriting) {
  for (const char* sample : {kRunning, kOld, R"json({"matchId":"empty"})json", R"json({"moves":[]})json"}) {
    const PublicMatch match = read(sample);
    EXPECT_EQ(read(written(match)), match) << sample;
  }
}

// Any match: of any shape that has no problem, with terms of any depth.
class RandomMatches {
 public:
  explicit RandomMatches(std::uint64_t seed) : rng_(seed) {}
  PublicMatch next() {
    PublicMatch match;
    const std::size_t roles = 1 + rng_.below(4);
    match.id = text();
    match.random_token = text();
    match.start_time = static_cast<std::int64_t>(rng_.next() >> 1U);
    match.clocks = {number(), number(), number() - 1};
    match.game_address = text();
    match.game_name = text();
    match.rules_text = text();
    match.tournament = text();
    if (coin()) match.roles = list(roles, [&] { return term(0); });
    if (coin()) match.player_names = list(roles, [&] { return text(); });
    if (coin()) match.humans.assign(roles, coin());
    match.completed = coin();
    match.aborted = coin();
    match.scrambled = coin();
    match.steps = lists(rng_.below(5), roles, [&] { return term(0); });
    const std::size_t positions = match.steps.size() + 1;
    if (coin()) match.states = lists(positions, rng_.below(6), [&] { return term(0); });
    if (coin()) match.state_times.assign(positions, match.start_time);
    if (coin()) match.errors = lists(rng_.below(static_cast<std::uint32_t>(positions) + 1), roles, [&] { return text(); });
    if (match.completed && coin()) match.goals.assign(roles, static_cast<int>(rng_.below(102)) - 1);
    return match;
  }

 private:
  bool coin() { return rng_.below(2) == 0; }
  int number() { return static_cast<int>(rng_.below(1000)); }
  std::string text() {
    static constexpr const char* kTexts[] = {"",           "Alice", "a \"quoted\" \\ name", "\n\t", "\xc3\xa9\xe2\x82\xac",
                                             "( ; ) true", "12"};
    return kTexts[rng_.below(std::size(kTexts))];
  }
  std::string term(int depth) {
    static constexpr const char* kNames[] = {"a", "1", "-5", "true", "x+y", "\"", "\xc3\xa9", "a.b", "\\"};
    const std::string name = kNames[rng_.below(std::size(kNames))];
    const std::uint32_t arguments = depth > 4 || name == "true" ? 0 : rng_.below(4);
    if (arguments == 0) return name;
    return fmt::format("({} {})", name, fmt::join(list(arguments, [&] { return term(depth + 1); }), " "));
  }
  template <class Make>
  std::vector<std::string> list(std::size_t count, Make make) {
    std::vector<std::string> made;
    while (made.size() < count) made.push_back(make());
    return made;
  }
  template <class Make>
  std::vector<std::vector<std::string>> lists(std::size_t count, std::size_t width, Make make) {
    std::vector<std::vector<std::string>> made;
    while (made.size() < count) made.push_back(list(width, make));
    return made;
  }
  Rng rng_;
};

TEST(PublicRecord, AnyMatchReadsTheSameAfterWriting) {
  RandomMatches matches(1);
  for (int i = 0; i < 2000; ++i) {
    const PublicMatch match = matches.next();
    const Result<std::string> text = to_public_record(match);
    ASSERT_TRUE(text) << text.error().diagnostics[0].message;
    const Result<PublicMatch> again = public_record_from_json(*text);
    ASSERT_TRUE(again) << again.error().diagnostics[0].message << "\n" << *text;
    ASSERT_EQ(*again, match) << *text;
  }
}

TEST(PublicRecord, RefusesWhatIsNoRecord) {
  EXPECT_EQ(record_refusal(""), "not-json");
  EXPECT_EQ(record_refusal(std::string(kRunning).substr(0, 300)), "not-json");
  EXPECT_EQ(record_refusal("{\"matchId\":\"\xff\"}"), "not-json");
  EXPECT_EQ(record_refusal("[1,2]"), "not-a-public-record");
  EXPECT_EQ(record_refusal(R"json({"schema":"agon.match/1"})json"), "not-a-public-record");
}

struct Malformed {
  const char* field;
  const char* value;
  const char* code;
};

TEST(PublicRecord, RefusesFieldsThatMakeNoSense) {
  const std::vector<Malformed> cases = {
      {"matchId", "7", "bad-public-record"},
      {"startTime", "\"yesterday\"", "bad-public-record"},
      {"startTime", "1.5", "bad-public-record"},
      {"startTime", "1e300", "bad-public-record"},
      {"startTime", "18446744073709551615", "bad-public-record"},
      {"startTime", "-1", "bad-time"},
      {"startClock", "3000000000", "bad-public-record"},
      {"playClock", "-2", "bad-clock"},
      {"isCompleted", "1", "bad-public-record"},
      {"moves", "\"noop\"", "bad-public-record"},
      {"moves", "[[[]]]", "bad-public-record"},
      {"moves", R"json([["( mark 1 1", "noop"]])json", "unclosed-parenthesis"},
      {"moves", R"json([["( mark ?x 1 )", "noop"]])json", "variable-in-term"},
      {"moves", R"json([["( ( mark 1 ) 1 )", "noop"]])json", "nameless-term"},
      {"moves", R"json([["a b", "noop"]])json", "not-one-term"},
      {"moves", R"json([["", "noop"]])json", "not-one-term"},
      {"moves", R"json([["noop"], ["noop"], ["noop"]])json", "inconsistent-record"},
      {"moves", R"json([["a", "b"], ["a", "b"], ["a"]])json", "inconsistent-record"},
      {"moves", "[[], [], []]", "inconsistent-record"},
      {"moves", R"json([["a", "b"]])json", "inconsistent-record"},
      {"states", R"json(["cell"])json", "not-a-list"},
      {"states", R"json(["( ( ) )"])json", "empty-list"},
      {"states", R"json(["( ( true ( true a ) ) )"])json", "not-a-fluent"},
      {"errors", R"json([["only one"]])json", "inconsistent-record"},
      {"errors", R"json([{"white": "late"}])json", "bad-public-record"},
      {"goalValues", R"json([50, "many"])json", "bad-public-record"},
      {"goalValues", "[50, 101]", "bad-public-record"},
      {"playerNamesFromHost", R"json(["a", "b", "c"])json", "inconsistent-record"},
      {"gameRoleNames", R"json(["white"])json", "inconsistent-record"},
  };
  for (const Malformed& c : cases) EXPECT_EQ(record_refusal(changed(c.field, c.value)), c.code) << c.field << ": " << c.value;
}

TEST(PublicRecord, AListMayEndEarly) {
  EXPECT_EQ(record_refusal(changed("states", "[]")), "read");
  EXPECT_EQ(record_refusal(changed("stateTimes", "[1367712010000]")), "read");
  EXPECT_EQ(record_refusal(changed("errors", "null")), "read");
  EXPECT_TRUE(read(changed("goalValues", "[50, 50]")).goals.empty()) << "goals of a running match mean nothing";
}

TEST(PublicRecord, HostileSizesAreRefused) {
  EXPECT_EQ(record_refusal(kRunning, {.bytes = 100}), "record-too-large");
  EXPECT_EQ(record_refusal(kRunning, {.steps = 2}), "record-too-large");
  EXPECT_EQ(record_refusal(kRunning, {.roles = 1}), "record-too-large");
  EXPECT_EQ(record_refusal(kRunning, {.terms = 10}), "record-too-large");
  EXPECT_EQ(record_refusal(kRunning, {.state_bytes = 20}), "text-too-large");
  EXPECT_EQ(record_refusal(std::string(1'000'000, '[')), "not-json");
  const std::string nested = std::string(100'000, '(') + "a" + std::string(100'000, ')');
  EXPECT_EQ(record_refusal(changed("states", fmt::format("[\"{}\"]", nested))), "too-deep");
  EXPECT_EQ(record_refusal(fmt::format(R"json({{"moves":{}{}}})json", std::string(500'000, '['), std::string(500'000, ']'))),
            "bad-public-record");
  std::string many = "( ";
  for (int i = 0; i < 200'000; ++i) many += "a ";
  EXPECT_EQ(record_refusal(fmt::format(R"json({{"matchId":"m","states":["{}"],"moves":[]}})json", many + ")"), {.terms = 100'000}),
            "record-too-large");
}

TEST(PublicRecord, WhatCouldNotBeReadAgainIsNotWritten) {
  const auto problem = [](auto change) {
    PublicMatch match = read(kRunning);
    change(match);
    return written(match);
  };
  EXPECT_EQ(problem([](PublicMatch& m) { m.steps[0][0] = "(Mark 1 1)"; }), "not-canonical");
  EXPECT_EQ(problem([](PublicMatch& m) { m.steps[0][0] = "( mark 1 1 )"; }), "not-canonical");
  EXPECT_EQ(problem([](PublicMatch& m) { m.steps[0][0] = "(noop)"; }), "not-canonical");
  EXPECT_EQ(problem([](PublicMatch& m) { m.states[0][0] = "(true a)"; }), "not-a-fluent");
  EXPECT_EQ(problem([](PublicMatch& m) { m.goals = {0, 100}; }), "inconsistent-record");
  EXPECT_EQ(problem([](PublicMatch& m) { m.player_names[0] = "\xff"; }), "invalid-utf8");
  EXPECT_EQ(problem([](PublicMatch& m) { m.steps.pop_back(); }), "inconsistent-record");
  std::string deep = "a";
  for (int i = 0; i < 500; ++i) deep = "(f " + deep + ")";
  const std::string deepest = problem([&](PublicMatch& m) { m.states[0][0] = deep; });
  EXPECT_EQ(read(deepest).states[0][0], deep) << "the deepest term that is written is read";
  EXPECT_EQ(problem([&](PublicMatch& m) { m.states[0][0] = "(f " + deep + ")"; }), "too-deep");
}

// Counts to two: small enough to write down, with joint moves and an end.
constexpr const char* kCount = R"(
(role first) (role second)
(init (count 0)) (succ 0 1) (succ 1 2)
(<= (legal ?r (add one)) (role ?r)) (<= (legal ?r wait) (role ?r))
(<= (next (count ?m)) (true (count ?n)) (succ ?n ?m))
(<= terminal (true (count 2)))
(<= (goal first 40)) (<= (goal second 60)))";

TEST(PublicRecord, AMatchOfOursGoesOutAndComesBack) {
  const game::AnyEngine engine("prover", *engines::Prover::create(*gdl::read_text(kCount, "count")));
  game::MatchRecord record;
  record.game = "count";
  record.rules_text = kCount;
  record.roles = {"first", "second"};
  record.players = {"random", "mcts"};
  record.steps = {{{"(add one)", "wait"}, {}}, {{"wait", "wait"}, {}}};
  record.finished = true;
  record.goals = {40, 60};
  PublicMatch frame;
  frame.id = "m1";
  frame.states = {{"(count 0)"}, {"(count 1)"}, {"(count 2)"}};

  const PublicMatch sent = read(written(with_record(frame, record)));
  EXPECT_EQ(sent.id, "m1");
  EXPECT_TRUE(sent.completed);
  const Result<game::MatchRecord> back = to_match_record(sent, record.roles);
  ASSERT_TRUE(back);
  EXPECT_EQ(back->rules_id, content_id(kCount));
  EXPECT_EQ(back->players, record.players);
  EXPECT_EQ(back->end, "terminal");
  const play::ReplayReport report = play::replay(engine, *back);
  EXPECT_TRUE(report.agrees) << report.disagreement;  // moves, goals and the last state
  EXPECT_EQ(report.steps, 2);
}

TEST(PublicRecord, RolesOfOtherGamesAreRefused) {
  const auto code = [](const PublicMatch& match, const std::vector<std::string>& roles) {
    const Result<game::MatchRecord> record = to_match_record(match, roles);
    return record ? "taken" : record.error().diagnostics[0].code;
  };
  EXPECT_EQ(code(read(kRunning), {"white", "black"}), "taken");
  EXPECT_EQ(code(read(kRunning), {"white"}), "other-roles");
  EXPECT_EQ(code(read(kOld), {"xplayer", "oplayer"}), "taken");
  EXPECT_EQ(code(read(kOld), {"oplayer", "xplayer"}), "other-roles");
}

TEST(PublicRecord, ErrorsAndTimesBecomeFaultsAndTimesOfOurs) {
  PublicMatch match = read(kRunning);
  match.errors[0] = {"CE no answer", ""};
  const Result<game::MatchRecord> record = to_match_record(match, {"white", "black"});
  ASSERT_TRUE(record);
  EXPECT_EQ(record->clocks, (game::MatchClocks{30, 10}));
  EXPECT_EQ(record->started_at, 1367712000000);
  EXPECT_EQ(record->steps[1].at, 1367712019000);
  EXPECT_THAT(record->steps[0].faults, ElementsAre(game::MatchFault{0, "dead", "", "", "CE no answer"}));
  EXPECT_THAT(record->steps[1].faults, ElementsAre(game::MatchFault{1, "late", "", "(mark 1 2)", "TO"}));
  EXPECT_EQ(public_error("late"), "TO");
  EXPECT_EQ(public_error("illegal"), "IL");
  EXPECT_EQ(public_error("garbage"), "CE");
}

TEST(PublicRecord, WhatIsMissingIsEmptyInOurRecord) {
  PublicMatch match = read(kRunning);
  match.states.pop_back();
  match.player_names.clear();
  const Result<game::MatchRecord> record = to_match_record(match, {"white", "black"});
  ASSERT_TRUE(record);
  EXPECT_EQ(record->final_state, "");
  EXPECT_EQ(record->end, "unfinished");
  EXPECT_THAT(record->players, ElementsAre("", ""));
  EXPECT_THAT(record->game, HasSubstr("ticTacToe"));
}

TEST(RecordTerms, TakeTrueOffOnlyWhereItIsAround) {
  EXPECT_EQ(without_true("(true (cell 1 1 b))"), "(cell 1 1 b)");
  EXPECT_EQ(without_true("(true a)"), "a");
  EXPECT_EQ(without_true("(true a b)"), "(true a b)");
  EXPECT_EQ(without_true("(true (f a) b)"), "(true (f a) b)");
  EXPECT_EQ(without_true("true"), "true");
  EXPECT_EQ(without_true("(truest a)"), "(truest a)");
}

}  // namespace
}  // namespace agon::serve
