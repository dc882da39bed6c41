// Every available sheet survives parsing, printing, formatting and conversion. The public sheets are not part of the repository;
// where they are missing, these tests use the repository's own games.
#include "base/file.h"
#include "gdl/check/check.h"
#include "gdl/print/formatter.h"
#include "gdl/print/printer.h"
#include "gdl/read/lexer.h"
#include "gdl/test_helpers.h"

namespace agon::gdl {
namespace {

template <class Visit>
void for_each_sheet(Visit&& visit) {
  for (const std::string& file : all_sheets()) {
    SCOPED_TRACE(file);
    const Result<Rules> rules = read_rules(file);
    if (rules) visit(*rules);
    else ADD_FAILURE() << rules.error().diagnostics[0].message;
  }
}

std::vector<std::string> comments_in(std::string_view text, Syntax syntax) {
  std::vector<std::string> found;
  const LexResult lexed = syntax == Syntax::Infix ? lex_infix(text, 1) : lex_kif(text, 1);
  for (const Token& token : lexed.tokens) {
    if (token.kind != Token::Kind::Comment) continue;
    const std::size_t last = token.text.find_last_not_of(" \t");
    found.emplace_back(token.text.substr(0, last + 1));
  }
  std::sort(found.begin(), found.end());
  return found;
}

TEST(Corpus, PrintsAndReadsBack) {
  for_each_sheet([](const Rules& rules) {
    EXPECT_TRUE(read_good(print_kif(rules), Syntax::Kif).same_rules(rules));
    EXPECT_TRUE(read_good(print_infix(rules), Syntax::Infix).same_rules(rules));
  });
}

TEST(Corpus, Formats) {
  for_each_sheet([](const Rules& rules) {
    const Syntax syntax = guess_syntax(rules.text());
    const Result<std::string> once = format(rules.text());
    ASSERT_TRUE(once.ok());
    EXPECT_EQ(*format(*once, syntax), *once);
    EXPECT_TRUE(read_good(*once, syntax).same_rules(rules));
    EXPECT_EQ(comments_in(*once, syntax), comments_in(rules.text(), syntax));
  });
}

TEST(Corpus, Converts) {
  for_each_sheet([](const Rules& rules) {
    const Syntax from = guess_syntax(rules.text());
    const Syntax to = from == Syntax::Kif ? Syntax::Infix : Syntax::Kif;
    const Result<std::string> other = convert(rules.text(), from, to);
    ASSERT_TRUE(other.ok());
    EXPECT_TRUE(read_good(*other, to).same_rules(rules));
    EXPECT_EQ(comments_in(*other, to).size(), comments_in(rules.text(), from).size());
  });
}

// Every finding has a span in the text and a hint.
TEST(Corpus, Checks) {
  for_each_sheet([](const Rules& rules) {
    for (const Diagnostic& d : check(rules)) {
      EXPECT_LE(d.span.end, rules.text().size());
      EXPECT_FALSE(d.message.empty() || d.hint.empty());
    }
  });
}

}  // namespace
}  // namespace agon::gdl
