// The depth limit of a subtree: a rational number, because Fluxplayer's allotment (Schiffel, thesis, formula 4.4)
// halves and splits limits, and a limit of 0.9999999 that should be 1 would silently turn a node into a leaf.
//
// Exact while numerator and denominator fit into 63 bits; beyond that a limit is rounded up to a multiple of 2^-32, so that no
// limit that is 1 in truth is ever below it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>

namespace agon::search::minimax {

class Limit {
 public:
  constexpr explicit Limit(std::uint32_t depth = 0) : numerator_(depth) {}

  // Below one move there is nothing to search.
  [[nodiscard]] constexpr bool is_leaf() const { return numerator_ < denominator_; }
  [[nodiscard]] constexpr bool at_least(std::uint32_t depth) const { return numerator_ / denominator_ >= depth; }

  // One move deeper. Precondition: not a leaf.
  [[nodiscard]] constexpr Limit below() const { return reduced(numerator_ - denominator_, denominator_); }

  // The share of the successor with this rank (0 is the best) among `count`, formula 4.4: the best gets d-1, the last (d-1)/2.
  [[nodiscard]] constexpr Limit share(std::size_t rank, std::size_t count) const {
    if (count <= 1 || rank == 0) return below();
    const std::uint64_t whole = 2 * (static_cast<std::uint64_t>(count) - 1);
    return below().times(whole - rank, whole);
  }

  // In units of 2^-16, rounded down: small enough to be kept in a table, and never more than was searched.
  [[nodiscard]] constexpr std::uint32_t floor_fixed() const {
    const Wide units = (Wide{numerator_} << 16U) / denominator_;
    return units > 0xffffffffU ? 0xffffffffU : static_cast<std::uint32_t>(units);
  }
  // In the same units, rounded up: what a stored limit must reach.
  [[nodiscard]] constexpr std::uint32_t ceil_fixed() const {
    const Wide units = ((Wide{numerator_} << 16U) + denominator_ - 1) / denominator_;
    return units > 0xffffffffU ? 0xffffffffU : static_cast<std::uint32_t>(units);
  }

  friend constexpr bool operator==(const Limit&, const Limit&) = default;

 private:
  __extension__ using Wide = unsigned __int128;

  static constexpr Limit reduced(std::uint64_t numerator, std::uint64_t denominator) {
    const std::uint64_t common = numerator == 0 ? denominator : std::gcd(numerator, denominator);
    Limit result;
    result.numerator_ = numerator / common;
    result.denominator_ = denominator / common;
    return result;
  }

  [[nodiscard]] constexpr Limit times(std::uint64_t a, std::uint64_t b) const {
    constexpr Wide kMost = Wide{1} << 63U;
    const std::uint64_t common = std::gcd(a, b);
    a /= common;
    b /= common;
    const std::uint64_t left = numerator_ == 0 ? b : std::gcd(numerator_, b);
    const std::uint64_t right = std::gcd(a, denominator_);
    const Wide numerator = Wide{numerator_ / left} * (a / right);
    const Wide denominator = Wide{denominator_ / right} * (b / left);
    if (numerator < kMost && denominator < kMost) {
      return reduced(static_cast<std::uint64_t>(numerator), static_cast<std::uint64_t>(denominator));
    }
    // Both factors of the denominator may be large: the smaller way round keeps the shift within 128 bits.
    const Wide quotient = numerator / denominator;
    const Wide rest = numerator % denominator;
    Wide fraction = 0;
    Wide remaining = rest;
    for (int bit = 0; bit < 32; ++bit) {
      remaining <<= 1U;
      fraction <<= 1U;
      if (remaining >= denominator) {
        remaining -= denominator;
        fraction |= 1U;
      }
    }
    if (remaining != 0) ++fraction;
    return reduced(static_cast<std::uint64_t>((quotient << 32U) + fraction), std::uint64_t{1} << 32U);
  }

  std::uint64_t numerator_ = 0;
  std::uint64_t denominator_ = 1;
};

}  // namespace agon::search::minimax
