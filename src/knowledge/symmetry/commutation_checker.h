// Do symmetries commute with play? Random matches, and in each of their states the images of legality, successor, end and goals: an
// independent second answer for tests and experiments, from an engine and not from the rules.
#pragma once

#include <algorithm>
#include <bit>
#include <vector>

#include "base/rng.h"
#include "engines/circuit/circuit_engine.h"
#include "game/symmetry_group.h"

namespace agon::knowledge::symmetry {

struct CommutationCount {
  std::uint64_t states = 0;      // looked at, once for each symmetry
  std::uint64_t violations = 0;  // states in which something did not commute
};

class CommutationChecker {
 public:
  explicit CommutationChecker(const engines::CircuitEngine& engine)
      : engine_(engine),
        program_(*engine.circuit().program),
        scratch_(engine.make_scratch()),
        image_scratch_(engine.make_scratch()) {}

  // About so many states for each of the symmetries.
  CommutationCount run(std::span<const game::Symmetry> symmetries, std::uint64_t states, std::uint64_t seed) {
    CommutationCount count;
    Rng rng(seed);
    constexpr std::uint32_t kLongest = 300;
    for (std::uint64_t made = 0; made < states;) {
      auto state = engine_.initial_state(scratch_);
      for (std::uint32_t step = 0; step < kLongest && made < states; ++step) {
        ++made;
        const bool over = engine_.is_terminal(scratch_, state);
        std::vector<game::MoveBuffer> legal(program_.info.role_count());
        bool stuck = false;
        std::vector<MoveId> joint;
        for (std::uint32_t r = 0; r < legal.size(); ++r) {
          engine_.legal_moves(scratch_, state, RoleId{r}, legal[r]);
          stuck = stuck || legal[r].empty();
          joint.push_back(legal[r].empty() ? MoveId{} : legal[r][rng.below(static_cast<std::uint32_t>(legal[r].size()))]);
        }
        auto next = state;
        if (!over && !stuck) engine_.apply(scratch_, next, joint);
        for (const game::Symmetry& symmetry : symmetries) {
          ++count.states;
          if (!commutes(symmetry, state, legal, over, over || stuck ? nullptr : &next, joint)) ++count.violations;
        }
        if (over || stuck) break;
        state = next;
      }
    }
    return count;
  }

 private:
  using State = engines::CircuitEngine::State;

  State image(const game::Symmetry& symmetry, const State& state) const {
    const std::vector<std::uint64_t> bits = game::image_of(symmetry, {state.words.data(), state.words.size()});
    State result = state;
    std::copy(bits.begin(), bits.end(), result.words.begin());
    return result;
  }
  MoveId image(const game::Symmetry& symmetry, RoleId role, MoveId move) const {
    const std::uint32_t number = symmetry.moves[program_.role_begin[role.index()] + move.value];
    return MoveId{number - program_.role_begin[symmetry.roles[role.index()].index()]};
  }

  bool commutes(const game::Symmetry& symmetry, const State& state, const std::vector<game::MoveBuffer>& legal, bool over,
                const State* next, const std::vector<MoveId>& joint) {
    State other = image(symmetry, state);
    if (engine_.is_terminal(image_scratch_, other) != over) return false;
    std::vector<MoveId> moves(joint.size());
    for (std::uint32_t r = 0; r < legal.size(); ++r) {
      const RoleId role = symmetry.roles[r];
      if (over) {
        engine_.goal_values(scratch_, state, RoleId{r}, goals_);
        engine_.goal_values(image_scratch_, other, role, other_goals_);
        if (goals_ != other_goals_) return false;
        continue;
      }
      game::MoveBuffer expected;
      for (const MoveId move : legal[r]) expected.push_back(image(symmetry, RoleId{r}, move));
      std::ranges::sort(expected, {}, &MoveId::value);
      engine_.legal_moves(image_scratch_, other, role, legal_);
      std::ranges::sort(legal_, {}, &MoveId::value);
      if (legal_ != expected) return false;
      if (next != nullptr) moves[role.index()] = image(symmetry, RoleId{r}, joint[r]);
    }
    if (next == nullptr) return true;
    engine_.apply(image_scratch_, other, moves);
    return other == image(symmetry, *next);
  }

  const engines::CircuitEngine& engine_;
  const ground::GroundProgram& program_;
  engines::CircuitEngine::Scratch scratch_, image_scratch_;
  std::vector<int> goals_, other_goals_;
  game::MoveBuffer legal_;
};

}  // namespace agon::knowledge::symmetry
