#include "serve/match/manager.h"

#include <gtest/gtest.h>

#include <boost/asio/use_future.hpp>
#include <filesystem>

#include "base/test_folder.h"
#include "play/referee/replay.h"
#include "serve/json.h"
#include "serve/match/step/match_draws.h"
#include "serve/records/public_record.h"
#include "serve/tokens.h"

namespace agon::serve {
namespace {

using namespace std::chrono_literals;

// A player that answers what a function says; the function sees the message. It thinks about its moves as long as it is told to.
class ScriptedLink final : public PlayerLink {
 public:
  using Script = std::function<Result<protocol::Reply>(const protocol::Message&)>;
  ScriptedLink(asio::io_context& io, Script script, const bool& thinks) : io_(io), script_(std::move(script)), thinks_(thinks) {}
  asio::awaitable<Result<protocol::Reply>> ask(const protocol::Message& message, std::chrono::steady_clock::time_point) override {
    const Script script = script_;
    const bool& thinks = thinks_;  // the link may be gone when the answer comes
    asio::steady_timer pause(io_);
    do {
      pause.expires_after(1ms);
      co_await pause.async_wait(asio::use_awaitable);
    } while (thinks && std::holds_alternative<protocol::Play>(message));
    co_return script(message);
  }
  [[nodiscard]] std::string describe() const override { return "scripted"; }

 private:
  asio::io_context& io_;
  Script script_;
  const bool& thinks_;
};

Result<protocol::Reply> polite(const protocol::Message& message, const std::string& move) {
  if (std::holds_alternative<protocol::Start>(message)) return protocol::Reply(protocol::Word::Ready);
  if (std::holds_alternative<protocol::Play>(message)) return protocol::Reply(protocol::Move{move});
  return protocol::Reply(protocol::Word::Done);
}

struct Listener : Watcher {
  std::vector<Json> heard;
  void tell(Text message) override { heard.push_back(Json::parse(*message)); }
};

class Manage : public ::testing::Test {
 protected:
  void open(const std::string& path = ":memory:") {
    Result<std::unique_ptr<Store>> opened = Store::open(path);
    ASSERT_TRUE(opened);
    store_ = std::move(*opened);
    ManagerOptions options;
    options.most_live = 3;
    options.limits.timeouts.grace = 50ms;
    options.limits.timeouts.patience = 2s;
    options.limits.timeouts.rest = rest_;
    options.processes = 1;
    options.vet = vet_;
    options.limits.arbiter = budget_;
    manager_ = std::make_unique<Manager>(
        io_, workers_, workers_, *store_, sheets_, library_,
        [this](const Seat&, std::function<void(Json)>) -> Result<std::unique_ptr<PlayerLink>> {
          if (!script_) return bad_input("player-unreachable", "nobody is there");
          return std::unique_ptr<PlayerLink>(std::make_unique<ScriptedLink>(io_, script_, thinks_));
        },
        options);
  }
  void TearDown() override {
    manager_.reset();
    workers_.join();
  }

  template <class T>
  T await(asio::awaitable<T> work) {
    std::optional<T> value;
    const auto keep = [&]() -> asio::awaitable<void> { value.emplace(co_await std::move(work)); };
    auto done = asio::co_spawn(io_, keep, asio::use_future);
    io_.restart();
    while (done.wait_for(0s) != std::future_status::ready) io_.run_one_for(10ms);
    done.get();
    return std::move(*value);
  }
  // Runs the server until something is so.
  void until(const std::function<bool()>& so) {
    const auto end = std::chrono::steady_clock::now() + 20s;
    io_.restart();
    while (!so() && std::chrono::steady_clock::now() < end) io_.run_one_for(10ms);
    ASSERT_TRUE(so());
  }
  static Json person() { return {{"kind", "person"}}; }
  static Json built_in() { return {{"kind", "strategy"}, {"strategy", "mcts"}}; }
  static Json program() { return {{"kind", "remote"}, {"url", "localhost:1"}}; }
  static Json order(const std::string& game, const std::vector<Json>& seats, double clock = 0) {
    return {{"game", game},   {"seats", seats},    {"start_clock", clock},   {"play_clock", clock},
            {"casual", true}, {"scramble", false}, {"show_thoughts", false}, {"seed", 7}};
  }
  asio::awaitable<Result<std::shared_ptr<Match>>> ordered(Json json, std::string client) {
    Result<MatchSpec> spec = manager_->read(json);
    if (!spec) co_return Result<std::shared_ptr<Match>>(spec.error());
    co_return co_await manager_->create(std::move(*spec), client);
  }
  std::shared_ptr<Match> create(const Json& json) {
    Result<std::shared_ptr<Match>> match = await(ordered(json, "test"));
    EXPECT_TRUE(match) << (match ? "" : match.error().diagnostics.front().message);
    return match ? *match : nullptr;
  }
  Json seen(const std::shared_ptr<Match>& match) { return Json::parse(*await(match->view({}))); }
  Status submit(const std::shared_ptr<Match>& match, std::size_t role, std::size_t step, const std::string& move) {
    return await(match->submit(role, step, move));
  }

