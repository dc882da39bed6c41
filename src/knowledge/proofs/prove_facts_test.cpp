// The facts of known games, and the soundness of every fact of the small sheets of the library.
#include "knowledge/proofs/prove_facts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gdl/read/reader.h"
#include "knowledge/proofs/fact_checker.h"

namespace agon::knowledge::proofs {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

struct Known {
  explicit Known(const std::string& name)
      : workshop(*gdl::read_rules(std::string(AGON_SOURCE_DIR) + "/games/gdl/" + name + ".kif")) {
    // Work is bounded by conflicts and steps of play, not by time: a slow machine gives the same facts.
    const Result<Proofs> found = prove_facts(workshop, {.time = {}, .play = 2e7, .stop = {}});
    EXPECT_TRUE(found);
    proofs = *found;
    circuit = *workshop.circuit();
  }
  [[nodiscard]] std::vector<std::string> proved_inputs() const {
    std::vector<std::string> result;
    for (const auto& fact : proofs.facts.inputs) {
      std::string text = fact.value.functor;
      for (const std::uint32_t i : fact.value.inputs) text += " " + std::to_string(i);
      if (fact.proved()) result.push_back(text);
    }
    return result;
  }
  engines::Workshop workshop;
  Proofs proofs;
  std::shared_ptr<const circuit::Circuit> circuit;
};

TEST(ProveFacts, TicTacToe) {
  const Known game("tictactoe");
  const game::GameFacts& facts = game.proofs.facts;
  ASSERT_TRUE(facts.goal_sum);
  EXPECT_EQ(facts.goal_sum->value, 100);
  EXPECT_TRUE(facts.goal_sum->proved());
  EXPECT_THAT(game.proved_inputs(), ::testing::UnorderedElementsAre("cell 0 1", "control"));
  ASSERT_THAT(facts.turns, SizeIs(1));
  EXPECT_TRUE(facts.turns[0].proved());
  EXPECT_THAT(facts.turns[0].value.roles, SizeIs(2));
  ASSERT_THAT(facts.idle, SizeIs(2));
  for (const auto& idle : facts.idle) EXPECT_TRUE(idle.proved());
  EXPECT_EQ(facts.groups.size(), 10U) << "nine cells and the turn";
  for (const auto& group : facts.groups) {
    EXPECT_TRUE(group.proved());
    EXPECT_TRUE(group.value.exactly_one);
  }
  EXPECT_EQ(facts.persistent.size(), 27U) << "marks stay, and what is not blank is never blank again";
  ASSERT_TRUE(facts.length);
  EXPECT_EQ(facts.length->value.most, 9U);
}

TEST(ProveFacts, StepCountersBoundTheLength) {
  const Known game("eight-puzzle");
  ASSERT_TRUE(game.proofs.facts.length);
  EXPECT_TRUE(game.proofs.facts.length->proved());
  EXPECT_GE(*game.proofs.facts.length->value.most, 20U);
}

TEST(ProveFacts, WhatPlayRefutesIsNotClaimed) {
  const Known game("prisoners-dilemma");
  EXPECT_FALSE(game.proofs.facts.goal_sum);
  EXPECT_THAT(game.proofs.facts.turns, IsEmpty());
}

// Every fact that is called proved, in random play with another seed.
TEST(ProveFacts, HoldInPlay) {
  for (const char* name :
       {"tictactoe", "breakthrough-5x5", "connectfour-7x6", "blocker", "nim", "hanoi", "lights-out", "mummy-maze-2p"}) {
    SCOPED_TRACE(name);
    const Known game(name);
    const FactCheck check = check_facts(*game.circuit, game.proofs.facts, 99, 40);
    EXPECT_THAT(check.violations, IsEmpty());
    EXPECT_GE(check.states, 2560U);
    EXPECT_GT(game.proofs.proved, 0U);
  }
}

TEST(ProveFacts, RunsOutCleanly) {
  engines::Workshop workshop(*gdl::read_rules(std::string(AGON_SOURCE_DIR) + "/games/gdl/breakthrough.kif"));
  bool stop = false;
  const Result<Proofs> nothing = prove_facts(workshop, {.time = std::chrono::milliseconds(1), .play = 1, .stop = {}});
  ASSERT_TRUE(nothing);
  EXPECT_FALSE(nothing->note.empty()) << "it says how far it came";
  stop = true;
  const Result<Proofs> stopped = prove_facts(workshop, {.time = {}, .play = 1, .stop = [&] { return stop; }});
  ASSERT_TRUE(stopped);
  const Result<Proofs> small = prove_facts(workshop, {.time = {}, .memory_bytes = 1000, .play = 1, .stop = {}});
  ASSERT_TRUE(small);
  EXPECT_NE(small->note.find("too large"), std::string::npos) << small->note;
}

}  // namespace
}  // namespace agon::knowledge::proofs
