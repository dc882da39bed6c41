#include "gdl/print/formatter.h"

#include <algorithm>

#include "base/rng.h"
#include "gdl/print/printer.h"
#include "gdl/read/lexer.h"
#include "gdl/test_helpers.h"

namespace agon::gdl {
namespace {

std::string formatted(const std::string& text, Syntax syntax = Syntax::Kif) {
  const Result<std::string> once = format(text, syntax);
  if (!once) return once.error().diagnostics[0].code;
  const Result<std::string> twice = format(*once, syntax);
  EXPECT_TRUE(twice.ok());
  if (twice) {
    EXPECT_EQ(*twice, *once);
  }
  return *once;
}

TEST(FormatKif, RulesAndFacts) {
  EXPECT_EQ(formatted("(  role   White )\n\n\n\n(<= (p ?X)(q ?X))(<= (p ?x) (q ?x) (r ?x))"),
            "(role White)\n\n(<= (p ?X) (q ?X))\n(<= (p ?x)\n  (q ?x)\n  (r ?x))\n");
  EXPECT_EQ(formatted("(succ 1 2) (succ 2 3)\n(succ 3\n 4) terminal (<= (p)) (q)"),
            "(succ 1 2) (succ 2 3)\n(succ 3 4) terminal\n(<= (p))\n(q)\n");
  EXPECT_EQ(formatted("include Math X.jar use Math (java -jar) Math (add ?a ?b) (role a)"),
            "include Math X.jar use Math (java -jar) Math (add ?a ?b) (role a)\n");
}

TEST(FormatKif, LongRulesBreak) {
  const std::string atom = "(true (cell ?some_rather_long_name ?another_long_name ?third_name))";
  EXPECT_EQ(formatted("(<= (head_with_a_name ?some_rather_long_name) " + atom + ")"),
            "(<= (head_with_a_name ?some_rather_long_name)\n  " + atom + ")\n");
  EXPECT_EQ(formatted("(<= (p) (or " + atom + " (not " + atom + ")))"),
            "(<= (p)\n  (or\n    " + atom + "\n    (not " + atom + ")))\n");
  std::string row;
  for (int i = 0; i < 30; ++i) row += "(number " + std::to_string(i) + ") ";
  const std::string wrapped = formatted(row);
  EXPECT_LT(wrapped.find('\n'), 101U);
  EXPECT_TRUE(read_good(wrapped).same_rules(read_good(row)));
}

TEST(FormatKif, CommentsStayWhereTheyAre) {
  EXPECT_EQ(formatted(";;; title  \n\n\n; about roles\n(role a) ; first\n(role b)\n; the end\n"),
            ";;; title\n\n; about roles\n(role a)  ; first\n(role b)\n; the end\n");
  EXPECT_EQ(formatted("(<= (p ?x) ; head\n ; own line\n(q ?x) ; trailing\n (r ?x) ; last\n)\n"),
            "(<= (p ?x)  ; head\n  ; own line\n  (q ?x)  ; trailing\n  (r ?x))  ; last\n");
  EXPECT_EQ(formatted("(<= (p)\n (q)\n ; (r)\n)"), "(<= (p)\n  (q)\n  ; (r)\n)\n");
  EXPECT_EQ(formatted("(<= (p) (q ; inside\n a) (or (r) ; one\n (s))) ; behind"),
            "(<= (p)\n  ; inside\n  (q a)\n  (or\n    (r)  ; one\n    (s)))  ; behind\n");
  EXPECT_EQ(formatted("(<= ; before the head\n (p) (q))\n(fact ; in a fact\n 1)"),
            "; before the head\n(<= (p) (q))\n; in a fact\n(fact 1)\n");
  EXPECT_EQ(formatted("(<= (p)\n (q) ; one\n) ; two\n\n(r)"), "(<= (p) (q))  ; one\n; two\n\n(r)\n");
  EXPECT_EQ(formatted("; nothing else\r\n"), "; nothing else\n");
  EXPECT_EQ(formatted(""), "");
}

TEST(FormatKif, WhatCannotBeReadIsLeftAlone) {
  EXPECT_EQ(formatted("(role a"), "unclosed-parenthesis");
  EXPECT_EQ(formatted("p(", Syntax::Infix), "name-expected");
}

TEST(FormatInfix, ClausesAndComments) {
  const auto infix = [](const std::string& text) { return formatted(text, Syntax::Infix); };
  EXPECT_EQ(infix("role( white' )."), "open-quote");
  EXPECT_EQ(infix("role(white).role( black ).\n\n\np(X):-q( X , f(a,B) )."), "role(white). role(black).\n\np(X) :- q(X,f(a,B)).\n");
  EXPECT_EQ(infix("p(X):-q(X),~r(X),(a;b,c),not(d;e),not f,X!='Y z'."), "bad-quoted-name");
  EXPECT_EQ(infix("p(X):-q(X),~r(X),(a;b,c),not(d;e),not f,X!='Yz' & g."),
            "p(X) :-\n  q(X),\n  ~r(X),\n  (a ; b, c),\n  not(d ; e),\n  not f,\n  X != 'Yz' &\n  g.\n");
  EXPECT_EQ(infix("p :- % why\n q, % one\n % two\n r % three\n , s. % four\n/* five\n  six */ t."),
            "p :-  % why\n  q,  % one\n  % two\n  r,  % three\n  s.  % four\n/* five\n  six */\nt.\n");
  EXPECT_EQ(infix("p :- q(a, % in\n b) ; r\n % end\n ."), "p :-\n  % in\n  q(a,b) ;\n  r\n  % end\n.\n");
}

// A sheet with random blanks, line ends and comments between its tokens.
std::string scattered(const std::string& text, Syntax syntax, Rng& rng) {
  const bool infix = syntax == Syntax::Infix;
  std::string out;
  const LexResult lexed = infix ? lex_infix(text, 1) : lex_kif(text, 1);
  for (const Token& token : lexed.tokens) {
    if (token.kind == Token::Kind::Comment) continue;
    out += text.substr(token.span.begin, token.span.end - token.span.begin);
    switch (rng.below(8)) {
      case 0: out += '\n'; break;
      case 1: out += "\r\n\n \n"; break;
      case 2: out += (infix ? " % c" : " ; c") + std::to_string(rng.below(100)) + '\n'; break;
      case 3: out += (infix ? "\n// d" : "\n;; d") + std::to_string(rng.below(100)) + "\n\n"; break;
      case 4: out += infix ? " /* e\n f */ " : "\t"; break;
      default: out += ' '; break;
    }
  }
  return out;
}

std::vector<std::string> comments(const std::string& text, Syntax syntax) {
  std::vector<std::string> found;
  for (const Token& token : (syntax == Syntax::Infix ? lex_infix(text, 1) : lex_kif(text, 1)).tokens) {
    if (token.kind == Token::Kind::Comment) found.emplace_back(token.text);
  }
  std::ranges::sort(found);
  return found;
}

TEST(Format, AnyLayoutComesOutTheSameTwice) {
  Rng rng(1);
  for (const std::string& file : files_in(std::filesystem::path(AGON_SOURCE_DIR) / "tests" / "golden" / "check", {".kif"})) {
    const Result<Rules> rules = read_rules(file);
    if (!rules) continue;
    for (const Syntax syntax : {Syntax::Kif, Syntax::Infix}) {
      const std::string plain = syntax == Syntax::Kif ? print_kif(*rules) : print_infix(*rules);
      for (int i = 0; i < 5; ++i) {
        const std::string wild = scattered(plain, syntax, rng);
        SCOPED_TRACE(wild);
        const std::string tame = formatted(wild, syntax);
        EXPECT_TRUE(read_good(tame, syntax).same_rules(*rules)) << tame;
        EXPECT_EQ(comments(tame, syntax), comments(wild, syntax)) << tame;
        const Syntax other = syntax == Syntax::Kif ? Syntax::Infix : Syntax::Kif;
        EXPECT_TRUE(read_good(*convert(wild, syntax, other), other).same_rules(*rules));
      }
    }
  }
}

TEST(Convert, KifToInfixAndBack) {
  const std::string kif =
      ";;; Title\n\n(role White) (role NOOP)  ; who plays\n\n; inside\n(<= (isLegal ?pieceL)\n  (true (cellAt ?pieceL 1))\n  (not "
      "(p ++)))\n"
      "(include math X.jar)\n(math (add ?a ?b))\n";
  const std::string infix =
      "%%% Title\n\nrole(white). role(noop).  % who plays\n\n% inside\nisLegal(PieceL) :-\n  true(cellAt(PieceL,1)),\n  ~p('++').\n"
      "include(math,'X.jar').\nmath(add(A,B)).\n";
  EXPECT_EQ(*convert(kif, Syntax::Kif, Syntax::Infix), infix);
  const std::string inner = "(<= (isLegal ?pieceL) (true (cellAt ?pieceL 1)) ; inside\n (not (p ++)))";
  EXPECT_EQ(*convert(inner, Syntax::Kif, Syntax::Infix), "% inside\nisLegal(PieceL) :-\n  true(cellAt(PieceL,1)),\n  ~p('++').\n");
  const Result<std::string> back = convert(infix, Syntax::Infix, Syntax::Kif);
  ASSERT_TRUE(back.ok());
  EXPECT_TRUE(read_good(*back).same_rules(read_good(kif)));
  EXPECT_EQ(*convert(*back, Syntax::Auto, Syntax::Auto), infix);
}

TEST(Convert, BlockCommentsAndBareDeclarations) {
  EXPECT_EQ(*convert("/* a\n   b */ p. // c\nq. /* d */ r.", Syntax::Infix, Syntax::Kif), "; a\n; b\n(p)  ; c\n(q)  ; d\n(r)\n");
  EXPECT_EQ(*convert("include m X\nm (f ?a)\n(role a)", Syntax::Kif, Syntax::Infix), "include(m,'X').\nm(f(A)).\nrole(a).\n");
  EXPECT_EQ(*convert("(p)   (q)", Syntax::Kif, Syntax::Kif), "(p) (q)\n");
  EXPECT_FALSE(convert("(p", Syntax::Kif, Syntax::Infix).ok());
}

}  // namespace
}  // namespace agon::gdl
