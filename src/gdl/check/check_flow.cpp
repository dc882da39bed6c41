#include "gdl/check/check_flow.h"

#include <algorithm>

namespace agon::gdl {
namespace {

// A work limit: sheets that are slow to analyse get less precise answers instead.
constexpr std::uint64_t kWorkLimit = 20'000'000;

const Flow::Domain kNothing;
const Flow::Domain kAnything{true, {}};

}  // namespace

Slot slot_of(const Term& atom, std::uint32_t index) {
  Relation owner = relation_of(atom);
  if (is(owner.name, Keyword::Init) || is(owner.name, Keyword::Next)) owner.name = symbol(Keyword::True);
  if (is(owner.name, Keyword::Legal)) owner.name = symbol(Keyword::Does);
  if (is(owner.name, Keyword::Expired) && owner.arity == 1) return {{symbol(Keyword::True), 2}, 1};
  return {owner, index};
}

Flow::Flow(const Sheet& sheet) {
  for (const Rule& rule : sheet.rules().rules()) {
    Sources sources;
    for (const Formula& formula : rule.body) collect(formula, sources);
    for (std::uint32_t i = 0; i < rule.head.args.size(); ++i) write(rule.head.args[i], place(slot_of(rule.head, i)), sources);
  }
  if (sheet.real_time()) places_[place({{symbol(Keyword::True), 2}, 0})].anything = true;  // lifetimes run down outside the rules
  for (const External& external : sheet.rules().externals()) {
    for (const Term& function : external.functions) {
      for (std::uint32_t i = 0; i < function.args.size(); ++i) places_[place(slot_of(function, i))].anything = true;
    }
  }
}

std::uint32_t Flow::place(Slot slot) {
  const auto [found, fresh] = index_.emplace(slot, static_cast<std::uint32_t>(places_.size()));
  if (fresh) places_.emplace_back();
  return found->second;
}

// A variable takes its values from any one positive condition; the first will do. An `or` needs one from each alternative.
void Flow::collect(const Term& term, std::uint32_t at, Sources& sources) {
  if (term.variable) sources.try_emplace(term.name, std::vector{at});
  for (std::uint32_t i = 0; i < term.args.size(); ++i) collect(term.args[i], place(slot_in(term, i)), sources);
}

void Flow::collect(const Formula& formula, Sources& sources) {
  if (formula.kind == Formula::Kind::Atom) {
    for (std::uint32_t i = 0; i < formula.atom.args.size(); ++i)
      collect(formula.atom.args[i], place(slot_of(formula.atom, i)), sources);
  } else if (formula.kind == Formula::Kind::And) {
    for (const Formula& part : formula.parts) collect(part, sources);
  } else if (formula.kind == Formula::Kind::Or && !formula.parts.empty()) {
    std::vector<Sources> branches(formula.parts.size());
    for (std::size_t i = 0; i < branches.size(); ++i) collect(formula.parts[i], branches[i]);
    for (const auto& entry : branches.front()) {
      const SymbolId variable = entry.first;
      const bool everywhere = std::ranges::all_of(branches, [&](const Sources& branch) { return branch.contains(variable); });
      if (!everywhere || sources.contains(variable)) continue;
      std::vector<std::uint32_t>& all = sources[variable];
      for (const Sources& branch : branches) all.insert(all.end(), branch.at(variable).begin(), branch.at(variable).end());
    }
  }
}

void Flow::write(const Term& term, std::uint32_t at, const Sources& sources) {
  if (term.variable) {
    const auto found = sources.find(term.name);
    if (found == sources.end()) places_[at].anything = true;
    else places_[at].sources.insert(places_[at].sources.end(), found->second.begin(), found->second.end());
    return;
  }
  places_[at].functors.push_back(relation_of(term));
  for (std::uint32_t i = 0; i < term.args.size(); ++i) write(term.args[i], place(slot_in(term, i)), sources);
}

const Flow::Domain& Flow::domain(Slot slot) const {
  const auto found = index_.find(slot);
  if (found == index_.end()) return kNothing;
  if (const auto known = domains_.find(found->second); known != domains_.end()) return known->second;
  if (work_ > kWorkLimit) return kAnything;
  Domain result;
  std::vector<std::uint32_t> open{found->second};
  absl::flat_hash_set<std::uint32_t> seen{found->second};
  while (!open.empty()) {
    const Place& current = places_[open.back()];
    open.pop_back();
    result.anything = result.anything || current.anything;
    result.functors.insert(current.functors.begin(), current.functors.end());
    for (const std::uint32_t source : current.sources) {
      if (seen.insert(source).second) open.push_back(source);
    }
    work_ += 1 + current.functors.size() + current.sources.size();
  }
  return domains_.emplace(found->second, std::move(result)).first->second;
}

bool Flow::may_hold(Slot slot, const Term& term) const {
  const Domain& known = domain(slot);
  return term.variable || known.anything || known.functors.contains(relation_of(term));
}

}  // namespace agon::gdl
