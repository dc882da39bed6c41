#include "knowledge/symmetry/rule_symmetries.h"

#include <algorithm>
#include <set>

#include "game/terms.h"

namespace agon::knowledge::symmetry {

Scramblings read_scramblings(const RuleGraph& graph, const Automorphisms& automorphisms) {
  Scramblings result;
  std::vector<std::uint32_t> point_of(graph.graph.vertex_count(), 0);
  std::vector<Vertex> vertices;  // by point
  for (const RuleGraph::Symbol& symbol : graph.symbols) {
    result.first.push_back(static_cast<std::uint32_t>(vertices.size()));
    for (Vertex v = symbol.vertex; v <= symbol.vertex + symbol.arity; ++v) {
      point_of[v] = static_cast<std::uint32_t>(vertices.size());
      vertices.push_back(v);
    }
  }
  std::set<Permutation> seen;
  for (const Permutation& automorphism : automorphisms.generators) {
    Permutation points(vertices.size());
    bool moves = false;
    for (std::uint32_t p = 0; p < points.size(); ++p) {
      points[p] = point_of[automorphism[vertices[p]]];
      moves = moves || points[p] != p;
    }
    // Automorphisms that agree on symbols and arguments are the same symmetry.
    if (moves && seen.insert(points).second) result.generators.push_back(std::move(points));
  }
  return result;
}

Projector::Projector(const RuleGraph& graph, const Scramblings& scramblings, const ground::GroundProgram& program)
    : graph_(graph), scramblings_(scramblings), program_(program), move_of_(program.info.role_count()) {
  std::size_t points = 0;
  for (const RuleGraph::Symbol& symbol : graph.symbols) points += 1 + symbol.arity;
  symbol_at_.assign(points, 0);
  for (std::uint32_t s = 0; s < graph.symbols.size(); ++s) {
    symbol_of_.emplace(gdl::Relation{graph.symbols[s].name, graph.symbols[s].arity}, s);
    symbol_at_[scramblings.first[s]] = s;
  }
  for (std::uint32_t f = 0; f < program.fluents.size(); ++f) fluent_of_.emplace(program.fluents[f], f);
  for (std::uint32_t m = 0; m < program.moves.size(); ++m)
    move_of_[program.moves[m].role.index()].emplace(program.moves[m].term, m);
}

// A symbol that the graph does not show (it stands in init alone, or is a goal value) stays what it is.
TermId Projector::image(TermId term, const Permutation& scrambling) {
  if (const auto known = images_.find(term); known != images_.end()) return known->second;
  const game::TermBank::Node& node = program_.terms->node(term);
  std::vector<TermId> args(node.arity);
  for (std::uint32_t i = 0; i < node.arity; ++i) {
    args[i] = image(node.args[i], scrambling);
    if (args[i] == game::TermBank::kNone) return images_[term] = game::TermBank::kNone;
  }
  SymbolId functor = node.functor;
  if (const auto symbol = symbol_of_.find({node.functor, node.arity}); symbol != symbol_of_.end()) {
    const std::uint32_t from = scramblings_.first[symbol->second];
    const std::uint32_t to = scrambling[from];
    functor = graph_.symbols[symbol_at_[to]].name;
    const std::vector<TermId> before = args;
    for (std::uint32_t i = 0; i < node.arity; ++i) args[scrambling[from + 1 + i] - to - 1] = before[i];
  }
  const TermId result = program_.terms->find(functor, args);
  images_[term] = result;
  return result;
}

std::optional<game::SymmetryGroup::Element> Projector::project(const Permutation& scrambling) {
  images_.clear();
  game::SymmetryGroup::Element element;
  for (const TermId role : program_.info.role_terms) {
    const TermId to = image(role, scrambling);
    const auto found = std::ranges::find(program_.info.role_terms, to);
    if (found == program_.info.role_terms.end()) return std::nullopt;
    element.roles.push_back(RoleId{static_cast<std::uint32_t>(found - program_.info.role_terms.begin())});
  }
  for (const TermId fluent : program_.fluents) {
    const auto found = fluent_of_.find(image(fluent, scrambling));
    if (found == fluent_of_.end()) return std::nullopt;
    element.fluents.push_back(found->second);
  }
  for (const ground::GroundMove& move : program_.moves) {
    const auto& moves = move_of_[element.roles[move.role.index()].index()];
    const auto found = moves.find(image(move.term, scrambling));
    if (found == moves.end()) return std::nullopt;
    element.moves.push_back(found->second);
  }
  return element;
}

}  // namespace agon::knowledge::symmetry
