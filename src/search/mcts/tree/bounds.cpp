#include "search/mcts/tree/bounds.h"

#include <algorithm>
#include <array>
#include <vector>

namespace agon::search::mcts {
namespace {

bool narrow(Bounds& bounds, float low, float high) {
  // Only ever narrower: a recycled child must not make us forget.
  const Bounds now{std::max(bounds.low, low), std::min(bounds.high, high)};
  if (now.low > now.high || (now.low == bounds.low && now.high == bounds.high)) return false;
  bounds = now;
  return true;
}

// What is known of the role's value behind an action.
Bounds behind(const Tree& tree, const Action& action, std::size_t role, bool own) {
  if (Node* const child = tree.node(action.child)) return child->role(role).bounds;
  return own ? Bounds{action.low, action.high} : Bounds{};
}

bool update_choice(const Tree& tree, Node* n) {
  const std::size_t r = n->chooser;
  float low = 0;
  float high = 0;
  for (Action& action : n->actions(r)) {
    const Bounds bounds = behind(tree, action, r, true);
    action.low = std::max(action.low, bounds.low);
    action.high = std::min(action.high, bounds.high);
    low = std::max(low, action.low);
    high = std::max(high, action.high);
  }
  bool moved = narrow(n->role(r).bounds, low, high);
  for (std::size_t q = 0; q < n->roles; ++q) {
    if (q == r) continue;
    float q_low = 1;
    float q_high = 0;
    for (const Action& action : n->actions(r)) {
      if (action.high < low) continue;  // nobody would choose it
      const Bounds bounds = behind(tree, action, q, false);
      q_low = std::min(q_low, bounds.low);
      q_high = std::max(q_high, bounds.high);
    }
    moved |= narrow(n->role(q).bounds, q_low, q_high);
  }
  return moved;
}

bool update_chance(const Tree& tree, Node* n) {
  bool moved = false;
  const auto actions = n->actions(n->chooser);
  for (std::size_t q = 0; q < n->roles; ++q) {
    double low = 0;
    double high = 0;
    for (const Action& action : actions) {
      const Bounds bounds = behind(tree, action, q, false);
      low += bounds.low;
      high += bounds.high;
    }
    const auto count = static_cast<double>(actions.size());
    moved |= narrow(n->role(q).bounds, static_cast<float>(low / count), static_cast<float>(high / count));
  }
  return moved;
}

bool update_simultaneous(const Tree& tree, Node* n, std::optional<RoleId> chance) {
  constexpr std::uint64_t kMostJointMoves = 1'024;
  std::uint64_t joint_moves = 1;
  for (std::size_t r = 0; r < n->roles; ++r) {
    joint_moves *= n->role(r).actions;
    if (joint_moves > kMostJointMoves) return false;
  }
  if (n->joint_count < joint_moves) return false;   // as long as something is unknown, next to nothing is certain
  std::vector<std::vector<float>> least(n->roles);  // [role][action]: worst case
  std::vector<float> most(n->roles, 0);
  for (std::size_t r = 0; r < n->roles; ++r) least[r].assign(n->role(r).actions, 1);
  std::vector<Choice> joint(n->roles);
  for (std::uint64_t i = 0; i < joint_moves; ++i) {
    Node* const child = tree.child(n, joint);
    if (child == nullptr) return false;
    for (std::size_t r = 0; r < n->roles; ++r) {
      least[r][joint[r].index()] = std::min(least[r][joint[r].index()], child->role(r).bounds.low);
      most[r] = std::max(most[r], child->role(r).bounds.high);
    }
    for (std::size_t r = n->roles; r-- > 0;) {
      if (++joint[r].value < n->role(r).actions) break;
      joint[r] = Choice{0};
    }
  }
  bool moved = false;
  for (std::size_t r = 0; r < n->roles; ++r) {
    const bool picks = !(chance && chance->index() == r);
    const float sure = picks ? *std::ranges::max_element(least[r]) : *std::ranges::min_element(least[r]);
    moved |= narrow(n->role(r).bounds, sure, most[r]);
  }
  return moved;
}

}  // namespace

bool update_bounds(const Tree& tree, Node* n, std::optional<RoleId> chance, std::optional<double> sum) {
  const bool moved = n->simultaneous()                                             ? update_simultaneous(tree, n, chance)
                     : n->choosers == 1 && chance && chance->index() == n->chooser ? update_chance(tree, n)
                                                                                   : update_choice(tree, n);
  if (!moved) return false;
  if (sum) {
    std::array<std::size_t, 2> players{};
    std::size_t count = 0;
    for (std::size_t r = 0; r < n->roles && count < 2; ++r) {
      if (!chance || chance->index() != r) players[count++] = r;
    }
    for (const auto& [me, other] : {std::pair{players[0], players[1]}, std::pair{players[1], players[0]}}) {
      const Bounds theirs = n->role(other).bounds;
      narrow(n->role(me).bounds, static_cast<float>(*sum - theirs.high), static_cast<float>(*sum - theirs.low));
    }
  }
  n->proven = true;
  for (std::size_t r = 0; r < n->roles; ++r) n->proven = n->proven && n->role(r).bounds.proven();
  return true;
}

}  // namespace agon::search::mcts
