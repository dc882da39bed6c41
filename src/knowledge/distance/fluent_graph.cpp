#include "knowledge/distance/fluent_graph.h"

#include <algorithm>
#include <limits>

namespace agon::knowledge {

namespace {

using Value = std::uint64_t;
constexpr Value kNothing = 0;                               // a way without conditions: only the empty node hits it
constexpr Value kFree = std::numeric_limits<Value>::max();  // hit already, or never possible

// Chooses the sources of one fluent after the other. Scratch memory is one entry for each node.
class SourceChooser {
 public:
  SourceChooser(const Preconditions& preconditions, const EdgeScore& score, const FluentGraphLimits& limits)
      : p_(preconditions),
        score_(score),
        limits_(limits),
        seen_(preconditions.node_count(), 0),
        covered_(preconditions.node_count(), 0),
        value_(preconditions.node_count(), 0),
        weight_(preconditions.node_count(), 0),
        hit_(preconditions.node_count(), false) {}

  // The sources of a fluent, ascending; false when a limit ended the work.
  bool choose(std::uint32_t fluent, std::vector<std::uint32_t>& sources) {
    sources.clear();
    const std::uint32_t top = p_.next(fluent);
    if (top == ground::kNever) return true;
    if (top == ground::kAlways) {
      sources.push_back(p_.fluent_count());
      return true;
    }
    if (top < p_.fluent_count()) {
      sources.push_back(top);
      return true;
    }
    fluent_ = fluent;
    ++stamp_;
    if (!collect(top) || !evaluate()) return false;
    if (value_[top] == kNothing) {
      sources.push_back(p_.fluent_count());
      return true;
    }
    cover(top, sources);
    minimise(top, sources);
    if (stays_) sources.push_back(fluent);
    std::ranges::sort(sources);
    return true;
  }
  [[nodiscard]] std::uint64_t work() const { return work_; }
  [[nodiscard]] std::size_t bytes() const {
    return seen_.size() * (2 * sizeof(std::uint32_t) + sizeof(Value) + sizeof(std::uint32_t) + 1);
  }

 private:
  [[nodiscard]] bool derived(std::uint32_t node) const { return node >= p_.fluent_count(); }
  // The fluent itself is a condition: it stayed true, which costs nothing.
  [[nodiscard]] bool self_supporting(std::uint32_t way) const { return std::ranges::binary_search(p_.conditions(way), fluent_); }

  // The derived nodes below `top` into cone_, ascending: each after what it depends on.
  bool collect(std::uint32_t top) {
    cone_.assign(1, top);
    seen_[top] = stamp_;
    stays_ = false;
    for (std::size_t i = 0; i < cone_.size(); ++i) {
      if (i % 1024 == 1023 && limits_.exhausted && limits_.exhausted(bytes())) return false;
      const auto [first, last] = p_.ways(cone_[i]);
      for (std::uint32_t way = first; way < last; ++way) {
        work_ += 1 + p_.conditions(way).size();
        if (self_supporting(way)) {
          stays_ = true;
          continue;
        }
        for (const std::uint32_t node : p_.conditions(way)) {
          if (seen_[node] == stamp_) continue;
          seen_[node] = stamp_;
          if (derived(node)) cone_.push_back(node);
          else value_[node] = score_(node, fluent_), weight_[node] = 1;
        }
      }
      if (work_ > limits_.work) return false;
    }
    std::ranges::sort(cone_);
    return true;
  }

  [[nodiscard]] Value value_of_way(std::uint32_t way) const {
    if (self_supporting(way)) return kFree;
    Value best = kNothing;
    for (const std::uint32_t node : p_.conditions(way)) best = std::max(best, value_[node]);
    return best;
  }
  // The condition of a way with the greatest value, then the fewest sources, then the smallest number.
  [[nodiscard]] std::uint32_t best_condition(std::uint32_t way) const {
    const auto conditions = p_.conditions(way);
    return *std::ranges::min_element(conditions, [&](std::uint32_t a, std::uint32_t b) {
      if (value_[a] != value_[b]) return value_[a] > value_[b];
      return weight_[a] < weight_[b];
    });
  }

