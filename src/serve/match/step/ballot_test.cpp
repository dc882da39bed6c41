#include "serve/match/step/ballot.h"

#include <gtest/gtest.h>

#include <set>

namespace agon::serve {
namespace {

// A person, a program and chance.
MatchSpec three_seats() {
  MatchSpec spec;
  spec.seed = 7;
  spec.roles = {"white", "black", "random"};
  spec.seats = {{Seat::Kind::Person, "", "", "", ""}, {Seat::Kind::Strategy, "", "", "", ""}, {Seat::Kind::Random, "", "", "", ""}};
  return spec;
}

class BallotOfThree : public ::testing::Test {
 protected:
  void SetUp() override { ballot_.open(4, legal_); }
  const MatchSpec spec_ = three_seats();
  const Ballot::LegalMoves legal_{{"a", "b", "c"}, {"x", "y", "z"}, {"one", "two", "three", "four"}};
  Ballot ballot_{spec_};
};

TEST_F(BallotOfThree, IsCompleteWhenEverySeatHasDecided) {
  ballot_.ask(0);
  ballot_.ask(1);
  EXPECT_TRUE(ballot_.waiting(0));
  EXPECT_FALSE(ballot_.waiting(2));  // nobody asked it
  ballot_.draw(2);
  ballot_.answer(1, "y");
  EXPECT_FALSE(ballot_.complete());
  ballot_.cast(0, 2);
  EXPECT_TRUE(ballot_.complete());
  EXPECT_FALSE(ballot_.anybody_waiting());
  const LoggedStep step = ballot_.close(123);
  EXPECT_EQ(step.played.moves[0], "c");
  EXPECT_EQ(step.played.moves[1], "y");
  EXPECT_EQ(step.chose, (std::vector<bool>{true, true, false}));  // chance has no choice to take back
  EXPECT_EQ(step.at, 123);
  EXPECT_TRUE(step.faults.empty());
}

TEST_F(BallotOfThree, ReplacesWhatIsNoLegalMoveAndSaysWhy) {
  ballot_.answer(1, "q");
  ASSERT_NE(ballot_.fault(1), nullptr);
  EXPECT_EQ(ballot_.fault(1)->kind, "illegal");
  EXPECT_EQ(ballot_.fault(1)->said, "q");
  EXPECT_EQ(ballot_.fault(1)->role, 1U);
  ballot_.answer(1, "busy");
  EXPECT_EQ(ballot_.fault(1)->kind, "busy");
  ballot_.substitute_late(0);
  EXPECT_EQ(ballot_.fault(0)->kind, "late");
  ballot_.draw(2);
  const std::string played = ballot_.fault(0)->played;
  const LoggedStep step = ballot_.close(0);
  EXPECT_EQ(step.played.moves[0], played);
  EXPECT_EQ(step.faults.size(), 2U);
}

TEST_F(BallotOfThree, WhatAPlayerSaidIsShownWithoutTricksAndNotAtAnyLength) {
  ballot_.answer(1,
                 "\x1b[2J\xe2\x80\xae"
                 "q" +
                     std::string(1 << 20U, 'x'));
  EXPECT_EQ(ballot_.fault(1)->said.substr(0, 6), "[2Jqxx");
  EXPECT_EQ(ballot_.fault(1)->said.size(), 1000U);
}

TEST_F(BallotOfThree, AMoveMayBeCalledBusy) {
  ballot_.open(0, {{"a"}, {"busy", "idle"}, {"one"}});
  ballot_.answer(1, "busy");
  EXPECT_TRUE(ballot_.repeats(1, 0));
  EXPECT_EQ(ballot_.fault(1), nullptr);
}

// A match that is taken up again after a restart goes on as it would have.
TEST_F(BallotOfThree, RandomMovesDependOnSeedStepAndRoleAlone) {
  const auto drawn = [&](std::uint64_t seed, std::size_t step) {
    MatchSpec spec = spec_;
    spec.seed = seed;
    Ballot ballot(spec);
    ballot.open(step, legal_);
    ballot.draw(2);
    ballot.substitute_late(0);
    ballot.cast(1, 0);
    return ballot.choices();
  };
  EXPECT_EQ(drawn(7, 4), drawn(7, 4));
  std::set<std::vector<std::size_t>> by_step, by_seed;
  for (std::size_t i = 0; i < 20; ++i) {
    by_step.insert(drawn(7, i));
    by_seed.insert(drawn(i, 4));
  }
  EXPECT_GT(by_step.size(), 3U);
  EXPECT_GT(by_seed.size(), 3U);
}

TEST_F(BallotOfThree, MovesOfPeopleAreIdempotentWithinAStep) {
  EXPECT_FALSE(ballot_.refusal(0, 4));
  EXPECT_FALSE(ballot_.repeats(0, 1));
  ballot_.cast(0, 1);
  EXPECT_TRUE(ballot_.repeats(0, 1));
  EXPECT_FALSE(ballot_.contradicts(0, 1));
  EXPECT_TRUE(ballot_.contradicts(0, 2));
}

TEST_F(BallotOfThree, RefusesOtherStepsAndSeatsThatNoPersonHolds) {
  const auto code = [&](std::size_t role, std::size_t step) { return ballot_.refusal(role, step)->diagnostics.front().code; };
  EXPECT_EQ(code(0, 3), "conflict");
  EXPECT_EQ(code(0, 5), "conflict");
  EXPECT_EQ(code(1, 4), "forbidden");
  EXPECT_EQ(code(2, 4), "forbidden");
  EXPECT_EQ(code(9, 4), "forbidden");
}

TEST_F(BallotOfThree, ANewStepForgetsVotesButNotThatAPlayerDidNotStart) {
  ballot_.note_start_fault({1, "dead", "", "", "it crashed"});
  ballot_.cast(0, 1);
  ballot_.open(5, legal_);
  EXPECT_FALSE(ballot_.decided(0));
  for (std::size_t r = 0; r < 3; ++r) ballot_.cast(r, 0);
  const LoggedStep step = ballot_.close(0);
  ASSERT_EQ(step.faults.size(), 1U);
  EXPECT_EQ(step.faults[0].note, "it crashed");
  EXPECT_TRUE(ballot_.close(0).faults.empty());  // told once
}

TEST_F(BallotOfThree, KeepsTheLastValueThatAPlayerToldWhileItWasAsked) {
  ballot_.note_thought(1, {10, 0, ""});  // during its start
  ballot_.ask(1);
  for (std::size_t r = 0; r < 3; ++r) ballot_.cast(r, 0);
  EXPECT_TRUE(ballot_.close(0).played.thoughts.empty());
  ballot_.note_thought(1, {20, 0, ""});
  ballot_.note_thought(1, {30, 7, "a"});
  ballot_.note_thought(8, {40, 0, ""});  // no such seat
  EXPECT_EQ(ballot_.close(0).played.thoughts[1], (game::MatchThought{30, 7, "a"}));
  EXPECT_FALSE(ballot_.close(0).played.thoughts[0]);
}

TEST_F(BallotOfThree, RestoresWhatPeopleHadDecided) {
  ballot_.restore({1, std::nullopt, std::nullopt});
  EXPECT_TRUE(ballot_.repeats(0, 1));
  EXPECT_FALSE(ballot_.decided(1));
}

}  // namespace
}  // namespace agon::serve
