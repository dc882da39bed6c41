// A search for games with hidden information: flat Monte Carlo over the states of a particle filter (determinization, perfect-
// information Monte Carlo). It values neither information nor secrets, as HyperPlay's embedded player does not.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "belief/particle_filter.h"
#include "search/searcher.h"

namespace agon::belief {

// Follows a match by the observations of one role. The filter runs when the search thinks, with a quarter of the time.
class SamplingSearch final : public search::Searcher {
 public:
  explicit SamplingSearch(game::AnyEngine engine, const ParticleOptions& options = {});
  ~SamplingSearch() override;

  void restart() override;
  void observe(const game::Observation& seen) override;
  void expect(std::vector<std::string> legal) override { expected_ = std::move(legal); }
  // Moves that are not legal in a sampled state are skipped there.
  search::Thought think(RoleId role, const search::Budget& budget) override;
  [[nodiscard]] bool goes_on() const override { return true; }

 private:
  class Sampler;
  void catch_up(RoleId role, search::Clock::time_point deadline);

  game::AnyEngine engine_;
  ParticleOptions options_;
  std::vector<game::Observation> match_;
  std::size_t filtered_ = 0;              // steps of it that the filter has seen
  std::vector<std::string> expected_;     // legal moves, if given
  std::optional<ParticleFilter> filter_;  // of the role that thought last
  RoleId role_;
  std::unique_ptr<Sampler> sampler_;  // of the position, created by the first search
};

}  // namespace agon::belief
