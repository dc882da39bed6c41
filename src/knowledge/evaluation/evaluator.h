// Incremental evaluation of a fuzzy network: only what depends on the fluents that changed since the last state is computed again.
//
// A plan is the network in flat arrays, levelised (children before parents), made once and shared between threads; an evaluator is
// the values of one thread. From one state of a search to the next few fluents change, so most degrees stay.
#pragma once

#include <memory>
#include <vector>

#include "knowledge/evaluation/fluent_distance.h"
#include "knowledge/evaluation/network.h"

namespace agon::knowledge::evaluation {

class Plan {
 public:
  Plan(Network network, std::size_t fluents, std::shared_ptr<const FluentDistance> distance);

  [[nodiscard]] const Network& network() const { return network_; }
  // What the engine is to be asked for each state: nodes of kind Goal that the formulas reach.
  [[nodiscard]] const std::vector<NodeIndex>& asked_goals() const { return asked_; }
  [[nodiscard]] bool measured(NodeIndex node) const { return flat_[node].measured; }  // a fluent with a distance
  [[nodiscard]] std::size_t reached() const { return order_.size(); }                 // nodes that the formulas consist of

 private:
  friend class Evaluator;
  struct Span {
    std::uint32_t begin = 0, end = 0;
  };
  // What evaluation reads of a node.
  struct Flat {
    Node::Kind kind = Node::Kind::Constant;
    bool graded = false;
    bool measured = false;
    std::uint32_t fluent = 0;        // of Fluent; of Goal: its place in asked_
    std::uint32_t table = kNoTable;  // of All and Any whose parts are atoms: degrees by the number of parts that hold
    bool counted = false;            // only the number of parts that hold matters
  };
  // That a node is a part of another.
  struct Use {
    NodeIndex whole = 0;
    std::uint32_t part = 0;
    bool negated = false;
  };
  static constexpr std::uint32_t kNoTable = 0xffffffff;
  void make_table(NodeIndex node);
  Network network_;
  std::shared_ptr<const FluentDistance> distance_;
  std::size_t words_ = 0;
  std::vector<NodeIndex> order_;      // reached nodes, children first
  std::vector<std::uint32_t> level_;  // per node; members of a cycle share one
  std::uint32_t levels_ = 0;
  std::vector<Span> children_, uses_, watchers_;  // per node, per node, per fluent
  std::vector<Edge> child_;
  std::vector<Use> use_;
  std::vector<NodeIndex> watcher_;
  std::vector<std::uint32_t> loop_;  // per node: number of its cycle + 1, or 0
  std::vector<std::vector<NodeIndex>> loops_;
  std::vector<NodeIndex> asked_;
  std::vector<Flat> flat_;
  std::vector<Degree> tables_;
};

class Evaluator {
 public:
  explicit Evaluator(std::shared_ptr<const Plan> plan);

  // Moves to a state. `goals`: for each of plan().asked_goals() whether it holds.
  void load(StateBits state, const std::vector<bool>& goals = {});
  [[nodiscard]] Degree degree(Edge edge) const { return edge.negated() ? value_[edge.node()].negated() : value_[edge.node()]; }
  [[nodiscard]] const Plan& plan() const { return *plan_; }

  // Theorem 5.1: what holds has a degree of at least t, what does not one of at most 1-t. The number of graded nodes that break it.
  [[nodiscard]] std::size_t broken() const;

 private:
  void mark(NodeIndex node);
  void propagate();
  void set(NodeIndex node, const Degree& degree);
  void tell_wholes(NodeIndex node, bool flipped);
  [[nodiscard]] Degree compute(NodeIndex node) const;
  [[nodiscard]] bool truth(Edge edge) const { return value_[edge.node()].holds != edge.negated(); }
  void settle_loop(std::uint32_t loop);

  std::shared_ptr<const Plan> plan_;
  std::vector<std::uint64_t> state_;
  std::vector<bool> goals_;
  std::vector<Degree> value_;
  std::vector<std::uint32_t> count_;              // of counted nodes: parts that hold
  std::vector<std::vector<std::uint32_t>> true_;  // of nodes of kind Choice: the parts that hold, ascending
  std::vector<std::vector<NodeIndex>> open_;      // per level
  std::vector<std::uint8_t> is_open_;
  std::uint32_t first_open_ = 0;
  bool fresh_ = true;
};

}  // namespace agon::knowledge::evaluation