  // Bottleneck values: a node is as good as the worst of its ways, a way as good as its best condition. On cycles the greatest
  // fixpoint: a derivation is well-founded, so it cannot support itself for ever.
  bool evaluate() {
    for (std::size_t i = 0; i < cone_.size();) {
      const std::size_t end = end_of_cycle(i);
      for (std::size_t k = i; k < end; ++k) value_[cone_[k]] = kFree, weight_[cone_[k]] = 0;
      for (bool changed = true; changed;) {
        if (work_ > limits_.work) return false;
        changed = false;
        for (std::size_t k = i; k < end; ++k) {
          const auto [first, last] = p_.ways(cone_[k]);
          Value worst = kFree;
          for (std::uint32_t way = first; way < last; ++way) {
            worst = std::min(worst, value_of_way(way));
            work_ += p_.conditions(way).size();
          }
          changed |= worst != value_[cone_[k]] && end - i > 1;
          value_[cone_[k]] = worst;
        }
      }
      for (std::size_t k = i; k < end; ++k) weight_[cone_[k]] = weigh(cone_[k]);
      i = end;
    }
    return true;
  }
  // Nodes of one cycle stand together in the cone.
  [[nodiscard]] std::size_t end_of_cycle(std::size_t i) const {
    std::size_t end = i + 1;
    if (const std::uint32_t cycle = p_.cycle(cone_[i]); cycle != 0) {
      while (end < cone_.size() && p_.cycle(cone_[end]) == cycle) ++end;
    }
    return end;
  }
  [[nodiscard]] std::uint32_t weigh(std::uint32_t node) const {
    std::uint64_t sum = 0;
    const auto [first, last] = p_.ways(node);
    for (std::uint32_t way = first; way < last; ++way) {
      if (!self_supporting(way) && !p_.conditions(way).empty()) sum += weight_[best_condition(way)];
    }
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(sum, 0xffffffff));
  }

  // Adds to `sources` until every way below `top` is hit. A way that leads to a node that is covered, or about to be, is hit.
  void cover(std::uint32_t top, std::vector<std::uint32_t>& sources) {
    todo_.assign(1, top);
    covered_[top] = stamp_;
    while (!todo_.empty()) {
      const std::uint32_t node = todo_.back();
      todo_.pop_back();
      const auto [first, last] = p_.ways(node);
      order_.clear();
      for (std::uint32_t way = first; way < last; ++way) {
        if (!self_supporting(way)) order_.emplace_back(~value_of_way(way), way);
      }
      std::ranges::sort(order_);
      for (const auto& [value, way] : order_) {
        if (std::ranges::any_of(p_.conditions(way), [&](std::uint32_t c) { return covered_[c] == stamp_; })) continue;
        const std::uint32_t best = best_condition(way);
        covered_[best] = stamp_;
        if (derived(best)) todo_.push_back(best);
        else sources.push_back(best);
      }
    }
  }

  // Drops sources that the others make superfluous, the weakest first. How many conditions of each way are hit is counted, and a
  // source that goes takes along what it alone hit; if that reaches the top, it comes back.
  void minimise(std::uint32_t top, std::vector<std::uint32_t>& sources) {
    if (sources.size() < 2) return;
    std::ranges::sort(sources,
                      [&](std::uint32_t a, std::uint32_t b) { return value_[a] != value_[b] ? value_[a] < value_[b] : a < b; });
    count_hits(sources);
    std::erase_if(sources, [&](std::uint32_t source) {
      lost_.assign(1, source);
      undo_.clear();
      hit_[source] = false;
      for (std::size_t i = 0; i < lost_.size() && hit_[top]; ++i) lose(lost_[i]);
      if (hit_[top]) return true;
      for (const std::uint32_t node : lost_) hit_[node] = true;
      for (const std::uint32_t way : undo_) ++hits_[way];
      return false;
    });
    for (const std::uint32_t source : sources) hit_[source] = false;
    for (const std::uint32_t node : cone_) hit_[node] = false;
  }
  // The greatest set of nodes that the sources hit. Ways are numbered from 0 in the order of the cone.
  void count_hits(std::span<const std::uint32_t> sources) {
    for (const std::uint32_t source : sources) hit_[source] = true;
    for (const std::uint32_t node : cone_) hit_[node] = true;
    heads_.clear();
    hits_.clear();
    uses_.clear();
    lost_.clear();
    for (const std::uint32_t node : cone_) {
      const auto [first, last] = p_.ways(node);
      for (std::uint32_t way = first; way < last; ++way) {
        if (self_supporting(way)) continue;
        std::uint32_t hits = 0;
        for (const std::uint32_t condition : p_.conditions(way)) {
          if (!hit_[condition]) continue;
          ++hits;
          uses_.emplace_back(condition, static_cast<std::uint32_t>(heads_.size()));
        }
        if (hits == 0 && hit_[node]) {
          hit_[node] = false;
          lost_.push_back(node);
        }
        heads_.push_back(node);
        hits_.push_back(hits);
      }
    }
    std::ranges::sort(uses_);
    work_ += 2 * uses_.size();
    for (std::size_t i = 0; i < lost_.size(); ++i) lose(lost_[i]);
  }
  // A node is hit no longer: the ways that it alone hit are not either.
  void lose(std::uint32_t node) {
    for (auto use = std::ranges::lower_bound(uses_, std::pair(node, 0U)); use != uses_.end() && use->first == node; ++use) {
      ++work_;
      undo_.push_back(use->second);
      const std::uint32_t head = heads_[use->second];
      if (--hits_[use->second] > 0 || !hit_[head]) continue;
      hit_[head] = false;
      lost_.push_back(head);
    }
  }

