#include "knowledge/symmetry/ground_graph.h"

#include <absl/container/flat_hash_map.h>

#include <algorithm>

#include "knowledge/symmetry/distinct_rules.h"

namespace agon::knowledge::symmetry {
namespace {

using ground::AtomId;
using ground::GroundProgram;

enum GroundGraphLabel : std::uint32_t {
  kDerived,
  kGroundRule,
  kNegation,
  kNever,
  kAlways,
  kNext,
  kLegal,
  kTerminal,
  kPercept,
  kStart,
  kGroundRole,
  kGoals,                  // one for each goal value, 0 .. 100
  kPoints = kGoals + 101,  // fluents and moves, by the label that the caller gives
};

class GroundGraphMaker {
 public:
  GroundGraphMaker(const GroundProgram& program, const GroundGraphOptions& options)
      : program_(program), options_(options), rules_(program) {}

  LabelledGraph make() {
    add_points();
    for (const DistinctRules::Rule& rule : rules_.rules()) add_rule(rule);
    add_answers();
    return std::move(graph_);
  }

 private:
  void add_points() {
    const std::size_t fluents = program_.fluents.size();
    std::uint32_t most = 0;
    for (std::size_t p = 0; p < program_.base_count(); ++p) {
      const std::uint32_t label = options_.labels.empty() ? 0 : options_.labels[p];
      most = std::max(most, label);
      graph_.add(kPoints + 2 * label + (p < fluents ? 0 : 1));
    }
    const std::uint32_t free = kPoints + 2 * most + 2;
    const std::uint32_t roles = static_cast<std::uint32_t>(program_.info.role_count());
    for (std::uint32_t r = 0; r < roles; ++r) {
      const bool stays = options_.fixed_roles || program_.info.random == RoleId{r};
      role_.push_back(graph_.add(stays ? free + r : static_cast<std::uint32_t>(kGroundRole)));
    }
    for (std::size_t m = 0; m < program_.moves.size(); ++m)
      graph_.connect(role_[program_.moves[m].role.index()], program_.move_atom(m));
  }

  void add_rule(const DistinctRules::Rule& rule) {
    const Vertex v = graph_.add(kGroundRule);
    graph_.connect(v, vertex(rule.head));
    for (const ground::GroundLiteral literal : rule.body)
      graph_.connect(literal.negated() ? negation(literal.atom()) : vertex(literal.atom()), v);
  }

  void add_answers() {
    for (std::uint32_t f = 0; f < program_.fluents.size(); ++f) {
      if (program_.next[f] != ground::kNever) answer(kNext, f, program_.next[f]);
    }
    for (std::size_t m = 0; m < program_.moves.size(); ++m) {
      if (program_.legal[m] != ground::kNever) answer(kLegal, program_.move_atom(m), program_.legal[m]);
    }
    graph_.connect(graph_.add(kTerminal), vertex(program_.terminal));
    for (std::size_t r = 0; r < role_.size(); ++r) {
      for (const ground::GoalOutput& goal : program_.goals[r]) {
        if (goal.atom != ground::kNever)
          answer(kGoals + static_cast<std::uint32_t>(std::clamp(goal.value, 0, 100)), role_[r], goal.atom);
      }
      if (r >= program_.sees.size()) continue;
      for (const ground::PerceptOutput& percept : program_.sees[r]) answer(kPercept, role_[r], percept.atom);
    }
    if (!options_.initial_state) return;
    const Vertex start = graph_.add(kStart);
    for (const std::uint32_t fluent : program_.initial) graph_.connect(start, fluent);
  }
  void answer(std::uint32_t label, Vertex of, AtomId atom) {
    const Vertex v = graph_.add(label);
    graph_.connect(of, v);
    graph_.connect(v, vertex(atom));
  }

  Vertex vertex(AtomId atom) {
    if (atom < program_.base_count()) return atom;
    if (atom == ground::kNever || atom == ground::kAlways) {
      Vertex& v = atom == ground::kNever ? never_ : always_;
      if (v == 0) v = graph_.add(atom == ground::kNever ? kNever : kAlways);
      return v;
    }
    atom = rules_.same_as(atom);
    if (atom < program_.base_count()) return atom;
    const auto inserted = derived_.try_emplace(atom, 0);
    if (inserted.second) inserted.first->second = graph_.add(kDerived);
    return inserted.first->second;
  }
  Vertex negation(AtomId atom) {
    const Vertex of = vertex(atom);
    const auto inserted = negations_.try_emplace(of, 0);
    if (inserted.second) {
      inserted.first->second = graph_.add(kNegation);
      graph_.connect(of, inserted.first->second);
    }
    return inserted.first->second;
  }

  const GroundProgram& program_;
  const GroundGraphOptions& options_;
  DistinctRules rules_;
  LabelledGraph graph_;
  std::vector<Vertex> role_;
  Vertex never_ = 0, always_ = 0;  // vertex 0 is a fluent or a role
  absl::flat_hash_map<AtomId, Vertex> derived_;
  absl::flat_hash_map<Vertex, Vertex> negations_;
};

}  // namespace

LabelledGraph make_ground_graph(const GroundProgram& program, const GroundGraphOptions& options) {
  LabelledGraph graph = GroundGraphMaker(program, options).make();
  graph.tidy();
  return graph;
}

game::SymmetryGroup::Element read_automorphism(const GroundProgram& program, const Permutation& automorphism) {
  game::SymmetryGroup::Element element;
  const auto fluents = static_cast<std::uint32_t>(program.fluents.size());
  const auto base = static_cast<std::uint32_t>(program.base_count());
  element.fluents.assign(automorphism.begin(), automorphism.begin() + fluents);
  for (std::uint32_t m = fluents; m < base; ++m) element.moves.push_back(automorphism[m] - fluents);
  for (std::uint32_t r = 0; r < program.info.role_count(); ++r) element.roles.push_back(RoleId{automorphism[base + r] - base});
  return element;
}

}  // namespace agon::knowledge::symmetry
