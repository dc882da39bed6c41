#include "knowledge/proofs/asp_encoding.h"

#include <fmt/format.h>

#include <deque>
#include <map>
#include <set>

#include "base/limits.h"
#include "knowledge/proofs/ground_property.h"

namespace agon::knowledge::proofs {
namespace {

using gdl::Keyword;
using ground::Clause;
using ground::Lifetime;
using ground::Literal;
using ground::Pattern;
using ground::PredicateId;

constexpr std::size_t kMostDomain = 200'000;  // of one argument place

// Which state the atoms of a rule speak of.
enum class Time : std::uint8_t { Now, Next, Initial };
const char* suffix(Time time) { return time == Time::Now ? "_t" : time == Time::Next ? "_n" : "_i"; }
const char* fluent_relation(Time time) { return time == Time::Now ? "true" : time == Time::Next ? "next" : "init"; }

struct EncodingError {
  Error error;
};

// The functor of a pattern; nothing for a variable.
std::optional<Functor> functor_of(const game::TermBank& bank, const Pattern& pattern) {
  switch (pattern.kind) {
    case Pattern::Kind::Variable: return std::nullopt;
    case Pattern::Kind::Constant: return Functor{bank.node(pattern.constant).functor, bank.node(pattern.constant).arity};
    case Pattern::Kind::Compound: break;
  }
  return Functor{pattern.functor, static_cast<std::uint32_t>(pattern.args.size())};
}

}  // namespace

// Writes one program: rules come in as they are asked for.
class AspWriter {
 public:
  explicit AspWriter(const AspEncoding& encoding)
      : e_(encoding), set_(encoding.clauses_), bank_(*encoding.terms_), names_(encoding.names_), domains_(*encoding.domains_) {}

  // ---- rules of the game ----

  // Rules for the fluents of one functor, or of all.
  void need_fluents(Time time, std::optional<Functor> functor) {
    if (!functor) {
      for (const Functor& each : domains_.fluents()) need_fluents(time, each);
      return;
    }
    if (!fluents_.insert({time, *functor}).second) return;
    if (time == Time::Now) return;  // chosen freely, see free_state()
    const PredicateId id = set_.find({gdl::symbol(time == Time::Next ? Keyword::Next : Keyword::Init), 1});
    if (id == set_.predicates.size()) return;
    const ground::Predicate& predicate = set_.predicates[id];
    for (const std::vector<TermId>& row : predicate.facts) {
      if (bank_.node(row[0]).functor == functor->name && bank_.node(row[0]).arity == functor->arity)
        line(fmt::format("{}({}).", fluent_relation(time), names_.term(bank_, row[0])));
    }
    for (const Clause& clause : predicate.clauses) {
      const std::optional<Functor> head = functor_of(bank_, clause.head[0]);
      if (head && *head != *functor) continue;
      if (!clauses_.insert({&clause, time}).second) continue;
      write(clause, fmt::format("{}({})", fluent_relation(time), names_.term(bank_, clause.head[0])), Time::Now);
    }
  }

  std::string relation_name(PredicateId id, Time time) {
    const ground::Predicate& predicate = set_.predicates[id];
    const std::string name = fmt::format("p{}{}", names_.name(predicate.relation.name), predicate.relation.arity);
    return predicate.lifetime == Lifetime::Static ? name : name + suffix(time);
  }

  std::string atom(PredicateId id, const std::vector<Pattern>& args, Time time) {
    if (id == set_.true_predicate) {
      need_fluents(time, functor_of(bank_, args[0]));
      return fmt::format("{}({})", fluent_relation(time), names_.term(bank_, args[0]));
    }
    if (id == set_.does_predicate) {
      need_moves();
      return fmt::format("does({},{})", names_.term(bank_, args[0]), names_.term(bank_, args[1]));
    }
    need(id, time);
    return applied(relation_name(id, time), args);
  }

  void need(PredicateId id, Time time) {
    const ground::Predicate& predicate = set_.predicates[id];
    if (predicate.lifetime == Lifetime::Static) time = Time::Now;
    if (!needed_.insert({id, time}).second) return;
    todo_.emplace_back(id, time);
  }
  PredicateId relation(Keyword keyword, std::uint32_t arity) const { return set_.find({gdl::symbol(keyword), arity}); }
  // Also a relation without rules has a name: its atoms are false.
  std::string need(Keyword keyword, std::uint32_t arity, Time time) {
    const PredicateId id = relation(keyword, arity);
    if (id == set_.predicates.size()) return "never";
    need(id, time);
    return relation_name(id, time);
  }

