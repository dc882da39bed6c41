// The observation of one role in one step of a match: the joint move in games of perfect information, otherwise (GDL-II) its own
// move and its percepts.
//
// Players and searches get this and nothing more, in a match of the laboratory, over the protocol and on the server alike.
#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "game/engine.h"

namespace agon::game {

// A joint move: one choice for each role.
using JointChoice = std::vector<Choice>;

struct Observation {
  JointChoice joint;                  // with perfect information; else empty
  std::string move;                   // its own, where the joint move is hidden
  std::vector<std::string> percepts;  // and what the role saw (GDL-II `sees`): as texts in byte order, each once

  [[nodiscard]] bool hidden() const { return joint.empty(); }

  static Observation of(std::span<const Choice> choices) { return {{choices.begin(), choices.end()}, {}, {}}; }
  static Observation of(std::string own, std::vector<std::string> seen) {
    std::ranges::sort(seen);
    seen.erase(std::unique(seen.begin(), seen.end()), seen.end());
    return {{}, std::move(own), std::move(seen)};
  }
  friend bool operator==(const Observation&, const Observation&) = default;
};

// The percepts of `role` for the joint move made in `state`, as texts in canonical order.
template <Engine E>
[[nodiscard]] std::vector<std::string> percept_texts(const E& engine, typename E::Scratch& scratch, const typename E::State& state,
                                                     std::span<const MoveId> joint, RoleId role) {
  TermBuffer terms;
  engine.percepts(scratch, state, joint, role, terms);
  std::vector<std::string> texts;
  for (const TermId percept : terms) texts.push_back(engine.terms().text(percept));
  return texts;
}

// The observation of `role` for the joint move made in `state`.
template <Engine E>
[[nodiscard]] Observation observe(const E& engine, typename E::Scratch& scratch, const typename E::State& state,
                                  std::span<const MoveId> joint, std::span<const Choice> choices, RoleId role) {
  if (!engine.info().hidden) return Observation::of(choices);
  return Observation::of(engine.terms().text(engine.move_term(role, joint[role.index()])),
                         percept_texts(engine, scratch, state, joint, role));
}

}  // namespace agon::game
