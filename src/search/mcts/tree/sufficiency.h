// The adaptive sufficiency threshold (Gudmundsson and Bjornsson 2013): tells from all simulations so far how good the best move
// would have to look to be a winning one, and with what chance exploration can be left out.
//
// The printed rule takes the upper tail of the normal distribution, which is small when the best move is far above the threshold:
// the reverse of the stated aim. Both directions are here; the stated aim is the default.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace agon::search::mcts {

class SufficiencyThreshold {
 public:
  // A finished simulation of the role in question, value 0..1.
  void add_result(double value, bool won) { (won ? wins_ : others_).add(value); }

  [[nodiscard]] bool ready() const { return wins_.count > 0 && others_.count > 0; }
  // Where wins and other results part, both spreading alike.
  [[nodiscard]] double discriminant() const {
    const double n = static_cast<double>(wins_.count + others_.count);
    return (static_cast<double>(others_.count) * wins_.mean + static_cast<double>(wins_.count) * others_.mean) / n;
  }

  // Chance of leaving exploration out when the best move has this value; also remembers the value.
  [[nodiscard]] double chance(double best, bool tail, double floor) {
    if (!ready()) return 0;
    const double distance = best - discriminant();
    const double deviation = distances_.count > 1 ? std::sqrt(distances_.squares / static_cast<double>(distances_.count - 1)) : 0;
    const double mean = distances_.mean;
    distances_.add(distance);
    if (deviation <= 0) return 0;
    const double below = 0.5 * std::erfc(-(distance - mean) / (deviation * std::sqrt(2.0)));
    return std::min(tail ? 1 - below : below, 1 - floor);
  }

 private:
  struct Running {  // Welford's mean and squares
    std::uint64_t count = 0;
    double mean = 0, squares = 0;
    void add(double value) {
      ++count;
      const double delta = value - mean;
      mean += delta / static_cast<double>(count);
      squares += delta * (value - mean);
    }
  };
  Running wins_, others_, distances_;
};

}  // namespace agon::search::mcts