  void work_off() {
    while (!todo_.empty()) {
      const auto [id, time] = todo_.front();
      todo_.pop_front();
      const ground::Predicate& predicate = set_.predicates[id];
      for (const std::vector<TermId>& row : predicate.facts) {
        std::string text = relation_name(id, time);
        for (std::size_t i = 0; i < row.size(); ++i) text += (i == 0 ? "(" : ",") + names_.term(bank_, row[i]);
        line(text + (row.empty() ? "." : ")."));
      }
      for (const Clause& clause : predicate.clauses) write(clause, applied(relation_name(id, time), clause.head), time);
    }
  }

  // ---- the free choice of state and move ----

  void free_state() {
    for (const auto& [time, functor] : fluents_) {
      if (time != Time::Now) continue;
      std::string term = names_.name(functor.name);
      std::string conditions;
      for (std::uint32_t i = 0; i < functor.arity; ++i) {
        term += fmt::format("{}X{}", i == 0 ? "(" : ",", i);
        conditions += fmt::format("{}{}(X{})", i == 0 ? " : " : ", ", domain({false, functor, i}), i);
      }
      line(fmt::format("{{ true({}{}){} }}.", term, functor.arity == 0 ? "" : ")", conditions));
    }
  }

  void need_moves() {
    if (moves_) return;
    moves_ = true;
    const std::string role = need(Keyword::Role, 1, Time::Now);
    line(fmt::format("1 {{ does(R,M) : {}(R,M) }} 1 :- {}(R).", static_copy(relation(Keyword::Legal, 2)), role));
    line(fmt::format(":- does(R,M), not {}(R,M).", need(Keyword::Legal, 2, Time::Now)));
  }

  // The rules that a relation depends on positively, with every fluent of the domain true and what denies the state left out.
  std::string static_copy(PredicateId id) {
    if (id == set_.predicates.size()) return "never";
    const ground::Predicate& predicate = set_.predicates[id];
    if (predicate.lifetime == Lifetime::Static) {
      need(id, Time::Now);
      return relation_name(id, Time::Now);
    }
    const std::string name = fmt::format("s{}{}", names_.name(predicate.relation.name), predicate.relation.arity);
    if (!copied_.insert(id).second) return name;
    for (const std::vector<TermId>& row : predicate.facts) {
      std::string text = name;
      for (std::size_t i = 0; i < row.size(); ++i) text += (i == 0 ? "(" : ",") + names_.term(bank_, row[i]);
      line(text + (row.empty() ? "." : ")."));
    }
    for (const Clause& clause : predicate.clauses) {
      std::vector<std::string> body;
      for (const Literal& literal : clause.body) {
        const bool dynamic =
            literal.kind != Literal::Kind::Distinct && literal.kind != Literal::Kind::Equal &&
            (literal.predicate == set_.true_predicate || set_.predicates[literal.predicate].lifetime != Lifetime::Static);
        if (!dynamic) {
          body.push_back(condition(literal, Time::Now));
        } else if (literal.kind == Literal::Kind::Positive) {
          if (literal.predicate == set_.true_predicate) {
            possible_fluent(literal.args[0], body);
          } else {
            body.push_back(applied(static_copy(literal.predicate), literal.args));
          }
        }
      }
      close_rule(applied(name, clause.head), clause, std::move(body));
    }
    return name;
  }

  // ---- properties ----

  // The property in one state as a literal without variables.
  std::string property(const Formula& formula, Time time) { return literal(formula, time); }

  void line(const std::string& text) { (out_ += text) += '\n'; }
  std::string take() {
    work_off();
    free_state();
    work_off();
    return std::move(out_);
  }

 private:
  template <class T>
  std::string applied(std::string name, const std::vector<T>& args) {
    for (std::size_t i = 0; i < args.size(); ++i) {
      name += i == 0 ? "(" : ",";
      if constexpr (std::is_same_v<T, Pattern>) name += names_.term(bank_, args[i]);
      else name += names_.term(args[i]);
    }
    return args.empty() ? name : name + ")";
  }

  std::string condition(const Literal& literal, Time time) {
    switch (literal.kind) {
      case Literal::Kind::Distinct:
        return fmt::format("{} != {}", names_.term(bank_, literal.args[0]), names_.term(bank_, literal.args[1]));
      case Literal::Kind::Equal:
        return fmt::format("{} = {}", names_.term(bank_, literal.args[0]), names_.term(bank_, literal.args[1]));
      case Literal::Kind::Negative: return "not " + atom(literal.predicate, literal.args, time);
      case Literal::Kind::Positive: break;
    }
    return atom(literal.predicate, literal.args, time);
  }

