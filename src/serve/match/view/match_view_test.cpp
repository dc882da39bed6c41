#include "serve/match/view/match_view.h"

#include <gtest/gtest.h>

#include "serve/json.h"

namespace agon::serve {
namespace {

constexpr const char* kOpen =
    "(role a) (role b) (init s) (legal a x) (legal a y) (legal b z) (next s) (<= terminal (true t)) "
    "(goal a 0) (goal b 0)";
// The same, in which b sees that a moved, and not what.
constexpr const char* kHidden =
    "(role a) (role b) (init s) (legal a x) (legal a y) (legal b z) (next s) (<= terminal (true t)) "
    "(goal a 0) (goal b 0) (<= (sees b moved) (does a ?m))";

// A match of two people in its second step, in which the first seat was late once.
class Viewed {
 public:
  explicit Viewed(const char* rules) {
    const Result<SharedKit> kit = make_sheet_kit(rules, "test", {});
    EXPECT_TRUE(kit);
    kit_ = *kit;
    spec_.id = "m";
    spec_.roles = kit_->info().roles;
    spec_.rules = rules;
    spec_.seats = {{Seat::Kind::Person, "Ada", "", "", "t0"}, {Seat::Kind::Person, "Bob", "", "", "t1"}};
    LoggedStep step;
    step.played = {{"x", "z"}, {{}, {"moved"}}};
    step.faults = {{0, "late", "what it said", "x", "no move came in time"}};
    step.played.thoughts = {std::nullopt, game::MatchThought{40, 0, ""}};
    log_.append(step);
    log_.count_fault(0);
    log_.start();
    ballot_.open(1, {{"x", "y"}, {"z"}});
    clock_.since = 5;
  }

  MatchSpec spec_;
  SharedKit kit_;
  MatchLog log_{2};
  Ballot ballot_{spec_};
  StepClock clock_;
  MatchView view() const { return {spec_, *kit_, log_, ballot_, clock_}; }
};

const Audience kAll{{}, true};

TEST(MatchView, WithNothingHiddenEverybodySeesEverything) {
  const Viewed match(kOpen);
  const MatchView view = match.view();
  EXPECT_TRUE(view.open_to_all());
  EXPECT_EQ(view.audience_of({1}), kAll);
  const Json step = step_json(0, *match.log_.steps()[0], view.audience_of({}));
  EXPECT_EQ(step["moves"], (Json{"x", "z"}));
  EXPECT_EQ(step["values"], (Json{nullptr, 40.0}));
  EXPECT_EQ(step["faults"][0]["said"], "what it said");
}

TEST(MatchView, ASeatSeesItsOwnMovesAndPerceptsUntilTheEnd) {
  Viewed match(kHidden);
  const MatchView view = match.view();
  EXPECT_FALSE(view.open_to_all());
  const Json second = step_json(0, *match.log_.steps()[0], view.audience_of({1}));
  EXPECT_EQ(second["moves"], (Json{nullptr, "z"}));
  EXPECT_EQ(second["percepts"], (Json{nullptr, Json::array({"moved"})}));
  EXPECT_EQ(second["values"], Json::array());
  // That another seat was late is no secret; what was played for it is.
  EXPECT_EQ(second["faults"][0]["kind"], "late");
  EXPECT_EQ(second["faults"][0]["said"], "");
  EXPECT_EQ(second["faults"][0]["played"], "");
  EXPECT_EQ(step_json(0, *match.log_.steps()[0], view.audience_of({0}))["faults"][0]["played"], "x");
  EXPECT_EQ(step_json(0, *match.log_.steps()[0], view.audience_of({}))["moves"], (Json{nullptr, nullptr}));
  match.log_.end({MatchState::Aborted, "enough", {}, 9});
  EXPECT_TRUE(view.open_to_all());
  EXPECT_EQ(step_json(0, *match.log_.steps()[0], view.audience_of({}))["moves"], (Json{"x", "z"}));
}

TEST(MatchView, TheClockShowsForWhomTheMatchWaits) {
  Viewed match(kOpen);
  const MatchView view = match.view();
  match.ballot_.ask(0);
  match.ballot_.ask(1);
  EXPECT_EQ(view.clock()["waiting"], (Json{true, false}));  // the second seat has no choice
  EXPECT_EQ(view.clock()["since"], 5);
  EXPECT_TRUE(view.clock()["until"].is_null());
  match.ballot_.cast(0, 1);
  EXPECT_EQ(view.clock()["waiting"], (Json{false, false}));
  match.log_.end({MatchState::Aborted, "enough", {}, 9});
  EXPECT_TRUE(view.clock().is_null());
}

TEST(MatchView, TheSummaryTellsNoTokenAndGoalsOnlyOfARegularEnd) {
  Viewed match(kOpen);
  const MatchView view = match.view();
  const Presence presence{{true, false}, 3};
  Json summary = view.summary(presence);
  EXPECT_EQ(summary["state"], "running");
  EXPECT_EQ(summary["step"], 1);
  EXPECT_EQ(summary["watchers"], 3);
  EXPECT_EQ(summary["seats"][0]["faults"], 1);
  EXPECT_EQ(summary["seats"][1]["connected"], false);
  EXPECT_TRUE(summary["goals"].is_null());
  EXPECT_TRUE(summary["ended_at"].is_null());
  EXPECT_EQ(summary.dump().find("t0"), std::string::npos);
  match.log_.end({MatchState::Ended, "the game is over", {100, std::nullopt}, 9});
  summary = view.summary(presence);
  EXPECT_EQ(summary["goals"], (Json{100, nullptr}));
  EXPECT_EQ(summary["ended_at"], 9);
  const Json message = view.end_message();
  EXPECT_EQ(message["type"], "ended");
  EXPECT_EQ(message["state"], "ended");
  EXPECT_EQ(message["goals"], summary["goals"]);
}

TEST(MatchView, AStepIsToldWithItsPositionAndAWholeMatchWithItsHistory) {
  const Viewed match(kHidden);
  const MatchView view = match.view();
  const Audience second{{1}, false};
  const Json position{{"schema", "agon.position/1"}}, past = step_json(0, *match.log_.steps()[0], second);
  JsonObjectText message = view.message_head("step");
  message.add("history", past).add("position", position);
  const Json step = Json::parse(view.with_clock(std::move(message)));
  EXPECT_EQ(step["type"], "step");
  EXPECT_EQ(step["history"], past);
  EXPECT_EQ(step["position"], position);
  EXPECT_EQ(step["clock"]["since"], 5);
  JsonObjectText begun;
  begun.add_text("history", history_text(match.log_.steps(), second)).add("position", position);
  const Json whole = Json::parse(view.match(std::move(begun), {1}, {{true, true}, 0}));
  EXPECT_EQ(whole["schema"], "agon.match_view/1");
  EXPECT_EQ(whole["viewer"], (Json{1}));
  EXPECT_EQ(whole["history"], Json::array({past}));
  EXPECT_EQ(whole["position"], position);
}

}  // namespace
}  // namespace agon::serve
