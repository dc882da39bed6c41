// A bandit whose arms change while they are pulled, as moves do while a search finds out about them: the test bed of
// "Sufficiency-based Selection Strategy for MCTS" (Gudmundsson and Bjornsson 2013), with the two rules that are compared on it.
//
// An arm starts as good as a coin and walks in steps of 0.02 until it is worth 0 or 1, which is its true value; the walk goes on
// only when the arm is pulled. The source does not say how rewards spread around the mean; here a pull wins with the mean as its
// chance.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/rng.h"

namespace agon::lab::experiments {

struct BanditShape {
  std::uint32_t arms = 20;
  std::uint32_t winners = 2;       // arms that end at 1
  std::uint32_t most_steps = 500;  // longer walks are not taken
};

class MovingBandit {
 public:
  static constexpr std::uint8_t kTop = 50;  // steps of 0.02 from 0 to 1

  MovingBandit(const BanditShape& shape, Rng& rng);

  [[nodiscard]] std::size_t arms() const { return walks_.size(); }
  // At the pull with this number, counted from 0.
  [[nodiscard]] double mean(std::size_t arm, std::uint32_t pull) const {
    const std::vector<std::uint8_t>& walk = walks_[arm];
    return walk[std::min<std::size_t>(pull, walk.size() - 1)] / static_cast<double>(kTop);
  }
  [[nodiscard]] bool wins(std::size_t arm) const { return walks_[arm].back() != 0; }
  [[nodiscard]] std::size_t steps(std::size_t arm) const { return walks_[arm].size() - 1; }  // to its true value

 private:
  std::vector<std::vector<std::uint8_t>> walks_;
};

struct BanditRule {
  double exploration = 0.4;
  std::optional<double> threshold;  // sufficiency: above it the best arm is pulled without exploration; nothing: UCT
};

// What is known about the arms. Arms that were never pulled come first, whatever the rule, in random order.
class BanditMemory {
 public:
  explicit BanditMemory(std::size_t arms) : means_(arms, 0), pulls_(arms, 0), widths_(arms, 0) {}

  void add(std::size_t arm, double reward);
  // The same as many pulls with this mean at once.
  void set(std::size_t arm, double mean, std::uint32_t pulls);
  // The next arm; ties at random.
  [[nodiscard]] std::size_t choose(const BanditRule& rule, Rng& rng) const;
  // The arm with the highest mean, ties at random: the one that would be played for good.
  [[nodiscard]] std::size_t best(Rng& rng) const;
  [[nodiscard]] std::uint32_t pulls(std::size_t arm) const { return pulls_[arm]; }

 private:
  std::vector<double> means_;
  std::vector<std::uint32_t> pulls_;
  std::vector<double> widths_;  // 1 / sqrt(pulls)
  std::uint32_t total_ = 0;
};

// One task: as many pulls as there are counters; each is raised if the arm that looks best after that pull is a winner.
void play_bandit(const MovingBandit& bandit, const BanditRule& rule, Rng& rng, std::span<std::uint32_t> right);

}  // namespace agon::lab::experiments
