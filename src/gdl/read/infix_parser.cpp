// A recursive-descent parser of the infix form: `head :- condition, ~condition, (this ; that).` Variables are capitalised.
//
//   clause      ::= atom [ ':-' disjunction ] '.'
//   disjunction ::= conjunction { ';' conjunction }
//   conjunction ::= literal { ',' literal }
//   literal     ::= ('~' | 'not') literal | '(' disjunction ')' | atom | term '!=' term
//   term        ::= variable | name [ '(' term { ',' term } ')' ] | '(' term { ',' term } ')'
//
// The last form is the tuple of another public dialect, m((1,2)): it is read as a function named `tuple`, because engines and KIF
// have no term without a name. A tuple of one is the term itself.
#include <absl/container/flat_hash_set.h>
#include <fmt/format.h>

#include <algorithm>

#include "gdl/read/builder.h"
#include "gdl/read/tuple_name.h"

namespace agon::gdl {
namespace {

class InfixParser {
 public:
  InfixParser(std::string_view text, Builder& build) : build_(build) {
    LexResult lexed = lex_infix(text, build.options().max_errors);
    build.errors(std::move(lexed.errors));
    for (const Token& token : lexed.tokens) {
      if (token.kind != Token::Kind::Comment) tokens_.push_back(token);
    }
    find_compared();
  }

  void run() {
    while (peek().kind != Token::Kind::End && !build_.gave_up()) {
      failed_ = false;
      clause();
    }
  }

 private:
  using Kind = Token::Kind;

  [[nodiscard]] const Token& peek(std::size_t ahead = 0) const { return tokens_[std::min(next_ + ahead, tokens_.size() - 1)]; }
  const Token& take() { return tokens_[next_ + 1 < tokens_.size() ? next_++ : next_]; }
  bool accept(Kind kind) {
    if (peek().kind != kind) return false;
    take();
    return true;
  }

  // Panic-mode error recovery: one error per clause, then parsing continues after the next period.
  void fail(std::string code, Span span, std::string message, std::string hint) {
    if (failed_) return;
    failed_ = true;
    build_.error(std::move(code), span, std::move(message), std::move(hint));
  }

  // In (X,Y) != (1,2) the first parenthesis opens a tuple, in (p ; q) a group: the token after the closing one decides.
  void find_compared() {
    compared_.assign(tokens_.size(), false);
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i + 1 < tokens_.size(); ++i) {
      if (tokens_[i].kind == Kind::Open) open.push_back(i);
      if (tokens_[i].kind == Kind::Period) open.clear();
      if (tokens_[i].kind != Kind::Close || open.empty()) continue;
      compared_[open.back()] = tokens_[i + 1].kind == Kind::Unequal;
      open.pop_back();
    }
  }

  // The position of something missing: at the end of the text, the last token.
  [[nodiscard]] Span here() const { return peek().kind == Kind::End && next_ > 0 ? tokens_[next_ - 1].span : peek().span; }

  // Each lone underscore is a distinct anonymous variable, with a name that the clause does not use: _1, _2, ...
  void start_clause() {
    anonymous_ = 0;
    underscored_.clear();
    for (std::size_t i = next_; tokens_[i].kind != Kind::Period && tokens_[i].kind != Kind::End; ++i) {
      if (tokens_[i].kind == Kind::Variable && tokens_[i].text.starts_with('_')) underscored_.insert(tokens_[i].text);
    }
  }
  SymbolId fresh_variable() {
    std::string name;
    do name = fmt::format("_{}", ++anonymous_);
    while (underscored_.contains(name));
    return build_.intern(name);
  }

  // Inside a quoted name a quote is doubled; outside there is none.
  SymbolId intern(const Token& token) {
    std::string text;
    for (std::size_t i = 0; i < token.text.size(); ++i) {
      text += token.text[i];
      if (token.text[i] == '\'') ++i;
    }
    return build_.intern(text);
  }

  void clause() {
    start_clause();
    Rule rule;
    rule.span = peek().span;
    if (peek().kind == Kind::Open) name_expected();
    else rule.head = term(0);
    if (!failed_ && rule.head.variable) {
      fail("variable-as-head", rule.head.span, "the head of a rule is a variable", "relations start with a lower-case letter");
    }
    if (!failed_) {
      const std::string& name = build_.text(rule.head.name);
      const bool arrow = name == "<=" || name == ":-" || name == "=>";
      if (arrow) fail("arrow-as-head", rule.head.span, "an arrow is no relation", "write head :- condition, ...");
    }
    const bool has_body = accept(Kind::If);
    if (has_body && !failed_) {
      rule.body = conjunction(0);
      if (!failed_ && peek().kind == Kind::Semicolon) {
        std::vector<Formula> parts;
        parts.push_back(group(Formula::Kind::And, std::move(rule.body)));
        while (!failed_ && accept(Kind::Semicolon)) parts.push_back(group(Formula::Kind::And, conjunction(0)));
        rule.body.clear();
        rule.body.push_back(group(Formula::Kind::Or, std::move(parts)));
      }
    }
    rule.span.end = peek().span.end;
    if (!failed_ && peek().kind != Kind::Period) {
      fail("period-expected", here(), peek().kind == Kind::End ? "the last clause does not end" : "a period is expected here",
           "each clause ends with a period");
    }
    if (failed_) {
      while (peek().kind != Kind::Period && peek().kind != Kind::End) take();
      accept(Kind::Period);
      return;
    }
    take();
    if (has_body || !build_.add_external(rule.head)) build_.add_rule(std::move(rule));
  }

