// Each variable gets a value: those of the head, of a `not` and of a `distinct` must occur in a positive condition (GDL calls such
// rules safe, logic programming allowed or range-restricted). A conjunction binds what any of its parts binds, a disjunction what
// all of its parts bind. An outside function binds its last unknown argument (Sheng: calls wait until their inputs are known).
#include <fmt/format.h>

#include <algorithm>

#include "gdl/check_sheet.h"

namespace agon::gdl {
namespace {

using Variables = absl::flat_hash_set<SymbolId>;

void collect(const Term& term, Variables& out) {
  for_each_term(term, [&](const Term& t) {
    if (t.variable) out.insert(t.name);
  });
}

class SafetyCheck {
 public:
  SafetyCheck(Sheet& sheet, const Rule& rule) : sheet_(sheet), rule_(rule) {}

  void run() {
    const Variables bound = conjunction(rule_.body, {});
    for_each_term(rule_.head, [&](const Term& t) {
      if (t.variable && !bound.contains(t.name))
        unsafe(t, fmt::format("in the head of {}", sheet_.show(relation_of(rule_.head))), nullptr);
    });
  }

 private:
  // The variables bound by a formula alone.
  Variables binds(const Formula& formula) const {
    Variables bound;
    if (formula.kind == Formula::Kind::Atom) {
      collect(formula.atom, bound);
    } else if (formula.kind == Formula::Kind::And) {
      for (const Formula& part : formula.parts) bound.merge(binds(part));
    } else if (formula.kind == Formula::Kind::Or && !formula.parts.empty()) {
      bound = binds(formula.parts.front());
      for (std::size_t i = 1; i < formula.parts.size() && !bound.empty(); ++i) {
        const Variables other = binds(formula.parts[i]);
        absl::erase_if(bound, [&](SymbolId v) { return !other.contains(v); });
      }
    }
    return bound;
  }

  [[nodiscard]] bool call(const Formula& formula) const {
    return formula.kind == Formula::Kind::Atom && sheet_.external(relation_of(formula.atom));
  }

  // Checks the parts with what is known around them, and returns what is known behind them.
  Variables conjunction(std::span<const Formula> parts, Variables known) {
    for (const Formula& part : parts) {
      if (!call(part)) known.merge(binds(part));
    }
    calls(parts, known);
    for (const Formula& part : parts) {
      switch (part.kind) {
        case Formula::Kind::Atom: break;
        case Formula::Kind::And: conjunction(part.parts, known); break;
        case Formula::Kind::Or:
          for (const Formula& branch : part.parts) conjunction({&branch, 1}, known);
          break;
        case Formula::Kind::Not: needs(part, part, "in a negated condition", known); break;
        case Formula::Kind::Distinct: needs(part, part, "in 'distinct'", known); break;
      }
    }
    return known;
  }

  // Outside functions run when at most one argument is unknown, in whatever order makes that possible.
  void calls(std::span<const Formula> parts, Variables& known) {
    std::vector<const Formula*> waiting;
    for (const Formula& part : parts) {
      if (call(part)) waiting.push_back(&part);
    }
    const auto unknown = [&](const Formula& part) {
      Variables variables;
      collect(part.atom, variables);
      absl::erase_if(variables, [&](SymbolId v) { return known.contains(v); });
      return variables;
    };
    while (!waiting.empty()) {
      auto ready = std::ranges::find_if(waiting, [&](const Formula* part) { return unknown(*part).size() <= 1; });
      if (ready == waiting.end()) {
        ready = waiting.begin();
        sheet_.report("external-mode", (*ready)->span,
                      fmt::format("the outside function {} is called with {} unknown arguments", sheet_.text((*ready)->atom.name),
                                  unknown(**ready).size()),
                      "give all arguments but one a value in other conditions");
      }
      known.merge(unknown(**ready));
      waiting.erase(ready);
    }
  }

  void needs(const Formula& formula, const Formula& whole, const char* where, const Variables& known) {
    for_each_leaf(formula, [&](const Formula& leaf) {
      for_each_term(leaf.atom, [&](const Term& t) {
        if (t.variable && !known.contains(t.name)) unsafe(t, where, &whole);
      });
    });
  }

  std::uint32_t occurrences(SymbolId variable, Span within) const {
    std::uint32_t count = 0;
    const auto look = [&](const Term& t) {
      if (t.variable && t.name == variable && t.span.begin >= within.begin && t.span.end <= within.end) ++count;
    };
    for_each_term(rule_.head, look);
    for (const Formula& formula : rule_.body) for_each_leaf(formula, [&](const Formula& leaf) { for_each_term(leaf.atom, look); });
    return count;
  }

  [[nodiscard]] bool sometimes_bound(SymbolId variable) const {
    bool found = false;
    for (const Formula& formula : rule_.body) {
      for_each_atom(formula, false, [&](const Term& atom, bool negated) {
        Variables inside;
        if (!negated) collect(atom, inside);
        found = found || inside.contains(variable);
      });
    }
    return found;
  }

  // Once for each variable of a rule, at its first place.
  void unsafe(const Term& variable, const std::string& where, const Formula* negation) {
    if (!reported_.insert(variable.name).second) return;
    const std::string name = sheet_.written(variable);
    const bool only_here = negation != nullptr && negation->kind == Formula::Kind::Not &&
                           occurrences(variable.name, negation->span) == occurrences(variable.name, {0, ~0U});
    if (only_here) {
      sheet_.report("negation-only-variable", variable.span,
                    fmt::format("variable {} occurs only inside this negation, which does not say what it ranges over", name),
                    fmt::format("for 'there is no {}' define a relation that holds if there is one, and negate that", name));
      return;
    }
    if (rule_.fact()) {
      sheet_.report("unsafe-variable", variable.span,
                    fmt::format("variable {} in the fact {} has no value", name, sheet_.show(relation_of(rule_.head))),
                    "write constants, or a rule with conditions that give it a value");
      return;
    }
    const bool partly = sometimes_bound(variable.name);
    sheet_.report(
        "unsafe-variable", variable.span,
        fmt::format("variable {} {} {}", name, where,
                    partly ? "gets a value in only some alternatives of an 'or'" : "gets its value from no positive condition"),
        partly ? fmt::format("bind {} in each alternative, or outside the 'or'", name)
               : fmt::format("add a positive condition with {} to the rule", name));
  }

  Sheet& sheet_;
  const Rule& rule_;
  Variables reported_;
};

}  // namespace

void check_safety(Sheet& sheet) {
  for (const Rule& rule : sheet.rules().rules()) {
    const bool role = rule.fact() && is(rule.head.name, Keyword::Role);  // see check_roles
    if (!role && !sheet.malformed(rule.head) && sheet.stray_declaration(rule) == nullptr) SafetyCheck(sheet, rule).run();
  }
}

}  // namespace agon::gdl
