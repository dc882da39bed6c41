// A uniform synthetic tree, on which the real search counts the nodes of a depth rule: every node has the same number of
// successors, and no line ends. Such counts can be worked out by hand, so that tests and experiments hold the search to
// formula 4.4.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "search/evaluation/baselines.h"
#include "search/minimax/deepening.h"

namespace agon::search::minimax {

// One player, for ever; a state is the way to it.
class EndlessTree {
 public:
  struct State {
    std::uint64_t path = 1;
    friend bool operator==(const State&, const State&) = default;
  };
  struct Scratch {};
  explicit EndlessTree(std::uint32_t branching) : branching_(branching), terms_(std::make_shared<SymbolTable>(), Limits{}) {
    info_.roles = {"player"};
    info_.role_terms = {TermId{0}};
  }
  [[nodiscard]] const game::GameInfo& info() const { return info_; }
  [[nodiscard]] game::TermBank& terms() const { return terms_; }
  [[nodiscard]] Scratch make_scratch() const { return {}; }
  State initial_state(Scratch&) const { return {}; }
  void legal_moves(Scratch&, const State&, RoleId, game::MoveBuffer& out) const {
    out.clear();
    for (std::uint32_t i = 0; i < branching_; ++i) out.push_back(MoveId{i});
  }
  void apply(Scratch&, State& state, std::span<const MoveId> joint) const { state.path = state.path * branching_ + joint[0].value; }
  bool is_terminal(Scratch&, const State&) const { return false; }
  int goal(Scratch&, const State&, RoleId) const { return game::kNoGoal; }
  void goal_values(Scratch&, const State&, RoleId, std::vector<int>& out) const { out.clear(); }
  void percepts(Scratch&, const State&, std::span<const MoveId>, RoleId, game::TermBuffer& out) const { out.clear(); }
  void fluents(const State&, game::TermBuffer& out) const { out.clear(); }
  TermId move_term(RoleId, MoveId) const { return TermId{0}; }
  std::uint64_t hash(const State& state) const { return state.path; }

 private:
  std::uint32_t branching_;
  game::GameInfo info_;
  mutable game::TermBank terms_;
};
static_assert(game::Engine<EndlessTree>);
static_assert(EndlessTree::State{} == EndlessTree::State{});

// Root and leaves included, nothing cut, nothing remembered.
[[nodiscard]] inline std::uint64_t count_nodes(std::uint32_t branching, DepthRule rule, std::uint32_t depth) {
  const MinimaxOptions options{.alpha_beta = false, .depth_rule = rule, .first_depth = depth, .max_depth = depth, .table_bytes = 0};
  Deepening<EndlessTree> search(std::make_shared<const EndlessTree>(branching), options,
                                std::make_unique<ConstantEvaluation<EndlessTree>>());
  return search.think(RoleId{0}, {}).nodes;
}

}  // namespace agon::search::minimax
