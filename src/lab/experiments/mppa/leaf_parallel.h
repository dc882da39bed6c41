// Leaf parallelisation, synchronous: a batch of positions goes out, each worker plays its share, all scores come back at once. One
// such round trip is a run.
#pragma once

#include <memory>
#include <vector>

#include "lab/experiments/mppa/layered_playout.h"
#include "lab/experiments/mppa/team.h"

namespace agon::lab::experiments::mppa {

class LeafParallel {
 public:
  LeafParallel(const LayeredNetwork& net, ThreadMode mode, unsigned workers) : net_(net), workers_(workers) {
    // Each in memory of its own, so that workers do not write into each other's cache lines.
    for (unsigned w = 0; w < workers; ++w) states_.push_back(std::make_unique<PlayoutState>(net));
    team_ = make_team(mode, workers);
  }

  // `batch` playouts from the initial position. Playout i has the random numbers of seed + i, whoever plays it.
  const std::vector<Score>& run(std::size_t batch, std::uint64_t seed) {
    scores_.resize(batch);
    team_->run([&](unsigned worker) {
      const std::size_t end = batch * (worker + 1) / workers_;
      for (std::size_t i = batch * worker / workers_; i < end; ++i)
        scores_[i] = private_playout(net_, *states_[worker], net_.initial, seed + i);
    });
    return scores_;
  }

 private:
  const LayeredNetwork& net_;
  unsigned workers_;
  std::vector<std::unique_ptr<PlayoutState>> states_;
  std::vector<Score> scores_;
  std::unique_ptr<Team> team_;
};

}  // namespace agon::lab::experiments::mppa
