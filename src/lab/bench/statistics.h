// Numbers about numbers: what a sample says about its mean, whether two samples can come from one source, medians, growth.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace agon::lab {

struct Sample {
  std::uint64_t count = 0;
  double sum = 0;
  double squares = 0;
  double least = 0;
  double most = 0;

  void add(double value);
  // The same value many times.
  void add(double value, std::uint64_t times);
  void add(const Sample& other);
  [[nodiscard]] double mean() const { return count == 0 ? 0 : sum / static_cast<double>(count); }
  [[nodiscard]] double variance() const;
};

// What is known about a number of random playouts; `goals` per role, a role without a single goal value counts 0.
struct PlayoutStatistics {
  Sample length;
  std::vector<Sample> goals;
  std::uint64_t cut = 0;  // left unfinished after too many steps, or for want of a legal move

  void add(const PlayoutStatistics& other);
};

// Standard errors that the two means are apart beyond what one stray playout explains; the variance is that of both samples
// together.
[[nodiscard]] double standard_errors_apart(const Sample& a, const Sample& b);

// The first way in which two engines' playouts differ by more than `errors` standard errors, in words.
[[nodiscard]] std::optional<std::string> disagreement(const PlayoutStatistics& reference, const PlayoutStatistics& other,
                                                      double errors = 5);

[[nodiscard]] double median(std::vector<double> values);
// Largest less smallest, as a share of the median.
[[nodiscard]] double spread(const std::vector<double>& values);
// The k of y = c * x^k by least squares on a log-log line; nothing with fewer than two different sizes.
[[nodiscard]] std::optional<double> growth_exponent(std::span<const double> x, std::span<const double> y);

}  // namespace agon::lab
