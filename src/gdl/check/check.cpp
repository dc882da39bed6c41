#include "gdl/check/check.h"

#include <absl/container/flat_hash_map.h>

#include <algorithm>
#include <tuple>

#include "gdl/check/check_sheet.h"

namespace agon::gdl {
namespace {

constexpr Severity kError = Severity::Error;
constexpr Severity kWarning = Severity::Warning;
constexpr Severity kNote = Severity::Note;

constexpr CheckCode kCodes[] = {
    // who plays
    {"no-role", kError, "nobody plays: there is no role"},
    {"role-with-body", kError, "a role depends on conditions"},
    {"role-not-ground", kError, "a role is a variable or contains one"},
    {"unknown-role", kWarning, "a move, goal, percept or input belongs to somebody who is no role"},
    {"role-without-legal", kWarning, "no rule for 'legal' can give this role a move"},
    {"role-without-goal", kWarning, "no rule for 'goal' can give this role a value (the role 'random' needs none)"},
    // the words with a meaning
    {"keyword-arity", kError, "a keyword has the wrong number of arguments"},
    {"keyword-in-head", kError, "'true', 'does' or 'expired' is defined by a rule"},
    {"keyword-in-body", kError, "'init', 'next' or 'sees' is used as a condition"},
    {"connective-head", kError, "a rule defines 'not', 'and', 'or' or 'distinct'"},
    {"arrow-in-body", kError, "a rule stands inside another one"},
    {"nameless-list", kError, "a list starts with a variable or another list"},
    {"tuple-term", kNote, "a tuple without a name, as in m((1,2)), is read as the function 'tuple'"},
    {"mixed-parentheses", kWarning, "a name without arguments stands both bare and in parentheses"},
    {"keyword-as-term", kNote, "a keyword is used as a function or constant"},
    {"missing-legal", kError, "there is no rule for 'legal'"},
    {"missing-terminal", kError, "there is no rule for 'terminal'"},
    {"missing-goal", kError, "there is no rule for 'goal'"},
    {"missing-next", kWarning, "there is no rule for 'next'"},
    {"missing-init", kNote, "there is no rule for 'init'"},
    {"bad-goal-value", kWarning, "a goal value is no integer between 0 and 100"},
    // what may depend on what
    {"init-depends-on-state", kError, "'init' depends on the state, a move or the end of the game"},
    {"depends-on-does", kError, "'legal', 'terminal' or 'goal' depends on the moves being made"},
    {"base-depends-on-state", kError, "'base' or 'input' depends on the state or a move"},
    {"negative-cycle", kError, "a relation is defined by its own negation"},
    {"unrestricted-recursion", kError, "a recursion can build terms without end"},
    // variables
    {"unsafe-variable", kError, "a variable gets its value from no positive condition"},
    {"negation-only-variable", kError, "a variable occurs in one negated condition and nowhere else"},
    {"similar-variable", kNote, "a variable occurs once and looks like another one of the rule"},
    // names
    {"undefined-relation", kWarning, "a condition uses a relation that no rule defines"},
    {"stray-text", kWarning, "words outside of parentheses read as facts"},
    {"unused-relation", kNote, "a relation is defined and used by nothing"},
    {"fluent-never-made", kWarning, "a condition reads a fluent that neither 'init' nor 'next' makes"},
    {"fluent-never-read", kNote, "a fluent is made and read by nothing"},
    {"move-never-legal", kWarning, "a condition waits for a move that no 'legal' rule offers"},
    {"never-matches", kWarning, "a term can never stand at this place"},
    {"several-arities", kWarning, "one name is used with different numbers of arguments"},
    {"misspelling", kWarning, "a name occurs once and looks like a frequent one"},
    // repetition
    {"duplicate-rule", kNote, "the same rule stands twice"},
    {"empty-body", kWarning, "a rule has an arrow and no condition, so it always holds"},
    {"negated-distinct", kWarning, "'not' around 'distinct', which is outside GDL and binds nothing"},
    {"distinct-never-true", kWarning, "'distinct' compares a term with itself"},
    {"distinct-always-true", kNote, "'distinct' compares two terms that can never be equal"},
    // real time
    {"bad-lifetime", kError, "a lifetime is neither a positive number nor 'infinity'"},
    {"legal-depends-on-expired", kWarning, "'legal' depends on 'expired', which never holds between events"},
    // arithmetic
    {"use-without-include", kError, "a library is used but not included"},
    {"function-declared-twice", kError, "an outside function is declared twice"},
    {"undeclared-library", kError, "a function is declared for a library that is not included above it"},
    {"external-in-head", kError, "a rule defines an outside function"},
    {"external-mode", kWarning, "an outside function is called with more than one unknown argument"},
};

// One mistake, one finding. Of several at the same position the more telling stays: the misspelling before the unused name, and
// what follows from a wrong name or arity before the fact that it is odd.
void drop_repetitions(Diagnostics& findings) {
  const auto rank = [](const Diagnostic& d) {
    if (d.code == "unused-relation" || d.code == "fluent-never-read") return 1;
    if (d.code == "misspelling" || d.code == "several-arities") return 2;
    return d.code == "undefined-relation" || d.code == "unknown-role" || d.code.find("never") != std::string::npos ? 3 : 0;
  };
  absl::flat_hash_map<std::uint32_t, int> best;  // by place; rank 0 stands outside
  for (const Diagnostic& d : findings) best[d.span.begin] = std::max(best[d.span.begin], rank(d));
  std::erase_if(findings, [&](const Diagnostic& d) { return rank(d) > 0 && rank(d) < best[d.span.begin]; });
  // The words of a comment without its sign are one finding, not one each.
  std::vector<Span> prose;
  for (const Diagnostic& d : findings) {
    if (d.code == "stray-text") prose.push_back(d.span);
  }
  std::erase_if(findings, [&](const Diagnostic& d) {
    const auto after = std::ranges::upper_bound(prose, d.span.begin, {}, &Span::begin);
    return rank(d) > 0 && after != prose.begin() && d.span.end <= std::prev(after)->end;
  });
}

}  // namespace

std::span<const CheckCode> check_codes() { return kCodes; }

Diagnostics check(const Rules& rules) {
  Sheet sheet(rules);
  for (const auto& run : {check_roles, check_keywords, check_notation, check_dependencies, check_safety, check_recursion,
                          check_definitions, check_domains, check_names, check_repetition, check_dialects}) {
    run(sheet);
  }
  Diagnostics findings = sheet.take_findings();
  drop_repetitions(findings);
  for (Diagnostic& summary : sheet.left_out()) findings.push_back(std::move(summary));
  std::ranges::stable_sort(findings, {}, [](const Diagnostic& d) { return std::tuple(d.span.begin, d.span.end, d.code); });
  return findings;
}

}  // namespace agon::gdl
