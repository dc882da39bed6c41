// Range restriction (safety): variables of the head, of a `not` and of a `distinct` must occur in a positive condition (also called
// allowed rules in logic programming). A conjunction binds what any of its parts binds, a disjunction what all of its parts bind.
// An external function binds its last unbound argument (Sheng: calls wait until their inputs are bound).
#include <fmt/format.h>

#include <algorithm>

#include "gdl/check/check_sheet.h"

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

  // Checks the parts given the variables bound before them, and returns those bound after them.
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

  // External functions run when at most one argument is unbound, in whatever order makes that possible.
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

  using Counts = absl::flat_hash_map<SymbolId, std::uint32_t>;

  // Counted once for a rule and once for each of its negations, not for each variable: there are rules with a hundred thousand.
  const Counts& occurrences() {
    if (all_.empty()) {
      count(rule_.head, all_);
      for (const Formula& formula : rule_.body) for_each_leaf(formula, [&](const Formula& leaf) { count(leaf.atom, all_); });
    }
    return all_;
  }
  const Counts& occurrences(const Formula& negation) {
    if (counted_ != &negation) {
      inside_.clear();
      for_each_leaf(negation, [&](const Formula& leaf) { count(leaf.atom, inside_); });
      counted_ = &negation;
    }
    return inside_;
  }
  static void count(const Term& term, Counts& counts) {
    for_each_term(term, [&](const Term& t) {
      if (t.variable) ++counts[t.name];
    });
  }

  [[nodiscard]] bool sometimes_bound(SymbolId variable) {
    if (!positive_known_) {
      for (const Formula& formula : rule_.body) {
        for_each_atom(formula, false, [&](const Term& atom, bool negated) {
          if (!negated) collect(atom, positive_);
        });
      }
      positive_known_ = true;
    }
    return positive_.contains(variable);
  }

  // Once for each variable of a rule, at its first place.
  void unsafe(const Term& variable, const std::string& where, const Formula* negation) {
    if (!reported_.insert(variable.name).second) return;
    const std::string name = sheet_.written(variable);
    const bool only_here = negation != nullptr && negation->kind == Formula::Kind::Not &&
                           occurrences(*negation).at(variable.name) == occurrences().at(variable.name);
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
  Counts all_;                        // of the variables of the rule
  Counts inside_;                     // of those of the negation `counted_`
  const Formula* counted_ = nullptr;  // the last negation with a finding
  Variables positive_;                // variables in conditions that are not negated
  bool positive_known_ = false;
};

}  // namespace

void check_safety(Sheet& sheet) {
  for (const Rule& rule : sheet.rules().rules()) {
    const bool role = rule.fact() && is(rule.head.name, Keyword::Role);  // see check_roles
    if (!role && !sheet.malformed(rule.head) && sheet.stray_declaration(rule) == nullptr) SafetyCheck(sheet, rule).run();
  }
}

}  // namespace agon::gdl
