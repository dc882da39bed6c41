#include "lab/reproduce/statistics.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "base/assert.h"

namespace agon::lab::reproduce {
namespace {

// Two-sided 95 % quantiles of Student's t for 1, 2, ... degrees of freedom.
constexpr std::array kStudent95{12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228,
                                2.201,  2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086,
                                2.080,  2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042};

double mean(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

// How many values may be cut off at each end so that the rest covers the median with 95 % confidence: the binomial tail up to there
// is at most 2.5 %.
std::size_t cut_of(std::size_t n) {
  double term = std::pow(0.5, static_cast<double>(n));
  double tail = term;
  std::size_t cut = 0;
  while (tail <= 0.025 && cut < n / 2) {
    ++cut;
    term *= static_cast<double>(n - cut + 1) / static_cast<double>(cut);
    tail += term;
  }
  return cut;
}

}  // namespace

Estimate median_of(std::vector<double> values) {
  AGON_ASSERT(!values.empty());
  std::ranges::sort(values);
  const std::size_t n = values.size();
  const double middle = n % 2 == 1 ? values[n / 2] : (values[n / 2 - 1] + values[n / 2]) / 2;
  const std::size_t cut = cut_of(n);
  const std::size_t low = cut == 0 ? 0 : cut - 1;
  return {middle, values[low], values[n - 1 - low]};
}

Estimate mean_of(std::span<const double> values) {
  AGON_ASSERT(!values.empty());
  return mean_from(mean(values), variance(values), values.size());
}

Estimate mean_from(double mean, double variance, std::size_t n) {
  AGON_ASSERT(n > 0);
  if (n < 2) return {mean, mean, mean};
  const std::size_t freedom = n - 1;
  const double t = freedom <= kStudent95.size() ? kStudent95[freedom - 1] : kNormal95;
  const double half = t * std::sqrt(variance / static_cast<double>(n));
  return {mean, mean - half, mean + half};
}

Estimate proportion_of(double successes, std::uint64_t trials) {
  AGON_ASSERT(trials > 0);
  const auto n = static_cast<double>(trials);
  const double p = successes / n;
  const double z2 = kNormal95 * kNormal95;
  const double centre = (p + z2 / (2 * n)) / (1 + z2 / n);
  const double half = kNormal95 / (1 + z2 / n) * std::sqrt(p * (1 - p) / n + z2 / (4 * n * n));
  // Exact at the ends, where rounding would leave a certainty out by a hair.
  return {p, p <= 0 ? 0 : std::max(0.0, centre - half), p >= 1 ? 1 : std::min(1.0, centre + half)};
}

double geometric_mean(std::span<const double> values) {
  AGON_ASSERT(!values.empty());
  double sum = 0;
  for (const double value : values) sum += std::log(value);
  return std::exp(sum / static_cast<double>(values.size()));
}

double variance(std::span<const double> values) {
  if (values.size() < 2) return 0;
  const double middle = mean(values);
  double sum = 0;
  for (const double value : values) sum += (value - middle) * (value - middle);
  return sum / static_cast<double>(values.size() - 1);
}

}  // namespace agon::lab::reproduce
