#include "knowledge/proofs/read_property.h"

#include <absl/container/flat_hash_map.h>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/similar.h"
#include "gdl/read/lexer.h"

namespace agon::knowledge::proofs {
namespace {

constexpr std::uint32_t kMaxDepth = 200;
constexpr std::size_t kMaxBytes = 100'000;

struct Expression {
  std::string word;  // in lower case; of a variable without its question mark; empty: a list
  bool variable = false;
  std::vector<Expression> items;
  Span span;
  [[nodiscard]] bool list() const { return word.empty(); }
};

struct PropertyError {
  Error error;
};

[[noreturn]] void reject(std::string code, std::string message, std::string hint, Span span) {
  throw PropertyError{bad_input(std::move(code), std::move(message), std::move(hint), span)};
}

class ExpressionReader {
 public:
  explicit ExpressionReader(std::string_view text) : lexed_(gdl::lex_kif(text, 1)) {
    if (!lexed_.errors.empty()) throw PropertyError{{Error::Category::BadInput, lexed_.errors}};
    std::erase_if(lexed_.tokens, [](const gdl::Token& t) { return t.kind == gdl::Token::Kind::Comment; });
  }
  Expression read() {
    Expression result = next(0);
    const gdl::Token& rest = lexed_.tokens[at_];
    if (rest.kind != gdl::Token::Kind::End)
      reject("property-syntax", "the property goes on behind its end", "write one expression; (and F ...) joins several",
             rest.span);
    return result;
  }

 private:
  Expression next(std::uint32_t depth) {
    const gdl::Token token = lexed_.tokens[at_];
    if (depth > kMaxDepth) reject("property-syntax", "the property is nested too deeply", "", token.span);
    if (token.kind != gdl::Token::Kind::End) ++at_;
    std::string word(token.text);
    std::ranges::transform(word, word.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    switch (token.kind) {
      case gdl::Token::Kind::Name: return {std::move(word), false, {}, token.span};
      case gdl::Token::Kind::Variable: return {std::move(word), true, {}, token.span};
      case gdl::Token::Kind::Open: break;
      case gdl::Token::Kind::Close: reject("property-syntax", "a closing parenthesis without its opening one", "", token.span);
      default:
        reject("property-syntax", "the property ends too early", "something like (never (goal white 100)) is expected", token.span);
    }
    Expression result{"", false, {}, token.span};
    while (lexed_.tokens[at_].kind != gdl::Token::Kind::Close) {
      if (lexed_.tokens[at_].kind == gdl::Token::Kind::End)
        reject("property-syntax", "a closing parenthesis is missing", "", token.span);
      result.items.push_back(next(depth + 1));
    }
    result.span.end = lexed_.tokens[at_++].span.end;
    return result;
  }

  gdl::LexResult lexed_;
  std::size_t at_ = 0;
};

class FormulaReader {
 public:
  explicit FormulaReader(const gdl::Rules& rules) : rules_(rules) {}

  Property property(const Expression& e) {
    Property result;
    const std::string word = head(e);
    if (word == "persistent" || word == "always" || word == "never") {
      want(e, 1, word);
      result.formula = formula(e.items[1]);
      if (word == "persistent") result.kind = Property::Kind::Persistent;
      if (word == "never") {
        const std::vector<SymbolId> free = free_variables(result.formula);
        result.formula = negation(quantified(Formula::Kind::Exists, free, std::move(result.formula)));
      }
    } else if (word == "inputs") {
      result.formula = inputs(e);
    } else if (word == "turn-taking") {
      want(e, 0, word);
      result.formula = turn_taking(variable("role of turn-taking", e.span), variable("move of turn-taking", e.span));
    } else {
      result.formula = formula(e);
    }
    const std::vector<SymbolId> free = free_variables(result.formula);
    if (!free.empty()) {
      const auto& [name, span] = variables_[free.front().index() - rules_.symbols().size()];
      reject("unbound-variable", fmt::format("nothing binds ?{}", name),
             fmt::format("write (forall (?{0}) ...) or (exists (?{0}) ...) around it", name), span);
    }
    return result;
  }

