// Rates measured side by side: every contender gets a turn in every round, and who goes first changes, so that a machine that warms
// up, slows down or is shared hits all of them alike.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "lab/bench/alarm.h"

namespace agon::lab::reproduce {

// Repeats `work` (which returns how much it did) until the time is over; what was done per second.
template <class Work>
[[nodiscard]] double rate_of(double seconds, Work&& work) {
  const Stopwatch clock;
  double done = 0;
  double elapsed = 0;
  do {
    done += static_cast<double>(work());
    elapsed = clock.seconds();
  } while (elapsed < seconds);
  return done / elapsed;
}

struct Contender {
  std::string name;
  std::function<double(double seconds)> rate;
};

// Per contender, one rate for each round.
[[nodiscard]] inline std::vector<std::vector<double>> side_by_side(const std::vector<Contender>& contenders, double seconds,
                                                                   std::size_t rounds) {
  std::vector<std::vector<double>> rates(contenders.size());
  for (std::size_t round = 0; round < rounds; ++round) {
    for (std::size_t i = 0; i < contenders.size(); ++i) {
      const std::size_t who = (i + round) % contenders.size();
      rates[who].push_back(contenders[who].rate(seconds));
    }
  }
  return rates;
}

// Ratios round by round: what a and b did in the same round was done on the same machine.
[[nodiscard]] inline std::vector<double> ratios(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<double> result;
  for (std::size_t i = 0; i < a.size() && i < b.size(); ++i) result.push_back(a[i] / b[i]);
  return result;
}

}  // namespace agon::lab::reproduce
