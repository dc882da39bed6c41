// Distance knowledge of a game: its fluent graph and the admissible distances to its sub-goals, built under a budget.
//
// The sources of a graph can be chosen by several rules (edge_rule.h), all of them admissible. For each kind of target the one with
// the clearly greater distances in sample states is kept, the rule of the thesis where none is. Samples decide only which of them,
// never whether a distance is right.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "circuit/circuit.h"
#include "knowledge/distance/distances.h"
#include "knowledge/distance/sample_states.h"

namespace agon::knowledge {

struct DistanceOptions {
  std::span<const std::uint32_t> targets;  // empty: the fluents of goal and terminal formulas
  std::span<const FluentState> samples;    // empty: the initial state alone
  std::span<const circuit::Group> groups;  // proved mutex groups: fewer ways to make a fluent true
  bool as_printed = false;                 // the rule of the thesis alone, without comparing others
  std::uint64_t work = 300'000'000;        // conditions looked at for each rule: the same end on every machine
  std::chrono::milliseconds time{5'000};   // a safety net; 0: none
  std::size_t memory_bytes = std::size_t{1} << 30U;
  std::function<bool()> stop;  // polled; true ends the work
};

struct DistanceReport {
  std::uint32_t fluents = 0, finished = 0;          // those with chosen sources; the others may appear from nothing
  std::uint32_t targets = 0, targets_finished = 0;  // those with distances; the others have 1
  std::uint32_t edges = 0, empty_edges = 0;         // of the main graph
  EdgeRule rule;                                    // of the main graph
  std::uint32_t rules_compared = 0;
  std::uint64_t work = 0;  // conditions looked at
  std::uint64_t impossible_ways = 0;
  std::size_t bytes = 0;  // the most that was held at one time
  double seconds = 0;
  // Empty where all is done; otherwise which limit ended it, and how far it came.
  std::string ended;
};

struct DistanceKnowledge {
  std::vector<FluentGraph> graphs;      // those that targets use; the first is the main one, which most of them do
  std::vector<std::uint32_t> graph_of;  // of each target of the distances: the graph it uses
  Distances distances;
  DistanceReport report;
};

// Never fails: what the budget does not reach has weaker distances, and the report says so.
[[nodiscard]] DistanceKnowledge find_distances(const ground::GroundProgram& program, const DistanceOptions& options = {});

}  // namespace agon::knowledge
