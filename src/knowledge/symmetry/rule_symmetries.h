// Symmetries of a game from its rule sheet: automorphisms of the enhanced rule graph, read as scramblings of symbols and arguments
// (Schiffel 2011, definition 8.5) and projected to permutations of the fluents and moves of the ground program.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <optional>
#include <vector>

#include "game/facts.h"
#include "gdl/dependency.h"
#include "ground/ground_program.h"
#include "knowledge/symmetry/automorphisms.h"
#include "knowledge/symmetry/rule_graph.h"

namespace agon::knowledge::symmetry {

// What is left of the automorphisms on symbols and argument places: a permutation of points, where symbol s of the graph has the
// points first[s] (its name), first[s] + 1 (its first argument) and so on.
struct Scramblings {
  std::vector<std::uint32_t> first;
  std::vector<Permutation> generators;  // distinct; none is the identity
};
[[nodiscard]] Scramblings read_scramblings(const RuleGraph& graph, const Automorphisms& automorphisms);

// Ground terms under scramblings, one at a time.
class Projector {
 public:
  // All of them outlive it.
  Projector(const RuleGraph& graph, const Scramblings& scramblings, const ground::GroundProgram& program);

  // No value if a fluent or move of the program has an image outside: what is out of reach on one side is not on the other, and
  // the symmetry is of no use in play from this start.
  [[nodiscard]] std::optional<game::SymmetryGroup::Element> project(const Permutation& scrambling);

 private:
  [[nodiscard]] TermId image(TermId term, const Permutation& scrambling);

  const RuleGraph& graph_;
  const Scramblings& scramblings_;
  const ground::GroundProgram& program_;
  absl::flat_hash_map<gdl::Relation, std::uint32_t> symbol_of_;  // index into the graph's symbols
  std::vector<std::uint32_t> symbol_at_;                         // point to the symbol whose name it is
  absl::flat_hash_map<TermId, std::uint32_t> fluent_of_;
  std::vector<absl::flat_hash_map<TermId, std::uint32_t>> move_of_;  // per role
  absl::flat_hash_map<TermId, TermId> images_;                       // under the scrambling at hand
};

}  // namespace agon::knowledge::symmetry
