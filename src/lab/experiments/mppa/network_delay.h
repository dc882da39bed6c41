// What serialised replies cost. Workers play one playout each; a reply occupies the one channel to the host for a fixed time, and
// the run is over when the last reply is through. Time is counted in moves, so that the answer is the same on every machine.
#pragma once

#include <algorithm>
#include <vector>

namespace agon::lab::experiments::mppa {

// By how much replies lengthen the run beyond its longest playout, as a part of that.
[[nodiscard]] inline double reply_delay(std::vector<double> finish, double reply) {
  std::ranges::sort(finish);
  double channel_free = 0;
  for (const double time : finish) channel_free = std::max(channel_free, time) + reply;
  return channel_free / finish.back() - 1;
}

}  // namespace agon::lab::experiments::mppa
