// A game as a propositional network: fluents and choices in; legality, terminal, goals and the next fluents out.
//
// How moves enter. In each step every role makes exactly one move. A `Selector` is a set of roles of which at most one has a choice
// in any state (turn-taking, proved), or a single role; its `leaves` are the inputs, and at most one leaf of a selector is true.
// Moves of different roles share leaves. A move is made if its leaf is chosen and its role is the one with the choice (`guard`); a
// move that excludes all other moves of its role (`noop` out of turn, proved) has no leaf: it is made exactly when it is legal. A
// move that may be chosen in turn and is the only one out of turn has a leaf and is `idle`.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "circuit/network.h"
#include "ground/ground_program.h"

namespace agon::circuit {

struct MoveInput {
  static constexpr std::uint32_t kForced = 0xffffffff;
  std::uint32_t selector = 0;
  std::uint32_t leaf = kForced;  // of the selector; kForced: made whenever legal
  Lit guard = kTrue;             // the role has the choice
  bool idle = false;             // made also whenever the role has no choice
  [[nodiscard]] bool by_default() const { return leaf == kForced || idle; }
};

struct Selector {
  std::vector<RoleId> roles;
  bool always = false;          // one of the leaves is true in every step
  bool everywhere = false;      // at most one role has the choice in terminal states too
  std::vector<NodeId> leaves;   // input nodes
  std::vector<Lit> leaf_legal;  // some move that uses the leaf is legal
};

struct GoalLit {
  int value = 0;
  Lit lit;
};

// A mutex group: fluents of which at most one (exactly one) holds in every reachable state. Proved, never guessed.
struct Group {
  std::vector<std::uint32_t> fluents;
  bool exactly_one = false;
};

struct Circuit {
  std::shared_ptr<const ground::GroundProgram> program;
  Network network;              // the cone of influence of the outputs, in topological order
  std::vector<NodeId> fluents;  // input node per fluent; 0 where nothing depends on it
  std::vector<Selector> selectors;
  std::vector<MoveInput> moves;  // per move of the program
  std::vector<Group> groups;

  std::vector<Lit> next;   // per fluent; right in states that are not terminal, for legal joint moves
  std::vector<Lit> legal;  // per move
  Lit terminal;
  std::vector<std::vector<GoalLit>> goals;  // per role
  std::vector<std::vector<Lit>> sees;       // per role, as in the program

  [[nodiscard]] std::size_t gate_count() const;
  [[nodiscard]] std::size_t bytes() const { return network.bytes(); }
};

}  // namespace agon::circuit
