// Property-based check of a structure on random play: every fluent of every state has exactly one place, and every legal move can
// be made, by clicks and choices that lead to it and to no other move, or from the list.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/rng.h"
#include "game/any_engine.h"
#include "knowledge/structure/scene/scene.h"

namespace agon::knowledge {

struct StructureCheck {
  std::vector<std::string> broken;  // must be empty
  std::uint64_t states = 0;
  std::uint64_t fluents = 0;
  std::uint64_t strangers = 0;  // fluents that the structure does not cover
  std::uint64_t moves = 0;
  std::uint64_t listed = 0;  // moves that can only be picked from the list
};

class StructureChecker {
 public:
  StructureChecker(const game::AnyEngine& engine, const Structure& structure, std::uint64_t seed)
      : engine_(engine), placer_(structure), scratch_(engine.make_scratch()), rng_(seed) {}

  // Stops early at the engine's limits; what was checked until then counts.
  StructureCheck run(int matches, int max_steps) {
    try {
      for (int i = 0; i < matches; ++i) one_match(max_steps);
    } catch (const LimitReached&) {
    }
    return std::move(result_);
  }

 private:
  static constexpr std::size_t kMostMoves = 400;  // of a role in a state; the others are skipped

  void one_match(int max_steps) {
    game::AnyState state = engine_.initial_state(scratch_);
    for (int step = 0; step <= max_steps; ++step) {
      const Scene scene = check_scene(state);
      if (engine_.is_terminal(scratch_, state)) return;
      std::vector<MoveId> joint;
      for (std::uint32_t r = 0; r < engine_.info().role_count(); ++r) {
        game::MoveBuffer moves;
        engine_.legal_moves(scratch_, state, RoleId{r}, moves);
        if (moves.empty()) return;
        check_moves(scene, RoleId{r}, moves);
        joint.push_back(moves[rng_.below(static_cast<std::uint32_t>(moves.size()))]);
      }
      engine_.apply(scratch_, state, joint);
    }
  }

  Scene check_scene(const game::AnyState& state) {
    game::TermBuffer fluents;
    engine_.fluents(state, fluents);
    Scene scene = placer_.place(engine_.terms(), fluents);
    std::vector<int> places(fluents.size(), 0);
    const auto count = [&](const auto& lists) {
      for (const auto& list : lists) {
        for (const auto& entry : list) ++places[entry.fluent];
      }
    };
    for (const auto& board : scene.boards) count(board);
    count(scene.counters);
    count(scene.hands);
    count(scene.controls);
    for (const auto& table : scene.tables) {
      for (const std::uint32_t fluent : table) ++places[fluent];
    }
    for (const std::uint32_t fluent : scene.rest) ++places[fluent];
    for (std::size_t f = 0; f < places.size(); ++f) {
      if (places[f] != 1) complain(fmt::format("{} has {} places", engine_.terms().text(fluents[f]), places[f]));
    }
    ++result_.states;
    result_.fluents += fluents.size();
    result_.strangers += scene.rest.size();
    return scene;
  }

  // A user who means one move touches some cell of each of its clicks; the move must be the only one that fits all touches and
  // choices.
  void check_moves(const Scene& scene, RoleId role, const game::MoveBuffer& moves) {
    std::vector<std::optional<Gesture>> gestures;
    const std::size_t count = std::min(moves.size(), kMostMoves);
    for (std::size_t m = 0; m < count; ++m)
      gestures.push_back(placer_.gesture(scene, engine_.terms(), engine_.move_term(role, moves[m])));
    result_.moves += count;
    for (std::size_t m = 0; m < count; ++m) {
      if (!gestures[m]) {
        ++result_.listed;
        continue;
      }
      std::vector<std::uint32_t> touched;
      for (const Gesture::Touch& touch : gestures[m]->touches)
        touched.push_back(touch.cells[rng_.below(static_cast<std::uint32_t>(touch.cells.size()))]);
      std::size_t fitting = 0;
      for (const std::optional<Gesture>& other : gestures) fitting += other && fits(*other, *gestures[m], touched) ? 1 : 0;
      if (fitting != 1) complain(fmt::format("{} moves fit {}", fitting, engine_.terms().text(engine_.move_term(role, moves[m]))));
    }
  }

  static bool fits(const Gesture& other, const Gesture& meant, const std::vector<std::uint32_t>& touched) {
    if (other.pattern != meant.pattern || other.choices != meant.choices) return false;
    for (std::size_t t = 0; t < touched.size(); ++t) {
      if (std::ranges::find(other.touches[t].cells, touched[t]) == other.touches[t].cells.end()) return false;
    }
    return true;
  }

  void complain(std::string what) {
    if (result_.broken.size() < 10) result_.broken.push_back(std::move(what));
  }

  const game::AnyEngine& engine_;
  Placer placer_;
  game::AnyEngine::Scratch scratch_;
  Rng rng_;
  StructureCheck result_;
};

}  // namespace agon::knowledge
