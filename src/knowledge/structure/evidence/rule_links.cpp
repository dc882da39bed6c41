#include "knowledge/structure/evidence/rule_links.h"

#include <algorithm>
#include <numeric>

namespace agon::knowledge::structure {
namespace {

using gdl::Keyword;

// Bounds the depth of definitions: deeper ones add nothing new in practice, and hostile sheets could make chains long.
constexpr int kDepth = 12;
constexpr std::size_t kMostSources = 32;
// A neighbour relation has two cells of two coordinates and perhaps a direction; wider atoms say little about pairs.
constexpr std::size_t kLargestPairAtom = 5;
constexpr std::size_t kLargestRule = 64;  // atoms of a rule that is searched for pairs

std::pair<std::uint32_t, std::uint32_t> ordered(std::uint32_t a, std::uint32_t b) { return {std::min(a, b), std::max(a, b)}; }

}  // namespace

RuleLinks::RuleLinks(const gdl::Rules& rules) : rules_(&rules) {
  std::vector<std::vector<Atom>> atoms;
  std::vector<Uses> uses;
  for (const gdl::Rule& rule : rules.rules()) {
    atoms.push_back(atoms_of(rule));
    uses.push_back(uses_of(atoms.back()));
  }
  parent_.resize(places_.size());
  std::iota(parent_.begin(), parent_.end(), 0U);
  sources_.resize(places_.size());
  defined_by_.resize(places_.size());
  words_.resize(places_.size());
  for (std::size_t r = 0; r < atoms.size(); ++r) define(atoms[r], uses[r]);
  for (int round = 0; round < kDepth && extend_definitions(); ++round) {
  }
  for (std::size_t r = 0; r < atoms.size(); ++r) {
    connect(atoms[r], uses[r]);
    name(atoms[r], uses[r]);
    pair_up(atoms[r], uses[r]);
    note_constants(atoms[r]);
  }
}

Place RuleLinks::place(Place::Kind kind, const Family& family, std::uint32_t argument) const {
  return {kind, rules_->symbols().find(family.functor), family.arity, argument};
}

RuleLinks::PlaceId RuleLinks::id(const Place& place) {
  const auto [entry, fresh] = ids_.try_emplace(place, static_cast<PlaceId>(places_.size()));
  if (fresh) places_.push_back(place);
  return entry->second;
}

RuleLinks::PlaceId RuleLinks::find(const Place& place) const {
  const auto found = ids_.find(place);
  return found == ids_.end() ? static_cast<PlaceId>(places_.size()) : found->second;
}

RuleLinks::PlaceId RuleLinks::root(PlaceId id) const {
  while (parent_[id] != id) {
    parent_[id] = parent_[parent_[id]];
    id = parent_[id];
  }
  return id;
}

// `true`, `next`, `init` and `base` are about a fluent, `does`, `legal` and `input` about a move.
void RuleLinks::collect(const gdl::Term& atom, bool head, std::vector<Atom>& atoms) {
  const bool fluent =
      is(atom.name, Keyword::True) || is(atom.name, Keyword::Next) || is(atom.name, Keyword::Init) || is(atom.name, Keyword::Base);
  const bool move = is(atom.name, Keyword::Does) || is(atom.name, Keyword::Legal) || is(atom.name, Keyword::Input);
  if (fluent && !atom.args.empty()) atoms.push_back({Place::Kind::Fluent, &atom.args[0], head});
  else if (move && atom.args.size() == 2) atoms.push_back({Place::Kind::Move, &atom.args[1], head});
  else atoms.push_back({Place::Kind::Relation, &atom, head});
}

std::vector<RuleLinks::Atom> RuleLinks::atoms_of(const gdl::Rule& rule) {
  std::vector<Atom> atoms;
  collect(rule.head, true, atoms);
  for (const gdl::Formula& formula : rule.body) {
    gdl::for_each_atom(formula, false, [&](const gdl::Term& atom, bool) { collect(atom, false, atoms); });
  }
  return atoms;
}

RuleLinks::Uses RuleLinks::uses_of(const std::vector<Atom>& atoms) {
  Uses uses;
  for (std::uint32_t a = 0; a < atoms.size(); ++a) {
    const gdl::Term& term = *atoms[a].term;
    if (term.variable) continue;
    for (std::uint32_t i = 0; i < term.args.size(); ++i) {
      const PlaceId at = id({atoms[a].kind, term.name, static_cast<std::uint32_t>(term.args.size()), i});
      if (term.args[i].variable) uses[term.args[i].name].push_back({at, a});
    }
  }
  return uses;
}

void RuleLinks::define(const std::vector<Atom>& atoms, const Uses& uses) {
  for (const auto& [variable, places] : uses) {
    for (const Use& use : places) {
      const PlaceId a = root(places.front().place);
      const PlaceId b = root(use.place);
      parent_[std::max(a, b)] = std::min(a, b);
      if (!atoms[use.atom].head || atoms[use.atom].kind != Place::Kind::Relation) continue;
      for (const Use& body : places) {
        if (body.atom == use.atom) continue;
        auto& list = atoms[body.atom].kind == Place::Kind::Relation ? defined_by_[use.place] : sources_[use.place];
        if (list.size() < kMostSources && std::ranges::find(list, body.place) == list.end()) list.push_back(body.place);
      }
    }
  }
}

bool RuleLinks::extend_definitions() {
  bool changed = false;
  for (PlaceId p = 0; p < places_.size(); ++p) {
    for (const PlaceId q : defined_by_[p]) {
      if (p == q) continue;
      for (const PlaceId source : sources_[q]) {
        if (sources_[p].size() >= kMostSources || std::ranges::find(sources_[p], source) != sources_[p].end()) continue;
        sources_[p].push_back(source);
        changed = true;
      }
    }
  }
  return changed;
}

void RuleLinks::connect(const std::vector<Atom>& atoms, const Uses& uses) {
  for (const auto& [variable, places] : uses) {
    // The places of a variable: its own where the atom is a fluent or move, otherwise those that its relation is derived from.
    std::vector<Use> all;
    for (const Use& use : places) {
      if (atoms[use.atom].kind != Place::Kind::Relation) {
        all.push_back(use);
        continue;
      }
      for (const PlaceId source : sources_[use.place]) all.push_back({source, use.atom});
    }
    for (std::size_t i = 0; i < all.size(); ++i) {
      for (std::size_t j = i + 1; j < all.size(); ++j) {
        if (all[i].atom == all[j].atom) continue;
        ++links_[ordered(all[i].place, all[j].place)];
      }
    }
  }
}

void RuleLinks::name(const std::vector<Atom>& atoms, const Uses& uses) {
  for (const auto& [variable, places] : uses) {
    for (const Use& use : places) {
      if (atoms[use.atom].kind == Place::Kind::Relation) continue;
      ++words_[use.place][rules_->symbols().text(variable)];
      for (const Use& other : places) {
        const gdl::Term& term = *atoms[other.atom].term;
        if (atoms[other.atom].kind == Place::Kind::Relation && term.args.size() == 1) {
          words_[use.place][rules_->symbols().text(term.name)] += 10;  // a declared name says more than a variable's
        }
      }
    }
  }
}

void RuleLinks::pair_up(const std::vector<Atom>& atoms, const Uses& uses) {
  if (atoms.size() > kLargestRule) return;
  const auto stands_in = [&](SymbolId variable, std::uint32_t atom) {
    const auto found = uses.find(variable);
    return found != uses.end() && std::ranges::any_of(found->second, [&](const Use& use) { return use.atom == atom; });
  };
  for (std::uint32_t a = 0; a < atoms.size(); ++a) {
    const gdl::Term& term = *atoms[a].term;
    if (atoms[a].kind != Place::Kind::Fluent || term.variable) continue;
    for (std::uint32_t i = 0; i < term.args.size(); ++i) {
      for (std::uint32_t j = i + 1; j < term.args.size(); ++j) {
        if (!term.args[i].variable || !term.args[j].variable || term.args[i].name == term.args[j].name) continue;
        const SymbolId x = term.args[i].name;
        const SymbolId y = term.args[j].name;
        for (std::uint32_t b = 0; b < atoms.size(); ++b) {
          const gdl::Term& other = *atoms[b].term;
          if (b == a || other.variable) continue;
          const bool same_family =
              atoms[b].kind == Place::Kind::Fluent && other.name == term.name && other.args.size() == term.args.size();
          const bool has_x = stands_in(x, b);
          const bool has_y = stands_in(y, b);
          // A frame axiom, which copies a fluent to the next state, says nothing about its arguments.
          const bool both = has_x && has_y && other.args.size() <= kLargestPairAtom && !(same_family && other == term);
          bool step = false;
          if (same_family && has_x != has_y) {
            const SymbolId moved = has_x ? y : x;
            const gdl::Term& target = other.args[has_x ? j : i];
            for (std::uint32_t c = 0; c < atoms.size() && target.variable; ++c) {
              step = step || (atoms[c].kind == Place::Kind::Relation && atoms[c].term->args.size() <= 3 && stands_in(moved, c) &&
                              stands_in(target.name, c));
            }
          }
          if (!both && !step) continue;
          const auto place_of = [&](std::uint32_t argument) {
            return find({Place::Kind::Fluent, term.name, static_cast<std::uint32_t>(term.args.size()), argument});
          };
          ++pairs_[ordered(place_of(i), place_of(j))];
        }
      }
    }
  }
}

void RuleLinks::note_constants(const std::vector<Atom>& atoms) {
  for (const Atom& atom : atoms) {
    const std::vector<gdl::Term>& args = atom.term->args;
    if (atom.kind != Place::Kind::Fluent || args.size() > 32) continue;
    std::uint32_t constants = 0;
    for (std::size_t a = 0; a < args.size(); ++a) constants |= args[a].variable ? 0 : 1U << a;
    fixed_.emplace(atom.term->name, static_cast<std::uint32_t>(args.size()), constants);
  }
}

bool RuleLinks::fixes(const Family& family, std::uint32_t arguments) const {
  return fixed_.contains({rules_->symbols().find(family.functor), family.arity, arguments});
}

std::optional<std::uint32_t> RuleLinks::domain(const Place& place) const {
  const PlaceId id = find(place);
  return id < places_.size() ? std::optional(root(id)) : std::nullopt;
}

std::uint32_t RuleLinks::link(const Place& a, const Place& b) const {
  const auto found = links_.find(ordered(find(a), find(b)));
  return found == links_.end() ? 0 : found->second;
}

bool RuleLinks::paired(const Place& a, const Place& b) const {
  const auto found = pairs_.find(ordered(find(a), find(b)));
  return found != pairs_.end() && found->second > 1;  // one table of scores proves nothing
}

bool RuleLinks::stands_for(const Place& here, const Place& fluent) const {
  if (here == fluent) return true;
  const PlaceId at = find(here);
  return at < places_.size() && std::ranges::find(sources_[at], find(fluent)) != sources_[at].end();
}

std::vector<std::uint32_t> RuleLinks::shared(const gdl::Term& relation, const Atom& other, std::span<const Place> places) const {
  std::vector<std::uint32_t> result;
  for (std::size_t p = 0; p < places.size(); ++p) {
    const auto same_thing = [&](std::uint32_t argument) {
      for (std::uint32_t i = 0; i < other.term->args.size(); ++i) {
        const Place here{other.kind, other.term->name, static_cast<std::uint32_t>(other.term->args.size()), i};
        if (other.term->args[i] == relation.args[argument] && stands_for(here, places[p])) return true;
      }
      return false;
    };
    for (std::uint32_t a = 0; a < relation.args.size() && result.size() == p; ++a) {
      // One argument may be several coordinates only if it is so in the fluent, as c4 is.
      bool taken = false;
      for (std::size_t q = 0; q < p; ++q) taken = taken || (result[q] == a && places[q] != places[p]);
      if (!taken && relation.args[a].variable && same_thing(a)) result.push_back(a);
    }
    if (result.size() == p) return {};
  }
  return result;
}

std::vector<std::uint32_t> RuleLinks::joined(const Family& relation, std::span<const Place> places) const {
  const SymbolId name = rules_->symbols().find(relation.functor);
  for (const gdl::Rule& rule : rules_->rules()) {
    const SymbolId head = rule.head.name;
    if (is(head, Keyword::Init) || is(head, Keyword::Base) || is(head, Keyword::Input)) continue;
    const std::vector<Atom> atoms = atoms_of(rule);
    for (const Atom& atom : atoms) {
      if (atom.head || atom.kind != Place::Kind::Relation || atom.term->name != name) continue;
      if (atom.term->args.size() != relation.arity) continue;
      for (const Atom& other : atoms) {
        if (other.term == atom.term || other.term->variable) continue;
        if (std::vector<std::uint32_t> found = shared(*atom.term, other, places); !found.empty()) return found;
      }
    }
  }
  return {};
}

const std::map<std::string, std::uint32_t>& RuleLinks::words(const Place& place) const {
  static const std::map<std::string, std::uint32_t> kNone;
  const PlaceId id = find(place);
  return id < places_.size() ? words_[id] : kNone;
}

}  // namespace agon::knowledge::structure
