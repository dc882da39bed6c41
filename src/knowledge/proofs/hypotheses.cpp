#include "knowledge/proofs/hypotheses.h"

#include <absl/container/flat_hash_map.h>

#include <algorithm>
#include <bit>
#include <map>
#include <numeric>

namespace agon::knowledge::proofs {
namespace {

using Word = PlayRecord::Word;

constexpr std::uint32_t kMostArguments = 8;  // sets of arguments are tried one by one

using Fluents = std::vector<std::uint32_t>;

// At most one holds in all samples; then also whether one always does.
bool survives(const PlayRecord& record, const Fluents& group, bool& at_least_one) {
  at_least_one = true;
  for (const std::vector<Word>& sample : record.samples) {
    Word one = 0;
    Word two = 0;
    for (const std::uint32_t f : group) {
      two |= one & sample[f];
      one |= sample[f];
    }
    if (two != 0) return false;
    at_least_one = at_least_one && one == ~Word{0};
  }
  return true;
}

class GroupFinder {
 public:
  GroupFinder(const circuit::Circuit& circuit, const PlayRecord& record, Hypotheses& out)
      : program_(*circuit.program), record_(record), out_(out) {}

  void run() {
    std::map<std::pair<SymbolId, std::uint32_t>, Fluents> families;
    for (std::uint32_t f = 0; f < program_.fluents.size(); ++f) {
      const game::TermBank::Node& node = program_.terms->node(program_.fluents[f]);
      families[{node.functor, node.arity}].push_back(f);
    }
    turn_markers();
    for (const auto& [name, fluents] : families) input_sets(name.first, name.second, fluents);
  }

 private:
  std::size_t add(Fluents fluents, bool at_least_one) {
    const auto [place, fresh] = known_.emplace(fluents, out_.groups.size());
    if (fresh) out_.groups.push_back({std::move(fluents), at_least_one});
    return place->second;
  }

  // Whose turn it is may be written with several words: `place control white`, `rotate control black`.
  void turn_markers() {
    Fluents markers;
    const auto& roles = program_.info.role_terms;
    for (std::uint32_t f = 0; f < program_.fluents.size(); ++f) {
      const game::TermBank::Node& node = program_.terms->node(program_.fluents[f]);
      if (node.arity == 1 && std::ranges::find(roles, node.args[0]) != roles.end()) markers.push_back(f);
    }
    bool always = false;
    if (markers.size() >= 2 && survives(record_, markers, always)) add(std::move(markers), always);
  }

  // Minimal sets of arguments, smallest first: a superset of one that survives is no news.
  void input_sets(SymbolId functor, std::uint32_t arity, const Fluents& fluents) {
    if (arity > kMostArguments) return;
    std::vector<std::uint32_t> sets(std::size_t{1} << arity);
    std::iota(sets.begin(), sets.end(), 0U);
    std::ranges::stable_sort(sets, {}, [](std::uint32_t set) { return std::popcount(set); });
    std::vector<std::uint32_t> minimal;
    for (const std::uint32_t set : sets) {
      if (arity > 0 && set + 1 == sets.size()) continue;  // all arguments: nothing is claimed
      if (std::ranges::any_of(minimal, [&](std::uint32_t smaller) { return (smaller & set) == smaller; })) continue;
      if (try_set(functor, arity, fluents, set)) minimal.push_back(set);
    }
  }

