// A latency histogram with fixed bounds, in the text format that Prometheus scrapes: cumulative buckets, a sum and a count.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace agon::serve {

class Histogram {
 public:
  // Upper bounds in ascending order; what is above the last one counts too.
  explicit Histogram(std::vector<double> bounds) : bounds_(std::move(bounds)), buckets_(bounds_.size() + 1, 0) {}

  void note(double value);
  [[nodiscard]] std::uint64_t count() const;
  // The lines of this histogram, without the HELP and TYPE in front.
  [[nodiscard]] std::string text(const std::string& name) const;

 private:
  std::vector<double> bounds_;
  std::vector<std::uint64_t> buckets_;  // each counts what is above the bound before it
  double sum_ = 0;
};

}  // namespace agon::serve
