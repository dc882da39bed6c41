#include "knowledge/decomposition/factoring.h"

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

#include "base/hash.h"

namespace agon::knowledge {

using ground::AtomId;
using ground::Composition;
using ground::GroundLiteral;
using ground::GroundProgram;

namespace {

constexpr std::size_t kMaxGroups = 5'000;
constexpr std::size_t kMaxTable = 50'000'000;  // classes of moves, of all groups

std::uint64_t word_of(GroundLiteral lit) { return mix(0x9e3779b97f4a7c15ULL, lit.code); }

}  // namespace

void Factoring::Fingerprint::add(std::uint64_t word) {
  first += mix(0x2545f4914f6cdd1dULL, word);
  second += mix(0x6a09e667f3bcc909ULL, mix(word, 0xbb67ae8584caa73bULL));
}

Factoring::Factoring(const GroundProgram& program, const circuit::RuleOrder& order, const std::vector<bool>& is_shared,
                     std::span<const std::vector<Truth>> phases, WorkCount& work)
    : program_(program),
      order_(order),
      is_shared_(is_shared),
      work_(work),
      position_(program.atom_count, 0),
      parent_(program.fluents.size()) {
  std::uint32_t at = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (const AtomId atom : order.component(i)) position_[atom] = ++at;
  }
  std::iota(parent_.begin(), parent_.end(), 0U);
  for (const std::vector<Truth>& given : phases) {
    work_.spend(program.literals.size());
    phases_.emplace_back(program, order, given);
  }
}

std::vector<Group> Factoring::run() {
  for (std::size_t p = 0; p < phases_.size(); ++p) link_next(p);
  link_legality();
  std::vector<Group> groups = separate();
  if (groups.size() >= 2) return groups;
  compare_effects_ = true;
  return separate();
}

std::vector<Group> Factoring::separate() {
  std::map<std::uint32_t, std::vector<std::uint32_t>> members;
  for (std::uint32_t f = 0; f < program_.fluents.size(); ++f) {
    if (!is_shared_[f]) members[find(f)].push_back(f);
  }
  if (members.size() > kMaxGroups || members.size() * program_.moves.size() > kMaxTable) throw WorkExhausted{};
  std::vector<Group> groups;
  for (auto& entry : members) {
    Group group = make_group(std::move(entry.second));
    if (!has_choice(group)) continue;
    for (std::size_t i = 0; i < groups.size();) {
      if (independent(group, groups[i])) {
        ++i;
        continue;
      }
      group = merge(group, groups[i]);
      groups.erase(groups.begin() + static_cast<std::ptrdiff_t>(i));
      i = 0;  // what is independent of both need not be independent of the two together
    }
    groups.push_back(std::move(group));
  }
  return groups;
}

std::uint32_t Factoring::find(std::uint32_t fluent) {
  while (parent_[fluent] != fluent) fluent = parent_[fluent] = parent_[parent_[fluent]];
  return fluent;
}
bool Factoring::unite(std::uint32_t a, std::uint32_t b) {
  a = find(a);
  b = find(b);
  parent_[std::max(a, b)] = std::min(a, b);
  return a != b;
}

std::vector<std::uint32_t> Factoring::alive_rules(AtomId atom, std::size_t phase) {
  const circuit::RuleOrder::Rules rules = order_.rules_of(atom);
  std::vector<std::uint32_t> alive;
  for (std::uint32_t r = rules.begin; r < rules.end; ++r) {
    work_.spend(program_.body(r).size());
    if (!phases_[phase].is_dead(r)) alive.push_back(r);
  }
  return alive;
}

