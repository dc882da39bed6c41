// A recursive-descent parser of prefix KIF. The grammar is one line (a form is a name, a variable or a list of forms), so the work
// is in the errors: each has a position, and a missing parenthesis is sought where the author most likely forgot it.
#include <fmt/format.h>

#include <algorithm>

#include "gdl/read/builder.h"

namespace agon::gdl {
namespace {

class KifParser {
 public:
  KifParser(std::string_view text, Builder& build) : text_(text), build_(build) {
    LexResult lexed = lex_kif(text, build.options().max_errors);
    build.errors(std::move(lexed.errors));
    for (const Token& token : lexed.tokens) {
      if (token.kind != Token::Kind::Comment) tokens_.push_back(token);
    }
  }

  void run() {
    while (peek().kind != Token::Kind::End && !build_.gave_up()) top_level();
    refuse_prose();
  }

 private:
  [[nodiscard]] const Token& peek(std::size_t ahead = 0) const { return tokens_[std::min(next_ + ahead, tokens_.size() - 1)]; }
  const Token& take() { return tokens_[next_ + 1 < tokens_.size() ? next_++ : next_]; }

  // Every word of a prose text is a readable fact, so a text without parentheses is refused where a line has several words. A
  // sheet of propositions alone has one a line, as the printer writes them.
  void refuse_prose() {
    if (!std::ranges::all_of(tokens_, [](const Token& t) { return t.kind == Token::Kind::Name || t.kind == Token::Kind::End; }))
      return;
    if (std::ranges::any_of(tokens_, [&](const Token& t) { return known_external(t); })) return;
    for (std::size_t i = 0; i + 2 < tokens_.size(); ++i) {
      const Span between{tokens_[i].span.end, tokens_[i + 1].span.begin};
      if (text_.substr(between.begin, between.end - between.begin).find('\n') != std::string_view::npos) continue;
      build_.error("not-a-rule-sheet", {tokens_[i].span.begin, tokens_[i + 1].span.end}, "this is text, not a rule sheet",
                   "rules are written (<= head condition ...) or head :- condition, ... ; comments start with ; or %");
      return;
    }
  }
  [[nodiscard]] bool known_external(const Token& token) const {
    const SymbolId name = build_.intern(token.text);
    return is(name, Keyword::Include) || is(name, Keyword::Use);
  }

  void top_level() {
    switch (peek().kind) {
      case Token::Kind::Close:
        build_.error("stray-parenthesis", peek().span, "a closing parenthesis without an opening one",
                     "remove it, or look for a rule above it that was closed too early");
        take();
        return;
      case Token::Kind::Open: rule_form(); return;
      default: bare_form(); return;
    }
  }

  // At top level without parentheses: `include LIB RESOURCE`, `use LIB (...)`, `LIB (FUNCTION ...)`, or a fact such as `terminal`.
  void bare_form() {
    Term name = term(0);
    if (name.variable) {
      build_.error("variable-as-rule", name.span, "a variable stands where a rule is expected",
                   "is a parenthesis missing before it?");
      return;
    }
    const bool external = is(name.name, Keyword::Include) || is(name.name, Keyword::Use);
    if (external) {
      for (int i = 0; i < 2 && peek().kind != Token::Kind::End; ++i) name.args.push_back(term(0));
    } else if (build_.known_library(name.name) && peek().kind == Token::Kind::Open) {
      name.args.push_back(term(0));
    } else if (arrow(name)) {
      build_.error("arrow-outside", name.span, "an arrow outside parentheses", "write the whole rule as (<= head condition ...)");
      return;
    }
    if (!name.args.empty()) name.span.end = name.args.back().span.end;
    if (!build_.add_external(name)) build_.add_rule({name, {}, name.span});
  }

  void rule_form() {
    const std::size_t start = next_;
    const Token& after = peek(1);
    const bool backward = after.kind == Token::Kind::Name && (after.text == "<=" || after.text == ":-");
    const bool forward = after.kind == Token::Kind::Name && after.text == "=>";
    if (!backward && !forward) {
      Term atom = term(0);
      if (failed_at(start)) return;
      if (!build_.add_external(atom)) build_.add_rule({atom, {}, atom.span});
      return;
    }
    take();
    take();
    std::vector<Term> parts;
    while (peek().kind != Token::Kind::Close && peek().kind != Token::Kind::End) parts.push_back(term(1));
    const Span span{tokens_[start].span.begin, peek().span.end};
    if (peek().kind == Token::Kind::End) {
      unclosed(start);
      return;
    }
    take();
    if (parts.empty()) {
      build_.error("rule-without-head", span, "a rule without a head", "write (<= head condition ...)");
      return;
    }
    if (forward) std::rotate(parts.begin(), parts.end() - 1, parts.end());
    add_rule(std::move(parts), span);
  }

