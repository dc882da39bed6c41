// The reader of properties: what it makes of each form, and where it says what is wrong.
#include "knowledge/proofs/read_property.h"

#include <gtest/gtest.h>

#include "gdl/read/reader.h"

namespace agon::knowledge::proofs {
namespace {

const gdl::Rules& tictactoe() {
  static const gdl::Rules rules = *gdl::read_rules(std::string(AGON_SOURCE_DIR) + "/games/gdl/tictactoe.kif");
  return rules;
}

// The formula, written out in full.
std::string read(const std::string& text) {
  const Result<Property> property = read_property(text, tictactoe());
  if (!property) return "error: " + property.error().diagnostics.front().message;
  return text_of(property->formula, tictactoe().symbols());
}

struct Problem {
  std::string code, place, hint;
};
Problem problem(const std::string& text) {
  const Result<Property> property = read_property(text, tictactoe());
  if (property) return {"none", "", ""};
  const Diagnostic& first = property.error().diagnostics.front();
  return {first.code, text.substr(first.span.begin, first.span.end - first.span.begin), first.hint};
}

TEST(ReadProperty, Forms) {
  EXPECT_EQ(read("terminal"), "terminal");
  EXPECT_EQ(read("(always (or terminal (not terminal)))"), "(or terminal (not terminal))");
  EXPECT_EQ(read("(implies terminal (goal xplayer 100))"), "(or (not terminal) (goal xplayer 100))");
  EXPECT_EQ(read("(count (true (cell 1 2 ?x)) 0 1)"), "(count (?v1) (true (cell 1 2 ?v1)) 0 1)");
  EXPECT_EQ(read("(count (?m) (legal xplayer ?m) 2 many)"), "(count (?v1) (legal xplayer ?v1) 2 many)");
  EXPECT_EQ(read("(inputs (cell ?x ?y ?c) ?x ?y)"), "(forall (?v1 ?v2) (count (?v3) (true (cell ?v1 ?v2 ?v3)) 0 1))");
  EXPECT_EQ(read("(never (true (cell 1 1 ?c)))"), "(not (exists (?v1) (true (cell 1 1 ?v1))))");
  EXPECT_EQ(read("(NEVER (GOAL XPLAYER 50))"), "(not (goal xplayer 50))");
  EXPECT_EQ(read("(implies terminal (goal-sum 100)) ; what one wins the other loses"), "(or (not terminal) (goal-sum 100))");
  EXPECT_EQ(read("(forall (?r) (count (true (control ?r)) 0 1))"), "(forall (?v1) (count () (true (control ?v1)) 0 1))");
  const Result<Property> persistent = read_property(" (persistent (true (cell 1 1 x))) ", tictactoe());
  ASSERT_TRUE(persistent);
  EXPECT_EQ(persistent->kind, Property::Kind::Persistent);
  EXPECT_EQ(persistent->text, "(persistent (true (cell 1 1 x)))");
}

TEST(ReadProperty, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(problem("").code, "property-syntax");
  EXPECT_EQ(problem("(never terminal").code, "property-syntax");
  EXPECT_EQ(problem("terminal)").code, "property-syntax");
  EXPECT_EQ(problem("(goal xplayer)").code, "property-form");
  EXPECT_EQ(problem("(not (frobnicate x))").place, "(frobnicate x)");
  EXPECT_EQ(problem("(foral (?x) terminal)").hint, "did you mean forall?");
  const Problem unknown = problem("(never (true (control xplayr)))");
  EXPECT_EQ(unknown.code, "unknown-name");
  EXPECT_EQ(unknown.place, "xplayr");
  EXPECT_NE(unknown.hint.find("xplayer"), std::string::npos);
  const Problem unbound = problem("(true (cell 1 ?y x))");
  EXPECT_EQ(unbound.code, "unbound-variable");
  EXPECT_EQ(unbound.place, "?y");
  EXPECT_EQ(problem("(and (never terminal))").code, "property-form");
  EXPECT_EQ(problem("(count (true (cell 1 1 ?x)) one 1)").place, "one");
  EXPECT_EQ(problem("(inputs (cell ?x ?y ?c) ?z)").place, "?z");
  EXPECT_EQ(problem(std::string(1000, '(')).code, "property-syntax") << "nesting has an end";
}

}  // namespace
}  // namespace agon::knowledge::proofs
