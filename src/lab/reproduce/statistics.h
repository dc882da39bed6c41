// Enough statistics to say how far a figure can be trusted.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace agon::lab::reproduce {

inline constexpr double kNormal95 = 1.959964;  // two-sided 95 % quantile of the normal distribution

// A figure with the range it may lie in.
struct Estimate {
  double value = 0;
  double low = 0;
  double high = 0;
};

// Median of repeated measurements. The range is a distribution-free interval of at least 95 % confidence (order statistics), where
// six or more measurements allow one; else from the smallest to the largest. Precondition: not empty.
[[nodiscard]] Estimate median_of(std::vector<double> values);

// Mean with its 95 % interval by Student's t. Precondition: not empty; one value is its own interval.
[[nodiscard]] Estimate mean_of(std::span<const double> values);

// The same from the mean and the sample variance of n > 0 values.
[[nodiscard]] Estimate mean_from(double mean, double variance, std::size_t n);

// Part of successes with Wilson's 95 % interval. A trial may succeed in part (a draw is half a win): then the interval is wider
// than it need be, as no quantity between 0 and 1 varies more than one that is either. Precondition: trials > 0.
[[nodiscard]] Estimate proportion_of(double successes, std::uint64_t trials);

// Precondition: not empty, all positive.
[[nodiscard]] double geometric_mean(std::span<const double> values);

// Sample variance; 0 for fewer than two values.
[[nodiscard]] double variance(std::span<const double> values);

}  // namespace agon::lab::reproduce
