// The safety switch of symmetry (Schiffel 2011, section 8.4): are the nodes that symmetric hits save worth what all the images
// cost?
//
// Counted, not timed, so that one search is the same on every machine: a probe costs what an image for each element does, measured
// in nodes by how many elements are affordable for one; a hit saves as many nodes as subtrees of its depth have had so far.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

namespace agon::search {

class SymmetryWorth {
 public:
  // 0 elements: there are no symmetries.
  explicit SymmetryWorth(std::size_t elements) : cost_(static_cast<double>(elements) / kElementsPerNode), on_(elements > 1) {}

  [[nodiscard]] bool on() const { return on_; }
  // One more state is about to be keyed; false: without its images.
  bool probe() {
    if (!on_) return false;
    balance_ -= cost_;
    if (balance_ < -kMostLoss) on_ = false;
    return on_;
  }
  // Limits in the units of Limit::floor_fixed.
  void searched(std::uint32_t limit, std::uint64_t nodes) {
    Mean& mean = means_[slot(limit)];
    mean.count += 1;
    mean.nodes += (static_cast<double>(nodes) - mean.nodes) / mean.count;
  }
  void saved(std::uint32_t limit) { balance_ += 1 + means_[slot(limit)].nodes; }

 private:
  static constexpr double kElementsPerNode = 256;  // XORs run several at a time, a node makes states and asks for moves
  static constexpr double kMostLoss = 20'000;      // nodes: t_limit of the thesis
  struct Mean {
    double count = 0, nodes = 0;
  };
  static std::size_t slot(std::uint32_t limit) { return std::min<std::size_t>(limit >> 16U, 63); }

  double cost_;  // of a probe, in nodes
  bool on_;
  double balance_ = 0;
  std::array<Mean, 64> means_{};
};

}  // namespace agon::search
