// From the arguments of `minimax(...)`, `plan(...)` and `sampling(...)` to the options of these searches.
#pragma once

#include <string>

#include "belief/particle_filter.h"
#include "play/strategy/mcts_strategy.h"
#include "search/minimax/options.h"
#include "search/plan/options.h"

namespace agon::play {

struct MinimaxStrategy {
  search::minimax::MinimaxOptions search;
  bool symmetry = true;  // use what there is
  std::string engine = "auto";
  std::uint32_t opening = 0;  // own choices at the start that are random
  ThinkingTime thinking;
};
[[nodiscard]] Result<MinimaxStrategy> read_minimax(const Strategy& term, std::string_view text, const EngineNames& engines);

struct PlanStrategy {
  search::plan::PlanOptions search;
  bool symmetry = true;  // use what there is
  bool parts = true;     // independent sub-games are looked at first
  std::string engine = "auto";
  ThinkingTime thinking;
};
[[nodiscard]] Result<PlanStrategy> read_plan(const Strategy& term, std::string_view text, const EngineNames& engines);

struct SamplingStrategy {
  belief::ParticleOptions filter;
  std::string engine = "auto";
  ThinkingTime thinking;
};
[[nodiscard]] Result<SamplingStrategy> read_sampling(const Strategy& term, std::string_view text, const EngineNames& engines);

// `engine=`: auto, or one by name.
void read_engine(StrategyReader& reader, std::string& engine, const EngineNames& engines);

}  // namespace agon::play
