// Composition of plans: lines of the parts of a one-player game are put together and played on the whole game.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "search/parts/exploration.h"

namespace agon::search::parts {

// A complete line that has been played on the whole game.
struct WholeLine {
  int goal = -1;
  std::vector<std::uint32_t> choices;  // places among the legal moves
};

class Composer {
 public:
  using Engine = engines::CircuitEngine;
  using State = Engine::State;

  Composer(std::shared_ptr<const Engine> engine, const ground::Decomposition& decomposition, std::vector<PartEngine> parts,
           std::size_t memory_bytes);

  // The best line from this state that the parts lead to; ends early at one to the highest goal. Throws Interrupted, and keeps what
  // was found in `best`.
  void run(const State& root, Effort& effort, WholeLine& best);
  [[nodiscard]] int highest_goal() const { return highest_; }

 private:
  using Steps = std::vector<std::vector<std::uint32_t>>;  // per step: a move that stands for the choice in each part; kAny: none
  static constexpr std::uint32_t kAny = 0xffffffff;
  struct Position {
    State state;
    std::vector<std::uint32_t> choices;
  };

  void run_parallel(const State& root, Effort& effort, WholeLine& best);
  void run_in_turn(const State& root, Effort& effort, WholeLine& best);
  void put_in_turn(const State& root, const std::vector<std::uint32_t>& tuple, int wanted, Effort& effort, WholeLine& best);
  void run_serial(const State& root, Effort& effort, WholeLine& best);
  void run_second(const Position& from, Effort& effort, WholeLine& best);
  // Plays the steps; nothing if one of them is not legal. Offers what it comes to.
  std::optional<Position> play(const Position& from, const Steps& steps, Effort& effort, WholeLine& best);
  // From there to an end with at least this goal, by a short depth-first search: moves that change no part first.
  void finish(const Position& from, int goal, Effort& effort, WholeLine& best);
  [[nodiscard]] int goal(const State& state) { return engine_->goal(scratch_, state, RoleId{0}); }
  void offer(const State& end, const std::vector<std::uint32_t>& choices, WholeLine& best);
  [[nodiscard]] bool solved(const WholeLine& best) const { return best.goal >= highest_; }
  [[nodiscard]] bool is_idle(MoveId move) const;

  std::shared_ptr<const Engine> engine_;
  ground::Decomposition decomposition_;
  std::vector<PartEngine> parts_;
  std::vector<Exploration> explorations_;
  Engine::Scratch scratch_;
  int highest_ = 0;
};

}  // namespace agon::search::parts
