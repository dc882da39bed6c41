// Matches to take positions from: played well enough that something is at stake, and not so well that all of them are the same.
#pragma once

#include <cstdint>
#include <memory>

#include "base/result.h"
#include "base/rng.h"
#include "game/any_engine.h"
#include "lab/exam/setting.h"
#include "search/searcher.h"

namespace agon::lab::exam {

class Rehearsal {
 public:
  // The game must be one that the search plays: no secrets.
  [[nodiscard]] static Result<Rehearsal> start(const game::AnyEngine& engine, std::uint64_t seed);

  [[nodiscard]] const Line& line() const { return line_; }
  // How many moves each role has; empty at the end of the match.
  [[nodiscard]] const std::vector<std::uint32_t>& choices() const { return counts_; }
  // Makes a joint move: everybody thinks a little or not at all, except that `role` makes this move if one is given.
  void step();
  void step(RoleId role, Choice choice);

 private:
  Rehearsal(const game::AnyEngine& engine, std::unique_ptr<search::Searcher> search, std::uint64_t seed);
  [[nodiscard]] Choice choose(RoleId role);
  void make(game::JointChoice joint);
  void look();

  game::AnyEngine engine_;
  game::AnyEngine::Scratch scratch_;
  game::AnyState state_;
  std::unique_ptr<search::Searcher> search_;
  Rng rng_;
  std::uint64_t iterations_;  // of a thought, 0 for none
  Line line_;
  std::vector<game::MoveBuffer> legal_;
  std::vector<std::uint32_t> counts_;
};

}  // namespace agon::lab::exam
