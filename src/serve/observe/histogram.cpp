#include "serve/observe/histogram.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace agon::serve {

void Histogram::note(double value) {
  const auto bound = std::lower_bound(bounds_.begin(), bounds_.end(), value);
  ++buckets_[static_cast<std::size_t>(bound - bounds_.begin())];
  sum_ += value;
}

std::uint64_t Histogram::count() const { return std::accumulate(buckets_.begin(), buckets_.end(), std::uint64_t{0}); }

std::string Histogram::text(const std::string& name) const {
  std::string out;
  std::uint64_t below = 0;
  for (std::size_t b = 0; b < bounds_.size(); ++b) {
    below += buckets_[b];
    out += fmt::format("{}_bucket{{le=\"{}\"}} {}\n", name, bounds_[b], below);
  }
  out += fmt::format("{}_bucket{{le=\"+Inf\"}} {}\n", name, count());
  out += fmt::format("{}_sum {}\n{}_count {}\n", name, sum_, name, count());
  return out;
}

}  // namespace agon::serve
