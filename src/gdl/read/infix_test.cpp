// The infix form of the literature.
#include <gmock/gmock.h>

#include "gdl/print/printer.h"
#include "gdl/test_helpers.h"

namespace agon::gdl {
namespace {

using ::testing::ElementsAre;

// The KIF that an infix text stands for.
std::string kif(const std::string& infix) { return print_kif(read_good(infix, Syntax::Infix)); }

TEST(ReadInfix, FactsRulesAndSigns) {
  EXPECT_EQ(kif("role(white). terminal."), "(role white)\nterminal\n");
  EXPECT_EQ(kif("legal(W,mark(X,1)) :- true(cell(X,1,b)), ~true(control(W))."),
            "(<= (legal ?w (mark ?x 1)) (true (cell ?x 1 b)) (not (true (control ?w))))\n");
  const std::string same = "(<= p q (not r) (distinct ?x a))\n";
  for (const char* text : {"p :- q, ~r, X != a.", "p <= q & not r & X \\= a.", "p <- q, \\+ r, X \\== a.",
                           "p\xe2\x87\x90q,\xc2\xacr,distinct(?x,a)."}) {
    EXPECT_EQ(kif(text), same) << text;
  }
}

TEST(ReadInfix, Groups) {
  EXPECT_EQ(kif("p :- a, b ; c."), "(<= p (or (and a b) c))\n");
  EXPECT_EQ(kif("p :- (a ; b | c), d."), "(<= p (or a b c) d)\n");
  EXPECT_EQ(kif("p :- ~(a, (b ; c))."), "(<= p (not (and a (or b c))))\n");
  EXPECT_EQ(kif("p :- not(a), not b."), "(<= p (not a) (not b))\n");
  EXPECT_EQ(kif("p :- or(a, not(b)), and()."), "(<= p (or a (not b)) (and))\n");
}

TEST(ReadInfix, NamesVariablesAndNumbers) {
  EXPECT_EQ(kif("p(1.5, '++', 'it''s', camelCase, X, _y, ?z, ?'a+b', ?1)."), "(p 1.5 ++ it's camelcase ?x ?_y ?z ?a+b ?1)\n");
  EXPECT_EQ(kif("p(_, _1, _) :- q(_)."), "(<= (p ?_2 ?_1 ?_3) (q ?_4))\n");  // a lone underscore is never a name in use
  EXPECT_EQ(kif("p(''(X,a),''(a,X))."), "(p (?x a) ((a) ?x))\n");
}

TEST(ReadInfix, NegativeNumbers) {
  EXPECT_EQ(kif("goal(x, -10) :- p(-1.5), X != -2."), "(<= (goal x -10) (p -1.5) (distinct ?x -2))\n");
  EXPECT_EQ(kif("p:--1."), "(<= p -1)\n");
  EXPECT_EQ(read_bad("p(1-1).", Syntax::Infix).front().code, "parenthesis-expected");  // no arithmetic
  EXPECT_EQ(read_bad("p(-x).", Syntax::Infix).front().code, "unexpected-character");
  EXPECT_EQ(print_infix(read_good("(goal x -10) (p ?-1 -)")), "goal(x,-10).\np(?'-1','-').\n");
}

TEST(ReadInfix, TuplesAreFunctionsNamedTuple) {
  EXPECT_EQ(kif("m((1,2)). n(((1,X),b,(c)))."), "(m (tuple 1 2))\n(n (tuple (tuple 1 ?x) b c))\n");
  EXPECT_EQ(kif("p :- q((1,2)), (X,Y) != (1,2), (a ; b), ~(c, d)."),
            "(<= p (q (tuple 1 2)) (distinct (tuple ?x ?y) (tuple 1 2)) (or a b) (not (and c d)))\n");
  EXPECT_EQ(read_good("m((1,2)).").rules()[0].head.args[0].span, (Span{2, 7}));
  EXPECT_EQ(print_infix(read_good("m((1,2)).")), "m(tuple(1,2)).\n");
  for (const char* text : {"m(()).", "(a,b).", "p :- or((a,b),c)."}) {
    EXPECT_EQ(read_bad(text, Syntax::Infix).front().code, "name-expected") << text;
  }
  EXPECT_EQ(read_bad("m((1,2).", Syntax::Infix).front().code, "parenthesis-expected");
  EXPECT_THAT(codes(read_bad("p(" + std::string(5000, '(') + "q.", Syntax::Infix)), ElementsAre("too-deep"));
}

TEST(ReadInfix, Comments) { EXPECT_EQ(kif("% one\np. // two\n/* three\n four */ q."), "p\nq\n"); }

TEST(ReadInfix, Libraries) {
  EXPECT_EQ(kif("include(math, 'Math.jar'). use(math, java('-jar')). math(add(A,B,C)). role(a)."),
            "(include math Math.jar)\n(use math (java -jar))\n(math (add ?a ?b ?c))\n(role a)\n");
}

TEST(ReadInfix, ErrorsSayWhereAndWhat) {
  const auto first = [](const std::string& text) { return read_bad(text, Syntax::Infix).front(); };
  EXPECT_EQ(first("p(a)").code, "period-expected");
  EXPECT_EQ(first("p(a)").span, (Span{3, 4}));  // the last thing that is there
  EXPECT_EQ(first("p(a) q(b).").code, "period-expected");
  EXPECT_EQ(first("p(a").code, "parenthesis-expected");
  EXPECT_EQ(first("p :- (a ; b.").code, "parenthesis-expected");
  EXPECT_EQ(first("p :- .").code, "name-expected");
  EXPECT_EQ(first("X :- p.").code, "variable-as-head");
  EXPECT_EQ(first("p :- X.").code, "variable-as-formula");
  EXPECT_EQ(first("'<='(a,b).").code, "arrow-as-head");
  EXPECT_EQ(first("p(@).").code, "unexpected-character");
  EXPECT_EQ(first("p(').").code, "open-quote");
  EXPECT_EQ(first("p('').").code, "empty-name");
  EXPECT_EQ(first("p(''()).").code, "empty-name");
  EXPECT_EQ(first("p(?'').").code, "nameless-variable");
  EXPECT_EQ(first("p('a b').").code, "bad-quoted-name");
  EXPECT_EQ(first("p('?a').").code, "bad-quoted-name");
  EXPECT_EQ(first("p(?).").code, "nameless-variable");
  EXPECT_EQ(first("p. /* open").code, "open-comment");
  EXPECT_THAT(codes(read_bad("p(. q(b). r(.", Syntax::Infix)),
              ElementsAre("name-expected", "name-expected"));  // goes on behind the period
  EXPECT_THAT(codes(read_bad("p :- " + std::string(5000, '~') + "q.", Syntax::Infix)), ElementsAre("too-deep"));
  EXPECT_THAT(codes(read_bad("p :- " + std::string(5000, '(') + "q.", Syntax::Infix)), ElementsAre("too-deep"));
}

}  // namespace
}  // namespace agon::gdl
