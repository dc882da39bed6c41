#include "lab/bench/statistics.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace agon::lab {

void Sample::add(double value) { add(value, 1); }

void Sample::add(double value, std::uint64_t times) {
  if (times == 0) return;
  least = count == 0 ? value : std::min(least, value);
  most = count == 0 ? value : std::max(most, value);
  count += times;
  sum += value * static_cast<double>(times);
  squares += value * value * static_cast<double>(times);
}

void Sample::add(const Sample& other) {
  if (other.count == 0) return;
  least = count == 0 ? other.least : std::min(least, other.least);
  most = count == 0 ? other.most : std::max(most, other.most);
  count += other.count;
  sum += other.sum;
  squares += other.squares;
}

double Sample::variance() const {
  if (count < 2) return 0;
  const auto n = static_cast<double>(count);
  return std::max(0.0, (squares - sum * sum / n) / (n - 1));
}

void PlayoutStatistics::add(const PlayoutStatistics& other) {
  length.add(other.length);
  goals.resize(std::max(goals.size(), other.goals.size()));
  for (std::size_t r = 0; r < other.goals.size(); ++r) goals[r].add(other.goals[r]);
  cut += other.cut;
}

double standard_errors_apart(const Sample& a, const Sample& b) {
  if (a.count == 0 || b.count == 0) return 0;
  // The spread of both together: a rare result may be missing from one of them, and then that one knows nothing of its spread.
  Sample both = a;
  both.add(b);
  const double fewer = static_cast<double>(std::min(a.count, b.count));
  const double range = std::max(a.most, b.most) - std::min(a.least, b.least);
  const double apart = std::abs(a.mean() - b.mean()) - range / fewer - 1e-9 * (1 + std::abs(a.mean()));
  if (apart <= 0) return 0;
  const double error = std::sqrt(both.variance() * (1 / static_cast<double>(a.count) + 1 / static_cast<double>(b.count)));
  return error == 0 ? std::numeric_limits<double>::infinity() : apart / error;
}

std::optional<std::string> disagreement(const PlayoutStatistics& reference, const PlayoutStatistics& other, double errors) {
  const auto compare = [&](const std::string& what, const Sample& expected, const Sample& found) -> std::optional<std::string> {
    const double apart = standard_errors_apart(expected, found);
    if (apart <= errors) return std::nullopt;
    return fmt::format("{} {:.4f}, expected {:.4f} ({:.1f} standard errors)", what, found.mean(), expected.mean(), apart);
  };
  if (auto problem = compare("mean length", reference.length, other.length)) return problem;
  const auto unfinished = [](const PlayoutStatistics& all) {
    Sample share;
    share.add(1, all.cut);
    share.add(0, all.length.count - all.cut);
    return share;
  };
  if (auto problem = compare("share without an end", unfinished(reference), unfinished(other))) return problem;
  if (reference.goals.size() != other.goals.size())
    return fmt::format("{} roles, expected {}", other.goals.size(), reference.goals.size());
  // What a match that was broken off is worth is no part of the rules.
  if (reference.cut > 0 || other.cut > 0) return std::nullopt;
  for (std::size_t r = 0; r < reference.goals.size(); ++r) {
    if (auto problem = compare(fmt::format("mean goal of role {}", r + 1), reference.goals[r], other.goals[r])) return problem;
  }
  return std::nullopt;
}

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

double spread(const std::vector<double>& values) {
  const double middle = median(values);
  if (values.empty() || middle == 0) return 0;
  return (*std::max_element(values.begin(), values.end()) - *std::min_element(values.begin(), values.end())) / middle;
}

std::optional<double> growth_exponent(std::span<const double> x, std::span<const double> y) {
  double n = 0, sx = 0, sy = 0, sxx = 0, sxy = 0;
  for (std::size_t i = 0; i < std::min(x.size(), y.size()); ++i) {
    if (x[i] <= 0 || y[i] <= 0) continue;
    const double a = std::log(x[i]);
    const double b = std::log(y[i]);
    n += 1;
    sx += a;
    sy += b;
    sxx += a * a;
    sxy += a * b;
  }
  const double width = n * sxx - sx * sx;
  if (n < 2 || width < 1e-9) return std::nullopt;
  return (n * sxy - sx * sy) / width;
}

}  // namespace agon::lab
