#include "gdl/read/reader.h"

#include <gmock/gmock.h>

#include "gdl/print/printer.h"
#include "gdl/read/lexer.h"
#include "gdl/source_map.h"
#include "gdl/test_helpers.h"

namespace agon::gdl {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(ReadKif, FactsRulesAndNestedConditions) {
  const Rules rules =
      read_good("(role White) (<= (legal ?P (mark ?x 1)) (TRUE (cell ?x 1 b)) (or (p ?x) (not (q ?x))) (distinct ?x 2))");
  ASSERT_EQ(rules.rules().size(), 2U);
  EXPECT_EQ(print_kif(rules.rules()[0], rules.symbols()), "(role white)");
  EXPECT_EQ(print_kif(rules.rules()[1], rules.symbols()),
            "(<= (legal ?p (mark ?x 1)) (true (cell ?x 1 b)) (or (p ?x) (not (q ?x))) (distinct ?x 2))");
  EXPECT_TRUE(is(rules.rules()[1].body[0].atom.name, Keyword::True));
  EXPECT_EQ(rules.rules()[1].body[1].kind, Formula::Kind::Or);
  EXPECT_EQ(rules.rules()[1].body[2].kind, Formula::Kind::Distinct);
}

TEST(ReadKif, SpansPointAtTheText) {
  const std::string text = "; a comment\n(<= (p ?x)\n  (q (f ?x)))\n";
  const Rules rules = read_good(text);
  const Rule& rule = rules.rules()[0];
  const auto at = [&](Span span) { return text.substr(span.begin, span.end - span.begin); };
  EXPECT_EQ(at(rule.span), "(<= (p ?x)\n  (q (f ?x)))");
  EXPECT_EQ(at(rule.head.args[0].span), "?x");
  EXPECT_EQ(at(rule.body[0].atom.args[0].span), "(f ?x)");
  EXPECT_EQ(SourceMap(text).place_of(rule.body[0].span.begin).line, 3U);
}

TEST(ReadKif, OddButReadable) {
  EXPECT_TRUE(read_good("(role a)\xef\xbb\xbf \xef\xbb\xbf(init s)")
                  .same_rules(read_good("(role a) (init s)")));                                         // one sheet behind another
  EXPECT_TRUE(read_good("\xef\xbb\xbf(role a)").same_rules(read_good("(role a)")));                     // byte-order mark
  EXPECT_TRUE(read_good("(=> (p ?x) (q ?x))(p 1)").same_rules(read_good("(<= (q ?x) (p ?x)) (p 1)")));  // forward arrow
  EXPECT_TRUE(read_good("(:- p q) (terminal)").same_rules(read_good("(<= p q) terminal")));
  EXPECT_TRUE(read_good("(role a);comment without end").same_rules(read_good("(role\ra)\r\n")));
  EXPECT_TRUE(read_good("(p a?b ?x+y) (q \xc3\xa9)").same_rules(read_good("(p A?B ?X+Y)\f\v(q \xc3\xa9)")));
  EXPECT_TRUE(read_good("(<= p (and) (and q) (or q))").same_rules(read_good("(<= p (AND) (And q) (OR q))")));
}

TEST(ReadKif, ListsWithoutANameAreTuples) {
  const Rules rules = read_good("(<= (p (?x 1)) (q ((f ?x) 2)))");
  EXPECT_EQ(rules.symbols().text(rules.rules()[0].head.args[0].name), "");
  EXPECT_EQ(print_kif(rules), "(<= (p (?x 1)) (q ((f ?x) 2)))\n");
}

TEST(ReadKif, LibrariesBareAndInParentheses) {
  const Rules listed = read_good("(include math Lib/Math.jar) (use math (Java -jar)) (math (add ?a ?b ?c)) (role a)");
  const Rules bare = read_good("include math Lib/Math.jar\nuse math (Java -jar)\nmath (add ?a ?b ?c)\n(role a)");
  EXPECT_TRUE(listed.same_rules(bare));
  ASSERT_EQ(bare.externals().size(), 1U);
  const External& math = bare.externals()[0];
  EXPECT_TRUE(math.included);
  EXPECT_EQ(bare.symbols().text(math.resource), "Lib/Math.jar");  // a path keeps its letter case
  EXPECT_EQ(bare.symbols().text(math.prefix[0]), "Java");
  EXPECT_EQ(print_kif(math.functions[0], bare.symbols()), "(add ?a ?b ?c)");
  EXPECT_TRUE(bare.dialect().arithmetic);
  EXPECT_THAT(codes(read_bad("(include math)")), ElementsAre("bad-external"));
  EXPECT_THAT(codes(read_bad("(use ?x (y))")), ElementsAre("bad-external"));
  EXPECT_THAT(codes(read_bad("(include math ((a) c))")), ElementsAre("bad-external"));
  EXPECT_THAT(codes(read_bad("(use math (run (it now)))")), ElementsAre("bad-external"));
}

TEST(ReadKif, ErrorsSayWhereAndWhat) {
  const auto first = [](const std::string& text) { return read_bad(text, Syntax::Kif).front(); };
  EXPECT_EQ(first("(role a))\n").code, "stray-parenthesis");
  EXPECT_EQ(first("(role a))\n").span, (Span{8, 9}));
  EXPECT_EQ(first("(p ())").code, "empty-list");
  EXPECT_EQ(first("(p ? a)").code, "nameless-variable");
  EXPECT_EQ(first("?x").code, "variable-as-rule");
  EXPECT_EQ(first("(<= ?x (p ?x))").code, "variable-as-head");
  EXPECT_EQ(first("(<= p ?x)").code, "variable-as-formula");
  EXPECT_EQ(first("(<= )").code, "rule-without-head");
  EXPECT_EQ(first("<= p q").code, "arrow-outside");
  EXPECT_EQ(first("(<= (<= a b))").code, "arrow-as-head");
  EXPECT_EQ(first("(<= p (not a b))").code, "not-arity");
  EXPECT_EQ(first("(<= p (or))").code, "empty-or");
  EXPECT_EQ(first("(<= p (distinct a))").code, "distinct-arity");
  for (const char* text : {"", "  \n", "; only a comment"}) EXPECT_EQ(first(text).code, "no-rules") << text;
}

TEST(ReadKif, AnUnclosedParenthesisIsLookedForWhereItIsMissing) {
  const Diagnostics errors = read_bad("(role a)\n(<= (p ?x)\n  (q ?x)\n(role b)\n");
  ASSERT_EQ(errors.size(), 1U);
  EXPECT_EQ(errors[0].code, "unclosed-parenthesis");
  EXPECT_EQ(errors[0].span, (Span{9, 10}));
  EXPECT_THAT(errors[0].hint, HasSubstr("line 4"));
  EXPECT_THAT(codes(read_bad("(a (b (c")), ElementsAre("unclosed-parenthesis"));
}

TEST(ReadKif, DeepNestingEndsInOneError) {
  const std::string deep = std::string(100'000, '(') + "a" + std::string(100'000, ')');
  const Diagnostics errors = read_bad("(p " + deep + ")");
  EXPECT_THAT(codes(errors), ElementsAre("too-deep"));
  std::string fine = "a";
  for (int i = 0; i < 900; ++i) fine = "(f " + fine + ")";
  EXPECT_TRUE(read_text("(p " + fine + ")", "test").ok());
}

TEST(ReadKif, BytesThatAreNoText) {
  EXPECT_THAT(codes(read_bad("(role \xff)")), ElementsAre("invalid-utf8"));
  EXPECT_EQ(read_bad("(role \xff)")[0].span, (Span{6, 7}));
  EXPECT_THAT(codes(read_bad("(role \xc3")), ElementsAre("invalid-utf8"));           // cut off
  EXPECT_THAT(codes(read_bad("(role \xc0\xaf)")), ElementsAre("invalid-utf8"));      // overlong
  EXPECT_THAT(codes(read_bad("(role \xed\xa0\x80)")), ElementsAre("invalid-utf8"));  // half a surrogate pair
  EXPECT_THAT(codes(read_bad(std::string("(role a\0)", 9))), ElementsAre("control-character"));
  EXPECT_EQ(read_bad("(role a)\x1b")[0].span, (Span{8, 9}));
}

TEST(ReadKif, GivesUpAfterTheFirstErrorsAndSortsThem) {
  const Diagnostics many = read_bad(std::string(1000, ')'), Syntax::Kif);
  EXPECT_EQ(many.size(), 20U);
  const Diagnostics both = read_bad("(p ())\n(q ?)\n", Syntax::Kif);  // the lexer's error comes later in the text
  EXPECT_THAT(codes(both), ElementsAre("empty-list", "nameless-variable"));
}

TEST(ReadKif, SizeLimit) {
  const Result<Rules> rules = read_text("(role a)", "test", {.max_bytes = 4});
  ASSERT_FALSE(rules);
  EXPECT_EQ(rules.error().diagnostics[0].code, "file-too-large");
}

TEST(ReadFile, MissingFilesAndFolders) {
  EXPECT_EQ(read_rules("/no/such/file").error().diagnostics[0].code, "no-such-file");
  EXPECT_EQ(read_rules("/tmp").error().diagnostics[0].code, "is-a-directory");
}

TEST(GuessSyntax, ByTheFirstForm) {
  for (const char* text : {"", "(role a)", "; c\n(p)", "terminal", "include math x.jar\n(role a)", ")", "Note: a game",
                           "Hello. This is text.", "Chess(2 players)\n(role white)", "Go. One rule:\n(<= p q)"})
    EXPECT_EQ(guess_syntax(text), Syntax::Kif) << text;
  for (const char* text : {"role(a).", "% c\nrole(a).", "// c", "/* c */ p.", "terminal.", "p. q.", "p. % c", "p. q(a).",
                           "terminal :- p.", "p <= q.", "p <- q.", "p \xe2\x87\x90 q."}) {
    EXPECT_EQ(guess_syntax(text), Syntax::Infix) << text;
  }
}

TEST(ReadKif, ProseIsNoRuleSheet) {
  EXPECT_THAT(codes(read_bad("Hello. This is text.")), ElementsAre("not-a-rule-sheet"));
  EXPECT_EQ(read_bad("\nTwo words").front().span, (Span{1, 10}));
  read_good("terminal\nopen\n");      // propositions, as the printer writes them
  read_good("(role a) open closed");  // a message of the protocol has all rules on one line
  read_good("include math x.jar\nopen\n");
}

TEST(Dialects, FromKeywordsAndArities) {
  EXPECT_EQ(to_string(read_good("(role a) (init p)").dialect()), "GDL-I");
  EXPECT_EQ(to_string(read_good("(role random)").dialect()), "GDL-II");
  EXPECT_EQ(to_string(read_good("(sees a b)").dialect()), "GDL-II");
  EXPECT_EQ(to_string(read_good("(init 1.5 p) (<= terminal (expired p))").dialect()), "rtGDL");
  EXPECT_EQ(to_string(read_good("(include a b) (role c)").dialect()), "GDL-I with arithmetic");
  EXPECT_FALSE(read_good("(init p) (init q) (init cell 1)").dialect().real_time);  // one slip makes no real-time game
}

TEST(Reader, GivesUpInTheMiddleOfOneRuleToo) {
  std::string text = "(<= (p a)";
  for (int i = 0; i < 5000; ++i) text += " ?x";
  const Result<Rules> rules = read_text(text + ")", "f");
  ASSERT_FALSE(rules);
  EXPECT_EQ(rules.error().diagnostics.size(), ReadOptions{}.max_errors);
}

}  // namespace
}  // namespace agon::gdl