  void write(const Clause& clause, const std::string& head, Time time) {
    std::vector<std::string> body;
    for (const Literal& literal : clause.body) body.push_back(condition(literal, time));
    close_rule(head, clause, std::move(body));
  }

  // Variables that no positive condition binds range over all constants: clingo demands safe rules.
  void close_rule(const std::string& head, const Clause& clause, std::vector<std::string> body) {
    std::vector<bool> bound(clause.variables, false);
    const auto note = [&](std::uint32_t v) { bound[v] = true; };
    for (const Literal& literal : clause.body) {
      if (literal.kind != Literal::Kind::Positive) continue;
      for (const Pattern& arg : literal.args) ground::for_each_variable(arg, note);
    }
    for (std::uint32_t v = 0; v < clause.variables; ++v) {
      if (bound[v]) continue;
      body.push_back(fmt::format("constant({})", AspNames::variable(v)));
      if (universe_) continue;
      universe_ = true;
      for (const TermId constant : set_.universe) line(fmt::format("constant({}).", names_.term(bank_, constant)));
    }
    line(body.empty() ? head + "." : fmt::format("{} :- {}.", head, fmt::join(body, ", ")));
  }

  // Facts for the terms that may stand at an argument place.
  std::string domain(const Place& place) {
    const std::string name =
        fmt::format("d{}{}_{}_{}", place.relation ? "r" : "f", names_.name(place.of.name), place.of.arity, place.argument);
    if (!domains_written_.insert(place).second) return name;
    const Result<std::vector<gdl::Term>> terms = domains_.terms(place, kMostDomain);
    if (!terms) throw EncodingError{terms.error()};
    for (const gdl::Term& term : *terms) line(fmt::format("{}({}).", name, names_.term(term)));
    return name;
  }

  // The fluent is in the domain.
  void possible_fluent(const Pattern& fluent, std::vector<std::string>& body) {
    const std::optional<Functor> functor = functor_of(bank_, fluent);
    if (!functor) {
      body.push_back(fmt::format("{}({})", domain(Domains::relation_place(Keyword::True, 1, 0)), names_.term(bank_, fluent)));
      return;
    }
    if (!domains_.fluents().contains(*functor)) body.emplace_back("never");
    for (std::uint32_t i = 0; i < functor->arity; ++i) {
      const std::string arg = fluent.kind == Pattern::Kind::Constant ? names_.term(bank_, bank_.node(fluent.constant).args[i])
                                                                     : names_.term(bank_, fluent.args[i]);
      body.push_back(fmt::format("{}({})", domain({false, *functor, i}), arg));
    }
  }

  // ---- formulas ----

  // One fact for each value of each variable of a formula.
  std::string ranges(const std::vector<SymbolId>& variables, const Formula& scope) {
    std::string text;
    for (const SymbolId v : variables) {
      std::string& name = range_names_[{scope_, v}];
      if (name.empty()) {
        name = fmt::format("r{}_{}", scope_, v.value);
        for (const Place& place : places_of(v, scope)) line(fmt::format("{}(X) :- {}(X).", name, domain(place)));
      }
      text += fmt::format("{}{}({})", text.empty() ? "" : ", ", name, AspNames::variable(v.value));
    }
    return text;
  }

  std::string literal(const Formula& formula, Time time) {
    switch (formula.kind) {
      case Formula::Kind::True: {
        const gdl::Term& fluent = formula.terms[0];
        need_fluents(time, fluent.variable ? std::nullopt
                                           : std::optional(Functor{fluent.name, static_cast<std::uint32_t>(fluent.args.size())}));
        return applied(fluent_relation(time), formula.terms);
      }
      case Formula::Kind::Legal: return applied(need(Keyword::Legal, 2, time), formula.terms);
      case Formula::Kind::Goal: return applied(need(Keyword::Goal, 2, time), formula.terms);
      case Formula::Kind::Terminal: return need(Keyword::Terminal, 0, time);
      default: return helper(formula, time);
    }
  }

