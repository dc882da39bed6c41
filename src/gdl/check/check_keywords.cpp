// Keywords: how many arguments they take, whether they occur in heads or in bodies, and which are mandatory.
#include <fmt/format.h>

#include "gdl/check/check_sheet.h"

namespace agon::gdl {
namespace {

bool connective(const Term& term) {
  return is(term.name, Keyword::Not) || is(term.name, Keyword::And) || is(term.name, Keyword::Or) ||
         is(term.name, Keyword::Distinct);
}

bool arrow(std::string_view name) { return name == "<=" || name == ":-" || name == "=>"; }

std::string example(const Sheet& sheet, SymbolId name) {
  const bool timed = sheet.real_time();
  switch (static_cast<Keyword>(name.value)) {
    case Keyword::Role: return "(role PLAYER)";
    case Keyword::Base: return "(base FLUENT)";
    case Keyword::Init: return timed ? "(init LIFETIME FLUENT)" : "(init FLUENT)";
    case Keyword::True: return timed ? "(true LIFETIME FLUENT)" : "(true FLUENT)";
    case Keyword::Next: return timed ? "(next LIFETIME FLUENT)" : "(next FLUENT)";
    case Keyword::Legal: return "(legal ROLE MOVE)";
    case Keyword::Does: return "(does ROLE MOVE)";
    case Keyword::Goal: return "(goal ROLE VALUE)";
    case Keyword::Input: return "(input ROLE MOVE)";
    case Keyword::Sees: return "(sees ROLE PERCEPT)";
    case Keyword::Expired: return "(expired FLUENT)";
    default: return "terminal";
  }
}

std::string arity_hint(const Sheet& sheet, const Term& atom, bool head) {
  const auto arity = static_cast<std::size_t>(sheet.keyword_arity(atom.name));
  const bool condition = head && atom.args.size() > arity && !atom.args[arity].args.empty() &&
                         (sheet.keyword(atom.args[arity].name) || sheet.defined(relation_of(atom.args[arity])));
  if (!condition) return fmt::format("write {}", example(sheet, atom.name));
  return fmt::format("the conditions stand inside the head: close it before {}", sheet.written(atom.args[arity]));
}

void check_atom(Sheet& sheet, const Term& atom, bool head) {
  const int arity = sheet.keyword_arity(atom.name);
  if (sheet.malformed(atom)) {
    sheet.report(
        "keyword-arity", atom.span,
        fmt::format("'{}' takes {} argument{}, here are {}", sheet.text(atom.name), arity, arity == 1 ? "" : "s", atom.args.size()),
        arity_hint(sheet, atom, head));
  }
  const bool body_only =
      is(atom.name, Keyword::True) || is(atom.name, Keyword::Does) || (is(atom.name, Keyword::Expired) && arity >= 0);
  if (head && body_only) {
    const bool state = is(atom.name, Keyword::True);
    sheet.report("keyword-in-head", sheet.name_span(atom),
                 fmt::format("'{}' is given from outside and cannot be defined", sheet.text(atom.name)),
                 state ? "write 'init' for the first state or 'next' for a later one" : "define a relation of your own");
  }
  const bool head_only = is(atom.name, Keyword::Init) || is(atom.name, Keyword::Next) || is(atom.name, Keyword::Sees);
  if (!head && head_only) {
    sheet.report("keyword-in-body", sheet.name_span(atom),
                 fmt::format("'{}' can only be the head of a rule", sheet.text(atom.name)),
                 is(atom.name, Keyword::Sees) ? "define a relation of your own and use it in both places"
                                              : "write 'true' to ask about the current state");
  }
  if (!head && arrow(sheet.text(atom.name))) {
    sheet.report("arrow-in-body", atom.span, "a rule stands inside another rule",
                 "close the rule above before this one; a parenthesis is missing there and one is too many later");
  }
}

void check_head(Sheet& sheet, const Rule& rule) {
  const SymbolId name = rule.head.name;
  if (connective(rule.head)) {
    sheet.report("connective-head", sheet.name_span(rule.head),
                 fmt::format("'{}' is part of the language and cannot be defined", sheet.text(name)),
                 is(name, Keyword::And) ? "write one rule for each conclusion" : "define a relation of your own");
  }
  const bool exact_goal = is(name, Keyword::Goal) && rule.head.args.size() == 2 && !sheet.rules().dialect().arithmetic;
  if (!exact_goal || rule.head.args[1].variable) return;
  const Term& value = rule.head.args[1];
  long long number = -1;
  if (!value.constant() || !parse_integer(sheet.text(value.name), number) || number < 0 || number > 100) {
    sheet.report("bad-goal-value", value.span,
                 fmt::format("the goal value {} is no integer between 0 and 100", sheet.written(value)), "0 is lost, 100 is won");
  }
}

// `(?n1 ?c1)` is parsed as a term with the empty name.
void check_lists(Sheet& sheet, const Term& term) {
  for_each_term(term, [&](const Term& t) {
    if (!sheet.text(t.name).empty()) return;
    sheet.report("nameless-list", t.span, "a list must start with a name, not with a variable or another list",
                 "write (name argument ...)");
  });
}

// Each keyword once: where it is first used as a term, and how often.
void check_terms(Sheet& sheet) {
  std::vector<const Term*> first(kKeywordCount, nullptr);
  std::vector<int> count(kKeywordCount, 0);
  const auto look = [&](const Term& term) {
    if (term.variable || term.name.value >= kKeywordCount) return;
    if (!connective(term) && !sheet.keyword(term.name)) return;
    if (count[term.name.index()]++ == 0) first[term.name.index()] = &term;
  };
  for (const Rule& rule : sheet.rules().rules()) {
    const bool percept = is(rule.head.name, Keyword::Sees);  // (sees ?p (does ?q ?move)) is a common way to show a move
    if (!percept && !sheet.malformed(rule.head) && !connective(rule.head)) {
      for (const Term& arg : rule.head.args) for_each_term(arg, look);
    }
    for (const Formula& formula : rule.body) {
      for_each_leaf(formula, [&](const Formula& leaf) {
        if (arrow(sheet.text(leaf.atom.name))) return;
        for (const Term& arg : leaf.atom.args) for_each_term(arg, look);
      });
    }
  }
  for (std::uint32_t i = 0; i < kKeywordCount; ++i) {
    if (first[i] == nullptr) continue;
    const std::string more = count[i] > 1 ? fmt::format(" ({} times in all)", count[i]) : "";
    sheet.report("keyword-as-term", sheet.name_span(*first[i]),
                 fmt::format("the keyword '{}' is used as a {}{}", sheet.text(SymbolId{i}),
                             first[i]->args.empty() ? "constant" : "function", more),
                 "choose another name, for readers' sake");
  }
}

void check_presence(Sheet& sheet) {
  if (sheet.open_ended()) return;
  const struct {
    Keyword keyword;
    const char *code, *message, *hint;
  } needed[] = {
      {Keyword::Legal, "missing-legal", "nobody can ever move: there is no rule for 'legal'",
       "add rules such as (<= (legal ?role ?move) ...)"},
      {Keyword::Terminal, "missing-terminal", "the game never ends: there is no rule for 'terminal'",
       "add a rule such as (<= terminal ...)"},
      {Keyword::Goal, "missing-goal", "nobody ever wins or loses: there is no rule for 'goal'",
       "add rules such as (<= (goal ?role 100) ...)"},
      {Keyword::Next, "missing-next", "every state after the first is empty: there is no rule for 'next'",
       "add rules such as (<= (next ?fluent) ...)"},
      {Keyword::Init, "missing-init", "the first state is empty: there is no rule for 'init'", "add facts such as (init ...)"},
  };
  for (const auto& need : needed) {
    if (sheet.rules_for(need.keyword).empty()) sheet.report(need.code, {}, need.message, need.hint);
  }
}

}  // namespace

void check_keywords(Sheet& sheet) {
  for (const Rule& rule : sheet.rules().rules()) {
    for_each_atom(rule, [&](const Term& atom, bool, bool head) { check_atom(sheet, atom, head); });
    check_head(sheet, rule);
    check_lists(sheet, rule.head);
    for (const Formula& formula : rule.body) for_each_leaf(formula, [&](const Formula& leaf) { check_lists(sheet, leaf.atom); });
  }
  check_terms(sheet);
  check_presence(sheet);
}

}  // namespace agon::gdl
