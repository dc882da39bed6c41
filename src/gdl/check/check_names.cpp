// Probable misspellings: one name with several arities, a name used once at edit distance one from a frequent one, a variable used
// once at edit distance one from another one of its rule.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "gdl/check/check_sheet.h"

namespace agon::gdl {
namespace {

struct Use {
  const Term* first = nullptr;
  std::uint32_t count = 0;
};
using Arities = absl::flat_hash_map<SymbolId, std::map<std::uint32_t, Use>>;

void add_use(Arities& uses, const Term& term) {
  Use& use = uses[term.name][static_cast<std::uint32_t>(term.args.size())];
  if (use.count++ == 0) use.first = &term;
}

// The most frequent arity is taken as correct; each other is reported at its first occurrence.
void report_arities(Sheet& sheet, const Arities& uses, const char* kind) {
  for (const auto& [name, arities] : uses) {
    if (arities.size() < 2 || sheet.text(name).empty()) continue;
    const auto usual = std::ranges::max_element(arities, {}, [](const auto& entry) { return entry.second.count; });
    for (const auto& [arity, use] : arities) {
      if (arity == usual->first) continue;
      sheet.report("several-arities", sheet.name_span(*use.first),
                   fmt::format("the {} {} has {} argument{} here and {} at line {}", kind, sheet.text(name), arity,
                               arity == 1 ? "" : "s", usual->first, sheet.line(usual->second.first->span)),
                   "give them different names if both are meant");
    }
  }
}

// A relation counts where it is defined: a use with another arity is undefined, which is reported as such. A constant may share
// its name with a function, as in a piece `king` and a move `(king ?x ?y)`.
void check_arities(Sheet& sheet) {
  Arities relations;
  Arities functions;
  const auto look = [&](const Term& term) {
    if (!term.variable && !term.args.empty()) add_use(functions, term);
  };
  for (const Rule& rule : sheet.rules().rules()) {
    if (rule.head.name.value >= kKeywordCount) add_use(relations, rule.head);
    for (const Term& arg : rule.head.args) for_each_term(arg, look);
    for (const Formula& formula : rule.body) {
      for_each_leaf(formula, [&](const Formula& leaf) {
        for (const Term& arg : leaf.atom.args) for_each_term(arg, look);
      });
    }
  }
  report_arities(sheet, relations, "relation");
  report_arities(sheet, functions, "function");
}

// A relation may be defined by one with a similar name: (<= (prev_col ?x ?y) (next_col ?y ?x)).
bool defined_by(const Rule& rule, SymbolId name) {
  bool found = false;
  for (const Formula& formula : rule.body)
    for_each_atom(formula, false, [&](const Term& atom, bool) { found = found || atom.name == name; });
  return found;
}

void suspect(Sheet& sheet, const Term& term, bool atom, const Rule& rule) {
  if (sheet.uses(term.name) != 1 || term.name.value < kKeywordCount) return;
  const SimilarNames::Match match = sheet.meant(term, atom);
  if (match.weight < 3 || (&term == &rule.head && defined_by(rule, match.id))) return;
  const std::uint32_t uses = sheet.uses(match.id);
  sheet.report("misspelling", sheet.name_span(term),
               fmt::format("'{}' occurs only here and looks like '{}'{}", sheet.text(term.name), sheet.text(match.id),
                           uses >= 3 ? fmt::format(", which occurs {} times", uses) : ""),
               sheet.did_you_mean(term, atom));
}

// Roles and percepts are new names by nature; they may well occur once.
void check_spelling(Sheet& sheet) {
  for (const Rule& rule : sheet.rules().rules()) {
    const auto look = [&](const Term& atom) {
      suspect(sheet, atom, true, rule);
      const bool introduces = is(atom.name, Keyword::Role) || is(atom.name, Keyword::Sees);
      for (const Term& arg : atom.args) {
        for_each_term(arg, [&](const Term& term) {
          if (!introduces || &term != &atom.args.back()) suspect(sheet, term, false, rule);
        });
      }
    };
    look(rule.head);
    for (const Formula& formula : rule.body) for_each_leaf(formula, [&](const Formula& leaf) { look(leaf.atom); });
  }
}

constexpr std::size_t kMaxVariables = 64;  // of one rule; beyond, pairs are not compared

struct VariableUse {
  const Term* first = nullptr;
  std::vector<const Term*> atoms;  // one entry for each occurrence
};

std::vector<VariableUse> variables_of(const Rule& rule) {
  std::vector<VariableUse> variables;
  const auto look = [&](const Term& atom) {
    for_each_term(atom, [&](const Term& term) {
      if (!term.variable || variables.size() > kMaxVariables) return;
      auto known = std::ranges::find_if(variables, [&](const VariableUse& use) { return use.first->name == term.name; });
      if (known == variables.end()) known = variables.insert(known, {&term, {}});
      known->atoms.push_back(&atom);
    });
  };
  look(rule.head);
  for (const Formula& formula : rule.body) for_each_leaf(formula, [&](const Formula& leaf) { look(leaf.atom); });
  return variables;
}

// ?rest_m and ?rest_c, ?xnew and ?ynew.
bool differ_at_an_end(std::string_view a, std::string_view b) {
  return a.size() == b.size() && (a.substr(1) == b.substr(1) || a.substr(0, a.size() - 1) == b.substr(0, b.size() - 1));
}

// Variables of one atom are meant to differ, and so are those that occur once each if they are short (?xb2 and ?xc2) or a family.
bool slip_of(const Sheet& sheet, const VariableUse& use, const VariableUse& other) {
  const std::string& name = sheet.text(use.first->name);
  const std::string& similar = sheet.text(other.first->name);
  const bool twins = other.atoms.size() == 1;
  const std::size_t least = twins ? 4 : 3;
  if (twins && differ_at_an_end(name, similar)) return false;
  return name.size() >= least && similar.size() >= least && one_slip_apart(name, similar) &&
         !differ_only_in_digits(name, similar) && std::ranges::find(other.atoms, use.atoms.front()) == other.atoms.end();
}

void check_variables(Sheet& sheet, const Rule& rule) {
  const std::vector<VariableUse> variables = variables_of(rule);
  if (variables.size() > kMaxVariables) return;
  for (const VariableUse& use : variables) {
    if (use.atoms.size() > 1 || sheet.text(use.first->name).size() < 3) continue;
    const auto other = std::ranges::find_if(variables, [&](const VariableUse& v) { return slip_of(sheet, use, v); });
    if (other == variables.end()) continue;
    sheet.report("similar-variable", use.first->span,
                 fmt::format("variable {} occurs once in this rule and looks like {}", sheet.written(*use.first),
                             sheet.written(*other->first)),
                 fmt::format("did you mean {}?", sheet.written(*other->first)));
  }
}

}  // namespace

void check_names(Sheet& sheet) {
  check_arities(sheet);
  check_spelling(sheet);
  for (const Rule& rule : sheet.rules().rules()) check_variables(sheet, rule);
}

}  // namespace agon::gdl
