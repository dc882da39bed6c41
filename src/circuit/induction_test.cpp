// Inductive proofs on small games: what is proved, what is not and why, and what a set of hypotheses owes to each other.
#include "circuit/induction.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "circuit/build.h"
#include "gdl/read/reader.h"
#include "ground/grounder.h"

namespace agon::circuit {
namespace {

using ::testing::Contains;
using ::testing::SizeIs;

std::shared_ptr<const Circuit> plain(const gdl::Rules& rules) {
  BuildOptions options;
  options.passes.exclusion = options.passes.forced = false;
  return *build(*ground::ground(rules), options);
}
std::shared_ptr<const Circuit> plain_library(const std::string& name) {
  return plain(*gdl::read_rules(std::string(AGON_SOURCE_DIR) + "/games/gdl/" + name + ".kif"));
}
std::shared_ptr<const Circuit> plain_text(const std::string& text) { return plain(*gdl::read_text(text, "test.kif")); }

std::uint32_t fluent(const Circuit& circuit, const std::string& text) {
  for (std::uint32_t f = 0; f < circuit.program->fluents.size(); ++f) {
    if (circuit.program->terms->text(circuit.program->fluents[f]) == text) return f;
  }
  ADD_FAILURE() << "no fluent " << text;
  return 0;
}

// A ring of three: where the token is, and its shadow, always one place behind. Each half needs the other.
constexpr const char* kRing = R"((role walker)
(init (token 1)) (init (shadow 3)) (init (done 0))
(<= (legal walker walk) (true (token ?x)))
(succ 1 2) (succ 2 3) (succ 3 1)
(<= (next (token ?y)) (true (shadow ?x)) (succ ?x ?z) (succ ?z ?y))
(<= (next (shadow ?y)) (true (token ?x)) (succ ?z ?x) (succ ?z ?y))
(<= (next (done ?n)) (true (done ?n)))
(<= terminal (true (token 4)))
(goal walker 100))";

TEST(Induction, TogetherWhatFailsAlone) {
  const auto circuit = plain_text(kRing);
  const auto one_of = [&](const std::string& name) {
    std::vector<std::uint32_t> group;
    for (const char* place : {"1", "2", "3"}) group.push_back(fluent(*circuit, "(" + name + " " + place + ")"));
    return StateFormula::count_fluents(group, 1, 1);
  };
  Induction alone(*circuit);
  const InductionResult token = alone.prove(one_of("token"));
  EXPECT_EQ(token.outcome, Induced::NotProved);
  ASSERT_TRUE(token.pair);
  EXPECT_TRUE(token.pair->exact);
  EXPECT_EQ(alone.prove(one_of("shadow")).outcome, Induced::NotProved);
  Induction together(*circuit);
  const std::vector<StateFormula> both{one_of("token"), one_of("shadow")};
  const std::vector<InductionResult> results = together.prove_together(both);
  EXPECT_EQ(results[0].outcome, Induced::Proved);
  EXPECT_EQ(results[1].outcome, Induced::Proved);
  EXPECT_THAT(results[0].rests_on, Contains(1U));
  EXPECT_THAT(results[1].rests_on, Contains(0U));
}

TEST(Induction, AFalseHypothesisTakesThoseAlongThatNeedIt) {
  const auto circuit = plain_text(kRing);
  const auto never = [&](const std::string& text) { return StateFormula::negation(StateFormula::fluent(fluent(*circuit, text))); };
  Induction induction(*circuit);
  // The token does come to 2 and 3; what rests on that being false is not proved either.
  const std::vector<StateFormula> claims{never("(token 3)"), never("(shadow 2)"),
                                         StateFormula::fluent(fluent(*circuit, "(done 0)")), never("(token 1)")};
  const std::vector<InductionResult> results = induction.prove_together(claims);
  EXPECT_EQ(results[0].outcome, Induced::NotProved);
  EXPECT_EQ(results[1].outcome, Induced::NotProved);
  EXPECT_EQ(results[2].outcome, Induced::Proved);
  EXPECT_EQ(results[3].outcome, Induced::Refuted);
  ASSERT_TRUE(results[3].pair);
  EXPECT_EQ(results[3].pair->before, circuit->program->initial);
}

TEST(Induction, TheTurnOfTicTacToeNeedsNoOtherRules) {
  const auto circuit = plain_library("tictactoe");
  const std::vector<std::uint32_t> control{fluent(*circuit, "(control xplayer)"), fluent(*circuit, "(control oplayer)")};
  Induction induction(*circuit);
  const InductionResult turn = induction.prove(StateFormula::count_fluents(control, 1, 1));
  EXPECT_EQ(turn.outcome, Induced::Proved);
  EXPECT_FALSE(turn.used_terminal);
  // Cells, with the turn as a lemma.
  for (const char* cell : {"1 1", "2 2", "3 1"}) {
    std::vector<std::uint32_t> contents;
    for (const char* content : {"x", "o", "blank"})
      contents.push_back(fluent(*circuit, std::string("(cell ") + cell + " " + content + ")"));
    EXPECT_EQ(induction.prove(StateFormula::count_fluents(contents, 1, 1)).outcome, Induced::Proved);
  }
}

TEST(Induction, StepsAreAboutTwoStates) {
  const auto circuit = plain_library("tictactoe");
  const StateFormula x = StateFormula::fluent(fluent(*circuit, "(cell 1 1 x)"));
  const StateFormula blank = StateFormula::fluent(fluent(*circuit, "(cell 1 1 blank)"));
  Induction induction(*circuit);
  EXPECT_EQ(induction.prove_step(StateFormula::implies(x, StateFormula::next(x))).outcome, Induced::Proved);
  const InductionResult filled = induction.prove_step(StateFormula::implies(blank, StateFormula::next(blank)));
  EXPECT_EQ(filled.outcome, Induced::NotProved);
  ASSERT_TRUE(filled.pair);
  EXPECT_THAT(filled.pair->before, Contains(blank.index));
  EXPECT_THAT(filled.pair->after, ::testing::Not(Contains(blank.index)));
  const std::vector<StateFormula> many{StateFormula::implies(x, StateFormula::next(x)),
                                       StateFormula::implies(blank, StateFormula::next(blank))};
  const std::vector<InductionResult> results = induction.prove_steps(many);
  EXPECT_EQ(results[0].outcome, Induced::Proved);
  EXPECT_EQ(results[1].outcome, Induced::NotProved);
}

TEST(Induction, StopsWhenTold) {
  const auto circuit = plain_library("breakthrough");
  std::vector<StateFormula> claims;
  for (std::uint32_t f = 0; f < circuit->program->fluents.size(); ++f)
    claims.push_back(StateFormula::negation(StateFormula::fluent(f)));
  std::size_t polls = 0;
  Induction induction(*circuit, {.time = {}, .conflicts = 1000, .stop = [&] { return ++polls > 20; }});
  for (const InductionResult& result : induction.prove_together(claims)) EXPECT_NE(result.outcome, Induced::Proved);
}

TEST(StateFormula, CountsAndSums) {
  // Four fluents over all sixteen states.
  const auto circuit = plain_text(R"((role r)
    (init (f 1)) (init (f 2)) (init (f 3)) (init (f 4))
    (<= (legal r (drop ?x)) (true (f ?x)))
    (<= (next (f ?x)) (true (f ?x)) (does r (drop ?y)) (distinct ?x ?y))
    (<= terminal (not (true (f 1))))
    (<= (goal r 30) (true (f 2)))
    (<= (goal r 70) (true (f 3))))");
  ASSERT_EQ(circuit->program->fluents.size(), 4U);
  StateReader reader(*circuit);
  const std::vector<std::uint32_t> all{0, 1, 2, 3};
  for (std::uint32_t bits = 0; bits < 16; ++bits) {
    std::vector<std::uint32_t> state;
    for (std::uint32_t f = 0; f < 4; ++f) {
      if ((bits >> f & 1U) != 0) state.push_back(f);
    }
    reader.read(state);
    for (std::uint32_t low = 0; low <= 5; ++low) {
      for (std::uint32_t high = 0; high <= 5; ++high)
        EXPECT_EQ(reader.holds(StateFormula::count_fluents(all, low, high)), low <= state.size() && state.size() <= high)
            << bits << " " << low << " " << high;
      EXPECT_EQ(reader.holds(StateFormula::count_fluents(all, low, StateFormula::kMany)), low <= state.size());
    }
    const bool two = (bits >> fluent(*circuit, "(f 2)") & 1U) != 0;
    const bool three = (bits >> fluent(*circuit, "(f 3)") & 1U) != 0;
    EXPECT_EQ(reader.holds(StateFormula::goal_sum(30)), two && !three);
    EXPECT_EQ(reader.holds(StateFormula::goal_sum(70)), three && !two) << "two goals at once are no goal";
  }
}

}  // namespace
}  // namespace agon::circuit
