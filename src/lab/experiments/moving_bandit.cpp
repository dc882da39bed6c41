#include "lab/experiments/moving_bandit.h"

#include <algorithm>
#include <cmath>

namespace agon::lab::experiments {
namespace {

constexpr std::uint8_t kTop = MovingBandit::kTop;

// By rejection: nothing but the length of the walk is conditioned on.
std::vector<std::uint8_t> walk(std::uint32_t most_steps, Rng& rng) {
  std::vector<std::uint8_t> path;
  for (;;) {
    path.assign(1, kTop / 2);
    while (path.back() != 0 && path.back() != kTop && path.size() < most_steps) {
      path.push_back(static_cast<std::uint8_t>(path.back() + (rng.next() >> 63U != 0 ? 1 : -1)));
    }
    if (path.back() == 0 || path.back() == kTop) return path;
  }
}

// The index of the largest score, ties at random.
template <class Score>
std::size_t largest(std::size_t count, Rng& rng, const Score& score) {
  std::size_t result = 0;
  double best = score(0);
  std::uint32_t ties = 1;
  for (std::size_t i = 1; i < count; ++i) {
    const double here = score(i);
    if (here < best) continue;
    ties = here > best ? 1 : ties + 1;
    best = here;
    if (ties == 1 || rng.below(ties) == 0) result = i;
  }
  return result;
}

}  // namespace

MovingBandit::MovingBandit(const BanditShape& shape, Rng& rng) {
  for (std::uint32_t i = 0; i < shape.arms; ++i) {
    std::vector<std::uint8_t> path = walk(shape.most_steps, rng);
    // A walk turned upside down is as likely as itself, so that no walk has to be thrown away for where it ends.
    if ((path.back() == kTop) != (i < shape.winners)) {
      for (std::uint8_t& at : path) at = static_cast<std::uint8_t>(kTop - at);
    }
    walks_.push_back(std::move(path));
  }
}

void BanditMemory::add(std::size_t arm, double reward) {
  ++pulls_[arm];
  ++total_;
  means_[arm] += (reward - means_[arm]) / pulls_[arm];
  widths_[arm] = 1 / std::sqrt(pulls_[arm]);
}

void BanditMemory::set(std::size_t arm, double mean, std::uint32_t pulls) {
  total_ += pulls - pulls_[arm];
  pulls_[arm] = pulls;
  means_[arm] = mean;
  widths_[arm] = pulls == 0 ? 0 : 1 / std::sqrt(pulls);
}

std::size_t BanditMemory::choose(const BanditRule& rule, Rng& rng) const {
  if (total_ < means_.size() || std::ranges::find(pulls_, 0U) != pulls_.end()) {
    return largest(means_.size(), rng, [&](std::size_t i) { return pulls_[i] == 0 ? 1 : 0; });
  }
  const bool enough = rule.threshold && *std::ranges::max_element(means_) > *rule.threshold;
  const double c = enough ? 0 : rule.exploration * std::sqrt(std::log(total_));
  return largest(means_.size(), rng, [&](std::size_t i) { return means_[i] + c * widths_[i]; });
}

std::size_t BanditMemory::best(Rng& rng) const {
  return largest(means_.size(), rng, [&](std::size_t i) { return pulls_[i] == 0 ? -1 : means_[i]; });
}

void play_bandit(const MovingBandit& bandit, const BanditRule& rule, Rng& rng, std::span<std::uint32_t> right) {
  BanditMemory memory(bandit.arms());
  for (std::uint32_t& counter : right) {
    const std::size_t arm = memory.choose(rule, rng);
    memory.add(arm, rng.unit() < bandit.mean(arm, memory.pulls(arm)) ? 1 : 0);
    if (bandit.wins(memory.best(rng))) ++counter;
  }
}

}  // namespace agon::lab::experiments