// Open derived atoms that the next values of these fluents depend on, in topological order.
std::vector<AtomId> Factoring::cone(std::span<const std::uint32_t> fluents, std::size_t phase) {
  const PartialEvaluation& now = phases_[phase];
  absl::flat_hash_set<AtomId> seen;
  std::vector<AtomId> atoms;
  const auto visit = [&](AtomId atom) {
    if (atom < program_.base_count() || !now.is_open(atom)) return;
    if (seen.insert(atom).second) atoms.push_back(atom);
  };
  for (const std::uint32_t f : fluents) visit(program_.next[f]);
  for (std::size_t i = 0; i < atoms.size(); ++i) {
    for (const std::uint32_t r : alive_rules(atoms[i], phase)) {
      for (const GroundLiteral lit : program_.body(r)) visit(lit.atom());
    }
  }
  std::sort(atoms.begin(), atoms.end(), [&](AtomId a, AtomId b) { return position_[a] < position_[b]; });
  return atoms;
}

// Which group each open atom looks at.
std::vector<std::uint32_t> Factoring::owners(std::size_t phase) {
  const PartialEvaluation& now = phases_[phase];
  std::vector<std::uint32_t> owner(program_.atom_count, kNobody);
  for (AtomId f = 0; f < program_.fluents.size(); ++f) {
    if (!is_shared_[f] && now.is_open(f)) owner[f] = find(f);
  }
  const auto join = [](std::uint32_t& into, std::uint32_t other) {
    if (other == kNobody || into == other) return false;
    into = into == kNobody ? other : kSeveral;
    return true;
  };
  for (std::size_t i = 0; i < order_.size(); ++i) {
    for (bool changed = true; changed;) {
      changed = false;
      for (const AtomId atom : order_.component(i)) {
        if (!now.is_open(atom) || owner[atom] == kSeveral) continue;
        for (const std::uint32_t r : alive_rules(atom, phase)) {
          for (const GroundLiteral lit : program_.body(r)) {
            if (now.is_open(lit.atom()) && join(owner[atom], owner[lit.atom()])) changed = order_.component(i).size() > 1;
          }
        }
      }
    }
  }
  return owner;
}

// Fluents are united along the rules: where a rule is needed for the next value of some fluent, all that it looks at is needed.
void Factoring::link_next(std::size_t phase) {
  const PartialEvaluation& now = phases_[phase];
  const std::vector<std::uint32_t> owner = owners(phase);  // only whether there is one
  std::vector<std::uint32_t> parent(program_.atom_count);
  std::iota(parent.begin(), parent.end(), 0U);
  const auto root = [&](std::uint32_t atom) {
    while (parent[atom] != atom) atom = parent[atom] = parent[parent[atom]];
    return atom;
  };
  std::vector<bool> seen(program_.atom_count, false);
  std::vector<AtomId> queue;
  const auto link = [&](AtomId from, AtomId to) {
    if (to >= program_.atom_count || !now.is_open(to) || owner[to] == kNobody) return;
    parent[root(from)] = root(to);
    if (to < program_.base_count() || seen[to]) return;
    seen[to] = true;
    queue.push_back(to);
  };
  for (std::uint32_t f = 0; f < program_.fluents.size(); ++f) {
    if (!is_shared_[f]) link(f, program_.next[f]);
  }
  while (!queue.empty()) {
    const AtomId atom = queue.back();
    queue.pop_back();
    for (const std::uint32_t r : alive_rules(atom, phase)) {
      for (const GroundLiteral lit : program_.body(r)) link(atom, lit.atom());
    }
  }
  absl::flat_hash_map<std::uint32_t, std::uint32_t> first;
  for (std::uint32_t f = 0; f < program_.fluents.size(); ++f) {
    if (is_shared_[f]) continue;
    const auto known = first.try_emplace(root(f), f);
    if (!known.second) unite(f, known.first->second);
  }
}