  asio::io_context io_{1};
  asio::thread_pool workers_{1};
  SheetCache sheets_;
  library::Library library_{std::string(AGON_SOURCE_DIR) + "/games"};
  std::unique_ptr<Store> store_;
  ScriptedLink::Script script_;
  bool thinks_ = false;  // all players, when they are asked for a move
  VetSheet vet_;
  ArbiterBudget budget_;
  std::chrono::milliseconds rest_ = 10min;
  std::unique_ptr<Manager> manager_;
};

TEST_F(Manage, TwoPeoplePlayAndOnlyChoicesAreAskedFor) {
  open();
  const auto match = create(order("tictactoe", {person(), person()}));
  until([&] { return match->state() == Match::State::Running; });
  EXPECT_FALSE(submit(match, 0, 0, "(mark 9 9)"));
  EXPECT_FALSE(submit(match, 0, 1, "(mark 1 1)"));  // not that step
  EXPECT_TRUE(submit(match, 0, 0, "(mark 1 1)"));   // the other one's noop needs no click
  until([&] { return match->step() == 1; });
  EXPECT_FALSE(submit(match, 0, 0, "(mark 1 2)"));
  const char* moves[] = {"(mark 2 1)", "(mark 1 2)", "(mark 2 2)", "(mark 1 3)"};
  for (std::size_t s = 0; s < 4; ++s) {
    EXPECT_TRUE(submit(match, (s + 1) % 2, s + 1, moves[s])) << s;
    until([&] { return match->step() == s + 2 || match->over(); });
  }
  until([&] { return match->over(); });
  EXPECT_EQ(match->summary()["goals"], (Json{100, 0}));
  EXPECT_EQ(match->summary()["state"], "ended");
  EXPECT_FALSE(submit(match, 0, 5, "(mark 3 3)"));
}

// All of them are under way before the first has its rules: the limit must hold although none is live yet when the last asks.
TEST_F(Manage, ConcurrentOrdersDoNotPassTheSameLimitTwice) {
  open();
  std::size_t made = 0, refused = 0;
  for (int i = 0; i < 10; ++i) {
    asio::co_spawn(
        io_,
        [&]() -> asio::awaitable<void> {
          const Json json = order("tictactoe", {person(), person()});
          const Result<std::shared_ptr<Match>> match = co_await ordered(json, "test");
          ++(match ? made : refused);
        },
        asio::detached);
  }
  until([&] { return made + refused == 10; });
  EXPECT_EQ(made, 3U);
  EXPECT_EQ(manager_->live(), 3U);
}

TEST_F(Manage, AnOrderThatFailsGivesItsRoomBack) {
  open();
  for (int i = 0; i < 5; ++i) {
    Json bad = order("", {person()});
    bad["rules"] = "(role a";
    EXPECT_FALSE(await(ordered(bad, "test")));
    EXPECT_FALSE(await(ordered(order("tictactoe", {person()}), "test")));  // one seat for two roles
  }
  for (int i = 0; i < 3; ++i) EXPECT_NE(create(order("tictactoe", {person(), person()})), nullptr);
  const Result<std::shared_ptr<Match>> fourth = await(ordered(order("tictactoe", {person(), person()}), "other"));
  ASSERT_FALSE(fourth);
  EXPECT_EQ(fourth.error().diagnostics.front().code, "too-many");
}

TEST_F(Manage, AMatchThatEndsMakesRoom) {
  open();
  std::vector<std::shared_ptr<Match>> matches;
  for (int i = 0; i < 3; ++i) matches.push_back(create(order("tictactoe", {person(), person()})));
  until([&] { return matches[0]->state() == Match::State::Running; });
  EXPECT_FALSE(await(ordered(order("tictactoe", {person(), person()}), "test")));
  ASSERT_TRUE(matches[0]->abort("enough"));
  until([&] { return manager_->live() == 2; });
  EXPECT_NE(create(order("tictactoe", {person(), person()})), nullptr);
}

TEST_F(Manage, RulesOfStrangersAreVettedBeforeTheyAreBuilt) {
  std::vector<std::string> vetted;
  vet_ = [&](std::string text, std::string) -> asio::awaitable<Result<SheetWeight>> {
    vetted.push_back(text);
    if (text.find("explode") != std::string::npos) co_return Result<SheetWeight>(limit_reached("out-of-memory", "It explodes."));
    co_return Result<SheetWeight>(SheetWeight{});
  };
  open();
  EXPECT_TRUE(create(order("tictactoe", {person(), person()})));
  EXPECT_TRUE(vetted.empty());  // the library's own
  Json own = order("", {person()});
  own["rules"] =
      "(role r) (init (n 0)) (<= (legal r go) (role r)) (<= (next (n 0)) (true (n 0))) (<= terminal (true x)) (goal r 1)";
  EXPECT_TRUE(create(own));
  EXPECT_EQ(vetted.size(), 1U);
  own["rules"] = own["rules"].get<std::string>() + "(init explode)";
  const Result<std::shared_ptr<Match>> refused = await(ordered(own, "test"));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().diagnostics.front().code, "out-of-memory");
  EXPECT_EQ(manager_->live(), 2U);
}

TEST_F(Manage, AMatchThatOutgrowsItsBudgetIsEndedWithWords) {
  budget_.fluents = 20;
  open();
  Json own = order("", {person()});
  own["rules"] =
      "(role r) (init (s 0)) (<= (legal r go) (role r)) (<= (legal r stay) (role r)) (<= (next (s (f ?x))) (true (s ?x))) "
      "(<= (next (s (g ?x))) (true (s ?x))) (<= (goal r 50) (role r)) (<= terminal (true n))";
  const auto match = create(own);
  for (std::size_t step = 0; step < 4; ++step) {
    until([&] { return match->state() == Match::State::Running && match->step() == step; });
    EXPECT_TRUE(submit(match, 0, step, "go"));
  }
  until([&] { return match->step() == 4; });
  EXPECT_TRUE(submit(match, 0, 4, "go"));
  until([&] { return match->over(); });
  EXPECT_EQ(match->summary()["state"], "aborted");
  EXPECT_EQ(match->summary()["end"], "the match was ended: a state has more than 20 fluents");
}

TEST_F(Manage, ConcurrentImportsAreCounted) {
  open();
  game::MatchRecord record;
  record.game = "one step";
  record.rules_text = "(role a) (init s) (legal a x) (next t) (<= terminal (true t)) (goal a 100)";
  record.roles = {"a"};
  record.finished = true;
  record.goals = {100};
  record.steps = {{{"x"}, {}}};
  std::size_t made = 0, refused = 0;
  for (int i = 0; i < 10; ++i) {
    asio::co_spawn(
        io_,
        [&]() -> asio::awaitable<void> {
          const Result<std::shared_ptr<Match>> match = co_await manager_->import(record, "test");
          ++(match ? made : refused);
        },
        asio::detached);
  }
  until([&] { return made + refused == 10; });
  EXPECT_EQ(made, ManagerOptions().most_imports_per_client);
  EXPECT_TRUE(await(manager_->import(record, "test")));
}

TEST_F(Manage, LegalMovesOfAHiddenSeatTakeItsToken) {
  open();
  Json json = order("", {person(), person()});
  json["rules"] =
      "(role a) (role b) (init s) (legal a x) (legal a y) (legal b z) (next s) (<= terminal (true t)) (goal a 0) (goal b 0) "
      "(<= (sees b moved) (does a ?m))";
  json.erase("game");
  const auto match = create(json);
  ASSERT_NE(match, nullptr);
  until([&] { return match->state() == Match::State::Running; });
  const LegalQuery query{.role = 0, .prefix = "y"};
  const auto code = [&](std::optional<std::size_t> step, std::vector<std::uint32_t> roles) {
    const Result<std::string> page = await(match->legal(query, step, std::move(roles)));
    return page ? "" : page.error().diagnostics.front().code;
  };
  EXPECT_EQ(code({}, {}), "forbidden");
  EXPECT_EQ(code({}, {1}), "forbidden");
  EXPECT_EQ(code(3, {0}), "conflict");
  const Result<std::string> page = await(match->legal(query, 0, {0}));
  ASSERT_TRUE(page);
  const Json seen = Json::parse(*page);
  EXPECT_EQ(seen["total"], 2);
  EXPECT_EQ(seen["matching"], 1);
  EXPECT_EQ(seen["moves"][0]["move"], "y");
}

TEST_F(Manage, WhoAsksForTheSameViewAtTheSameTimeSharesIt) {
  open();
  const auto match = create(order("tictactoe", {person(), person()}));
  std::vector<Text> views;
  for (int i = 0; i < 3; ++i) {
    asio::co_spawn(
        io_, [&]() -> asio::awaitable<void> { views.push_back(co_await match->view({})); }, asio::detached);
  }
  until([&] { return views.size() == 3; });
  EXPECT_EQ(views[0], views[1]);
  EXPECT_EQ(views[0], views[2]);
  const Text later = await(match->view({}));
  EXPECT_NE(later, views[0]);
}

TEST_F(Manage, ASeatBelongsToItsToken) {
  open();
  const auto match = create(order("tictactoe", {person(), person()}));
  const MatchTokens tokens = match->take_tokens();
  const std::string first = tokens.seats[0], second = tokens.seats[1];
  EXPECT_EQ(match->roles_of({first}), (std::vector<std::uint32_t>{0}));
  EXPECT_EQ(match->roles_of({second, first}), (std::vector<std::uint32_t>{0, 1}));
  EXPECT_TRUE(match->roles_of({"", "x", tokens.owner}).empty());
  EXPECT_TRUE(match->take_tokens().seats.empty()) << "they are told once";
  const std::string stored = store_->events(match->spec().id)->front().body;
  for (const std::string& token : {first, second, tokens.owner}) EXPECT_EQ(stored.find(token), std::string::npos);
  EXPECT_NE(stored.find(token_hash(first)), std::string::npos);
}

TEST_F(Manage, WhatIsIllegalLateOrDeadIsReplacedAndCounted) {
  script_ = [](const protocol::Message& message) { return polite(message, "(mark 7 7)"); };
  open();
  const auto match = create(order("tictactoe", {program(), program()}));
  until([&] { return match->over(); });
  EXPECT_EQ(match->state(), Match::State::Ended);
  const Json view = seen(match);
  EXPECT_GE(view["history"].size(), 5U);
  EXPECT_EQ(view["history"][0]["faults"][0]["kind"], "illegal");
  EXPECT_EQ(view["history"][0]["faults"][0]["said"], "(mark 7 7)");
  EXPECT_EQ(view["history"][0]["faults"][0]["played"], view["history"][0]["moves"][0]);
  EXPECT_EQ(view["seats"][0]["faults"], view["history"].size());

  script_ = nullptr;
  const auto dead = create(order("tictactoe", {program(), program()}));
  until([&] { return dead->over(); });
  EXPECT_EQ(seen(dead)["history"][0]["faults"][0]["kind"], "dead");
}

TEST_F(Manage, ABusyPlayerIsNotAskedAgain) {
  int asked = 0;
  script_ = [&](const protocol::Message& message) -> Result<protocol::Reply> {
    if (std::holds_alternative<protocol::Play>(message)) ++asked;
    return protocol::Reply(protocol::Word::Busy);
  };
  open();
  const auto match = create(order("tictactoe", {program(), program()}));
  until([&] { return match->over(); });
  EXPECT_EQ(asked, 0);
  EXPECT_EQ(seen(match)["history"][0]["faults"][0]["kind"], "busy");
}

TEST_F(Manage, PeopleWithAClockWhoDoNotMoveAreReplaced) {
  open();
  const auto match = create(order("tictactoe", {person(), person()}, 0.05));
  until([&] { return match->step() >= 1; });
  EXPECT_EQ(seen(match)["history"][0]["faults"][0]["kind"], "late");
}

TEST_F(Manage, MovesAreTakenBackInCasualMatches) {
  script_ = [](const protocol::Message& message) { return polite(message, "noop"); };
  open();
  const auto match = create(order("tictactoe", {person(), person()}));
  until([&] { return match->state() == Match::State::Running; });
  EXPECT_FALSE(match->take_back(0));
  EXPECT_TRUE(submit(match, 0, 0, "(mark 1 1)"));
  until([&] { return match->step() == 1; });
  EXPECT_TRUE(submit(match, 1, 1, "(mark 2 2)"));
  until([&] { return match->step() == 2; });
  EXPECT_TRUE(match->take_back(0));
  until([&] { return match->step() == 0; });
  EXPECT_TRUE(submit(match, 0, 0, "(mark 3 3)"));
  until([&] { return match->step() == 1; });
  const Json view = seen(match);
  EXPECT_EQ(view["history"][0]["moves"][0], "(mark 3 3)");
}

TEST_F(Manage, AMatchWaitsForAFreePlayerAndCanBeGivenUpMeanwhile) {
  script_ = [](const protocol::Message& message) { return polite(message, "noop"); };
  thinks_ = true;
  open();
  const auto first = create(order("tictactoe", {built_in(), person()}));
  until([&] { return first->state() == Match::State::Running; });
  const auto second = create(order("tictactoe", {person(), built_in()}));
  const auto third = create(order("tictactoe", {person(), built_in()}));
  const auto listener = std::make_shared<Listener>();
  third->watch(listener, {});
  until([&] { return third->summary()["queue_place"] == 2; });
  EXPECT_EQ(first->summary()["queue_place"], Json(nullptr));
  EXPECT_EQ(second->summary()["queue_place"], 1);
  EXPECT_TRUE(second->abort("enough"));
  until([&] { return second->over(); });
  EXPECT_EQ(third->state(), Match::State::Starting);
  const auto told = [&](const Json& place) {
    return !listener->heard.empty() && listener->heard.back()["type"] == "seats" && listener->heard.back()["queue_place"] == place;
  };
  until([&] { return told(1); });
  EXPECT_FALSE(submit(third, 0, 0, "(mark 1 1)"));  // not before its opponent is there
  thinks_ = false;
  EXPECT_TRUE(first->abort("enough"));
  until([&] { return third->state() == Match::State::Running; });
  EXPECT_EQ(third->summary()["queue_place"], Json(nullptr));
  const auto no_longer = [](const Json& message) { return message["type"] == "seats" && message["queue_place"].is_null(); };
  until([&] { return std::any_of(listener->heard.begin(), listener->heard.end(), no_longer); });
}

TEST_F(Manage, PlayersThatNobodyWaitsForMakeRoomAsSoonAsSomebodyDoes) {
  script_ = [](const protocol::Message& message) {
    const bool own_turn = protocol::to_text(message).find("(mark 1 1)") != std::string::npos;
    return polite(message, own_turn ? "(mark 2 2)" : "noop");
  };
  open();  // one process, and nobody rests by himself for ten minutes
  const auto abandoned = create(order("tictactoe", {person(), built_in()}));
  until([&] { return abandoned->state() == Match::State::Running; });
  const auto next = create(order("tictactoe", {person(), built_in()}));
  until([&] { return next->state() == Match::State::Running; });
  EXPECT_EQ(abandoned->summary()["seats"][1]["connected"], true);
  for (const auto& match : {abandoned, next}) {  // whoever comes back finds his opponent
    EXPECT_TRUE(submit(match, 0, 0, "(mark 1 1)"));
    until([&] { return match->step() == 2; });
    EXPECT_EQ(seen(match)["history"][1]["moves"][1], "(mark 2 2)");
    EXPECT_EQ(match->summary()["seats"][1]["faults"], 0);
  }
}

TEST_F(Manage, StrategiesWithoutAThoughtNeedNoProcess) {
  script_ = nullptr;  // there is no process to be had
  open();
  const auto strategy = [](const char* name) { return Json{{"kind", "strategy"}, {"strategy", name}}; };
  const auto match = create(order("tictactoe", {strategy("random"), strategy("first-legal")}));
  EXPECT_EQ(match->processes(), 0U);
  until([&] { return match->over(); });
  EXPECT_EQ(match->state(), Match::State::Ended);
  const Json view = seen(match);
  for (const Json& step : view["history"]) EXPECT_TRUE(step["faults"].empty());
  EXPECT_EQ(view["history"][1]["moves"][1], view["history"][0]["moves"][0] == "(mark 1 1)" ? "(mark 1 2)" : "(mark 1 1)");
}

TEST_F(Manage, PlayersWhoWaitForAPersonMakeRoomForOthersAndComeBack) {
  int started = 0;
  script_ = [&](const protocol::Message& message) {
    if (std::holds_alternative<protocol::Start>(message)) ++started;
    const bool own_turn = protocol::to_text(message).find("(mark 1 1)") != std::string::npos;
    return polite(message, own_turn ? "(mark 2 2)" : "noop");
  };
  rest_ = 20ms;
  open();
  const auto first = create(order("tictactoe", {person(), built_in()}));
  const auto second = create(order("tictactoe", {person(), built_in()}));
  until([&] { return first->state() == Match::State::Running && second->state() == Match::State::Running; });
  EXPECT_EQ(first->summary()["seats"][1]["connected"], true);
  for (const auto& match : {first, second}) {
    EXPECT_TRUE(submit(match, 0, 0, "(mark 1 1)"));
    until([&] { return match->step() == 2; });
    EXPECT_EQ(seen(match)["history"][1]["moves"][1], "(mark 2 2)");
    EXPECT_EQ(match->summary()["seats"][1]["faults"], 0);
  }
  EXPECT_GE(started, 3);
  EXPECT_TRUE(first->take_back(0));
  until([&] { return first->step() == 0; });
  EXPECT_TRUE(first->abort("enough"));
  until([&] { return first->over(); });
}

TEST_F(Manage, LimitsAreKept) {
  open();
  for (int i = 0; i < 3; ++i) create(order("tictactoe", {person(), person()}));
  const auto more = await(ordered(order("tictactoe", {person(), person()}), "test"));
  ASSERT_FALSE(more);
  EXPECT_EQ(more.error().diagnostics.front().code, "too-many");
}

TEST_F(Manage, OrdersThatMakeNoSenseAreRefused) {
  open();
  const auto refused = [&](Json json) { return !await(ordered(json, "test")); };
  EXPECT_TRUE(refused(order("no-such-game", {person(), person()})));
  EXPECT_TRUE(refused(order("../tictactoe", {person(), person()})));
  EXPECT_TRUE(refused(order("tictactoe", {person()})));
  EXPECT_TRUE(refused(order("tictactoe", {person(), {{"kind", "strategy"}, {"strategy", "mtcs"}}})));
  EXPECT_TRUE(refused(order("tictactoe", {person(), {{"kind", "robot"}}})));
  EXPECT_TRUE(refused(order("tictactoe", {person(), person()}, -1)));
  Json rules = order("", {person()});
  rules["rules"] = "(role x";
  EXPECT_TRUE(refused(rules));
}

TEST_F(Manage, ARuleSheetWithoutAMoveEndsTheMatchWithAReason) {
  open();
  Json json = order("", {person()});
  json["rules"] = "(role r) (init a) (<= (legal r go) (true a)) (<= (next b) (does r go)) (<= terminal (true c)) (goal r 0)";
  const auto match = create(json);
  until([&] { return match->over(); });
  EXPECT_EQ(match->summary()["state"], "aborted");
  EXPECT_EQ(match->summary()["end"], "r has no legal move");
}

TEST_F(Manage, TheSeedIsSecretUntilTheEndAndThenRepeatsTheDraws) {
  open();
  Json json = order("dice-race", {person(), person()});
  json.erase("seed");
  const auto match = create(json);
  while (match->step() < 8) {
    until([&] { return match->step() % 2 == 1; });  // rolls are made by the server
    const std::size_t step = match->step();
    const std::uint32_t role = step % 4 == 1 ? 0 : 1;
    const Json position = Json::parse(*await(match->view({role})))["position"];
    EXPECT_TRUE(submit(match, role, step, position["legal"][role][0]["move"]));
    until([&] { return match->step() > step; });
  }
  EXPECT_FALSE(await(match->record(false))) << "still being played, and something is hidden";
  EXPECT_TRUE(match->abort("enough"));
  until([&] { return match->over(); });
  const Json ended = Json::parse(*await(match->record(false)));
  EXPECT_EQ(ended["seed"], match->spec().seed);
  const MatchDraws draws(ended["seed"].get<std::uint64_t>());
  for (std::size_t step = 0; step < ended["steps"].size(); step += 2) {
    const std::size_t face = draws.below(3, MatchDraws::Purpose::Chance, step, 2) + 1;
    EXPECT_EQ(ended["steps"][step]["moves"][2], "(roll " + std::to_string(face) + ")") << step;
  }
  json["game"] = "tictactoe";
  const auto open_to_all = create(json);
  EXPECT_NE(open_to_all->spec().seed, match->spec().seed);
  EXPECT_EQ(Json::parse(*await(open_to_all->record(false)))["seed"], 0);
  EXPECT_EQ(await(open_to_all->view({}))->find(std::to_string(open_to_all->spec().seed)), std::string::npos);
}

TEST_F(Manage, ASeedIsAWholeNumberThatEveryReaderKeeps) {
  open();
  for (const Json& bad : {Json(-1), Json(1.5), Json("7"), Json(kLargestSeed + 1)}) {
    Json json = order("tictactoe", {person(), person()});
    json["seed"] = bad;
    const Result<std::shared_ptr<Match>> refused = await(ordered(json, "test"));
    ASSERT_FALSE(refused) << bad;
    EXPECT_EQ(refused.error().diagnostics.front().code, "bad-field");
  }
  Json json = order("tictactoe", {person(), person()});
  json["seed"] = kLargestSeed;
  EXPECT_EQ(create(json)->spec().seed, kLargestSeed);
}

TEST_F(Manage, MatchesGoOnAfterARestart) {
  const TestFolder folder;
  const std::string path = folder.file("store.db");
  std::string id;
  {
    open(path);
    const auto match = create(order("connectfour", {person(), person()}));
    id = match->spec().id;
    until([&] { return match->state() == Match::State::Running; });
    EXPECT_TRUE(submit(match, 0, 0, "(drop 3)"));
    until([&] { return match->step() == 1; });
    manager_->suspend();
    until([&] { return true; });
    manager_.reset();
    store_.reset();
  }
  io_.restart();
  open(path);
  EXPECT_EQ(await(manager_->resume_all()), 1U);
  const Result<std::shared_ptr<Match>> found = await(manager_->find(id));
  ASSERT_TRUE(found);
  const std::shared_ptr<Match>& match = *found;
  EXPECT_EQ(match->step(), 1U);
  until([&] { return match->state() == Match::State::Running; });
  EXPECT_TRUE(submit(match, 1, 1, "(drop 4)"));
  until([&] { return match->step() == 2; });
  manager_.reset();
  store_.reset();
}

TEST_F(Manage, AServerThatComesBackStartsPlayersWhenTheyHaveToChoose) {
  int started = 0;
  const auto play = [&](const protocol::Message& message) {
    if (std::holds_alternative<protocol::Start>(message)) ++started;
    const std::string text = protocol::to_text(message);
    const bool second = text.find("(mark 1 2)") != std::string::npos,
               own_turn = second || text.find("(mark 1 1)") != std::string::npos;
    return polite(message, second ? "(mark 3 3)" : own_turn ? "(mark 2 2)" : "noop");
  };
  script_ = play;
  rest_ = 20ms;
  const TestFolder folder;
  std::vector<std::string> ids;
  open(folder.file("store.db"));
  for (int i = 0; i < 2; ++i) {
    const auto match = create(order("tictactoe", {person(), built_in()}));
    until([&] { return match->state() == Match::State::Running; });
    EXPECT_TRUE(submit(match, 0, 0, "(mark 1 1)"));
    until([&] { return match->step() == 2; });
    ids.push_back(match->spec().id);
  }
  manager_->suspend();
  until([&] { return true; });
  manager_.reset();
  store_.reset();
  started = 0;
  open(folder.file("store.db"));
  EXPECT_EQ(await(manager_->resume_all()), 2U);
  for (const std::string& id : ids) {
    const std::shared_ptr<Match> match = *await(manager_->find(id));
    until([&] { return match->state() == Match::State::Running; });
  }
  EXPECT_EQ(started, 0);
  const std::shared_ptr<Match> match = *await(manager_->find(ids[1]));
  EXPECT_TRUE(submit(match, 0, 2, "(mark 1 2)"));
  until([&] { return match->step() == 4; });
  EXPECT_EQ(started, 1);
  EXPECT_EQ(seen(match)["history"][3]["moves"][1], "(mark 3 3)");
  EXPECT_EQ(match->summary()["seats"][1]["faults"], 0);
  manager_.reset();
  store_.reset();
}

TEST_F(Manage, RecordsGoOutAndComeInAgain) {
  script_ = [](const protocol::Message& message) { return polite(message, "noop"); };
  open();
  const auto match = create(order("tictactoe", {program(), program()}));
  until([&] { return match->over(); });
  const Result<std::string> ours = await(match->record(false));
  ASSERT_TRUE(ours);
  const Result<game::MatchRecord> record = game::match_record_from_json(*ours);
  ASSERT_TRUE(record);
  const SharedKit kit = *sheets_.get(record->rules_text, "again");
  EXPECT_TRUE(play::replay(kit->engine, *record).agrees);
  EXPECT_EQ(record->clocks, game::MatchClocks{});
  EXPECT_GT(record->started_at, 0);
  EXPECT_GE(record->steps[0].at, record->started_at);
  ASSERT_FALSE(record->steps[0].faults.empty());
  EXPECT_EQ(record->steps[0].faults[0].kind, "illegal");
  EXPECT_EQ(record->steps[0].faults[0].said, "noop");
  const Result<std::shared_ptr<Match>> again = await(manager_->import(*record, "test"));
  ASSERT_TRUE(again);
  const Result<game::MatchRecord> kept = game::match_record_from_json(*await((*again)->record(false)));
  ASSERT_TRUE(kept);
  EXPECT_EQ(kept->started_at, record->started_at);
  EXPECT_EQ(kept->clocks, record->clocks);
  for (std::size_t s = 0; s < record->steps.size(); ++s) {
    EXPECT_EQ(kept->steps[s].at, record->steps[s].at) << s;
    EXPECT_EQ(kept->steps[s].faults, record->steps[s].faults) << s;
  }
  EXPECT_EQ((*again)->summary()["goals"], match->summary()["goals"]);
  EXPECT_EQ((*again)->step(), match->step());
  const Result<std::string> theirs = await(match->record(true));
  ASSERT_TRUE(theirs);
  const Result<PublicMatch> read = public_record_from_json(*theirs);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->steps.size(), match->step());
  EXPECT_EQ(read->states.size(), match->step() + 1);
  EXPECT_TRUE(read->completed);
  EXPECT_EQ(read->errors[0], (std::vector<std::string>{"", ""}));
  EXPECT_EQ(read->errors[1], (std::vector<std::string>{"IL", ""})) << "the code that spectator tools know, and nothing else";
}

