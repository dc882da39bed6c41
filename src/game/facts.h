// Knowledge about a game beyond its rules, as plain data: each fact with its standing (proved, seen, assumed) and its source.
//
// Rooms that find facts (circuit, search, knowledge) write them; search, drawing and pages read them without knowing how they were
// found. Code that would be wrong without a fact must check it if it is only seen or assumed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/ids.h"

namespace agon::game {

enum class Standing : std::uint8_t {
  Assumed,  // stated without evidence
  Seen,     // held in all play observed
  Proved,   // holds in every reachable state
};

[[nodiscard]] constexpr const char* to_string(Standing standing) {
  switch (standing) {
    case Standing::Assumed: return "assumed";
    case Standing::Seen: return "seen";
    case Standing::Proved: return "proved";
  }
  return "assumed";
}

template <class T>
struct Fact {
  T value{};
  Standing standing = Standing::Assumed;
  std::string source = {};    // the method: "random play", "induction on the circuit"
  std::uint64_t samples = 0;  // evidence: states or matches, as the source counts

  [[nodiscard]] bool proved() const { return standing == Standing::Proved; }
  friend bool operator==(const Fact&, const Fact&) = default;
};

// A mutex group: fluents of which at most one (exactly one) holds in every state.
struct FluentGroup {
  std::vector<TermId> fluents;
  bool exactly_one = false;
};

// Turn-taking: in every state that is not terminal at most one of these roles has more than one legal move.
struct TurnTaking {
  std::vector<RoleId> roles;
  bool always = false;  // exactly one of them
};

// The move of a role out of turn (`noop`): legal only where the role has no other legal move.
struct IdleMove {
  RoleId role;
  TermId move;
};

// A functional dependency between arguments of fluents with this functor and arity: no two that hold in one state agree on the
// arguments `inputs` (from 0) and differ elsewhere. (cell 1 2 x) with inputs 0 and 1: a cell has one content.
struct InputArguments {
  std::string functor;
  std::uint32_t arity = 0;
  std::vector<std::uint32_t> inputs;  // ascending
};

// Persistence, a two-state invariant: what the fluent is once, it stays.
struct PersistentFluent {
  TermId fluent;
  bool value = true;  // once true always true; otherwise once false always false
};

// The steps that a match can take, from the initial state to a terminal one.
struct LengthBounds {
  std::optional<std::uint32_t> least, most;
};

// Automorphisms of the game as permutations of the fluents and moves of the ground program (ground/ground_program.h), by number:
// they commute with legality, transitions, terminality and goals.
struct SymmetryGroup {
  struct Element {
    std::vector<std::uint32_t> fluents;  // the image of each fluent
    std::vector<std::uint32_t> moves;    // the image of each move
    std::vector<RoleId> roles;           // the image of each role; the identity in a state symmetry
    friend bool operator==(const Element&, const Element&) = default;
  };
  std::vector<Element> generators;
  // All elements but the identity; empty where the group is larger than the finder lists.
  std::vector<Element> elements;
  double order = 1;  // of the group; large groups are not exact
};

// Decomposition: a part of the game that no other part influences, by numbers of the ground program.
struct SubGame {
  std::vector<std::uint32_t> fluents, moves;
  std::vector<RoleId> roles;  // which have moves in it
};

struct GameFacts {
  std::optional<Fact<int>> goal_sum;  // two players: the sum of their goals in every terminal state
  std::optional<Fact<LengthBounds>> length;
  std::vector<Fact<TurnTaking>> turns;
  std::vector<Fact<IdleMove>> idle;
  std::vector<Fact<FluentGroup>> groups;
  std::vector<Fact<InputArguments>> inputs;
  std::vector<Fact<PersistentFluent>> persistent;
  std::vector<Fact<TermId>> unreachable;               // fluents that the rules mention and that never hold
  std::vector<Fact<std::vector<int>>> never_goals;     // per role, in order: goal values that it never ends with
  std::optional<Fact<SymmetryGroup>> symmetries;       // of states: every role keeps its place
  std::optional<Fact<SymmetryGroup>> role_symmetries;  // all, those that exchange roles included
  std::vector<Fact<SubGame>> parts;                    // empty or at least two
};

}  // namespace agon::game
