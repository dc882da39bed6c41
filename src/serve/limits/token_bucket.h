// Token buckets: what a client may cost per second, with a burst. The price of an answer is known only when it has been made, so a
// bucket may go into debt: who is in debt is refused until it has filled up again, and no debt is larger than the burst.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <iterator>
#include <string>
#include <unordered_map>

namespace agon::serve {

struct Rate {
  double per_second = 0;
  double burst = 0;
};

class TokenBucket {
 public:
  using Clock = std::chrono::steady_clock;

  TokenBucket(Rate rate, Clock::time_point now) : rate_(rate), level_(rate.burst), at_(now) {}

  [[nodiscard]] bool in_debt(Clock::time_point now) {
    fill(now);
    return level_ < 0;
  }
  [[nodiscard]] bool full(Clock::time_point now) {
    fill(now);
    return level_ >= rate_.burst;
  }
  void charge(double cost, Clock::time_point now) {
    fill(now);
    level_ = std::max(level_ - cost, -rate_.burst);
  }

 private:
  void fill(Clock::time_point now) {
    level_ = std::min(rate_.burst, level_ + rate_.per_second * std::chrono::duration<double>(now - at_).count());
    at_ = now;
  }

  Rate rate_;
  double level_;
  Clock::time_point at_;
};

// One bucket for each client. Those that are full again are forgotten, so the table is as large as the number of busy clients.
class ClientRates {
 public:
  explicit ClientRates(Rate rate) : rate_(rate) {}

  [[nodiscard]] bool in_debt(const std::string& client, TokenBucket::Clock::time_point now) {
    const auto found = buckets_.find(client);
    return found != buckets_.end() && found->second.in_debt(now);
  }
  void charge(const std::string& client, double cost, TokenBucket::Clock::time_point now) {
    if (buckets_.size() >= next_sweep_) sweep(now);
    buckets_.try_emplace(client, rate_, now).first->second.charge(cost, now);
  }
  [[nodiscard]] std::size_t size() const { return buckets_.size(); }

 private:
  static constexpr std::size_t kSweep = 1'024;

  void sweep(TokenBucket::Clock::time_point now) {
    for (auto entry = buckets_.begin(); entry != buckets_.end();)
      entry = entry->second.full(now) ? buckets_.erase(entry) : std::next(entry);
    next_sweep_ = std::max(kSweep, 2 * buckets_.size());  // the cost of a sweep is spread over as many new clients
  }

  Rate rate_;
  std::unordered_map<std::string, TokenBucket> buckets_;
  std::size_t next_sweep_ = kSweep;
};

}  // namespace agon::serve