// What a record says of its players is kept: thoughts, faults of kinds that this version does not know, clocks.
TEST_F(Manage, ImportsKeepThoughtsAndFaults) {
  script_ = [](const protocol::Message& message) { return polite(message, "noop"); };
  open();
  const auto match = create(order("tictactoe", {program(), program()}));
  until([&] { return match->over(); });
  Result<game::MatchRecord> record = game::match_record_from_json(*await(match->record(false)));
  ASSERT_TRUE(record);
  record->clocks = game::MatchClocks{30, 7.5};
  record->started_at = 1'500'000'000'000;
  record->steps[0].thoughts = {game::MatchThought{61.5, 1200, "(mark 2 2)"}, std::nullopt};
  record->steps[0].faults = {{1, "a kind of tomorrow", "", "noop", "why"}};
  const Result<std::shared_ptr<Match>> imported = await(manager_->import(*record, "test"));
  ASSERT_TRUE(imported);
  const Result<game::MatchRecord> kept = game::match_record_from_json(*await((*imported)->record(false)));
  ASSERT_TRUE(kept);
  EXPECT_EQ(kept->clocks, record->clocks);
  EXPECT_EQ(kept->started_at, record->started_at);
  EXPECT_EQ(kept->steps[0].thoughts, record->steps[0].thoughts);
  ASSERT_EQ(kept->steps[0].faults.size(), 1U);
  EXPECT_EQ(kept->steps[0].faults[0].kind, "garbage");
  EXPECT_EQ(kept->steps[0].faults[0].note, "why");
}

