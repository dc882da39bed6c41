#include "serve/match/manager.h"

#include <gtest/gtest.h>

#include <boost/asio/use_future.hpp>
#include <filesystem>

#include "base/test_folder.h"
#include "play/replay.h"
#include "serve/records/public_record.h"

namespace agon::serve {
namespace {

namespace protocol = play::protocol;
using namespace std::chrono_literals;

// A player that answers what a function says; the function sees the message.
class ScriptedLink final : public PlayerLink {
 public:
  using Script = std::function<Result<protocol::Reply>(const protocol::Message&)>;
  ScriptedLink(asio::io_context& io, Script script) : io_(io), script_(std::move(script)) {}
  asio::awaitable<Result<protocol::Reply>> ask(const protocol::Message& message, std::chrono::steady_clock::time_point) override {
    asio::steady_timer pause(io_, 1ms);
    co_await pause.async_wait(asio::use_awaitable);
    co_return script_(message);
  }
  [[nodiscard]] std::string describe() const override { return "scripted"; }

 private:
  asio::io_context& io_;
  Script script_;
};

Result<protocol::Reply> polite(const protocol::Message& message, const std::string& move) {
  if (std::holds_alternative<protocol::Start>(message)) return protocol::Reply(protocol::Word::Ready);
  if (std::holds_alternative<protocol::Play>(message)) return protocol::Reply(protocol::Move{move});
  return protocol::Reply(protocol::Word::Done);
}

class Manage : public ::testing::Test {
 protected:
  void open(const std::string& path = ":memory:") {
    Result<std::unique_ptr<Store>> opened = Store::open(path);
    ASSERT_TRUE(opened);
    store_ = std::move(*opened);
    ManagerOptions options;
    options.most_live = 3;
    options.rules.grace = 50ms;
    options.rules.patience = 2s;
    options.rules.rest = rest_;
    options.processes = 1;
    manager_ = std::make_unique<Manager>(
        io_, workers_, workers_, *store_, sheets_, library_,
        [this](const Seat&, std::function<void(Json)>) -> Result<std::unique_ptr<PlayerLink>> {
          if (!script_) return bad_input("player-unreachable", "nobody is there");
          return std::unique_ptr<PlayerLink>(std::make_unique<ScriptedLink>(io_, script_));
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
  static Json built_in() { return {{"kind", "strategy"}, {"strategy", "random"}}; }
  static Json program() { return {{"kind", "remote"}, {"url", "localhost:1"}}; }
  static Json order(const std::string& game, const std::vector<Json>& seats, double clock = 0) {
    return {{"game", game}, {"seats", seats}, {"start_clock", clock}, {"play_clock", clock}, {"casual", true}, {"scramble", false}, {"show_thoughts", false}, {"seed", 7}};
  }
  std::shared_ptr<Match> create(const Json& json) {
    Result<std::shared_ptr<Match>> match = await(manager_->create(json, "test"));
    EXPECT_TRUE(match) << (match ? "" : match.error().diagnostics.front().message);
    return match ? *match : nullptr;
  }
  Result<bool> submit(const std::shared_ptr<Match>& match, std::size_t role, std::size_t step, const std::string& move) {
    return await(match->submit(role, step, move));
  }

  asio::io_context io_{1};
  asio::thread_pool workers_{1};
  SheetCache sheets_;
  play::Library library_{std::string(AGON_SOURCE_DIR) + "/games"};
  std::unique_ptr<Store> store_;
  ScriptedLink::Script script_;
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

TEST_F(Manage, ASeatBelongsToItsToken) {
  open();
  const auto match = create(order("tictactoe", {person(), person()}));
  const std::string first = match->spec().seats[0].token, second = match->spec().seats[1].token;
  EXPECT_EQ(match->roles_of({first}), (std::vector<std::uint32_t>{0}));
  EXPECT_EQ(match->roles_of({second, first}), (std::vector<std::uint32_t>{0, 1}));
  EXPECT_TRUE(match->roles_of({"", "x", match->spec().owner}).empty());
}

TEST_F(Manage, WhatIsIllegalLateOrDeadIsReplacedAndCounted) {
  script_ = [](const protocol::Message& message) { return polite(message, "(mark 7 7)"); };
  open();
  const auto match = create(order("tictactoe", {program(), program()}));
  until([&] { return match->over(); });
  EXPECT_EQ(match->state(), Match::State::Ended);
  const Json view = await(match->view({}));
  EXPECT_GE(view["history"].size(), 5U);
  EXPECT_EQ(view["history"][0]["faults"][0]["kind"], "illegal");
  EXPECT_EQ(view["history"][0]["faults"][0]["said"], "(mark 7 7)");
  EXPECT_EQ(view["history"][0]["faults"][0]["played"], view["history"][0]["moves"][0]);
  EXPECT_EQ(view["seats"][0]["faults"], view["history"].size());

  script_ = nullptr;
  const auto dead = create(order("tictactoe", {program(), program()}));
  until([&] { return dead->over(); });
  EXPECT_EQ(await(dead->view({}))["history"][0]["faults"][0]["kind"], "dead");
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
  EXPECT_EQ(await(match->view({}))["history"][0]["faults"][0]["kind"], "busy");
}

TEST_F(Manage, PeopleWithAClockWhoDoNotMoveAreReplaced) {
  open();
  const auto match = create(order("tictactoe", {person(), person()}, 0.05));
  until([&] { return match->step() >= 1; });
  EXPECT_EQ(await(match->view({}))["history"][0]["faults"][0]["kind"], "late");
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
  const Json view = await(match->view({}));
  EXPECT_EQ(view["history"][0]["moves"][0], "(mark 3 3)");
}

TEST_F(Manage, AMatchWaitsForAFreePlayerAndCanBeGivenUpMeanwhile) {
  script_ = [](const protocol::Message& message) { return polite(message, "noop"); };
  open();
  const auto first = create(order("tictactoe", {person(), built_in()}));
  until([&] { return first->state() == Match::State::Running; });
  const auto second = create(order("tictactoe", {person(), built_in()}));
  const auto third = create(order("tictactoe", {person(), built_in()}));
  EXPECT_TRUE(second->abort("enough"));
  until([&] { return second->over(); });
  EXPECT_EQ(third->state(), Match::State::Starting);
  EXPECT_FALSE(submit(third, 0, 0, "(mark 1 1)"));  // not before its opponent is there
  EXPECT_TRUE(first->abort("enough"));
  until([&] { return third->state() == Match::State::Running; });
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
    EXPECT_EQ(await(match->view({}))["history"][1]["moves"][1], "(mark 2 2)");
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
  const auto more = await(manager_->create(order("tictactoe", {person(), person()}), "test"));
  ASSERT_FALSE(more);
  EXPECT_EQ(more.error().diagnostics.front().code, "too-many");
}

TEST_F(Manage, OrdersThatMakeNoSenseAreRefused) {
  open();
  const auto refused = [&](Json json) { return !await(manager_->create(json, "test")); };
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
  const std::shared_ptr<Match> match = *found;
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
    const bool second = text.find("(mark 1 2)") != std::string::npos, own_turn = second || text.find("(mark 1 1)") != std::string::npos;
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
  EXPECT_EQ(await(match->view({}))["history"][3]["moves"][1], "(mark 3 3)");
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
  const Result<std::shared_ptr<Match>> again = await(manager_->import(*record, "test"));
  ASSERT_TRUE(again);
  EXPECT_EQ((*again)->summary()["goals"], match->summary()["goals"]);
  EXPECT_EQ((*again)->step(), match->step());
  const Result<std::string> theirs = await(match->record(true));
  ASSERT_TRUE(theirs);
  const Result<PublicMatch> read = public_record_from_json(*theirs);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->steps.size(), match->step());
  EXPECT_EQ(read->states.size(), match->step() + 1);
  EXPECT_TRUE(read->completed);
}

TEST_F(Manage, WatchersSeeEveryStepOnceItIsStored) {
  struct Listener : Watcher {
    std::vector<Json> heard;
    void tell(Text message) override { heard.push_back(Json::parse(*message)); }
  };
  open();
  const auto match = create(order("tictactoe", {person(), person()}));
  until([&] { return match->state() == Match::State::Running; });
  const auto listener = std::make_shared<Listener>();
  match->watch(listener, {});
  EXPECT_TRUE(submit(match, 0, 0, "(mark 2 2)"));
  const auto told = [&](const char* type) { return std::count_if(listener->heard.begin(), listener->heard.end(), [&](const Json& j) { return j["type"] == type; }); };
  until([&] { return told("step") == 1; });
  const auto step = std::find_if(listener->heard.begin(), listener->heard.end(), [](const Json& j) { return j["type"] == "step"; });
  EXPECT_EQ((*step)["position"]["step"], 1);
  EXPECT_EQ((*step)["history"]["moves"][0], "(mark 2 2)");
  const Result<std::vector<Event>> events = store_->events(match->spec().id);
  ASSERT_TRUE(events);
  EXPECT_EQ(events->back().kind, "step");
  EXPECT_TRUE(match->abort("enough"));
  until([&] { return told("ended") == 1; });
}

}  // namespace
}  // namespace agon::serve