  // A relation over the free variables of a composite formula.
  std::string helper(const Formula& formula, Time time) {
    const std::vector<SymbolId> free = free_variables(formula);
    std::string head = fmt::format("h{}{}", ++helpers_, suffix(time));
    std::string args;
    for (const SymbolId v : free) args += fmt::format("{}{}", args.empty() ? "" : ",", AspNames::variable(v.value));
    const auto named = [&](const std::string& name) { return args.empty() ? name : fmt::format("{}({})", name, args); };
    const auto rule = [&](const std::string& rule_head, std::vector<std::string> body) {
      if (const std::string own = open_ranges(free); !own.empty()) body.push_back(own);
      line(body.empty() ? rule_head + "." : fmt::format("{} :- {}.", rule_head, fmt::join(body, ", ")));
    };
    switch (formula.kind) {
      case Formula::Kind::Distinct:
        rule(named(head), {fmt::format("{} != {}", names_.term(formula.terms[0]), names_.term(formula.terms[1]))});
        break;
      case Formula::Kind::GoalSum: goals_add_up(head, formula.sum, time); break;
      case Formula::Kind::Not: rule(named(head), {"not " + literal(formula.parts.front(), time)}); break;
      case Formula::Kind::And: {
        std::vector<std::string> body;
        for (const Formula& part : formula.parts) body.push_back(literal(part, time));
        rule(named(head), std::move(body));
        break;
      }
      case Formula::Kind::Or:
        for (const Formula& part : formula.parts) rule(named(head), {literal(part, time)});
        break;
      case Formula::Kind::Exists:
      case Formula::Kind::Forall:
      case Formula::Kind::Count: quantifier(formula, named(head), head, args, time, rule); break;
      default: break;
    }
    return named(head);
  }

  template <class WriteRule>
  void quantifier(const Formula& formula, const std::string& head, const std::string& name, const std::string& args, Time time,
                  const WriteRule& rule) {
    // Its own variables, with their ranges, are known to everything inside.
    ++scope_count_;
    const std::uint32_t outer = scope_;
    scope_ = scope_count_;
    const Formula& part = formula.parts.front();
    const std::string own = ranges(formula.variables, part);
    std::vector<std::pair<SymbolId, std::string>> before;
    for (const SymbolId v : formula.variables) {
      before.emplace_back(v, open_[v]);
      open_[v] = fmt::format("{}({})", range_names_[{scope_, v}], AspNames::variable(v.value));
    }
    const std::string inner = literal(part, time);
    for (const auto& [v, range] : before) open_[v] = range;
    scope_ = outer;
    if (formula.kind == Formula::Kind::Exists) {
      rule(head, {inner, own});
    } else if (formula.kind == Formula::Kind::Forall) {
      const std::string bad = args.empty() ? name + "_bad" : fmt::format("{}_bad({})", name, args);
      rule(bad, {"not " + inner, own});
      rule(head, {"not " + bad});
    } else {
      std::string counted_terms;
      for (const SymbolId v : formula.variables)
        counted_terms += fmt::format("{}{}", counted_terms.empty() ? "" : ",", AspNames::variable(v.value));
      const std::string set = fmt::format("#count {{ {} : {}, {} }}", counted_terms, inner, own);
      std::vector<std::string> body{fmt::format("{} <= {}", formula.low, set)};
      if (formula.high != Formula::kMany) body = {fmt::format("{} <= {} <= {}", formula.low, set, formula.high)};
      if (formula.variables.empty())  // at most one instance: the part itself
        body = {formula.low > 1 || formula.high == 0 ? (formula.low > 1 ? "never" : "not " + inner)
                                                     : (formula.low == 1 ? inner : "constant_true")};
      if (formula.variables.empty() && formula.low == 0 && formula.high > 0) line("constant_true.");
      rule(head, std::move(body));
    }
  }

  std::string open_ranges(const std::vector<SymbolId>& free) {
    std::string text;
    for (const SymbolId v : free) text += fmt::format("{}{}", text.empty() ? "" : ", ", open_[v]);
    return text;
  }

  void goals_add_up(const std::string& head, int sum, Time time) {
    const std::string goal = need(Keyword::Goal, 2, time);
    const std::string role = need(Keyword::Role, 1, Time::Now);
    const std::string random = names_.name(gdl::symbol(Keyword::Random));
    for (const Functor& value : domains_.at(Domains::relation_place(Keyword::Goal, 2, 1))) {
      long long number = 0;
      if (value.arity == 0 && parse_integer(e_.symbols_->text(value.name), number))
        line(fmt::format("value({},{}).", names_.name(value.name), number));
    }
    line(fmt::format("{}_goal(R,N) :- {}(R,V), value(V,N), R != {}.", head, goal, random));
    line(fmt::format("{}_bad :- {}(R), R != {}, not 1 <= #count {{ N : {}_goal(R,N) }} <= 1.", head, role, random, head));
    line(fmt::format("{0} :- not {0}_bad, {1} = #sum {{ N,R : {0}_goal(R,N) }}.", head, sum));
  }