  [[nodiscard]] bool arrow(const Term& term) const {
    const std::string& name = build_.text(term.name);
    return !term.variable && (name == "<=" || name == ":-" || name == "=>");
  }

  void add_rule(std::vector<Term> parts, Span span) {
    Rule rule;
    rule.head = std::move(parts.front());
    rule.span = span;
    if (rule.head.variable) {
      build_.error("variable-as-head", rule.head.span, "the head of a rule is a variable", "write a relation with its arguments");
    } else if (arrow(rule.head)) {
      build_.error("arrow-as-head", rule.head.span, "an arrow stands where the head of a rule is expected",
                   "write (<= head condition ...), and close the rule before it");
    }
    for (std::size_t i = 1; i < parts.size(); ++i) rule.body.push_back(build_.formula(std::move(parts[i])));
    build_.add_rule(std::move(rule));
  }

  Term term(std::uint32_t depth) {
    const Token& token = peek();
    switch (token.kind) {
      case Token::Kind::Name:
      case Token::Kind::Variable: {
        take();
        return {build_.intern(token.text), token.kind == Token::Kind::Variable, {}, token.span};
      }
      case Token::Kind::Open: return list(depth + 1);
      default: return {};  // the caller has seen Close and End already
    }
  }

  Term list(std::uint32_t depth) {
    const std::size_t start = next_;
    Term result;
    result.span = take().span;
    if (depth > build_.options().max_depth) {
      build_.error("too-deep", result.span, fmt::format("parentheses are nested more than {} deep", build_.options().max_depth),
                   "no readable rule needs this; is a closing parenthesis missing?");
      last_unclosed_ = start;  // the lists around this one are not to blame
      next_ = tokens_.size() - 1;
      return result;
    }
    if (peek().kind == Token::Kind::Name) {
      result.name = build_.intern(take().text);
    } else if (peek().kind == Token::Kind::Close) {
      build_.error("empty-list", result.span, "an empty pair of parentheses", "write (name argument ...)");
    } else {
      // A list that starts with a variable or a list is not GDL, but sheets in circulation use it as a tuple: it gets the empty
      // name, and check reports it.
      result.name = build_.intern("");
    }
    while (peek().kind != Token::Kind::Close && peek().kind != Token::Kind::End) result.args.push_back(term(depth));
    if (peek().kind == Token::Kind::End) {
      unclosed(start);
      return result;
    }
    result.span.end = take().span.end;
    return result;
  }

  [[nodiscard]] bool failed_at(std::size_t start) const { return last_unclosed_ >= start && last_unclosed_ != kNone; }

  // Reported once, at the open rule; the first later line that starts a rule is the likely position.
  void unclosed(std::size_t start) {
    if (last_unclosed_ != kNone) {
      last_unclosed_ = std::min(last_unclosed_, start);
      return;
    }
    last_unclosed_ = start;
    std::size_t outer = start;
    while (outer > 0 && !starts_line(tokens_[outer])) --outer;
    std::string hint = "add the missing parenthesis";
    for (std::size_t i = outer + 1; i < tokens_.size(); ++i) {
      if (tokens_[i].kind == Token::Kind::Open && starts_line(tokens_[i])) {
        const auto line = 1 + std::count(text_.begin(), text_.begin() + tokens_[i].span.begin, '\n');
        hint = fmt::format("a new rule seems to start at line {}: look for the missing parenthesis before it", line);
        break;
      }
    }
    build_.error("unclosed-parenthesis", tokens_[outer].span, "this parenthesis is never closed", hint);
  }

  [[nodiscard]] bool starts_line(const Token& token) const {
    return token.kind == Token::Kind::Open && (token.span.begin == 0 || text_[token.span.begin - 1] == '\n');
  }

  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  std::string_view text_;
  Builder& build_;
  std::vector<Token> tokens_;
  std::size_t next_ = 0;
  std::size_t last_unclosed_ = kNone;
};

}  // namespace

void parse_kif(std::string_view text, Builder& builder) { KifParser(text, builder).run(); }

}  // namespace agon::gdl