// A legality that is no conjunction of conditions on single groups ties them together.
void Factoring::link_legality() {
  for (bool again = true; again;) {
    again = false;
    legality_.assign(phases_.size(), {});
    for (std::size_t p = 0; p < phases_.size(); ++p) {
      const std::vector<std::uint32_t> owner = owners(p);
      for (const std::vector<std::uint32_t>& moves : phases_[p].moves()) {
        for (const std::uint32_t m : moves) {
          const AtomId legal = program_.legal[m];
          if (!phases_[p].is_open(legal)) continue;
          Conditions conditions;
          if (split(GroundLiteral::of(legal, false), p, owner, conditions)) {
            legality_[p].emplace(m, std::move(conditions));
            continue;
          }
          std::vector<AtomId> below{legal};
          absl::flat_hash_set<AtomId> seen{legal};
          std::optional<std::uint32_t> first;
          for (std::size_t i = 0; i < below.size(); ++i) {
            if (below[i] < program_.fluents.size()) {
              if (!first) first = below[i];
              again = unite(*first, below[i]) || again;
              continue;
            }
            for (const std::uint32_t r : alive_rules(below[i], p)) {
              for (const GroundLiteral lit : program_.body(r)) {
                if (owner[lit.atom()] != kNobody && seen.insert(lit.atom()).second) below.push_back(lit.atom());
              }
            }
          }
        }
      }
    }
  }
}

bool Factoring::split(GroundLiteral lit, std::size_t phase, const std::vector<std::uint32_t>& owner, Conditions& out) {
  const std::uint32_t whose = owner[lit.atom()];
  if (!phases_[phase].is_open(lit.atom())) return true;
  if (whose == kNobody) return false;  // open without a state to look at: a loop that nothing supports
  if (whose != kSeveral) {
    out[find(whose)].add(word_of(lit));
    return true;
  }
  if (lit.negated() || order_.cyclic(lit.atom())) return false;
  const std::vector<std::uint32_t> rules = alive_rules(lit.atom(), phase);
  if (rules.size() > 1) return split_product(rules, phase, owner, out);
  return std::ranges::all_of(program_.body(rules.front()), [&](GroundLiteral part) { return split(part, phase, owner, out); });
}

// A disjunction of conjunctions that is a conjunction of disjunctions, one for each group: all combinations are there.
bool Factoring::split_product(std::span<const std::uint32_t> rules, std::size_t phase, const std::vector<std::uint32_t>& owner,
                              Conditions& out) {
  std::set<Conditions> all;
  std::map<std::uint32_t, std::set<Fingerprint>> sides;
  for (const std::uint32_t r : rules) {
    Conditions one;
    for (const GroundLiteral lit : program_.body(r)) {
      if (!phases_[phase].is_open(lit.atom())) continue;
      if (owner[lit.atom()] == kNobody || owner[lit.atom()] == kSeveral) return false;
      one[find(owner[lit.atom()])].add(word_of(lit));
    }
    for (const auto& [group, condition] : one) sides[group].insert(condition);
    all.insert(std::move(one));
  }
  std::size_t combinations = 1;
  for (const auto& [group, conditions] : sides) {
    if (std::ranges::any_of(all, [&, g = group](const Conditions& one) { return !one.contains(g); })) return false;
    combinations *= conditions.size();
  }
  if (combinations != all.size()) return false;
  for (const auto& [group, conditions] : sides) {
    for (const Fingerprint& condition : conditions) out[group].add(mix(condition.first, condition.second));
  }
  return true;
}

