// The engine concept: the contract for game state, legal moves, transitions, terminal, goals and percepts.
//
// An engine is immutable after it is built and shared by const reference between threads; scratch memory belongs to the
// caller's thread and is made by the engine (`engine.make_scratch()`). A state is a value: copy it to branch. GDL-II is part of the
// contract: `percepts` are what a role sees of a joint move, and an ordinary game is one where everybody sees every move.
// An engine that can run out of time or memory in mid-answer throws LimitReached (base/limits.h); no other failure exists.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/ids.h"
#include "game/terms.h"

namespace agon::game {

// Facts about a game that never change during play.
struct GameInfo {
  std::vector<std::string> roles;  // names, in the order of the rule sheet
  std::vector<TermId> role_terms;
  std::optional<RoleId> random;  // the role that chooses uniformly at random (GDL-II)
  bool hidden = false;           // percepts come from `sees`; otherwise every role sees the joint move

  [[nodiscard]] std::size_t role_count() const { return roles.size(); }
};

using MoveBuffer = std::vector<MoveId>;
using TermBuffer = std::vector<TermId>;

// Returned by goal() where the rules give a role no goal value or several.
inline constexpr int kNoGoal = -1;

template <class E>
concept Engine = std::copyable<typename E::State> && std::equality_comparable<typename E::State> &&
    requires(const E& e, typename E::Scratch& scratch, const typename E::State& s, typename E::State& next, RoleId r,
             std::span<const MoveId> joint, MoveId m, MoveBuffer& moves, TermBuffer& terms, std::vector<int>& values) {
  { e.info() } -> std::same_as<const GameInfo&>;
  { e.terms() } -> std::same_as<TermBank&>;
  { e.make_scratch() } -> std::same_as<typename E::Scratch>;
  { e.initial_state(scratch) } -> std::same_as<typename E::State>;
  // Fills the caller's buffer in the canonical order of the moves' terms, so that one seed picks one move on every engine.
  { e.legal_moves(scratch, s, r, moves) } -> std::same_as<void>;
  // In place; joint move in role order.
  { e.apply(scratch, next, joint) } -> std::same_as<void>;
  { e.is_terminal(scratch, s) } -> std::same_as<bool>;
  // 0..100, or kNoGoal.
  { e.goal(scratch, s, r) } -> std::same_as<int>;
  // Every goal value the rules give, ascending, so that checkers can report missing and ambiguous goals.
  { e.goal_values(scratch, s, r, values) } -> std::same_as<void>;
  // What r perceives of the joint move made in s (GDL-II), in canonical order; the joint move itself in an ordinary game.
  { e.percepts(scratch, s, joint, r, terms) } -> std::same_as<void>;
  // The fluents of a state in canonical order, and the term of a move: for display, records and comparisons.
  { e.fluents(s, terms) } -> std::same_as<void>;
  { e.move_term(r, m) } -> std::same_as<TermId>;
  { e.hash(s) } -> std::same_as<std::uint64_t>;
};

}  // namespace agon::game
