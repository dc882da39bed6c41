// Runs all analyses of a game within one budget.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>

#include "engines/workshop.h"
#include "knowledge/analysis/analysis.h"

namespace agon::knowledge {

struct AnalysisOptions {
  std::chrono::milliseconds time{5'000};  // of all stages together; 0: no limit
  std::size_t memory_bytes = std::size_t{1} << 30U;
  std::uint64_t seed = 1;          // of random play
  std::size_t goals = 24;          // goal fluents whose distances are told
  std::size_t conditions = 8;      // of an evaluation
  std::vector<std::string> state;  // fluents of the position to evaluate; empty: the initial one
  std::function<bool()> stop;      // polled; true ends the work
  std::function<void(const std::string& stage)> progress;
};

// Never fails: rules that are too large for a stage leave it unfinished, with the reason in its note.
[[nodiscard]] Analysis analyse(engines::Workshop& workshop, const AnalysisOptions& options = {});

}  // namespace agon::knowledge