  const Preconditions& p_;
  const EdgeScore& score_;
  const FluentGraphLimits& limits_;
  std::uint32_t fluent_ = 0;
  std::uint32_t stamp_ = 0;
  bool stays_ = false;  // some way keeps the fluent
  std::uint64_t work_ = 0;
  std::vector<std::uint32_t> seen_, covered_;  // the stamp under which a node was met, or hit
  std::vector<Value> value_;
  std::vector<std::uint32_t> weight_;  // sources that the best choice below a node takes, shared ones counted twice
  std::vector<bool> hit_;
  std::vector<std::uint32_t> cone_, todo_;
  std::vector<std::pair<Value, std::uint32_t>> order_;  // the ways of a node, best first
  // Of minimise, ways by their place in the cone: head, conditions that are hit, which ways a condition hits; then what one source
  // took along.
  std::vector<std::uint32_t> heads_, hits_, lost_, undo_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> uses_;
};

}  // namespace

std::uint32_t FluentGraph::empty_edges() const { return static_cast<std::uint32_t>(std::ranges::count(sources, empty_node())); }

FluentGraph empty_fluent_graph(std::uint32_t fluents) {
  FluentGraph graph;
  graph.fluents = fluents;
  graph.sources.assign(fluents, fluents);
  graph.begin.clear();
  for (std::uint32_t fluent = 0; fluent <= fluents; ++fluent) graph.begin.push_back(fluent);
  return graph;
}

FluentGraph build_fluent_graph(const Preconditions& preconditions, const EdgeScore& score, EdgeRule rule,
                               const FluentGraphLimits& limits) {
  FluentGraph graph;
  graph.fluents = preconditions.fluent_count();
  graph.rule = rule;
  SourceChooser chooser(preconditions, score, limits);
  std::vector<std::uint32_t> sources;
  bool going = true;
  for (std::uint32_t fluent = 0; fluent < graph.fluents; ++fluent) {
    going = going && !(limits.exhausted && limits.exhausted(chooser.bytes() + graph.bytes())) && chooser.choose(fluent, sources);
    if (going) ++graph.finished;
    else sources.assign(1, graph.empty_node());
    graph.sources.insert(graph.sources.end(), sources.begin(), sources.end());
    graph.begin.push_back(static_cast<std::uint32_t>(graph.sources.size()));
  }
  graph.work = chooser.work();
  return graph;
}

bool covers_all_ways(const Preconditions& p, std::uint32_t fluent, std::span<const std::uint32_t> sources) {
  if (std::ranges::count(sources, p.fluent_count()) > 0) return true;
  const std::uint32_t top = p.next(fluent);
  if (top == ground::kNever) return true;
  if (top == ground::kAlways) return false;
  std::vector<bool> hit(p.node_count(), true);
  for (std::uint32_t f = 0; f < p.fluent_count(); ++f) hit[f] = std::ranges::count(sources, f) > 0;
  for (bool changed = true; changed;) {
    changed = false;
    for (std::uint32_t node = p.fluent_count(); node < p.node_count(); ++node) {
      const auto [first, last] = p.ways(node);
      for (std::uint32_t way = first; way < last && hit[node]; ++way) {
        if (std::ranges::any_of(p.conditions(way), [&](std::uint32_t c) { return static_cast<bool>(hit[c]); })) continue;
        hit[node] = false;
        changed = true;
      }
    }
  }
  return hit[top];
}

}  // namespace agon::knowledge
