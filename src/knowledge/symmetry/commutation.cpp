#include "knowledge/symmetry/commutation.h"

#include <algorithm>
#include <set>

#include "base/limits.h"
#include "base/rng.h"
#include "circuit/evaluator.h"
#include "circuit/sat_questions.h"
#include "circuit/synthesis.h"

namespace agon::knowledge::symmetry {

using circuit::Lit;
using circuit::Network;
using circuit::NodeId;
using circuit::NodeKind;

namespace {

// A rough size of a gate with its entry in the table of gates.
constexpr std::size_t kGateBytes = 48;

// The part of groups that an element maps to itself.
std::vector<const circuit::Group*> closed_groups(const std::vector<circuit::Group>& groups, const Commutation::Element& element) {
  using Key = std::pair<std::vector<std::uint32_t>, bool>;
  const auto key_of = [](std::vector<std::uint32_t> fluents, bool exactly_one) {
    std::sort(fluents.begin(), fluents.end());
    return Key(std::move(fluents), exactly_one);
  };
  std::set<Key> kept;
  for (const circuit::Group& group : groups) kept.insert(key_of(group.fluents, group.exactly_one));
  const auto image = [&](const Key& key) {
    std::vector<std::uint32_t> fluents;
    for (const std::uint32_t f : key.first) fluents.push_back(element.fluents[f]);
    return key_of(std::move(fluents), key.second);
  };
  while (std::erase_if(kept, [&](const Key& key) { return !kept.contains(image(key)); }) > 0) {
  }
  std::vector<const circuit::Group*> result;
  for (const circuit::Group& group : groups) {
    if (kept.contains(key_of(group.fluents, group.exactly_one))) result.push_back(&group);
  }
  return result;
}

// The gates of a network once more, in another one, where `copy` holds what stands for its inputs. Loops are unrolled until nothing
// changes, as often as they have variables at most: that is their least fixpoint. False: too large.
bool unroll_into(const Network& original, std::vector<Lit>& copy, Network& both, const CommutationBudget& budget) {
  const auto through = [&](Lit lit) { return copy[lit.node()] ^ lit.inverted(); };
  std::vector<std::uint32_t> loop_of(original.size(), Network::kNoGroup);  // the loop whose variables a gate depends on
  std::vector<std::vector<NodeId>> gates(original.loops.size());
  std::vector<bool> done(original.loops.size(), false);
  for (NodeId id = 1; id < original.size(); ++id) {
    if (both.size() > budget.gates || (id % 1024 == 0 && std::chrono::steady_clock::now() >= budget.deadline)) return false;
    const circuit::Node& node = original.node(id);
    if (node.kind == NodeKind::LoopVariable) loop_of[id] = node.index;
    if (node.kind == NodeKind::And) {
      loop_of[id] = std::min(loop_of[node.a.node()], loop_of[node.b.node()]);
      if (loop_of[id] == Network::kNoGroup) copy[id] = both.make_and(through(node.a), through(node.b));
      else gates[loop_of[id]].push_back(id);
    }
    if (node.kind != NodeKind::LoopResult || done[node.index]) continue;
    done[node.index] = true;
    const circuit::Loop& loop = original.loops[node.index];
    std::vector<Lit> values(loop.variables.size(), circuit::kFalse);
    for (std::size_t round = 0; round <= loop.variables.size(); ++round) {
      for (std::size_t i = 0; i < values.size(); ++i) copy[loop.variables[i]] = values[i];
      for (const NodeId gate : gates[node.index])
        copy[gate] = both.make_and(through(original.node(gate).a), through(original.node(gate).b));
      const std::vector<Lit> before = values;
      for (std::size_t i = 0; i < values.size(); ++i) values[i] = through(loop.values[i]);
      if (values == before) break;
      if (both.size() > budget.gates) return false;
    }
    for (std::size_t i = 0; i < values.size(); ++i) copy[loop.results[i]] = values[i];
  }
  return true;
}

// By a ladder of running disjunctions: pairs would be too many for a thousand moves.
void forbid_two(circuit::SatQuestions& questions, const std::vector<int>& literals) {
  int before = 0;
  for (const int literal : literals) {
    if (before == 0) {
      before = literal;
      continue;
    }
    questions.add({-before, -literal});
    const int either = questions.fresh();
    questions.add({-before, either});
    questions.add({-literal, either});
    before = either;
  }
}

}  // namespace

std::optional<Commutation> Commutation::create(const std::shared_ptr<const ground::GroundProgram>& program,
                                               const CommutationBudget& budget) {
  // Facts, and passes that trust in legality or in one move for each role, hold in reachable states alone.
  const circuit::Passes passes{.factor = true, .one_move = false, .legality = false, .exclusion = false, .forced = false};
  const auto check = [&](std::size_t bytes) {
    if (bytes > budget.gates * kGateBytes || std::chrono::steady_clock::now() >= budget.deadline)
      throw LimitReached("symmetry-budget", "the network is too large to be compared with its image", "");
  };
  try {
    const circuit::RuleOrder order(*program);
    return Commutation(circuit::synthesise(program, order, {}, passes, check), budget);
  } catch (const LimitReached&) {
    return std::nullopt;
  }
}

// Which answer of the rules stands for which; no value if goals do not match at all.
std::optional<std::vector<Commutation::Pair>> Commutation::pairs(const Element& element) const {
  std::vector<Pair> result{{Pair::Kind::State, circuit_.terminal, circuit_.terminal}};
  for (std::size_t m = 0; m < circuit_.legal.size(); ++m)
    result.push_back({Pair::Kind::State, circuit_.legal[m], circuit_.legal[element.moves[m]]});
  for (std::size_t r = 0; r < circuit_.goals.size(); ++r) {
    const auto& mine = circuit_.goals[r];
    const auto& others = circuit_.goals[element.roles[r].index()];
    const auto at = [](const std::vector<circuit::GoalLit>& goals, int value) {
      const auto found = std::ranges::find(goals, value, &circuit::GoalLit::value);
      return found == goals.end() ? circuit::kFalse : found->lit;
    };
    for (const circuit::GoalLit& goal : mine) result.push_back({Pair::Kind::State, goal.lit, at(others, goal.value)});
    for (const circuit::GoalLit& goal : others) result.push_back({Pair::Kind::State, at(mine, goal.value), goal.lit});
  }
  for (std::size_t f = 0; f < circuit_.next.size(); ++f)
    result.push_back({Pair::Kind::Next, circuit_.next[f], circuit_.next[element.fluents[f]]});
  const auto& roles = circuit_.program->moves;
  for (std::size_t m = 0; m < roles.size(); ++m) {
    if (element.roles[roles[m].role.index()] != roles[element.moves[m]].role) return std::nullopt;
  }
  return result;
}

void Commutation::draw_state(const std::vector<const circuit::Group*>& groups, std::uint32_t thinning, Rng& rng,
                             std::vector<std::uint64_t>& words) const {
  for (std::uint64_t& word : words) {
    word = rng.next();
    for (std::uint32_t i = 0; i < thinning; ++i) word &= rng.next();  // in sparse states other rules speak than in dense ones
  }
  for (const circuit::Group* const group : groups) {
    for (const std::uint32_t f : group->fluents) words[f] = 0;
    const auto count = static_cast<std::uint32_t>(group->fluents.size());
    for (std::uint32_t lane = 0; lane < 64; ++lane) {
      const std::uint32_t pick = rng.below(group->exactly_one ? count : count + 1);
      if (pick < count) words[group->fluents[pick]] |= std::uint64_t{1} << lane;
    }
  }
}

bool Commutation::survives(const Element& element, std::uint32_t rounds, std::uint64_t seed,
                           const std::vector<circuit::Group>& groups) const {
  const auto compared = pairs(element);
  if (!compared) return false;
  const std::vector<const circuit::Group*> kept = closed_groups(groups, element);
  Rng rng(seed);
  circuit::Evaluator here(circuit_), there(circuit_);
  const auto& program = *circuit_.program;
  std::vector<std::uint64_t> chosen(program.moves.size()), words(program.fluents.size());
  for (std::uint32_t round = 0; round < rounds; ++round) {
    draw_state(kept, round % 4, rng, words);
    for (std::uint32_t f = 0; f < words.size(); ++f) {
      here.set_fluent(f, words[f]);
      there.set_fluent(element.fluents[f], words[f]);
    }
    std::fill(chosen.begin(), chosen.end(), 0);
    for (std::size_t r = 0; r < program.info.role_count(); ++r) {
      const std::uint32_t count = program.role_begin[r + 1] - program.role_begin[r];
      for (std::uint32_t lane = 0; lane < 64 && count > 0; ++lane)
        chosen[program.role_begin[r] + rng.below(count)] |= std::uint64_t{1} << lane;
    }
    for (std::size_t m = 0; m < chosen.size(); ++m) {
      const circuit::MoveInput& a = circuit_.moves[m];
      const circuit::MoveInput& b = circuit_.moves[element.moves[m]];
      if (leaf(m) != 0) here.set_leaf(a.selector, a.leaf, chosen[m]);
      if (leaf(element.moves[m]) != 0) there.set_leaf(b.selector, b.leaf, chosen[m]);
    }
    for (circuit::Evaluator* const one : {&here, &there}) {
      one->evaluate_state();
      one->evaluate_moves();
    }
    std::uint64_t going_on = ~std::uint64_t{0};
    if (!groups.empty()) {
      going_on = ~here.value(circuit_.terminal);
      for (std::size_t m = 0; m < chosen.size(); ++m) going_on &= ~chosen[m] | here.value(circuit_.legal[m]);
    }
    for (const Pair& pair : *compared) {
      const std::uint64_t lanes = pair.kind == Pair::Kind::Next ? going_on : ~std::uint64_t{0};
      if (((here.value(pair.here) ^ there.value(pair.there)) & lanes) != 0) return false;
    }
  }
  return true;
}

std::optional<bool> Commutation::prove(const Element& element, const std::vector<circuit::Group>& groups) const {
  const auto compared = pairs(element);
  if (!compared) return false;
  const Network& original = circuit_.network;
  // Both copies in one network: structural hashing makes equal parts one, and what is left is asked.
  Network both;
  std::vector<Lit> here(original.size(), circuit::kFalse), there(original.size(), circuit::kFalse);
  for (std::size_t f = 0; f < circuit_.fluents.size(); ++f) {
    const Lit input = Lit::of(both.add_input(NodeKind::Fluent, static_cast<std::uint32_t>(f)));
    if (circuit_.fluents[f] != 0) here[circuit_.fluents[f]] = input;
    const NodeId image = circuit_.fluents[element.fluents[f]];
    if (image != 0) there[image] = input;
  }
  std::vector<std::vector<Lit>> moves(circuit_.selectors.size());
  for (std::size_t m = 0; m < circuit_.moves.size(); ++m) {
    const Lit input = Lit::of(both.add_input(NodeKind::Move, static_cast<std::uint32_t>(m)));
    if (leaf(m) != 0) here[leaf(m)] = input;
    if (leaf(element.moves[m]) != 0) there[leaf(element.moves[m])] = input;
    moves[circuit_.moves[m].selector].push_back(input);
  }
  const auto through = [](const std::vector<Lit>& copy, Lit lit) { return copy[lit.node()] ^ lit.inverted(); };
  for (auto* const copy : {&here, &there}) {
    if (!unroll_into(original, *copy, both, budget_)) return std::nullopt;
  }
  circuit::SatQuestions questions(both);
  questions.stop_at(budget_.deadline);
  for (const circuit::Group* const group : closed_groups(groups, element)) {
    std::vector<int> literals;
    for (const std::uint32_t f : group->fluents) literals.push_back(questions.name(Lit::of(static_cast<NodeId>(f + 1))));
    forbid_two(questions, literals);
    if (group->exactly_one) questions.add_clause(literals);
  }
  // The next state matters after legal moves in states that are not terminal.
  std::vector<int> playing{questions.name(!through(here, circuit_.terminal))};
  const int going_on = questions.fresh();
  for (std::size_t m = 0; m < circuit_.moves.size(); ++m) {
    const int made = questions.name(Lit::of(static_cast<NodeId>(circuit_.fluents.size() + m + 1)));
    questions.add({-going_on, -made, questions.name(through(here, circuit_.legal[m]))});
  }
  playing.push_back(going_on);
  for (const std::vector<Lit>& selector : moves) {
    std::vector<int> literals;
    for (const Lit move : selector) literals.push_back(questions.name(move));
    forbid_two(questions, literals);
    if (literals.empty()) continue;
    literals.push_back(-going_on);
    questions.add_clause(literals);
  }
  for (const Pair& pair : *compared) {
    const Lit a = through(here, pair.here), b = through(there, pair.there);
    if (a == b) continue;
    for (const bool first : {true, false}) {
      std::vector<int> conditions = pair.kind == Pair::Kind::Next ? playing : std::vector<int>{};
      conditions.push_back(questions.name(a ^ !first));
      conditions.push_back(questions.name(b ^ first));
      const std::optional<bool> differs = questions.possible(conditions, budget_.conflicts);
      if (!differs) return std::nullopt;
      if (*differs) return false;
    }
  }
  return true;
}

}  // namespace agon::knowledge::symmetry