  Formula group(Formula::Kind kind, std::vector<Formula> parts) {
    if (parts.size() == 1) return std::move(parts.front());
    Formula result;
    result.kind = kind;
    result.span = {parts.front().span.begin, parts.back().span.end};
    result.parts = std::move(parts);
    return result;
  }

  Formula disjunction(std::uint32_t depth) {
    std::vector<Formula> parts;
    do parts.push_back(group(Formula::Kind::And, conjunction(depth)));
    while (!failed_ && accept(Kind::Semicolon));
    return group(Formula::Kind::Or, std::move(parts));
  }

  std::vector<Formula> conjunction(std::uint32_t depth) {
    std::vector<Formula> parts;
    do parts.push_back(literal(depth));
    while (!failed_ && accept(Kind::Comma));
    return parts;
  }

  bool too_deep(std::uint32_t depth) {
    if (depth <= build_.options().max_depth) return false;
    fail("too-deep", peek().span, fmt::format("nested more than {} deep", build_.options().max_depth),
         "no readable rule needs this");
    return true;
  }

  Formula literal(std::uint32_t depth) {
    if (too_deep(depth)) return {};
    const bool not_word = peek().kind == Kind::Name && peek().text == "not";
    if (peek().kind == Kind::Tilde || not_word) {
      Formula result;
      result.kind = Formula::Kind::Not;
      result.span = take().span;
      result.parts.push_back(literal(depth + 1));
      result.span.end = result.parts.front().span.end;
      return result;
    }
    if (!compared_[next_] && accept(Kind::Open)) {
      Formula inside = disjunction(depth + 1);
      if (!failed_ && !accept(Kind::Close)) {
        fail("parenthesis-expected", here(), "a closing parenthesis is expected here", "groups are written (a ; b)");
      }
      return inside;
    }
    Term atom = term(depth);
    if (failed_) return {};
    if (peek().kind != Kind::Unequal) return build_.formula(std::move(atom));
    take();
    Term right = term(depth);
    Formula result;
    result.kind = Formula::Kind::Distinct;
    result.span = {atom.span.begin, right.span.end};
    result.atom.name = symbol(Keyword::Distinct);
    result.atom.span = result.span;
    result.atom.args = {std::move(atom), std::move(right)};
    return result;
  }

  Term term(std::uint32_t depth) {
    if (too_deep(depth)) return {};
    const Token& token = peek();
    if (token.kind == Kind::Variable) {
      take();
      const bool anonymous = token.text == "_" && token.span.end - token.span.begin == 1;
      return {anonymous ? fresh_variable() : intern(token), true, {}, token.span};
    }
    if (token.kind == Kind::Open) return tuple(depth);
    if (token.kind != Kind::Name) {
      name_expected();
      return {};
    }
    take();
    Term result{intern(token), false, {}, token.span};
    // ''(X,b) is KIF's (?x b), a list without a name.
    if (token.text.empty() && (peek().kind != Kind::Open || peek(1).kind == Kind::Close)) {
      fail("empty-name", token.span, "an empty quoted name", "write at least one character between the quotes");
      return result;
    }
    if (peek().kind != Kind::Open) return result;
    take();
    const bool conditions = is(result.name, Keyword::And) || is(result.name, Keyword::Or) || is(result.name, Keyword::Not);
    arguments(result, depth, conditions);
    return result;
  }

  void name_expected() {
    fail("name-expected", here(), "a name or a variable is expected here", "names start with a lower-case letter or a digit");
  }

  // Up to the closing parenthesis. What stands for a condition is no tuple: or((a,b),c) is not in the grammar.
  void arguments(Term& result, std::uint32_t depth, bool conditions) {
    if (peek().kind != Kind::Close) {
      do {
        if (conditions && peek().kind == Kind::Open) name_expected();
        else result.args.push_back(term(depth + 1));
      } while (!failed_ && accept(Kind::Comma));
    }
    result.span.end = peek().span.end;
    if (!failed_ && !accept(Kind::Close)) {
      fail("parenthesis-expected", here(), "a comma or a closing parenthesis is expected here", "arguments are written name(a,b)");
    }
  }

  Term tuple(std::uint32_t depth) {
    Term result{build_.intern(kTupleName), false, {}, take().span};
    if (peek().kind == Kind::Close) name_expected();
    else arguments(result, depth, false);
    if (failed_ || result.args.size() != 1) return result;
    Term inside = std::move(result.args.front());
    return inside;
  }

  Builder& build_;
  std::vector<Token> tokens_;
  std::size_t next_ = 0;
  int anonymous_ = 0;
  absl::flat_hash_set<std::string_view> underscored_;
  std::vector<bool> compared_;  // by opening parenthesis: a comparison follows the closing one
  bool failed_ = false;
};

}  // namespace

void parse_infix(std::string_view text, Builder& builder) { InfixParser(text, builder).run(); }

}  // namespace agon::gdl
