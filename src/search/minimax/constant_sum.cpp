#include "search/minimax/constant_sum.h"

#include <algorithm>

#include "circuit/sat_questions.h"

namespace agon::search::minimax {
namespace {

using circuit::Lit;
using circuit::NodeId;
using circuit::NodeKind;

constexpr int kConflicts = 10'000;            // per question
constexpr std::chrono::seconds kPatience{3};  // for all questions: players wait for the answer
constexpr std::size_t kLargestGroup = 80;     // pairs of larger ones would be too many clauses

// The outputs of the state after the next move, as gates on the state before it: the network read a second time, with the next
// value of a fluent in the place of the fluent.
class NextState {
 public:
  explicit NextState(const circuit::Circuit& circuit) : network(circuit.network) {
    lits_.reserve(circuit.network.size());
    for (NodeId id = 0; id < circuit.network.size(); ++id) {
      const circuit::Node& node = circuit.network.node(id);
      switch (node.kind) {
        case NodeKind::Constant: lits_.push_back(circuit::kFalse); break;
        case NodeKind::Fluent: lits_.push_back(circuit.next[node.index]); break;
        case NodeKind::And: lits_.push_back(network.make_and(at(node.a), at(node.b))); break;
        // Moves of the next state are not asked about; atoms of loops may be anything, which can only lose proofs.
        default: lits_.push_back(Lit::of(network.add_input(node.kind, node.index))); break;
      }
    }
  }
  [[nodiscard]] Lit at(Lit lit) const { return lits_[lit.node()] ^ lit.inverted(); }

  circuit::Network network;

 private:
  std::vector<Lit> lits_;
};

void at_most_one(circuit::SatQuestions& questions, const std::vector<int>& names) {
  for (std::size_t i = 0; i < names.size(); ++i) {
    for (std::size_t k = i + 1; k < names.size(); ++k) questions.add({-names[i], -names[k]});
  }
}

void assume_invariants(const circuit::Circuit& circuit, circuit::SatQuestions& questions) {
  for (const circuit::Group& group : circuit.groups) {
    if (group.fluents.size() > kLargestGroup) continue;
    std::vector<int> names;
    for (const std::uint32_t fluent : group.fluents) {
      const NodeId node = circuit.fluents[fluent];
      // A fluent that nothing looks at has no node; a name of its own stands for it.
      names.push_back(node == 0 ? questions.fresh() : questions.name(Lit::of(node)));
    }
    at_most_one(questions, names);
    if (group.exactly_one) questions.add_clause(names);
  }
}

// Choices are legal, one for each selector that must have one. More than one is left possible in large selectors: again only proofs
// can be lost.
void assume_legal_moves(const circuit::Circuit& circuit, circuit::SatQuestions& questions) {
  for (const circuit::Selector& selector : circuit.selectors) {
    std::vector<int> leaves;
    for (std::size_t i = 0; i < selector.leaves.size(); ++i) {
      leaves.push_back(questions.name(Lit::of(selector.leaves[i])));
      questions.add({-leaves.back(), questions.name(selector.leaf_legal[i])});
    }
    if (selector.always) questions.add_clause(leaves);
    if (leaves.size() <= 1'000) at_most_one(questions, leaves);
  }
}

bool is_impossible(circuit::SatQuestions& questions, const std::vector<int>& conditions) {
  return questions.possible(conditions, kConflicts) == false;
}

bool starts_at_an_end(const circuit::Circuit& circuit) {
  circuit::SatQuestions questions(circuit.network);
  std::vector<int> start{questions.name(circuit.terminal)};
  std::vector<bool> holds(circuit.fluents.size(), false);
  for (const std::uint32_t fluent : circuit.program->initial) holds[fluent] = true;
  for (std::size_t f = 0; f < holds.size(); ++f) {
    if (circuit.fluents[f] != 0) start.push_back(questions.name(Lit::of(circuit.fluents[f], !holds[f])));
  }
  return !is_impossible(questions, start);
}

}  // namespace

bool prove_constant_sum(const circuit::Circuit& circuit, int sum) {
  std::vector<std::size_t> players;
  for (std::size_t r = 0; r < circuit.goals.size(); ++r) {
    if (circuit.program->info.random != RoleId{static_cast<std::uint32_t>(r)}) players.push_back(r);
  }
  if (players.size() != 2 || starts_at_an_end(circuit)) return false;

  const NextState next(circuit);
  circuit::SatQuestions questions(next.network);
  questions.stop_at(std::chrono::steady_clock::now() + kPatience);
  assume_invariants(circuit, questions);
  assume_legal_moves(circuit, questions);
  const std::vector<int> end{questions.name(!circuit.terminal), questions.name(next.at(circuit.terminal))};
  const auto excluded = [&](const std::vector<Lit>& goals) {
    std::vector<int> conditions = end;
    for (const Lit goal : goals) conditions.push_back(questions.name(next.at(goal)));
    return is_impossible(questions, conditions);
  };
  for (const std::size_t r : players) {
    std::vector<Lit> none;
    for (const circuit::GoalLit& goal : circuit.goals[r]) none.push_back(!goal.lit);
    if (!excluded(none)) return false;
  }
  // A role with two goals at once is caught here as well: it cannot have the right sum with both.
  for (const circuit::GoalLit& a : circuit.goals[players[0]]) {
    for (const circuit::GoalLit& b : circuit.goals[players[1]]) {
      if (std::max(0, a.value) + std::max(0, b.value) != sum && !excluded({a.lit, b.lit})) return false;
    }
  }
  return true;
}

}  // namespace agon::search::minimax
