#include "circuit/invariants.h"

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include <algorithm>
#include <bit>
#include <optional>

#include "circuit/evaluator.h"
#include "circuit/sat_questions.h"

namespace agon::circuit {
namespace {

using Clock = std::chrono::steady_clock;

// The work is counted, not timed, so that one rule sheet gives one circuit on every machine; the clock is only a safety net.
constexpr double kQuestionGates = 6e6;   // gates times questions
constexpr double kSimulatedGates = 2e7;  // gates times steps
constexpr std::size_t kMaxGroup = 256;   // pairs are written out
// In a larger circuit only turn-taking is tried: the other queries that fit into the budget would prove nothing (one group of 148
// in chess), and they would need the whole circuit in the solver.
constexpr std::size_t kTurnsOnly = 500'000;
constexpr std::size_t kSmallGroup = 8;
constexpr int kSimulatedSteps = 150;

struct Candidate {
  Group group;
  bool exactly_one = true;
  bool at_most_one = true;
};

std::size_t questions_for(const Circuit& circuit) {
  return std::max<std::size_t>(12, static_cast<std::size_t>(kQuestionGates / static_cast<double>(circuit.network.size())));
}
// Per query: a conflict costs more in a larger circuit.
int conflicts_for(const Circuit& circuit) {
  return std::clamp(static_cast<int>(1e6 / static_cast<double>(circuit.network.size())), 20, 200);
}
int steps_for(const Circuit& circuit) {
  return std::clamp(static_cast<int>(kSimulatedGates / static_cast<double>(circuit.network.size())), 8, kSimulatedSteps);
}

bool turns_only(const Circuit& circuit) { return circuit.network.size() > kTurnsOnly; }

// Turn-taking may be written in several ways: `place control white`, `rotate control black`.
void add_turns(const ground::GroundProgram& program, std::vector<Candidate>& result) {
  const game::TermBank& terms = *program.terms;
  std::vector<std::uint32_t> turns;
  for (std::uint32_t f = 0; f < program.fluents.size(); ++f) {
    const game::TermBank::Node& node = terms.node(program.fluents[f]);
    if (node.arity == 1 && std::ranges::find(program.info.role_terms, node.args[0]) != program.info.role_terms.end())
      turns.push_back(f);
  }
  if (turns.size() >= 2 && turns.size() <= kMaxGroup) result.push_back({{turns, false}, true, true});
}

// Fluents that differ in one argument only: `cell 1 1 x` and `cell 1 1 o`, `control white` and `control black`.
void add_families(const ground::GroundProgram& program, std::vector<Candidate>& result) {
  const game::TermBank& terms = *program.terms;
  std::uint32_t widest = 0;
  for (const TermId term : program.fluents) widest = std::max(widest, terms.node(term).arity);
  for (std::uint32_t back = 0; back < std::min(widest, 8U); ++back) {  // the last argument first: contents come last
    absl::flat_hash_map<std::vector<std::uint32_t>, std::vector<std::uint32_t>> groups;
    for (std::uint32_t f = 0; f < program.fluents.size(); ++f) {
      const game::TermBank::Node& node = terms.node(program.fluents[f]);
      if (back >= node.arity) continue;
      std::vector<std::uint32_t> key{node.functor.value, node.arity};
      for (std::uint32_t i = 0; i < node.arity; ++i) {
        if (i != node.arity - 1 - back) key.push_back(node.args[i].value);
      }
      groups[key].push_back(f);
    }
    std::vector<std::vector<std::uint32_t>> sorted;
    for (auto& [key, fluents] : groups) {
      if (fluents.size() >= 2 && fluents.size() <= kMaxGroup) sorted.push_back(std::move(fluents));
    }
    std::ranges::sort(sorted);
    for (auto& fluents : sorted) result.push_back({{std::move(fluents), false}, true, true});
  }
}

void look_at(const std::vector<std::uint64_t>& fluents, std::vector<Candidate>& candidates) {
  for (Candidate& candidate : candidates) {
    if (!candidate.at_most_one) continue;
    std::uint64_t one = 0;
    std::uint64_t two = 0;
    for (const std::uint32_t f : candidate.group.fluents) {
      two |= one & fluents[f];
      one |= fluents[f];
    }
    if (two != 0) candidate.at_most_one = candidate.exactly_one = false;
    if (one != ~std::uint64_t{0}) candidate.exactly_one = false;
  }
}

// Queries about one step: the state is not terminal, the moves made are legal, at most one per role.
class StepQuestions {
 public:
  StepQuestions(const Circuit& circuit, Network& network) : sat_(network) {
    if (turns_only(circuit)) {  // whose turn it is seldom depends on which moves are legal
      not_over_ = sat_.name(kTrue);
      return;
    }
    not_over_ = sat_.name(!circuit.terminal);
    const ground::GroundProgram& p = *circuit.program;
    for (std::size_t m = 0; m < p.moves.size(); ++m) {
      const MoveInput& input = circuit.moves[m];
      if (input.leaf == MoveInput::kForced || circuit.selectors[input.selector].roles.size() > 1) continue;
      const Lit leaf = Lit::of(circuit.selectors[input.selector].leaves[input.leaf]);
      if (leaf.node() != 0) sat_.add({-sat_.name(leaf), sat_.name(circuit.legal[m])});
    }
    for (const Selector& selector : circuit.selectors) exactly_one(selector.leaves);
  }
  SatQuestions& sat() { return sat_; }
  int not_over() const { return not_over_; }

