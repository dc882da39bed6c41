// Strongly connected components of a graph, by Tarjan's algorithm with an explicit stack: input may nest as deep as it likes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace agon {

struct Components {
  std::vector<std::uint32_t> of;  // component of each node; never below that of a node it points to
  std::vector<bool> cyclic;       // the node lies on a cycle
  std::uint32_t count = 0;
};

// successors(v) are the nodes that v points to, as something that can be indexed.
template <class Successors>
[[nodiscard]] Components strongly_connected(std::uint32_t size, const Successors& successors) {
  constexpr std::uint32_t kUnseen = ~0U;
  std::vector<std::uint32_t> index(size, kUnseen);
  std::vector<std::uint32_t> low(size, 0);
  std::vector<bool> on_stack(size, false);
  std::vector<std::uint32_t> stack;
  struct Visit {
    std::uint32_t node;
    std::size_t edge;
  };
  std::vector<Visit> visits;
  std::uint32_t next_index = 0;
  Components result{std::vector<std::uint32_t>(size, 0), std::vector<bool>(size, false), 0};

  const auto enter = [&](std::uint32_t v) {
    index[v] = low[v] = next_index++;
    stack.push_back(v);
    on_stack[v] = true;
    visits.push_back({v, 0});
  };
  for (std::uint32_t root = 0; root < size; ++root) {
    if (index[root] != kUnseen) continue;
    enter(root);
    while (!visits.empty()) {
      Visit& visit = visits.back();
      const std::uint32_t v = visit.node;
      if (visit.edge < successors(v).size()) {
        const std::uint32_t w = successors(v)[visit.edge++];
        if (index[w] == kUnseen) enter(w);
        else if (on_stack[w]) low[v] = std::min(low[v], index[w]);
        continue;
      }
      visits.pop_back();
      if (!visits.empty()) low[visits.back().node] = std::min(low[visits.back().node], low[v]);
      if (low[v] != index[v]) continue;
      const bool single = stack.back() == v;
      std::uint32_t member = 0;
      do {
        member = stack.back();
        stack.pop_back();
        on_stack[member] = false;
        result.of[member] = result.count;
        result.cyclic[member] = !single || std::ranges::count(successors(v), v) > 0;
      } while (member != v);
      ++result.count;
    }
  }
  return result;
}

[[nodiscard]] inline Components strongly_connected(const std::vector<std::vector<std::uint32_t>>& successors) {
  return strongly_connected(static_cast<std::uint32_t>(successors.size()),
                            [&](std::uint32_t v) -> const std::vector<std::uint32_t>& { return successors[v]; });
}

}  // namespace agon
