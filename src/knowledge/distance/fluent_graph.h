// The fluent graph of a game (Schiffel's thesis, chapter 6; Michulke and Schiffel, "Distance Features for General Game Playing
// Agents", ICAART 2012): nodes are fluents and one more that stands for "no condition"; whenever a step makes fluent f' true, some
// source of f' held before the step, or the empty node is a source. So the length of the shortest path from a state to f' never
// exceeds the number of steps that it takes: the distance is admissible whichever sources are chosen.
//
// Sources of one fluent are a hitting set of all ways to make it true, chosen top-down on the and-or graph of its preconditions: of
// the conditions of a way one is enough, of the ways all must be hit. A source that is used already is preferred to a new one, the
// fluent itself (it stayed true) before all, then the rule decides; in the end sources that are not needed are dropped. A fluent
// that needs nothing has the empty node as its only source.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "knowledge/distance/edge_rule.h"
#include "knowledge/distance/preconditions.h"

namespace agon::knowledge {

struct FluentGraph {
  std::uint32_t fluents = 0;            // the empty node is number `fluents`
  std::vector<std::uint32_t> begin{0};  // of each fluent, into `sources`
  std::vector<std::uint32_t> sources;   // ascending
  EdgeRule rule;
  std::uint32_t finished = 0;  // fluents with chosen sources; the others have the empty node
  std::uint64_t work = 0;      // conditions looked at

  [[nodiscard]] std::span<const std::uint32_t> sources_of(std::uint32_t fluent) const {
    return std::span(sources).subspan(begin[fluent], begin[fluent + 1] - begin[fluent]);
  }
  [[nodiscard]] std::uint32_t empty_node() const { return fluents; }
  // The measure of quality: how many fluents may appear from nothing.
  [[nodiscard]] std::uint32_t empty_edges() const;
  [[nodiscard]] std::size_t bytes() const { return (begin.capacity() + sources.capacity()) * sizeof(std::uint32_t); }
};

struct FluentGraphLimits {
  std::uint64_t work = ~std::uint64_t{0};  // conditions to look at: a limit that is the same on every machine
  Exhausted exhausted;                     // may be empty
};

// When a limit ends the work, the fluents that are left get the empty node: the graph stays admissible, and `finished` says how far
// it came.
[[nodiscard]] FluentGraph build_fluent_graph(const Preconditions& preconditions, const EdgeScore& score, EdgeRule rule,
                                             const FluentGraphLimits& limits = {});

// A graph of empty edges alone, for a game whose preconditions are too large.
[[nodiscard]] FluentGraph empty_fluent_graph(std::uint32_t fluents);

// Whether each way to make the fluent true has one of these sources among its conditions: what makes a graph admissible. The
// definition itself, for tests.
[[nodiscard]] bool covers_all_ways(const Preconditions& preconditions, std::uint32_t fluent,
                                   std::span<const std::uint32_t> sources);

}  // namespace agon::knowledge
