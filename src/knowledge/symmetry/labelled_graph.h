// A vertex-labelled directed graph, as plain data: what the search for automorphisms starts from.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace agon::knowledge::symmetry {

using Vertex = std::uint32_t;
using Permutation = std::vector<std::uint32_t>;  // the image of each point

struct LabelledGraph {
  std::vector<std::uint32_t> labels;             // per vertex; an automorphism keeps them
  std::vector<std::pair<Vertex, Vertex>> edges;  // directed; a repeated edge counts once

  Vertex add(std::uint32_t label) {
    labels.push_back(label);
    return static_cast<Vertex>(labels.size() - 1);
  }
  void connect(Vertex from, Vertex to) { edges.emplace_back(from, to); }
  [[nodiscard]] std::size_t vertex_count() const { return labels.size(); }
  // After this every edge stands once.
  void tidy() {
    std::sort(edges.begin(), edges.end());
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  }
};

}  // namespace agon::knowledge::symmetry