TEST_F(Manage, WatchersSeeEveryStepOnceItIsStored) {
  open();
  const auto match = create(order("tictactoe", {person(), person()}));
  until([&] { return match->state() == Match::State::Running; });
  const auto listener = std::make_shared<Listener>();
  match->watch(listener, {});
  await(match->view({}));  // the first clock has been told by now
  listener->heard.clear();
  EXPECT_TRUE(submit(match, 0, 0, "(mark 2 2)"));
  const auto told = [&](const char* type) {
    return std::count_if(listener->heard.begin(), listener->heard.end(), [&](const Json& j) { return j["type"] == type; });
  };
  until([&] { return told("step") == 1; });
  const auto step = std::find_if(listener->heard.begin(), listener->heard.end(), [](const Json& j) { return j["type"] == "step"; });
  EXPECT_EQ((*step)["position"]["step"], 1);
  EXPECT_EQ((*step)["history"]["moves"][0], "(mark 2 2)");
  EXPECT_EQ((*step)["clock"]["waiting"], (Json{false, true})) << "the clock of the next step comes along";
  await(match->view({}));
  EXPECT_EQ(told("clock"), 0) << "one message a step: thousands may be watching";
  const Result<std::vector<Event>> events = store_->events(match->spec().id);
  ASSERT_TRUE(events);
  EXPECT_EQ(events->back().kind, "step");
  EXPECT_TRUE(match->abort("enough"));
  until([&] { return told("ended") == 1; });
}

}  // namespace
}  // namespace agon::serve
