#include "serve/match/log/match_log.h"

#include <gtest/gtest.h>

#include "base/file.h"
#include "serve/json.h"
#include "serve/match/log/match_event.h"
#include "serve/match/log/spec_json.h"
#include "serve/tokens.h"

namespace agon::serve {
namespace {

LoggedStep step_of(std::vector<std::string> moves, std::vector<bool> chose) {
  LoggedStep step;
  step.played.moves = std::move(moves);
  step.chose = std::move(chose);
  return step;
}

TEST(MatchLog, KnowsWhereATakeBackLeads) {
  MatchLog log(2);
  EXPECT_FALSE(log.last_choice(0));
  EXPECT_FALSE(log.last());
  log.append(step_of({"a", "noop"}, {true, false}));
  log.append(step_of({"noop", "b"}, {false, true}));
  EXPECT_EQ(log.last_choice(0), 0U);
  EXPECT_EQ(log.last_choice(1), 1U);
  log.take_back(1);
  EXPECT_EQ(log.size(), 1U);
  EXPECT_EQ(log.last()->moves[0], "a");
  EXPECT_FALSE(log.last_choice(1));
  log.take_back(5);  // not so far yet
  EXPECT_EQ(log.size(), 1U);
}

TEST(MatchLog, CountsFaultsOfStepsThatWereTakenBackToo) {
  MatchLog log(2);
  log.count_fault(1);
  log.append(step_of({"a", "b"}, {true, true}));
  log.take_back(0);
  log.count_fault(7);  // no such seat
  EXPECT_EQ(log.faults(0), 0U);
  EXPECT_EQ(log.faults(1), 1U);
}

TEST(MatchLog, IsStartingRunningAndOver) {
  MatchLog log(1);
  EXPECT_EQ(log.state(), MatchState::Starting);
  log.start();
  EXPECT_EQ(log.state(), MatchState::Running);
  EXPECT_FALSE(log.over());
  log.end({MatchState::Aborted, "enough", {}, 9});
  EXPECT_EQ(log.state(), MatchState::Aborted);
  EXPECT_TRUE(log.over());
}

class MatchEvents : public ::testing::Test {
 protected:
  static SharedKit kit() {
    const Result<std::string> text = read_file(std::string(AGON_SOURCE_DIR) + "/games/gdl/tictactoe.kif");
    EXPECT_TRUE(text);
    const Result<SharedKit> made = make_sheet_kit(*text, "tictactoe", {});
    EXPECT_TRUE(made);
    return *made;
  }
  static Event mark(std::size_t number, const std::string& x, const std::string& o) {
    LoggedStep step = step_of({x, o}, {});
    step.at = 1'000 + static_cast<std::int64_t>(number);
    step.played.thoughts = {std::nullopt, game::MatchThought{12.5, 100, "wait"}};
    return step_event("m", number, step);
  }
  Replay replayed(const std::vector<Event>& events) {
    arbiter_.emplace(kit(), std::vector<std::uint32_t>{});
    return replay(events, *arbiter_);
  }
  std::optional<Arbiter> arbiter_;
};

TEST_F(MatchEvents, RebuildAMatchAsItWas) {
  LoggedStep faulty = step_of({"(mark 1 1)", "noop"}, {});
  faulty.at = 1'000;
  faulty.played.thoughts = {std::nullopt, game::MatchThought{12.5, 100, "wait"}};
  faulty.faults = {{0, "late", "", "(mark 1 1)", "no move came in time"}};
  const Replay past = replayed({step_event("m", 0, faulty), mark(1, "noop", "(mark 2 2)"), move_event("m", 0, 2, "(MARK 3 3)")});
  ASSERT_EQ(past.log.size(), 2U);
  const LoggedStep& first = *past.log.steps()[0];
  EXPECT_EQ(first.at, 1'000);
  EXPECT_EQ(first.played.thoughts, faulty.played.thoughts);
  EXPECT_EQ(expected_goals(first)[1], 12.5);
  EXPECT_EQ(first.chose, (std::vector<bool>{true, false}));
  ASSERT_EQ(first.faults.size(), 1U);
  EXPECT_EQ(first.faults[0].note, "no move came in time");
  EXPECT_EQ(past.log.faults(0), 1U);
  ASSERT_TRUE(past.moves[0]);
  EXPECT_EQ((*past.outlook.legal)[0][*past.moves[0]], "(mark 3 3)");
  EXPECT_FALSE(past.moves[1]);
  EXPECT_EQ(arbiter_->step(), 2U);
  EXPECT_FALSE(past.log.over());
}

TEST_F(MatchEvents, AMoveOfAnotherStepDoesNotCount) {
  EXPECT_FALSE(replayed({move_event("m", 0, 1, "(mark 1 1)")}).moves[0]);
  EXPECT_FALSE(replayed({move_event("m", 0, 0, "(mark 1 1)"), mark(0, "(mark 2 2)", "noop")}).moves[0]);
  EXPECT_FALSE(replayed({move_event("m", 0, 0, "(mark 1 1)"), take_back_event("m", 0)}).moves[0]);
}

TEST_F(MatchEvents, TakeBacksAreReplayed) {
  const Replay past = replayed(
      {mark(0, "(mark 1 1)", "noop"), mark(1, "noop", "(mark 2 2)"), take_back_event("m", 0), mark(0, "(mark 3 3)", "noop")});
  ASSERT_EQ(past.log.size(), 1U);
  EXPECT_EQ(past.log.last()->moves[0], "(mark 3 3)");
  EXPECT_EQ((*past.outlook.legal)[1].size(), 8U);
}

TEST_F(MatchEvents, WhatDoesNotFitTheRulesIsThrown) {
  EXPECT_THROW((void)replayed({mark(0, "(mark 1 1)", "(mark 2 2)")}), std::exception);
  const Event too_few{0, "m", "step", R"json({"moves":["(mark 1 1)"],"faults":[],"values":[]})json", 0},
      empty{0, "m", "step", "{}", 0};
  EXPECT_THROW((void)replayed({too_few}), std::exception);
  EXPECT_THROW((void)replayed({empty}), std::exception);
}

TEST_F(MatchEvents, AnImportedRecordEndsAsItSays) {
  game::MatchRecord record;
  record.steps = {{{"(mark 1 1)", "noop"}, {}}};
  record.end = "step limit";
  Replay past = replayed(events_of(record, "m"));
  EXPECT_EQ(past.log.state(), MatchState::Aborted);
  EXPECT_EQ(past.log.ending()->why, "step limit");
  EXPECT_TRUE(past.log.ending()->goals.empty());
  record.finished = true;
  record.goals = {100, -1};
  past = replayed(events_of(record, "m"));
  EXPECT_EQ(past.log.state(), MatchState::Ended);
  EXPECT_EQ(past.log.ending()->goals, (std::vector<std::optional<int>>{100, std::nullopt}));
  EXPECT_EQ(past.log.size(), 1U);
}

TEST(MatchSpec, AnOrderHasAsManySeatsAsTheLimitsSay) {
  const Json person{{"kind", "person"}};
  Json order{{"game", "x"}, {"seats", std::vector<Json>(64, person)}};
  EXPECT_TRUE(read_order(order));
  order["seats"].push_back(person);
  const Result<MatchSpec> refused = read_order(order);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().diagnostics.front().code, "bad-field");
}

TEST(MatchSpec, IsTheFirstEventTokensIncluded) {
  MatchSpec spec;
  spec.id = "m";
  spec.roles = {"x"};
  spec.seats = {{Seat::Kind::Person, "Ada", "", "", token_hash("secret")}};
  spec.play_clock = 2.5;
  spec.owner_hash = "owner";
  const Event event = created_event(spec);
  EXPECT_EQ(event.kind, "created");
  const MatchSpec again = match_spec_from_json(Json::parse(event.body));
  EXPECT_EQ(to_json(again), to_json(spec));
  EXPECT_EQ(roles_of(again, {"nobody", "secret"}), (std::vector<std::uint32_t>{0}));
  EXPECT_TRUE(roles_of(again, {"owner", ""}).empty());
  EXPECT_EQ(people_of(again), (std::vector<std::uint32_t>{0}));
}

}  // namespace
}  // namespace agon::serve
