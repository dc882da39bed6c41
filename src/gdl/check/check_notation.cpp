// Notation that this reader takes and others may not, or take for something else: `(open)` beside `open`, tuples without a name,
// an arrow without conditions, a negated `distinct`, and prose between the rules.
#include <fmt/format.h>

#include <map>

#include "gdl/check/check_sheet.h"
#include "gdl/read/tuple_name.h"

namespace agon::gdl {
namespace {

template <class Visit>
void for_each_term_of_the_sheet(const Sheet& sheet, Visit&& visit) {
  for (const Rule& rule : sheet.rules().rules()) {
    for_each_term(rule.head, visit);
    for (const Formula& formula : rule.body) for_each_leaf(formula, [&](const Formula& leaf) { for_each_term(leaf.atom, visit); });
  }
}

// `(open)` in KIF and `open()` in the infix form end with a parenthesis; no name does.
bool in_parentheses(const Sheet& sheet, const Term& term) {
  const std::string& text = sheet.rules().text();
  return term.span.end > term.span.begin && term.span.end <= text.size() && text[term.span.end - 1] == ')';
}

struct Spellings {
  const Term* bare = nullptr;
  const Term* closed = nullptr;
  std::uint32_t bare_count = 0;
  std::uint32_t closed_count = 0;
};

// The rarer spelling is reported, where it first occurs.
void check_parentheses(Sheet& sheet) {
  std::map<SymbolId, Spellings> names;
  for_each_term_of_the_sheet(sheet, [&](const Term& term) {
    if (!term.constant() || term.span == Span{} || sheet.text(term.name).empty()) return;
    Spellings& found = names[term.name];
    const bool closed = in_parentheses(sheet, term);
    const Term*& first = closed ? found.closed : found.bare;
    if (first == nullptr) first = &term;
    ++(closed ? found.closed_count : found.bare_count);
  });
  for (const auto& [name, found] : names) {
    if (found.bare == nullptr || found.closed == nullptr) continue;
    const bool closed_is_rarer = found.closed_count <= found.bare_count;
    const Term& odd = closed_is_rarer ? *found.closed : *found.bare;
    const Term& usual = closed_is_rarer ? *found.bare : *found.closed;
    sheet.report("mixed-parentheses", odd.span,
                 fmt::format("{} stands here and {} at line {}: other readers take them for two names", sheet.written(odd),
                             sheet.written(usual), sheet.line(usual.span)),
                 fmt::format("write {} everywhere", sheet.text(name)));
  }
}

// Once: where the first one stands, and how many there are.
void check_tuples(Sheet& sheet) {
  const Term* first = nullptr;
  int count = 0;
  for_each_term_of_the_sheet(sheet, [&](const Term& term) {
    const bool named = term.args.size() < 2 || sheet.text(term.name) != kTupleName ||
                       term.span.begin >= sheet.rules().text().size() || sheet.rules().text()[term.span.begin] != '(' ||
                       sheet.name_span(term) != term.span;
    if (!named && count++ == 0) first = &term;
  });
  if (count == 0) return;
  const std::string more = count > 1 ? fmt::format(" ({} tuples in all)", count) : "";
  sheet.report("tuple-term", first->span,
               fmt::format("the tuple {} is read as a function named '{}'{}", sheet.written(*first), kTupleName, more),
               "moves and fluents show that name; write it yourself, or one of your own");
}

// The head of a fact without an arrow starts where the rule does.
void check_bodies(Sheet& sheet) {
  for (const Rule& rule : sheet.rules().rules()) {
    if (!rule.fact() || rule.span.begin >= rule.head.span.begin || sheet.malformed(rule.head)) continue;
    sheet.report("empty-body", rule.span, fmt::format("this rule has no condition, so {} always holds", sheet.written(rule.head)),
                 fmt::format("write the fact {}, or add the conditions that are missing", sheet.written(rule.head)));
  }
}

void check_negation(Sheet& sheet, const Formula& formula) {
  for (const Formula& part : formula.parts) {
    const bool pair = part.kind == Formula::Kind::Distinct && part.atom.args.size() == 2;
    if (formula.kind == Formula::Kind::Not && pair) {
      sheet.report("negated-distinct", formula.span,
                   fmt::format("'not distinct' says that {} and {} are equal, which GDL has no condition for",
                               sheet.written(part.atom.args[0]), sheet.written(part.atom.args[1])),
                   "write the same term in both places instead");
    }
    check_negation(sheet, part);
  }
}

// Two facts without parentheses on one line of KIF, which nothing asks for: a comment without its sign. (In the infix form a fact
// is longer than its head, by the period.)
void check_prose(Sheet& sheet) {
  absl::flat_hash_set<SymbolId> asked;
  for (const Edge& edge : sheet.graph().edges()) asked.insert(sheet.graph().relation(edge.to).name);
  const std::vector<Rule>& rules = sheet.rules().rules();
  const auto word = [&](const Rule& rule) {
    return rule.fact() && rule.head.constant() && rule.span.end > rule.span.begin && rule.span == rule.head.span &&
           !in_parentheses(sheet, rule.head) && !sheet.keyword(rule.head.name) && !asked.contains(rule.head.name) &&
           sheet.stray_declaration(rule) == nullptr;
  };
  for (std::size_t i = 0; i < rules.size();) {
    std::size_t end = i;
    while (end < rules.size() && word(rules[end]) && sheet.line(rules[end].span) == sheet.line(rules[i].span)) ++end;
    if (end - i >= 2) {
      sheet.report("stray-text", {rules[i].span.begin, rules[end - 1].span.end},
                   fmt::format("{} words outside of parentheses, each of them read as a fact", end - i), "a comment starts with ;");
    }
    i = std::max(end, i + 1);
  }
}

}  // namespace

void check_notation(Sheet& sheet) {
  check_parentheses(sheet);
  check_tuples(sheet);
  check_bodies(sheet);
  for (const Rule& rule : sheet.rules().rules()) {
    for (const Formula& formula : rule.body) check_negation(sheet, formula);
  }
  check_prose(sheet);
}

}  // namespace agon::gdl
