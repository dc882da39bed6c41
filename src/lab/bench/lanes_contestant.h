// The lanes as a contestant: playouts only. A lane that is playing when the time is up finishes its game, so nothing is left over.
#pragma once

#include <map>

#include "engines/lanes/lanes.h"
#include "lab/bench/contestant.h"

namespace agon::lab {

class LanesContestant final : public Contestant {
 public:
  LanesContestant(std::shared_ptr<const engines::Lanes> lanes, const Stopwatch& since, Preparation preparation);

  [[nodiscard]] const Preparation& preparation() const override { return preparation_; }
  [[nodiscard]] bool has_minimax() const override { return false; }
  [[nodiscard]] std::optional<RecordedMatch> record(std::uint64_t, std::size_t, double) override { return std::nullopt; }
  [[nodiscard]] bool follow(const RecordedMatch&, const std::vector<std::size_t>&) override { return false; }
  [[nodiscard]] std::vector<std::vector<TreeCount>> count(double, int) override { return {}; }
  [[nodiscard]] Round minimax(double) override { return {}; }
  [[nodiscard]] Round playouts(double seconds, unsigned threads) override;
  [[nodiscard]] PlayoutStatistics statistics(unsigned threads) override;

 private:
  std::shared_ptr<const engines::Lanes> lanes_;
  Preparation preparation_;
  std::uint64_t seed_ = 0;
  std::map<unsigned, engines::PlayoutTotals> totals_;
  Sample lengths_;  // of playouts beside the timed ones
};

}  // namespace agon::lab
