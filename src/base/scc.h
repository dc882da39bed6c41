// Strongly connected components of a graph, by Tarjan's algorithm with an explicit stack: input may nest as deep as it likes.
#pragma once

#include <cstdint>
#include <vector>

namespace agon {

struct Components {
  std::vector<std::uint32_t> of;  // component of each node; never below that of a node it points to
  std::vector<bool> cyclic;       // the node lies on a cycle
  std::uint32_t count = 0;
};

// successors[v] are the nodes that v points to.
[[nodiscard]] Components strongly_connected(const std::vector<std::vector<std::uint32_t>>& successors);

}  // namespace agon
