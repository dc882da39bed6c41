#include "knowledge/symmetry/hidden_symmetries.h"

#include <absl/container/flat_hash_map.h>

#include <algorithm>
#include <optional>
#include <set>

#include "knowledge/symmetry/automorphisms.h"
#include "knowledge/symmetry/commutation.h"
#include "knowledge/symmetry/distinct_rules.h"
#include "knowledge/symmetry/ground_graph.h"

namespace agon::knowledge::symmetry {
namespace {

using ground::AtomId;

// Which fluents and moves occur together: in a rule, or in it and in the rules of its derived conditions. Each such set once,
// however many rules it comes from, and nothing about how the rules put them together.
class CoarseGraph {
 public:
  explicit CoarseGraph(const ground::GroundProgram& program) : program_(program), rules_(program), direct_(program.atom_count) {
    for (const DistinctRules::Rule& rule : rules_.rules()) {
      for (const ground::GroundLiteral literal : rule.body) {
        if (literal.atom() < program.base_count()) direct_[rule.head].push_back(literal.atom());
      }
    }
    for (std::vector<AtomId>& points : direct_) tidy(points);
    find_answers();
  }

  LabelledGraph make() {
    // Vertices as read_automorphism expects them: fluents, moves, roles.
    const auto roles = static_cast<std::uint32_t>(program_.info.role_count());
    for (std::size_t f = 0; f < program_.fluents.size(); ++f) graph_.add(roles);
    for (const ground::GroundMove& move : program_.moves) graph_.add(roles + 1 + move.role.value);
    for (std::uint32_t r = 0; r < roles; ++r) graph_.add(r);
    for (const DistinctRules::Rule& rule : rules_.rules()) {
      std::vector<AtomId> points;
      for (const ground::GroundLiteral literal : rule.body) add_point(literal.atom(), points);
      if (const auto named = answers_.find(rule.head); named != answers_.end())
        points.insert(points.end(), named->second.begin(), named->second.end());
      put_together(std::move(points));
    }
    for (const auto& [atom, named] : answers_) {
      if (atom >= program_.base_count()) continue;  // the answer is a fluent or a move itself
      std::vector<AtomId> points = named;
      points.push_back(atom);
      put_together(std::move(points));
    }
    for (const std::vector<AtomId>& points : sets_) {
      const Vertex v = graph_.add(2 * roles + 1);
      for (const AtomId point : points) graph_.connect(v, point);
    }
    graph_.tidy();
    return std::move(graph_);
  }

 private:
  static constexpr std::size_t kMostTogether = 24;  // more say little, and cost much

  static void tidy(std::vector<AtomId>& points) {
    std::sort(points.begin(), points.end());
    points.erase(std::unique(points.begin(), points.end()), points.end());
  }
  void find_answers() {
    for (std::uint32_t f = 0; f < program_.fluents.size(); ++f) {
      if (program_.next[f] < program_.atom_count) answers_[rules_.same_as(program_.next[f])].push_back(f);
    }
    for (std::size_t m = 0; m < program_.moves.size(); ++m) {
      if (program_.legal[m] < program_.atom_count) answers_[rules_.same_as(program_.legal[m])].push_back(program_.move_atom(m));
    }
  }
  void add_point(AtomId atom, std::vector<AtomId>& points) const {
    if (atom < program_.base_count()) points.push_back(atom);
    else points.insert(points.end(), direct_[atom].begin(), direct_[atom].end());
  }
  void put_together(std::vector<AtomId> points) {
    tidy(points);
    if (points.size() > 1 && points.size() <= kMostTogether) sets_.insert(std::move(points));
  }

  const ground::GroundProgram& program_;
  DistinctRules rules_;
  std::vector<std::vector<AtomId>> direct_;                   // fluents and moves in the rules of an atom
  absl::flat_hash_map<AtomId, std::vector<AtomId>> answers_;  // the fluents and moves whose next or legal an atom is
  std::set<std::vector<AtomId>> sets_;
  LabelledGraph graph_;
};

}  // namespace

HiddenSymmetries find_hidden_symmetries(const std::shared_ptr<const ground::GroundProgram>& program,
                                        const std::vector<circuit::Group>& groups, const std::vector<game::Symmetry>& known,
                                        const HiddenOptions& options) {
  HiddenSymmetries result;
  if (program->literals.size() > options.most_literals) {
    result.complete = false;
    return result;
  }
  LabelledGraph graph = CoarseGraph(*program).make();
  const Automorphisms automorphisms = find_automorphisms(graph, {.deadline = options.deadline});
  result.vertices = graph.vertex_count();
  result.edges = graph.edges.size();
  std::vector<game::Symmetry> generators;
  for (const Permutation& generator : automorphisms.generators) generators.push_back(read_automorphism(*program, generator));
  const game::Closure candidates = game::close_group(generators, options.most_candidates, std::size_t{64} << 20U);
  result.complete = candidates.complete && automorphisms.status == Automorphisms::Status::Complete;
  if (candidates.elements.empty()) return result;
  const std::optional<Commutation> commutation =
      Commutation::create(program, {.conflicts = options.conflicts, .deadline = options.deadline, .gates = 1'000'000});
  if (!commutation) {
    result.complete = false;
    return result;
  }
  constexpr std::uint32_t kRounds = 16;
  constexpr std::size_t kMostKnown = 1'024;
  std::vector<game::Symmetry> all = known;
  std::vector<game::Symmetry> reached = game::close_group(all, kMostKnown, std::size_t{64} << 20U).elements;
  for (const game::Symmetry& candidate : candidates.elements) {
    if (game::is_identity(candidate) || std::ranges::find(reached, candidate) != reached.end()) continue;
    if (std::chrono::steady_clock::now() >= options.deadline) {
      result.complete = false;
      break;
    }
    if (!commutation->survives(candidate, kRounds, 1, groups)) {
      ++result.refuted;
      continue;
    }
    const std::optional<bool> proved = commutation->prove(candidate, groups);
    if (proved == true) {
      result.found.push_back(candidate);
      all.push_back(candidate);
      reached = game::close_group(all, kMostKnown, std::size_t{64} << 20U).elements;
    } else if (proved == false) {
      ++result.refuted;
    } else {
      ++result.undecided;
      result.complete = false;
    }
  }
  return result;
}

}  // namespace agon::knowledge::symmetry
