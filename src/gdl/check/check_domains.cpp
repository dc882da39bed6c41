// Conditions that can never hold: a fluent that nothing creates, a move that is never legal, a constant outside the domain of its
// argument. The domains are over-approximations, so a finding is certain.
#include <fmt/format.h>

#include <algorithm>

#include "gdl/check/check_flow.h"
#include "gdl/check/check_sheet.h"

namespace agon::gdl {
namespace {

constexpr std::size_t kMaxLookedThrough = 1'000;  // for a hint; a larger domain is no list to choose from

class DomainCheck {
 public:
  explicit DomainCheck(Sheet& sheet) : sheet_(sheet), flow_(sheet) {}

  void conditions() {
    for (const Rule& rule : sheet_.rules().rules()) {
      for (const Formula& formula : rule.body) {
        for_each_atom(formula, false, [&](const Term& atom, bool negated) { condition(atom, negated); });
      }
    }
  }

  void roles(Keyword keyword, const char* code, const char* what) {
    if (!sheet_.roles_known() || sheet_.rules_for(keyword).empty()) return;
    for (const std::uint32_t i : sheet_.rules_for(Keyword::Role)) {
      const Term& player = sheet_.rules().rules()[i].head.args[0];
      const Term atom{symbol(keyword), false, {player, player}, {}};
      if ((is(player.name, Keyword::Random) && keyword == Keyword::Goal) || flow_.may_hold(slot_of(atom, 0), player)) continue;
      const std::string& word = sheet_.text(symbol(keyword));
      sheet_.report(code, player.span, fmt::format("no '{}' rule can give the role {} {}", word, sheet_.text(player.name), what),
                    fmt::format("add a rule such as (<= ({} {} ...) ...)", word, sheet_.text(player.name)));
    }
  }

 private:
  void condition(const Term& atom, bool negated) {
    const bool move = is(atom.name, Keyword::Does) || is(atom.name, Keyword::Legal);
    if (const Term* fluent = sheet_.fluent(atom)) {
      const auto place = static_cast<std::uint32_t>(fluent - atom.args.data());
      return argument(*fluent, slot_of(atom, place), "fluent-never-made", negated, atom);
    }
    for (std::uint32_t i = move ? 1 : 0; i < atom.args.size(); ++i) {
      argument(atom.args[i], slot_of(atom, i), move ? "move-never-legal" : "never-matches", negated, atom);
    }
  }

  void argument(const Term& term, Slot slot, std::string_view code, bool negated, const Term& parent) {
    if (term.variable) return;
    const Flow::Domain& domain = flow_.domain(slot);
    if (!domain.anything && domain.functors.empty()) return;  // nothing defines the parent, which is a finding of its own
    if (said_ == &parent) return;                             // one finding for each atom or term is enough
    if (!flow_.may_hold(slot, term)) return impossible(term, slot, code, negated, parent);
    for (std::uint32_t i = 0; i < term.args.size(); ++i) argument(term.args[i], slot_in(term, i), "never-matches", negated, term);
  }

  void impossible(const Term& term, Slot slot, std::string_view code, bool negated, const Term& parent) {
    const Relation functor = relation_of(term);
    const std::string shown = functor.arity > 0 ? sheet_.show(functor) : sheet_.text(functor.name);
    std::string message = fmt::format("{} never occurs as argument {} of {}", shown, slot.index + 1,
                                      sheet_.text(parent.name).empty() ? "a list" : sheet_.text(parent.name));
    if (code == "fluent-never-made") message = fmt::format("no 'init' or 'next' rule makes the fluent {}", shown);
    if (code == "move-never-legal") message = fmt::format("no 'legal' rule offers the move {}", shown);
    message += negated ? ", so this negated condition never fails" : ", so this condition never holds";
    sheet_.report(code, sheet_.name_span(term), message, hint(term, slot, code));
    said_ = &parent;
  }

  std::string hint(const Term& term, Slot slot, std::string_view code) {
    const Relation functor = relation_of(term);
    // Sheets in circulation write the variable of the infix form, (color C), where prefix KIF needs (color ?c).
    const char first = term.span.begin < sheet_.rules().text().size() ? sheet_.rules().text()[term.span.begin] : 'a';
    if (term.constant() && first >= 'A' && first <= 'Z')
      return fmt::format("if a variable is meant, write ?{}", sheet_.text(term.name));
    std::string slip = sheet_.did_you_mean(term, false);
    if (!slip.empty()) return slip;
    const absl::flat_hash_set<Relation>& known = flow_.domain(slot).functors;
    const auto other = known.size() > kMaxLookedThrough ? known.end() : std::ranges::find(known, functor.name, &Relation::name);
    if (other != known.end()) return fmt::format("{} is made as {}", sheet_.text(functor.name), sheet_.show(*other));
    if (known.size() <= 6) return fmt::format("what can be here: {}", listed(known));
    if (code == "fluent-never-made") return "add an 'init' or 'next' rule for it, or remove the condition";
    return code == "move-never-legal" ? "add a 'legal' rule for it, or remove the condition"
                                      : "look at the rules that fill this place";
  }

  std::string listed(const absl::flat_hash_set<Relation>& functors) {
    std::vector<std::string> names;
    for (const Relation functor : functors) names.push_back(functor.arity > 0 ? sheet_.show(functor) : sheet_.text(functor.name));
    std::ranges::sort(names, [](const std::string& a, const std::string& b) { return compare_symbol_texts(a, b) < 0; });
    return fmt::format("{}", fmt::join(names, ", "));
  }

  Sheet& sheet_;
  Flow flow_;
  const Term* said_ = nullptr;  // the last term with an impossible argument
};

// A fluent is read by a condition on it outside of frame axioms.
void check_unread_fluents(Sheet& sheet) {
  if (sheet.real_time()) return;  // there, a fluent that runs out is an event even if nobody looks at it
  absl::flat_hash_set<Relation> read;
  std::vector<const Term*> made;
  for (const Rule& rule : sheet.rules().rules()) {
    const Term* target = sheet.fluent(rule.head);
    if (target != nullptr && !target->variable) made.push_back(target);
    bool reads_all = false;
    for (const Formula& formula : rule.body) {
      for_each_atom(formula, false, [&](const Term& atom, bool) {
        const Term* source = sheet.fluent(atom);
        if (source == nullptr) return;
        const bool carried =
            target != nullptr && target->variable == source->variable && relation_of(*target) == relation_of(*source);
        if (source->variable && !carried) reads_all = true;
        if (!source->variable && !carried) read.insert(relation_of(*source));
      });
    }
    if (reads_all) return;
  }
  for (const Term* fluent : made) {
    if (!read.insert(relation_of(*fluent)).second) continue;
    std::string hint = sheet.did_you_mean(*fluent, false);
    if (hint.empty()) hint = "remove it, or add the condition that should look at it";
    sheet.report("fluent-never-read", sheet.name_span(*fluent),
                 fmt::format("the fluent {} is made, but nothing depends on it", sheet.show(relation_of(*fluent))), hint);
  }
}

}  // namespace

void check_domains(Sheet& sheet) {
  if (sheet.open_ended()) return;
  DomainCheck domains(sheet);
  domains.conditions();
  domains.roles(Keyword::Legal, "role-without-legal", "a move");
  domains.roles(Keyword::Goal, "role-without-goal", "a value");
  check_unread_fluents(sheet);
}

}  // namespace agon::gdl
