// Replays recorded traces and compares every answer: fluents, terminal, legal moves, goals.
#pragma once

#include <string>
#include <vector>

#include "game/any_engine.h"
#include "lab/trace.h"

namespace agon::lab {

struct Disagreement {
  int playout = 0;
  int step = 0;
  std::string what;  // in words, with both answers
};

struct TraceReport {
  std::uint64_t steps = 0;  // compared
  std::uint64_t playouts = 0;
  std::vector<Disagreement> disagreements;
};

// A match is left at its first disagreement: what follows would only repeat it. Throws LimitReached.
[[nodiscard]] TraceReport verify_trace(const game::AnyEngine& engine, const std::vector<TraceStep>& trace);

}  // namespace agon::lab
