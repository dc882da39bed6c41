// The result of a search as text: moves and principal variation as terms instead of indices, for readers without the game.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "game/any_engine.h"
#include "search/searcher.h"

namespace agon::play {

struct SpokenThought {
  struct Move {
    std::string move;
    search::MoveThought known;
  };
  std::vector<Move> moves;                                    // the best ones, the best first
  std::vector<double> value, low, high;                       // per role
  std::vector<std::vector<std::optional<std::string>>> line;  // principal variation of joint moves; none where a role has no choice
  std::uint64_t iterations = 0, states = 0, nodes = 0;
  std::uint32_t depth = 0;
  double seconds = 0;
  std::string note;
  bool final = false;  // the last one before the move
};

// `legal` are the moves the thought is about. The principal variation is included if its start state is given.
[[nodiscard]] SpokenThought speak(const search::Thought& thought, const std::vector<std::string>& legal,
                                  const game::AnyEngine& engine, game::AnyEngine::Scratch& scratch, const game::AnyState* state);

}  // namespace agon::play