 private:
  // Sequential (ladder) encoding: s_i says that one of the first i is true. Moves that no gate reads are merged into one.
  void exactly_one(const std::vector<NodeId>& nodes) {
    std::vector<int> all;
    for (const NodeId node : nodes) {
      if (node != 0) all.push_back(sat_.name(Lit::of(node)));
    }
    if (all.size() < nodes.size()) all.push_back(sat_.fresh());
    if (!all.empty()) sat_.add_clause(all);
    int before = 0;
    for (const int own : all) {
      if (before != 0) sat_.add({-before, -own});
      const int now = sat_.fresh();
      sat_.add({-own, now});
      if (before != 0) sat_.add({-before, now});
      before = now;
    }
  }

  SatQuestions sat_;
  int not_over_ = 0;
};

// Two literals for the violations of a group: two members hold; no member holds.
std::pair<Lit, Lit> violations(Network& network, const std::vector<Lit>& lits) {
  Lit one = kFalse;
  std::vector<Lit> twice;
  for (const Lit lit : lits) {
    twice.push_back(network.make_and(one, lit));
    one = network.make_or(one, lit);
  }
  return {network.make_or(std::move(twice)), !one};
}

// A fluent that all moves of the role but one need: without it the remaining move is what the role does, because a role always has
// a legal move. No value if there is no such fluent.
std::optional<Facts::Default> common_condition(const Circuit& circuit, std::size_t role) {
  const ground::GroundProgram& p = *circuit.program;
  const std::uint32_t count = p.role_begin[role + 1] - p.role_begin[role];
  absl::flat_hash_map<std::uint32_t, std::uint32_t> needed_by;  // literal: moves
  std::vector<absl::flat_hash_set<std::uint32_t>> needs(count);
  for (std::uint32_t m = 0; m < count; ++m) {
    std::vector<Lit> open{circuit.legal[p.role_begin[role] + m]};
    while (!open.empty() && needs[m].size() < 64) {
      const Lit lit = open.back();
      open.pop_back();
      const Node& node = circuit.network.node(lit.node());
      if (node.kind == NodeKind::And && !lit.inverted()) {
        open.push_back(node.a);
        open.push_back(node.b);
      } else if (node.kind == NodeKind::Fluent && needs[m].insert(lit.code).second) {
        ++needed_by[lit.code];
      }
    }
  }
  std::optional<Facts::Default> best;
  for (const auto& [code, moves] : needed_by) {
    if (moves + 1 != count) continue;
    for (std::uint32_t m = 0; m < count; ++m) {
      if (needs[m].contains(code)) continue;
      const Lit lit{code};
      const Facts::Default found{p.role_begin[role] + m, false, circuit.network.node(lit.node()).index, lit.inverted()};
      if (!best || found.fluent < best->fluent) best = found;
    }
  }
  return best;
}

}  // namespace

std::vector<Group> prove_groups(const Circuit& circuit, std::chrono::milliseconds time, InvariantReport& report) {
  const auto start = Clock::now();
  const auto spent = [&] { return std::chrono::duration<double>(Clock::now() - start).count(); };
  const double budget = static_cast<double>(time.count()) / 1000;
  const ground::GroundProgram& program = *circuit.program;

  // 1. Candidates that random play does not refute.
  std::vector<Candidate> candidates;
  add_turns(program, candidates);
  if (!turns_only(circuit)) add_families(program, candidates);
  Simulation simulation(circuit, 1);
  for (int step = 0; step < steps_for(circuit); ++step) {
    look_at(simulation.fluents(), candidates);
    simulation.step();
  }
  look_at(simulation.fluents(), candidates);
  std::erase_if(candidates, [](const Candidate& c) { return !c.at_most_one; });
  // At most one group per fluent; exact ones first.
  std::ranges::stable_sort(candidates, [](const Candidate& a, const Candidate& b) { return a.exactly_one && !b.exactly_one; });
  std::vector<bool> taken(program.fluents.size(), false);
  std::erase_if(candidates, [&](const Candidate& c) {
    if (std::ranges::any_of(c.group.fluents, [&](std::uint32_t f) { return static_cast<bool>(taken[f]); })) return true;
    for (const std::uint32_t f : c.group.fluents) taken[f] = true;
    return false;
  });
  report.candidates += candidates.size();

  // 2. The induction step, repeated until no candidate is dropped.
  Network network = circuit.network;
  std::vector<std::pair<Lit, Lit>> broken;
  for (const Candidate& candidate : candidates) {
    std::vector<Lit> next;
    for (const std::uint32_t f : candidate.group.fluents) next.push_back(circuit.next[f]);
    broken.push_back(violations(network, next));
  }
  StepQuestions questions(circuit, network);
  SatQuestions& sat = questions.sat();
  sat.stop_at(start + time);
  std::vector<int> active(candidates.size());  // assumed: the group holds now
  std::vector<int> active_exact(candidates.size());
  for (std::size_t c = 0; c < candidates.size(); ++c) {
    active[c] = sat.fresh();
    active_exact[c] = sat.fresh();
    std::vector<int> names;
    for (const std::uint32_t f : candidates[c].group.fluents) {
      if (circuit.fluents[f] != 0) names.push_back(sat.name(Lit::of(circuit.fluents[f])));
    }
    for (std::size_t i = 0; i < names.size(); ++i) {
      for (std::size_t j = i + 1; j < names.size(); ++j) sat.add({-active[c], -names[i], -names[j]});
    }
    if (names.size() == candidates[c].group.fluents.size()) {
      names.push_back(-active_exact[c]);
      sat.add_clause(names);
    }
  }
  // 2a. Small groups one by one, each with those proved before it: what is proved here stays proved when time runs out.
  std::vector<bool> proved(candidates.size(), false);
  const auto refuted = [&](std::size_t c, Lit violation, const auto& assumed) {
    std::vector<int> assumptions{questions.not_over(), sat.name(violation)};
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      if (!candidates[i].at_most_one || !assumed(i, c)) continue;
      assumptions.push_back(active[i]);
      if (candidates[i].exactly_one) assumptions.push_back(active_exact[i]);
    }
    ++report.solved;
    return sat.possible(assumptions, conflicts_for(circuit)) != false;
  };
  const auto alone = [&](std::size_t i, std::size_t c) { return i == c || proved[i]; };
  const std::size_t allowed = questions_for(circuit);
  for (std::size_t c = 0; c < candidates.size() && report.solved < allowed / 2 && spent() < budget; ++c) {
    if (candidates[c].group.fluents.size() > kSmallGroup || refuted(c, broken[c].first, alone)) continue;
    if (candidates[c].exactly_one && refuted(c, broken[c].second, alone)) continue;
    proved[c] = true;
  }
  // 2b. All together.
  const auto everything = [](std::size_t, std::size_t) { return true; };
  bool in_time = true;
  for (bool dropped = true; dropped && in_time;) {
    dropped = false;
    for (std::size_t c = 0; c < candidates.size() && in_time; ++c) {
      Candidate& candidate = candidates[c];
      in_time = report.solved < allowed && spent() < budget;
      if (!in_time || proved[c] || !candidate.at_most_one) continue;
      if (refuted(c, broken[c].first, everything)) {
        candidate.at_most_one = candidate.exactly_one = false;
        dropped = true;
      } else if (candidate.exactly_one && refuted(c, broken[c].second, everything)) {
        candidate.exactly_one = false;
        dropped = true;
      }
    }
  }
  if (!in_time) {  // the iteration was not finished: the remaining set is not known to be inductive
    for (std::size_t c = 0; c < candidates.size(); ++c) candidates[c].at_most_one &= proved[c];
  }
  report.seconds += spent();
  std::vector<Group> groups;
  for (Candidate& candidate : candidates) {
    if (!candidate.at_most_one) continue;
    candidate.group.exactly_one = candidate.exactly_one;
    groups.push_back(std::move(candidate.group));
  }
  return groups;
}

