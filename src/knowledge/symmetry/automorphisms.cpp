#include "knowledge/symmetry/automorphisms.h"

#include <bliss/graph.hh>

namespace agon::knowledge::symmetry {
namespace {

// bliss 0.73 has no way to be told to stop: its hook leaves by an exception, which frees all that the graph owns.
struct OutOfBudget {};

struct Collection {
  const AutomorphismBudget* budget;
  Automorphisms* found;
};

void take_generator(void* data, unsigned int count, const unsigned int* image) {
  auto& [budget, found] = *static_cast<Collection*>(data);
  found->generators.emplace_back(image, image + count);
  if (found->generators.size() >= budget->generators || std::chrono::steady_clock::now() >= budget->deadline) throw OutOfBudget{};
}

}  // namespace

Automorphisms find_automorphisms(LabelledGraph& graph, const AutomorphismBudget& budget) {
  graph.tidy();
  Automorphisms found;
  if (graph.vertex_count() > budget.vertices || graph.edges.size() > budget.edges) {
    found.status = Automorphisms::Status::TooLarge;
    return found;
  }
  bliss::Digraph digraph;
  for (const std::uint32_t label : graph.labels) digraph.add_vertex(label);
  for (const auto& [from, to] : graph.edges) digraph.add_edge(from, to);
  bliss::Stats stats;
  Collection collection{&budget, &found};
  try {
    digraph.find_automorphisms(stats, &take_generator, &collection);
    found.order = static_cast<double>(stats.get_group_size_approx());
  } catch (const OutOfBudget&) {
    found.status = Automorphisms::Status::Stopped;
    found.order = static_cast<double>(found.generators.size()) + 1;
  }
  return found;
}

}  // namespace agon::knowledge::symmetry