Group Factoring::make_group(std::vector<std::uint32_t> fluents) {
  Group group;
  group.fluents = std::move(fluents);
  const std::uint32_t root = find(group.fluents.front());
  std::vector<Fingerprint> prints(program_.moves.size());
  std::vector<Fingerprint> conditions(program_.moves.size());
  for (std::size_t p = 0; p < phases_.size(); ++p) {
    const PartialEvaluation& now = phases_[p];
    std::fill(prints.begin(), prints.end(), Fingerprint{});
    std::fill(conditions.begin(), conditions.end(), Fingerprint{});
    const auto is_open_move = [&](AtomId atom) {
      return atom >= program_.fluents.size() && atom < program_.base_count() && now.is_open(atom);
    };
    for (const std::uint32_t f : group.fluents) {
      const AtomId next = program_.next[f];
      if (is_open_move(next)) prints[next - program_.fluents.size()].add(mix(f, 0x51ULL));
    }
    const std::vector<AtomId> atoms = cone(group.fluents, p);
    for (const AtomId atom : atoms) {
      for (const std::uint32_t r : alive_rules(atom, p)) {
        std::uint64_t rest = mix(atom, 0x17ULL);
        for (const GroundLiteral lit : program_.body(r)) {
          if (now.is_open(lit.atom())) rest += word_of(lit);
        }
        for (const GroundLiteral lit : program_.body(r)) {
          if (is_open_move(lit.atom()))
            prints[lit.atom() - program_.fluents.size()].add(mix(rest - word_of(lit), lit.negated() ? 3 : 5));
        }
      }
    }
    for (const auto& [move, all] : legality_[p]) {
      if (const auto own = all.find(root); own != all.end()) conditions[move] = own->second;
    }
    work_.spend(program_.moves.size());
    std::vector<ChoiceClasses> roles;
    for (const std::vector<std::uint32_t>& moves : now.moves()) {
      ChoiceClasses choices;
      std::map<std::pair<Fingerprint, Fingerprint>, std::uint32_t> numbers;
      const auto number = [&](std::uint32_t m, const Fingerprint& effect) {
        const auto known = numbers.try_emplace({effect, conditions[m]}, static_cast<std::uint32_t>(choices.classes.size()));
        if (known.second) choices.classes.push_back({m, conditions[m] != Fingerprint{}, ChoiceClasses::Idle::Unknown});
        return known.first->second;
      };
      std::map<Fingerprint, Fingerprint> effects;  // by what the rules say of a move, what follows from it
      for (const std::uint32_t m : moves) {
        const auto known = effects.try_emplace(prints[m], prints[m]);
        if (known.second && compare_effects_) known.first->second = effect_of(group.fluents, atoms, p, m).value_or(prints[m]);
        choices.of.push_back(number(m, known.first->second));
      }
      roles.push_back(std::move(choices));
    }
    group.choices.push_back(std::move(roles));
  }
  return group;
}

// The next values as functions of the state and of what the other roles do: rules as sets of conditions, formulas as sets of rules.
std::optional<Factoring::Fingerprint> Factoring::effect_of(std::span<const std::uint32_t> fluents, std::span<const AtomId> atoms,
                                                           std::size_t phase, std::uint32_t move) {
  const PartialEvaluation& now = phases_[phase];
  const Fingerprint no{1, 0};
  const Fingerprint yes{2, 0};
  absl::flat_hash_map<AtomId, Fingerprint> known;
  const auto value = [&](AtomId atom) {
    if (now.of(atom) != Truth::Open) return now.of(atom) == Truth::True ? yes : no;
    if (atom >= program_.base_count()) return known.at(atom);
    if (atom >= program_.fluents.size()) {
      const std::uint32_t m = atom - static_cast<AtomId>(program_.fluents.size());
      if (program_.moves[m].role == program_.moves[move].role) return m == move ? yes : no;
    }
    Fingerprint itself;
    itself.add(mix(atom, 0x33ULL));
    return itself;
  };
  std::vector<Fingerprint> rules;
  std::vector<Fingerprint> body;
  const auto as_set = [](std::vector<Fingerprint>& members) {
    std::sort(members.begin(), members.end());
    members.erase(std::unique(members.begin(), members.end()), members.end());
    if (members.size() == 1) return members.front();
    Fingerprint whole;
    for (const Fingerprint& member : members) whole.add(mix(member.first, member.second));
    return whole;
  };
  for (const AtomId atom : atoms) {
    if (order_.cyclic(atom)) return {};
    rules.clear();
    bool always = false;
    for (const std::uint32_t r : alive_rules(atom, phase)) {
      body.clear();
      bool dead = false;
      for (const GroundLiteral lit : program_.body(r)) {
        Fingerprint one = value(lit.atom());
        if (lit.negated()) {
          if (one == yes || one == no) {
            one = one == yes ? no : yes;
          } else {
            Fingerprint negated;
            negated.add(mix(one.first, one.second ^ 0x5555ULL));
            one = negated;
          }
        }
        dead = dead || one == no;
        if (one != yes) body.push_back(one);
      }
      if (dead) continue;
      always = always || body.empty();
      Fingerprint whole = as_set(body);
      if (body.size() > 1) whole.first ^= 0x77ULL;  // a conjunction is no disjunction
      rules.push_back(whole);
    }
    known[atom] = always ? yes : rules.empty() ? no : as_set(rules);
  }
  Fingerprint all;
  for (const std::uint32_t f : fluents) {
    const Fingerprint next = value(program_.next[f]);
    all.add(mix(mix(f, next.first), next.second));
  }
  return all;
}