void prove_moves(const Circuit& circuit, Facts& facts, std::chrono::milliseconds time, InvariantReport& report) {
  const auto start = Clock::now();
  const auto spent = [&] { return std::chrono::duration<double>(Clock::now() - start).count(); };
  const double budget = static_cast<double>(time.count()) / 1000;
  const ground::GroundProgram& p = *circuit.program;
  const std::size_t roles = p.info.role_count();
  facts.defaults.assign(roles, {});

  // 1. Per role the move that is legal most often and never together with another one.
  std::vector<bool> alone(p.moves.size(), true);
  std::vector<std::uint32_t> seen(p.moves.size(), 0);
  Simulation simulation(circuit, 7);
  for (int step = 0; step < std::max(8, steps_for(circuit) / 3); ++step) {
    simulation.step();
    for (std::size_t r = 0; r < roles; ++r) {
      std::uint64_t one = 0;
      std::uint64_t two = 0;
      for (std::size_t m = p.role_begin[r]; m < p.role_begin[r + 1]; ++m) {
        two |= one & simulation.legal(m);
        one |= simulation.legal(m);
      }
      for (std::size_t m = p.role_begin[r]; m < p.role_begin[r + 1]; ++m) {
        if ((simulation.legal(m) & two) != 0) alone[m] = false;
        seen[m] += static_cast<std::uint32_t>(std::popcount(simulation.legal(m)));
      }
    }
  }
  // 2. Proved: it is never legal together with another move of the role.
  Network network = circuit.network;
  for (std::uint32_t g = 0; g < circuit.groups.size(); ++g) {
    for (const std::uint32_t f : circuit.groups[g].fluents) {
      if (circuit.fluents[f] != 0) network.set_group(circuit.fluents[f], g);
    }
  }
  SatQuestions sat(network);
  sat.stop_at(start + time);
  for (const Group& group : circuit.groups) {
    std::vector<int> names;
    for (const std::uint32_t f : group.fluents) {
      if (circuit.fluents[f] != 0) names.push_back(sat.name(Lit::of(circuit.fluents[f])));
    }
    for (std::size_t i = 0; i < names.size(); ++i) {
      for (std::size_t j = i + 1; j < names.size(); ++j) sat.add({-names[i], -names[j]});
    }
    if (group.exactly_one && names.size() == group.fluents.size()) sat.add_clause(names);
  }
  const auto impossible = [&](Lit lit) {
    if (lit == kFalse) return true;
    if (spent() > budget) return false;
    ++report.solved;
    return sat.possible({sat.name(lit)}, conflicts_for(circuit)) == false;
  };
  std::vector<Lit> choosing(roles, kTrue);
  for (std::size_t r = 0; r < roles; ++r) {
    std::uint32_t best = Facts::kNoMove;
    for (std::uint32_t m = p.role_begin[r]; m < p.role_begin[r + 1]; ++m) {
      if (alone[m] && seen[m] > 0 && (best == Facts::kNoMove || seen[m] > seen[best])) best = m;
    }
    if (p.role_begin[r + 1] - p.role_begin[r] < 2) continue;
    if (best != Facts::kNoMove) {
      std::vector<Lit> together;
      for (std::uint32_t m = p.role_begin[r]; m < p.role_begin[r + 1]; ++m) {
        if (m != best) together.push_back(network.make_and(circuit.legal[best], circuit.legal[m]));
      }
      if (impossible(network.make_or(std::move(together)))) {
        facts.defaults[r].move = best;
        choosing[r] = !circuit.legal[best];
        continue;
      }
    }
    if (const auto found = common_condition(circuit, r)) {
      facts.defaults[r] = *found;
      choosing[r] = Lit::of(circuit.fluents[found->fluent], found->inverted);
    }
  }
  // 3. Roles of which at most one chooses. All that have a forced move, or none.
  std::vector<RoleId> group;
  std::vector<Lit> lits;
  for (std::uint32_t r = 0; r < roles; ++r) {
    if (facts.defaults[r].move == Facts::kNoMove) continue;
    group.push_back(RoleId{r});
    lits.push_back(choosing[r]);
  }
  if (group.size() >= 2) {
    const auto [two, none] = violations(network, lits);
    const bool everywhere = impossible(two);
    if (everywhere || impossible(network.make_and(two, !circuit.terminal)))
      facts.turn_taking.push_back({std::move(group), impossible(network.make_and(none, !circuit.terminal)), everywhere});
  }
  report.seconds += spent();
}

}  // namespace agon::circuit