 private:
  static std::string head(const Expression& e) {
    return e.list() && !e.items.empty() && !e.items[0].variable ? e.items[0].word : std::string();
  }
  static void want(const Expression& e, std::size_t parts, std::string_view word) {
    if (e.items.size() != parts + 1)
      reject("property-form",
             fmt::format("'{}' takes {} argument{}, not {}", word, parts, parts == 1 ? "" : "s", e.items.size() - 1),
             "'agon prove --help' shows the forms", e.span);
  }

  // Each name of a variable is one variable; those of different quantifiers may share it.
  SymbolId variable(const std::string& name, Span span) {
    const auto [place, fresh] = ids_.emplace(name, variables_.size());
    if (fresh) variables_.emplace_back(name, span);
    return SymbolId{static_cast<std::uint32_t>(rules_.symbols().size() + place->second)};
  }

  SymbolId symbol(const Expression& e) {
    const SymbolId found = rules_.symbols().find(e.word);
    if (found.index() < rules_.symbols().size()) return found;
    std::vector<std::string> names;
    for (std::uint32_t i = gdl::kKeywordCount; i < rules_.symbols().size(); ++i)
      names.push_back(rules_.symbols().text(SymbolId{i}));
    const std::string nearest = nearest_name(e.word, names, 2);
    reject("unknown-name", fmt::format("the rules know no '{}'", e.word),
           nearest.empty() ? "properties speak of what the rules name" : fmt::format("did you mean '{}'?", nearest), e.span);
  }

  gdl::Term term(const Expression& e) {
    if (e.variable) return variable_term(variable(e.word, e.span));
    if (!e.list()) return constant_term(symbol(e));
    if (e.items.empty() || e.items[0].list() || e.items[0].variable)
      reject("property-form", "a term begins with a name", "as in (cell 1 2 ?x)", e.span);
    std::vector<gdl::Term> args;
    for (std::size_t i = 1; i < e.items.size(); ++i) args.push_back(term(e.items[i]));
    return compound_term(symbol(e.items[0]), std::move(args));
  }

  std::vector<SymbolId> variable_list(const Expression& e) {
    std::vector<SymbolId> result;
    for (const Expression& item : e.items) {
      if (!item.variable) reject("property-form", "a list of variables is expected here", "as in (?x ?y)", item.span);
      result.push_back(variable(item.word, item.span));
    }
    if (!e.list() || result.empty()) reject("property-form", "a list of variables is expected here", "as in (?x ?y)", e.span);
    return result;
  }

  static int number(const Expression& e) {
    int value = 0;
    const auto [end, problem] = std::from_chars(e.word.data(), e.word.data() + e.word.size(), value);
    if (e.list() || e.variable || problem != std::errc() || end != e.word.data() + e.word.size() || value < 0)
      reject("property-form", "a whole number is expected here", "", e.span);
    return value;
  }

  Formula count(const Expression& e) {
    if (e.items.size() != 4 && e.items.size() != 5) want(e, 3, "count");
    const bool listed = e.items.size() == 5;
    std::vector<SymbolId> counts = listed ? variable_list(e.items[1]) : std::vector<SymbolId>();
    const std::size_t outside = bound_.size();
    bound_.insert(bound_.end(), counts.begin(), counts.end());
    Formula part = formula(e.items[listed ? 2 : 1]);
    bound_.resize(outside);
    if (!listed) {
      for (const SymbolId v : free_variables(part)) {
        if (std::ranges::find(bound_, v) == bound_.end()) counts.push_back(v);
      }
    }
    const Expression& high = e.items.back();
    const auto low = static_cast<std::uint32_t>(number(e.items[e.items.size() - 2]));
    return counted(std::move(counts), std::move(part), low,
                   high.word == "many" ? Formula::kMany : static_cast<std::uint32_t>(number(high)));
  }