  bool try_set(SymbolId functor, std::uint32_t arity, const Fluents& fluents, std::uint32_t set) {
    std::map<std::vector<std::uint32_t>, Fluents> parts;
    for (const std::uint32_t f : fluents) {
      const game::TermBank::Node& node = program_.terms->node(program_.fluents[f]);
      std::vector<std::uint32_t> key;
      for (std::uint32_t i = 0; i < arity; ++i) {
        if ((set >> i & 1U) != 0) key.push_back(node.args[i].value);
      }
      parts[key].push_back(f);
    }
    std::vector<std::pair<const Fluents*, bool>> survivors;
    for (const auto& [key, part] : parts) {
      bool always = false;
      if (part.size() < 2) continue;
      if (!survives(record_, part, always)) return false;
      survivors.emplace_back(&part, always);
    }
    if (survivors.empty()) return true;  // no two fluents agree on these arguments: the rules say so themselves
    InputHypothesis hypothesis;
    hypothesis.inputs.functor = program_.terms->symbols().text(functor);
    hypothesis.inputs.arity = arity;
    for (std::uint32_t i = 0; i < arity; ++i) {
      if ((set >> i & 1U) != 0) hypothesis.inputs.inputs.push_back(i);
    }
    for (const auto& [part, always] : survivors) hypothesis.groups.push_back(add(*part, always));
    out_.inputs.push_back(std::move(hypothesis));
    return true;
  }

  const ground::GroundProgram& program_;
  const PlayRecord& record_;
  Hypotheses& out_;
  std::map<Fluents, std::size_t> known_;
};

void add_goals(const circuit::Circuit& circuit, const PlayRecord& record, Hypotheses& out) {
  const game::GameInfo& info = circuit.program->info;
  const std::size_t players = info.role_count() - (info.random ? 1 : 0);
  if (players == 2 && record.sums.size() == 1 && record.every_goal_single) out.goal_sum = record.sums.front();
  out.never_goals.resize(circuit.goals.size());
  if (record.ends == 0) return;
  for (std::uint32_t r = 0; r < circuit.goals.size(); ++r) {
    if (info.random == RoleId{r}) continue;
    for (const circuit::GoalLit& goal : circuit.goals[r]) {
      const std::vector<int>& seen = record.final_goals[r];
      if (std::ranges::find(seen, goal.value) == seen.end()) out.never_goals[r].push_back(goal.value);
    }
  }
}

void add_fluents(const PlayRecord& record, Hypotheses& out) {
  for (std::uint32_t f = 0; f < record.held.size(); ++f) {
    if (!record.held[f]) {
      out.unreachable.push_back(f);
      continue;
    }
    if (!record.fell[f]) out.stays_true.push_back(f);
    if (!record.rose[f] && record.missed[f]) out.stays_false.push_back(f);
  }
}

// Sets of roles of which no two were seen to have a choice at the same time.
void add_turns(const PlayRecord& record, Hypotheses& out) {
  std::vector<bool> placed(record.chooses.size(), false);
  for (std::uint32_t first = 0; first < placed.size(); ++first) {
    if (placed[first] || !record.chooses[first]) continue;
    std::vector<RoleId> set{RoleId{first}};
    for (std::uint32_t r = first + 1; r < placed.size(); ++r) {
      const bool free = std::ranges::none_of(set, [&](RoleId other) { return record.choose_together[r][other.index()]; });
      if (placed[r] || !record.chooses[r] || !free) continue;
      set.push_back(RoleId{r});
    }
    if (set.size() < 2) continue;
    for (const RoleId role : set) placed[role.index()] = true;
    out.turns.push_back(std::move(set));
  }
}

void add_idle(const circuit::Circuit& circuit, const PlayRecord& record, Hypotheses& out) {
  const ground::GroundProgram& program = *circuit.program;
  for (std::size_t r = 0; r < program.info.role_count(); ++r) {
    std::optional<std::uint32_t> best;
    for (std::uint32_t m = program.role_begin[r]; m < program.role_begin[r + 1]; ++m) {
      if (!record.legal_alone[m] || record.legal_together[m]) continue;
      if (!best || record.legal_count[m] > record.legal_count[*best]) best = m;
    }
    if (best && record.chooses[r]) out.idle.push_back(*best);
  }
}

}  // namespace

Hypotheses hypotheses_of(const circuit::Circuit& circuit, const PlayRecord& record) {
  Hypotheses out;
  GroupFinder(circuit, record, out).run();
  add_goals(circuit, record, out);
  add_fluents(record, out);
  add_turns(record, out);
  add_idle(circuit, record, out);
  return out;
}

}  // namespace agon::knowledge::proofs
