#include "gdl/print/printer.h"

#include "gdl/test_helpers.h"

namespace agon::gdl {
namespace {

void expect_round_trips(const std::string& kif) {
  const Rules rules = read_good(kif, Syntax::Kif);
  EXPECT_TRUE(read_good(print_kif(rules), Syntax::Kif).same_rules(rules)) << print_kif(rules);
  EXPECT_TRUE(read_good(print_infix(rules), Syntax::Infix).same_rules(rules)) << print_infix(rules);
}

TEST(Print, Infix) {
  const Rules rules = read_good("(<= (legal ?w (mark ?x 1)) (true (cell ?x 1 b)) (not (p ?w)) (or a (and b c)) (distinct ?x 2))");
  EXPECT_EQ(print_infix(rules.rules()[0], rules.symbols()),
            "legal(W,mark(X,1)) :- true(cell(X,1,b)), ~p(W), (a ; (b, c)), distinct(X,2).");
}

TEST(Print, RoundTrips) {
  expect_round_trips("(role white) terminal (<= terminal (not (not p)))");
  expect_round_trips("(<= p (and) (and q) (or q) (or (and q) (not (or r))) (not (and a b)))");
  expect_round_trips("(<= (p ?x+1 ?_ ?_x ?1 ?not ?x ?X-y) (q ?x+1 ?_ ?_x ?1 ?not ?x ?x-y))");
  expect_round_trips("(p ++ + it's '' a''b 1.5 .5 -3 not _x \xc2\xac \xe2\x87\x90 \xc3\xa9 a:b a,b /* % //)");
  expect_round_trips("(p (not a) (<= a b) (or)) (<= (not p) q) (<= (distinct a b) c)");
  expect_round_trips("(<= (p (?x a)) (q ((f ?x) (?x)) ((a) b)))");
  expect_round_trips("(include math Math.jar) (use math (java -jar X)) (math (add ?a ?b ?c)) (math) (role a)");
  expect_round_trips("include a b\n(a) (role c) a (f ?x)");
  expect_round_trips("(math (add ?a)) (role a) (include math b) (math (add ?a ?b))");
}

TEST(Print, SameRulesSeesDifferences) {
  const Rules rules = read_good("(role a) (role b)");
  EXPECT_TRUE(rules.same_rules(read_good("role(a). role(b).")));
  EXPECT_FALSE(rules.same_rules(read_good("(role b) (role a)")));
  EXPECT_FALSE(rules.same_rules(read_good("(role a) (role b) (p)")));
  EXPECT_FALSE(read_good("(p ?x)").same_rules(read_good("(p x)")));
}

}  // namespace
}  // namespace agon::gdl