  Formula inputs(const Expression& e) {
    if (e.items.size() < 2) want(e, 1, "inputs");
    const gdl::Term fluent = term(e.items[1]);
    std::vector<SymbolId> given;
    for (std::size_t i = 2; i < e.items.size(); ++i) {
      if (!e.items[i].variable) reject("property-form", "input arguments are variables of the fluent", "", e.items[i].span);
      given.push_back(variable(e.items[i].word, e.items[i].span));
    }
    std::vector<SymbolId> others = free_variables(fluent_atom(fluent));
    for (std::size_t i = 0; i < given.size(); ++i) {
      if (std::erase(others, given[i]) == 0)
        reject("property-form", "this variable is not in the fluent, or stands here twice", "", e.items[i + 2].span);
    }
    return quantified(Formula::Kind::Forall, std::move(given), counted(std::move(others), fluent_atom(fluent), 0, 1));
  }

  Formula formula(const Expression& e) {
    if (!e.list() && !e.variable && e.word == "terminal") return terminal_atom();
    const std::string word = head(e);
    const auto parts = [&] {
      std::vector<Formula> result;
      for (std::size_t i = 1; i < e.items.size(); ++i) result.push_back(formula(e.items[i]));
      return result;
    };
    if (word == "true") {
      want(e, 1, word);
      return fluent_atom(term(e.items[1]));
    }
    if (word == "legal" || word == "goal") {
      want(e, 2, word);
      gdl::Term role = term(e.items[1]);
      gdl::Term second = term(e.items[2]);
      return word == "legal" ? legal_atom(std::move(role), std::move(second)) : goal_atom(std::move(role), std::move(second));
    }
    if (word == "distinct") {
      want(e, 2, word);
      Formula result;
      result.kind = Formula::Kind::Distinct;
      result.terms = {term(e.items[1]), term(e.items[2])};
      return result;
    }
    if (word == "goal-sum") {
      want(e, 1, word);
      return goal_sum(number(e.items[1]));
    }
    if (word == "not") {
      want(e, 1, word);
      return negation(formula(e.items[1]));
    }
    if (word == "and") return conjunction(parts());
    if (word == "or") return disjunction(parts());
    if (word == "implies") {
      want(e, 2, word);
      Formula condition = formula(e.items[1]);
      return implication(std::move(condition), formula(e.items[2]));
    }
    if (word == "exists" || word == "forall") {
      want(e, 2, word);
      std::vector<SymbolId> variables = variable_list(e.items[1]);
      const std::size_t outside = bound_.size();
      bound_.insert(bound_.end(), variables.begin(), variables.end());
      Formula part = formula(e.items[2]);
      bound_.resize(outside);
      return quantified(word == "exists" ? Formula::Kind::Exists : Formula::Kind::Forall, std::move(variables), std::move(part));
    }
    if (word == "count") return count(e);
    static const std::vector<std::string> kWords = {"terminal", "true",   "legal", "goal",       "goal-sum", "distinct",
                                                    "not",      "and",    "or",    "implies",    "exists",   "forall",
                                                    "count",    "always", "never", "persistent", "inputs",   "turn-taking"};
    const std::string written = word.empty() ? e.word : word;
    if (written == "always" || written == "never" || written == "persistent" || written == "inputs" || written == "turn-taking")
      reject("property-form", fmt::format("'{}' stands only at the very outside", written), "", e.span);
    reject("property-form", written.empty() ? "a formula begins with a word" : fmt::format("'{}' is no formula", written),
           written.empty() ? "as in (true (control white))" : suggest(written, kWords), e.span);
  }

  const gdl::Rules& rules_;
  absl::flat_hash_map<std::string, std::size_t> ids_;
  std::vector<std::pair<std::string, Span>> variables_;
  std::vector<SymbolId> bound_;
};

}  // namespace

Result<Property> read_property(std::string_view text, const gdl::Rules& rules) {
  if (text.size() > kMaxBytes) return bad_input("property-syntax", "the property is longer than 100,000 bytes");
  try {
    const Expression expression = ExpressionReader(text).read();
    Property property = FormulaReader(rules).property(expression);
    property.text = std::string(text.substr(expression.span.begin, expression.span.end - expression.span.begin));
    return property;
  } catch (const PropertyError& problem) {
    return problem.error;
  }
}

}  // namespace agon::knowledge::proofs
