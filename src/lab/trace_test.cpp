// The verifier must see every kind of disagreement: each case changes one answer of a good trace.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engines/prover/prover.h"
#include "gdl/read/reader.h"
#include "lab/trace.h"
#include "lab/trace_verify.h"

namespace agon::lab {
namespace {

constexpr const char* kRules = R"((role a) (init (n 0)) (succ 0 1)
(<= (legal a up) (true (n 0))) (<= (legal a stay) (role a))
(<= (next (n 1)) (does a up)) (<= (next (n ?x)) (true (n ?x)) (does a stay))
(<= terminal (true (n 1))) (goal a 70))";

// Hashes: (n 0), {stay, up}, (n 1).
std::string trace(const std::string& state, const std::string& legal, const std::string& terminal, const std::string& goal) {
  return R"({"playout":0,"step":0,"fluents":1,"state":")" + state + R"(","terminal":false,"legal":[{"count":2,"hash":")" + legal +
         R"("}],"move":["up"]})" + "\n" + R"({"playout":0,"step":1,"fluents":1,"state":"STATE1","terminal":)" + terminal +
         R"(,"goals":[)" + goal + "]}\n";
}

class TraceVerify : public testing::Test {
 protected:
  TraceVerify() : engine_("prover", *engines::Prover::create(*gdl::read_text(kRules, "test"))) {
    auto scratch = engine_.make_scratch();
    auto state = engine_.initial_state(scratch);
    game::TermBuffer terms;
    engine_.fluents(state, terms);
    state0_ = game::text_set_hash(engine_.terms(), terms);
    game::MoveBuffer moves;
    engine_.legal_moves(scratch, state, RoleId{0}, moves);
    terms.clear();
    for (const MoveId move : moves) terms.push_back(engine_.move_term(RoleId{0}, move));
    legal_ = game::text_set_hash(engine_.terms(), terms);
    engine_.apply(scratch, state, std::vector<MoveId>{moves[1]});
    engine_.fluents(state, terms);
    state1_ = game::text_set_hash(engine_.terms(), terms);
  }
  TraceReport verify(std::string text) {
    text.replace(text.find("STATE1"), 6, state1_);
    const auto steps = parse_trace(text, "test");
    EXPECT_TRUE(steps);
    return verify_trace(engine_, *steps);
  }

  game::AnyEngine engine_;
  std::string state0_, legal_, state1_;
};

TEST_F(TraceVerify, AgreesWithAGoodTrace) {
  const TraceReport report = verify(trace(state0_, legal_, "true", "70"));
  EXPECT_EQ(report.steps, 2U);
  EXPECT_THAT(report.disagreements, testing::IsEmpty());
}

TEST_F(TraceVerify, SeesEachKindOfDisagreement) {
  const std::string wrong = "0000000000000000";
  EXPECT_THAT(verify(trace(wrong, legal_, "true", "70")).disagreements, testing::SizeIs(1));
  EXPECT_THAT(verify(trace(state0_, wrong, "true", "70")).disagreements, testing::SizeIs(1));
  EXPECT_THAT(verify(trace(state0_, legal_, "false", "70")).disagreements, testing::SizeIs(1));
  EXPECT_THAT(verify(trace(state0_, legal_, "true", "71")).disagreements, testing::SizeIs(1));
  EXPECT_THAT(verify(trace(state0_, legal_, "true", "null")).disagreements, testing::SizeIs(1));
  std::string illegal = trace(state0_, legal_, "true", "70");
  illegal.replace(illegal.find("[\"up\"]"), 6, "[\"no\"]");
  EXPECT_THAT(verify(illegal).disagreements, testing::SizeIs(1));
}

TEST(Trace, NamesTheLineThatCannotBeRead) {
  const auto broken = parse_trace("{\"fluents\":1,\"state\":\"0\"}\n{oops\n", "t.jsonl");
  ASSERT_FALSE(broken);
  EXPECT_THAT(broken.error().diagnostics.front().message, testing::HasSubstr("t.jsonl:2"));
}

}  // namespace
}  // namespace agon::lab