  const AspEncoding& e_;
  const ground::ClauseSet& set_;
  const game::TermBank& bank_;
  const AspNames& names_;
  const Domains& domains_;
  std::string out_;
  std::set<std::pair<PredicateId, Time>> needed_;
  std::deque<std::pair<PredicateId, Time>> todo_;
  std::set<std::pair<Time, Functor>> fluents_;
  std::set<std::pair<const Clause*, Time>> clauses_;
  std::set<PredicateId> copied_;
  std::set<Place> domains_written_;
  bool moves_ = false;
  bool universe_ = false;
  std::uint32_t helpers_ = 0;
  std::uint32_t scope_ = 0, scope_count_ = 0;
  std::map<std::pair<std::uint32_t, SymbolId>, std::string> range_names_;
  std::map<SymbolId, std::string> open_;  // of the quantifiers around: the range of a variable as a condition
};

AspEncoding::AspEncoding(const gdl::Rules& rules)
    : symbols_(rules.shared_symbols()),
      names_(*symbols_),
      terms_(std::make_unique<game::TermBank>(rules.shared_symbols(), Limits{})),
      clauses_(ground::make_clauses(rules, *terms_)),
      domains_(std::make_unique<Domains>(clauses_, *terms_)) {}

Result<std::shared_ptr<const AspEncoding>> AspEncoding::create(const gdl::Rules& rules) {
  try {
    return std::shared_ptr<const AspEncoding>(new AspEncoding(rules));
  } catch (const LimitReached& limit) {
    return limit.error();
  }
}

Result<std::string> AspEncoding::base(std::span<const Property> hypotheses) const {
  try {
    AspWriter writer(*this);
    for (std::size_t k = 0; k < hypotheses.size(); ++k) {
      if (hypotheses[k].kind == Property::Kind::Persistent) continue;
      writer.line(fmt::format("broken({}) :- not {}.", k, writer.property(hypotheses[k].formula, Time::Initial)));
    }
    writer.line("#show broken/1.\n#show init/1.");
    return writer.take();
  } catch (const EncodingError& problem) {
    return problem.error;
  }
}

Result<std::string> AspEncoding::step(const AspQuestion& question) const {
  try {
    AspWriter writer(*this);
    for (const Property& lemma : question.lemmas) {
      if (lemma.kind == Property::Kind::Invariant)
        writer.line(fmt::format(":- not {}.", writer.property(lemma.formula, Time::Now)));
    }
    for (std::size_t k = 0; k < question.hypotheses.size(); ++k) {
      const Property& hypothesis = question.hypotheses[k];
      const std::string now = writer.property(hypothesis.formula, Time::Now);
      const std::string next = writer.property(hypothesis.formula, Time::Next);
      if (hypothesis.kind == Property::Kind::Invariant) writer.line(fmt::format(":- not {}.", now));
      writer.line(fmt::format("broken({}) :- {}, not {}.", k, now, next));
    }
    writer.line("some_broken :- broken(K).");
    writer.line(":- not some_broken.");
    if (question.not_terminal) writer.line(fmt::format(":- {}.", writer.need(Keyword::Terminal, 0, Time::Now)));
    if (!question.relevance_cut) {
      writer.need_fluents(Time::Next, std::nullopt);
      writer.need_fluents(Time::Now, std::nullopt);
      writer.need_moves();
      writer.need(Keyword::Terminal, 0, Time::Now);
      writer.need(Keyword::Goal, 2, Time::Now);
    }
    writer.line("#show true/1.\n#show does/2.\n#show next/1.\n#show broken/1.");
    return writer.take();
  } catch (const EncodingError& problem) {
    return problem.error;
  }
}

Result<std::string> AspEncoding::static_legal() const {
  try {
    AspWriter writer(*this);
    const std::string name = writer.static_copy(writer.relation(Keyword::Legal, 2));
    writer.line(fmt::format("static_legal(R,M) :- {}(R,M).\n#show static_legal/2.", name));
    return writer.take();
  } catch (const EncodingError& problem) {
    return problem.error;
  }
}

}  // namespace agon::knowledge::proofs
