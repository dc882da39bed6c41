// Pearson's chi-squared tests, for comparing random play with its expected distribution.
#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

namespace agon::tests {

// Probability that a chi-squared variable with so many degrees of freedom is larger than x: the regularised upper incomplete gamma
// function, by its series below the mean and its continued fraction above (Lentz's method).
inline double chi_squared_tail(double x, double degrees) {
  const double a = degrees / 2;
  const double z = x / 2;
  if (z <= 0 || degrees <= 0) return 1;
  const double front = std::exp(a * std::log(z) - z - std::lgamma(a));
  if (z < a + 1) {
    double term = 1 / a;
    double sum = term;
    for (int n = 1; n < 10'000 && term > sum * 1e-15; ++n) sum += term *= z / (a + n);
    return 1 - front * sum;
  }
  constexpr double kTiny = 1e-300;
  double b = z + 1 - a;
  double c = 1 / kTiny;
  double d = 1 / b;
  double h = d;
  for (int i = 1; i < 10'000; ++i) {
    const double an = -i * (i - a);
    b += 2;
    d = an * d + b;
    if (std::abs(d) < kTiny) d = kTiny;
    c = b + an / c;
    if (std::abs(c) < kTiny) c = kTiny;
    d = 1 / d;
    h *= d * c;
    if (std::abs(d * c - 1) < 1e-15) break;
  }
  return front * h;
}

// The p-value of counts against expected ones. A count that should be 0 and is not has probability 0.
inline double goodness_of_fit(std::span<const std::uint64_t> counts, std::span<const double> expected) {
  double x = 0;
  double cells = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (expected[i] == 0) {
      if (counts[i] != 0) return 0;
      continue;
    }
    const double apart = static_cast<double>(counts[i]) - expected[i];
    x += apart * apart / expected[i];
    ++cells;
  }
  return chi_squared_tail(x, cells - 1);
}

// The p-value of two samples under the hypothesis of one source. Neighbouring cells are merged until each has at least 16 expected
// in both samples, which the chi-squared distribution needs far out in its tail.
inline double two_samples(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b) {
  double total_a = 0;
  double total_b = 0;
  for (const std::uint64_t n : a) total_a += static_cast<double>(n);
  for (const std::uint64_t n : b) total_b += static_cast<double>(n);
  if (total_a == 0 || total_b == 0) return total_a == total_b ? 1 : 0;
  const double share = total_a / (total_a + total_b);
  const double least = 16 / std::min(share, 1 - share);
  struct Cell {
    double a = 0, b = 0;
  };
  std::vector<Cell> cells(1);
  for (std::size_t i = 0; i < std::max(a.size(), b.size()); ++i) {
    if (cells.back().a + cells.back().b >= least) cells.emplace_back();
    cells.back().a += i < a.size() ? static_cast<double>(a[i]) : 0;
    cells.back().b += i < b.size() ? static_cast<double>(b[i]) : 0;
  }
  if (cells.size() > 1 && cells.back().a + cells.back().b < least) {
    const Cell last = cells.back();
    cells.pop_back();
    cells.back().a += last.a;
    cells.back().b += last.b;
  }
  double x = 0;
  for (const Cell& cell : cells) {
    const double both = cell.a + cell.b;
    x += (cell.a - both * share) * (cell.a - both * share) / (both * share * (1 - share));
  }
  return cells.size() < 2 ? 1 : chi_squared_tail(x, static_cast<double>(cells.size() - 1));
}

}  // namespace agon::tests