Group Factoring::merge(const Group& a, const Group& b) const {
  using Idle = ChoiceClasses::Idle;
  Group both;
  std::set_union(a.fluents.begin(), a.fluents.end(), b.fluents.begin(), b.fluents.end(), std::back_inserter(both.fluents));
  for (std::size_t p = 0; p < phases_.size(); ++p) {
    std::vector<ChoiceClasses> roles;
    for (std::size_t r = 0; r < a.choices[p].size(); ++r) {
      const ChoiceClasses& x = a.choices[p][r];
      const ChoiceClasses& y = b.choices[p][r];
      ChoiceClasses choices;
      std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> numbers;
      work_.spend(x.of.size());
      for (std::size_t i = 0; i < x.of.size(); ++i) {
        const auto known = numbers.try_emplace({x.of[i], y.of[i]}, static_cast<std::uint32_t>(choices.classes.size()));
        if (known.second) {
          const ChoiceClasses::Class& cx = x.classes[x.of[i]];
          const ChoiceClasses::Class& cy = y.classes[y.of[i]];
          const bool no = cx.idle == Idle::No || cy.idle == Idle::No;
          const bool yes = cx.idle == Idle::Yes && cy.idle == Idle::Yes;
          choices.classes.push_back({phases_[p].moves()[r][i], cx.conditioned || cy.conditioned,
                                     no    ? Idle::No
                                     : yes ? Idle::Yes
                                           : Idle::Unknown});
        }
        choices.of.push_back(known.first->second);
      }
      roles.push_back(std::move(choices));
    }
    both.choices.push_back(std::move(roles));
  }
  return both;
}

bool Factoring::has_choice(const Group& group) {
  return std::ranges::any_of(group.choices, [](const std::vector<ChoiceClasses>& roles) {
    return std::ranges::any_of(roles, [](const ChoiceClasses& choices) { return choices.classes.size() > 1; });
  });
}

bool Factoring::independent(Group& a, Group& b) {
  Group both[] = {a, b};
  if (is_parallel(both)) return true;
  const bool result = is_interleaved(both);
  a = std::move(both[0]);  // with what was learnt about idle moves
  b = std::move(both[1]);
  return result;
}

std::optional<Composition> Factoring::relation(std::vector<Group>& groups) {
  if (is_parallel(groups)) return Composition::Parallel;
  if (is_interleaved(groups)) return Composition::Interleaved;
  return {};
}

// In every phase and for every role each combination of choices is a move.
bool Factoring::is_parallel(std::span<Group> groups) const {
  for (std::size_t p = 0; p < phases_.size(); ++p) {
    for (std::size_t r = 0; r < phases_[p].moves().size(); ++r) {
      const std::size_t moves = phases_[p].moves()[r].size();
      std::size_t combinations = 1;
      for (const Group& group : groups) {
        combinations *= group.choices[p][r].classes.size();
        if (combinations > moves) return false;
      }
      if (combinations <= 1) continue;
      work_.spend(moves * groups.size());
      std::set<std::vector<std::uint32_t>> seen;
      std::vector<std::uint32_t> tuple;
      for (std::size_t i = 0; i < moves; ++i) {
        tuple.clear();
        for (const Group& group : groups) tuple.push_back(group.choices[p][r].of[i]);
        seen.insert(tuple);
      }
      if (seen.size() != combinations) return false;
    }
  }
  return true;
}

