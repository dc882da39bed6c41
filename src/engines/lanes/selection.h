// Uniform (or weighted) sampling of one legal leaf in every lane, as a bit-sliced circuit.
//
// 1. Count: an adder tree over the leaves sums their legality; every inner node keeps the sum of its left half.
// 2. Draw: a random fraction of k bits times the count, bit by bit, gives a number below the count. Each number has a probability
//    within 2^-k of uniform; k is 12 more than the bits of the count, so no leaf is off by more than one part in 4,096.
// 3. Descend: at each node either the number is below the sum of the left half, or that sum is subtracted and the walk goes right.
// Counting costs about four operations a leaf and descending about six, with a three-input instruction.
#pragma once

#include <bit>
#include <cstdint>
#include <functional>
#include <vector>

#include "engines/lanes/wire_builder.h"

namespace agon::engines::lanes {

class Selection {
 public:
  // `weight(leaf)` gives the bits of a leaf's weight, least significant first: its legality alone for a uniform choice.
  Selection(WireBuilder& build, std::uint32_t leaves, std::function<std::vector<Wire>(std::uint32_t)> weight)
      : build_(build), leaves_(leaves), weight_(std::move(weight)) {}

  // One wire per leaf; at most one is true in each lane, none where no leaf has weight.
  std::vector<Wire> run() {
    any_ = kZero;
    if (leaves_ == 0) return {};
    chosen_.assign(leaves_, kZero);
    const std::vector<Wire> total = count(0, leaves_);
    for (const Wire bit : total) any_ = build_.or2(any_, bit);
    const std::vector<Wire> number = draw(total);
    next_sum_ = 0;
    descend(0, leaves_, any_, number);
    return std::move(chosen_);
  }

  // After run(): some leaf has weight.
  [[nodiscard]] Wire any() const { return any_; }

 private:
  static constexpr unsigned kExtraBits = 12;

  std::vector<Wire> count(std::uint32_t begin, std::uint32_t end) {
    if (end - begin == 1) return weight_(begin);
    const std::uint32_t middle = split(begin, end);
    const std::size_t slot = left_sums_.size();
    left_sums_.emplace_back();
    std::vector<Wire> left = count(begin, middle);
    const std::vector<Wire> right = count(middle, end);
    std::vector<Wire> sum = plus(left, right);
    left_sums_[slot] = {std::move(left), right.size()};
    return sum;
  }

  // Halves that are as even as possible, the left one a power of two: sums stay narrow.
  static std::uint32_t split(std::uint32_t begin, std::uint32_t end) {
    const std::uint32_t n = end - begin;
    const std::uint32_t power = std::bit_floor(n - 1);
    return begin + power;
  }

  std::vector<Wire> plus(const std::vector<Wire>& a, const std::vector<Wire>& b) {
    std::vector<Wire> sum;
    Wire carry = kZero;
    for (std::size_t i = 0; i < std::max(a.size(), b.size()); ++i) {
      const Wire x = i < a.size() ? a[i] : kZero;
      const Wire y = i < b.size() ? b[i] : kZero;
      sum.push_back(build_.xor3(x, y, carry));
      carry = build_.majority(x, y, carry);
    }
    if (!(carry == kZero)) sum.push_back(carry);
    return sum;
  }

  // floor(fraction * total)
  std::vector<Wire> draw(const std::vector<Wire>& total) {
    std::vector<Wire> number(total.size(), kZero);
    if (leaves_ == 1) return number;
    for (std::size_t k = 0; k < total.size() + kExtraBits; ++k) {
      const Wire random = build_.random();
      Wire carry = kZero;
      std::vector<Wire> sum;
      for (std::size_t i = 0; i < total.size(); ++i) {
        const Wire term = build_.and2(random, total[i]);
        sum.push_back(build_.xor3(number[i], term, carry));
        carry = build_.majority(number[i], term, carry);
      }
      sum.push_back(carry);
      for (std::size_t i = 0; i < number.size(); ++i) number[i] = sum[i + 1];
    }
    return number;
  }

  // `here`: the walk passes through this node. `number` is valid in those lanes only.
  void descend(std::uint32_t begin, std::uint32_t end, Wire here, const std::vector<Wire>& number) {
    if (end - begin == 1) {
      chosen_[begin] = here;
      return;
    }
    const std::uint32_t middle = split(begin, end);
    const auto [left, right_width] = left_sums_[next_sum_++];
    // number - left, and whether it went below zero
    std::vector<Wire> rest;
    Wire borrow = kZero;
    const bool need_rest = end - middle > 1;
    for (std::size_t i = 0; i < std::max(left.size(), number.size()); ++i) {
      const Wire x = i < number.size() ? number[i] : kZero;
      const Wire y = i < left.size() ? left[i] : kZero;
      if (need_rest && i < right_width) rest.push_back(build_.xor3(x, y, borrow));
      borrow = build_.majority(!x, y, borrow);
    }
    std::vector<Wire> low = number;
    if (low.size() > left.size()) low.resize(left.size());  // below the left sum, so no wider than it
    descend(begin, middle, build_.and2(here, borrow), low);
    descend(middle, end, build_.and2(here, !borrow), rest);
  }

  WireBuilder& build_;
  std::uint32_t leaves_;
  std::function<std::vector<Wire>(std::uint32_t)> weight_;
  struct LeftSum {
    std::vector<Wire> bits;
    std::size_t right_width = 0;  // bits of the sum of the right half
  };
  std::vector<LeftSum> left_sums_;  // in the order in which the tree is walked
  std::size_t next_sum_ = 0;
  std::vector<Wire> chosen_;
  Wire any_;
};

}  // namespace agon::engines::lanes