// Every move leaves all groups as they are but one at most, and only this one has a say in its legality.
bool Factoring::is_interleaved(std::span<Group> groups) {
  for (std::size_t p = 0; p < phases_.size(); ++p) {
    for (std::size_t r = 0; r < phases_[p].moves().size(); ++r) {
      if (phases_[p].moves()[r].size() <= 1) continue;  // the role has no choice
      for (std::size_t i = 0; i < phases_[p].moves()[r].size(); ++i) {
        int busy = 0;
        for (Group& group : groups) {
          if (!is_idle(group, p, r, group.choices[p][r].of[i]) && ++busy > 1) return false;
        }
      }
    }
  }
  return true;
}

bool Factoring::is_idle(Group& group, std::size_t phase, std::size_t role, std::uint32_t choice) {
  ChoiceClasses::Class& which = group.choices[phase][role].classes[choice];
  if (which.idle == ChoiceClasses::Idle::Unknown) {
    const bool idle =
        !which.conditioned && std::ranges::all_of(group.fluents, [&](std::uint32_t f) { return stays(f, phase, which.sample); });
    which.idle = idle ? ChoiceClasses::Idle::Yes : ChoiceClasses::Idle::No;
  }
  return which.idle == ChoiceClasses::Idle::Yes;
}

bool Factoring::stays(std::uint32_t fluent, std::size_t phase) { return keeps(fluent, phase, {}); }
bool Factoring::stays(std::uint32_t fluent, std::size_t phase, std::uint32_t move) { return keeps(fluent, phase, move); }

// Abstract interpretation of the rules for the next value: a formula is false, true, the fluent, something that implies the fluent,
// or anything.
bool Factoring::keeps(std::uint32_t fluent, std::size_t phase, std::optional<std::uint32_t> move) {
  enum Value : std::uint8_t { kFalse, kTrue, kSame, kBelow, kAny };
  const PartialEvaluation& now = phases_[phase];
  const std::vector<AtomId> atoms = cone({&fluent, 1}, phase);
  absl::flat_hash_map<AtomId, Value> values;
  const auto value = [&](AtomId atom) {
    if (now.of(atom) != Truth::Open) return now.of(atom) == Truth::True ? kTrue : kFalse;
    if (atom == fluent) return kSame;
    if (atom < program_.fluents.size()) return kAny;
    if (atom < program_.base_count()) {
      const std::uint32_t m = atom - static_cast<AtomId>(program_.fluents.size());
      if (!move || program_.moves[m].role != program_.moves[*move].role) return kAny;
      return m == *move ? kTrue : kFalse;
    }
    const auto known = values.find(atom);
    return known == values.end() ? kAny : known->second;
  };
  for (const AtomId atom : atoms) {
    if (order_.cyclic(atom)) continue;
    Value result = kFalse;
    for (const std::uint32_t r : alive_rules(atom, phase)) {
      Value body = kTrue;
      for (const GroundLiteral lit : program_.body(r)) {
        Value one = value(lit.atom());
        if (lit.negated()) one = one == kTrue ? kFalse : one == kFalse ? kTrue : kAny;
        if (one == kFalse || body == kFalse) body = kFalse;
        else if (one == kTrue || body == one) continue;
        else if (body == kTrue) body = one;
        else if (one != kAny || body != kAny) body = kBelow;  // the fluent, or below it, and something else
      }
      if (body == kTrue || result == kTrue) result = kTrue;
      else if (body == kFalse || result == body) continue;
      else if (result == kFalse) result = body;
      else result = result == kAny || body == kAny ? kAny : kSame;  // the fluent, or something below it
    }
    values[atom] = result;
  }
  return value(program_.next[fluent]) == kSame;
}

}  // namespace agon::knowledge
